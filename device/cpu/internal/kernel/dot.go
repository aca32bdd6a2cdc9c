package kernel

import (
	"math"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// dot is the kernel of sums of products.
func (t *Set) dot(dt op.DType) Reduction {
	if !dt.IsFloat() {
		return t.dotOfIntegers(dt)
	}
	in, add, store := t.reading(dt, wideOf(dt)), (*products).add32, storing(dt)
	if in.two = true; dt == op.Float64 {
		add = (*products).add64
	}
	return reduction(in, add,
		(*products).merge,
		func(s *products, i int, to, _ unsafe.Pointer) { store(to, i, s.value()) })
}

// products is a sum of products with twice the digits of a float64. Products near the ends of the
// range of float64 are summed apart.
type products struct {
	sum  double
	huge double // divided by 2^1074
	tiny double // times 2^1074
}

const root = 0x1p537 // of the scale

func (s *products) merge(t *products) {
	s.sum.add(t.sum.high, t.sum.low)
	s.huge.add(t.huge.high, t.huge.low)
	s.tiny.add(t.tiny.high, t.tiny.low)
}

// add32 adds products of float32, which a float64 has room for.
func (s *products) add32(p part) {
	y := elements[float32](p.y, 0, p.n)
	for i, x := range elements[float32](p.x, 0, p.n) {
		s.sum.add(float64(x)*float64(y[i]), 0)
	}
}

func (s *products) add64(p part) {
	y := elements[float64](p.y, 0, p.n)
	for i, x := range elements[float64](p.x, 0, p.n) {
		switch z := math.Abs(x * y[i]); {
		case !(z < 0x1p900):
			s.huge.addProduct(x/root, y[i]/root)
		case z < 0x1p-900 && x != 0 && y[i] != 0:
			s.tiny.addProduct(x*root, y[i]*root)
		default:
			s.sum.addProduct(x, y[i])
		}
	}
}

func (s *products) value() float64 {
	switch {
	case s.huge.high-s.huge.high != 0:
		return s.huge.high
	case s.huge == double{}:
		return s.sum.value() + math.Ldexp(s.tiny.value(), -1074)
	}
	sum := s.huge.plus(double{s.sum.high / root / root, s.sum.low / root / root})
	return math.Ldexp(sum.value(), 1074)
}

// blocks are for one call of a kernel by another.
var blocks = sync.Pool{New: func() any { return new(Block) }}

// dotOfIntegers multiplies and adds by the rows of pairs.
func (t *Set) dotOfIntegers(dt op.DType) Reduction {
	in, size, multiply := t.reading(dt, dt), dt.Size(), t.For(op.Mul, dt, dt)
	in.two = true
	r := t.combining(op.Add, 0, dt, dt)
	add := r.Add
	r.Cost += multiply.Cost
	r.Add = func(states unsafe.Pointer, b *Block) {
		s, products := scratches.Get().(*scratch), blocks.Get().(*Block)
		in.each(b, func(group, _, n int, x, y unsafe.Pointer) {
			multiply.Run(n, s.at(0), x, y, nil, 0)
			*products = Block{Groups: 1, Elements: n, X: Matrix{s.at(0), 0, size}}
			add(unsafe.Add(states, group*size), products)
		})
		*products = Block{} // which keeps no scratch alive
		blocks.Put(products)
		scratches.Put(s)
	}
	return r
}
