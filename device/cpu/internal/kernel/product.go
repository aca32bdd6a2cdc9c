package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// product is the kernel of products of floats.
func (t *Set) product(from, to op.DType) Reduction {
	in, store := t.reading(from, wideOf(from)), storing(to)
	if from != op.Float64 {
		return t.product32(in, func(s *product32, i int, to, _ unsafe.Pointer) { store(to, i, s.value()) })
	}
	return reduction(in,
		func(s *product64, p part) {
			for _, x := range elements[float64](p.x, 0, p.n) {
				s.multiply(x)
			}
		},
		(*product64).merge,
		func(s *product64, i int, to, _ unsafe.Pointer) { store(to, i, s.value()) })
}

// product32 is a product of float32: a float64, which has digits to spare, times a power of two. It is
// divided by one before anything overflows. The zero value is the product of nothing.
type product32 struct {
	x        float64
	exponent int
	some     bool
}

// half is how many digits a factor may have before or behind the point, and so a product32.
const half = 400

// multiplyBy multiplies by any float64.
func (s *product32) multiplyBy(x float64) {
	if digits := math.Float64bits(x)>>52&0x7ff - (1023 - half); digits <= 2*half {
		s.multiply(x)
		return
	}
	m, e := math.Frexp(x)
	s.multiply(m)
	s.exponent += e
}

// multiply multiplies by a float32, or by a float64 between 2^-half and 2^half, 0, infinity or NaN.
func (s *product32) multiply(x float64) {
	if !s.some {
		*s = product32{x: 1, some: true}
	}
	if s.x *= x; !inside(s.x) {
		s.scale()
	}
}

// inside reports whether a number has at most half digits before or behind the point.
func inside(x float64) bool {
	const bias, first = 52, 1023 - half
	return math.Float64bits(x)>>bias&0x7ff-first <= 2*half
}

func (s *product32) scale() {
	m, e := math.Frexp(s.x)
	s.x, s.exponent = m, s.exponent+e
}

func (s *product32) merge(t *product32) {
	if t.some {
		s.multiply(t.x)
		s.exponent += t.exponent
	}
}

func (s *product32) value() float64 {
	switch {
	case !s.some:
		return 1
	case s.exponent == 0:
		return s.x
	}
	return math.Ldexp(s.x, s.exponent)
}

// running stores the product up to each element, as value returns it before it is rounded to a shorter float. It
// looks at every second product, because two factors do not make one that is inside overflow.
func (s *product32) running(p part, to []float64) {
	all, power := elements[float32](p.x, 0, p.n), s.power()
	x := 1.0
	if s.some {
		x = s.x
	}
	for i := 0; i < len(all); i += 2 {
		x *= float64(all[i])
		to[i] = x * power
		if i+1 < len(all) {
			x *= float64(all[i+1])
			to[i+1] = x * power
		}
		if !inside(x) {
			s.x = x
			s.scale()
			x, power = s.x, s.power()
		}
	}
	s.x, s.some = x, true
}

// power is the power of two, or one that makes 0 or infinity of a shorter float as well.
func (s *product32) power() float64 { return math.Ldexp(1, min(max(s.exponent, -1074), 1023)) }

// products32 multiplies blocks of float32. Many elements at a time are multiplied side by side. If the processor says
// that something has overflowed or underflowed, fewer are.
type products32 struct {
	in           *rows
	all, columns vector.Sum // nil if there are none
}

// product32 is the kernel of products of elements that are read as float32.
func (t *Set) product32(in *rows, end func(s *product32, i int, to, once unsafe.Pointer)) Reduction {
	a := &products32{in, t.sums[vector.Product], t.sums[vector.EachProduct]}
	r := reduction(in, nil, (*product32).merge, end)
	r.Add = a.add
	if a.all != nil {
		r.Cost, r.Set = 2, t.Name
	}
	return r
}

func (a *products32) add(states unsafe.Pointer, b *Block) {
	all, sums := statesOf[product32](b.Groups, states), sumsPool.Get().(*vector.Sums)
	defer sumsPool.Put(sums)
	most := math.MaxInt // lines that are multiplied at a time, for all parts of a block
	if a.columns == nil || !a.in.byColumns(b, vector.Columns) {
		a.in.each(b, func(group, _, n int, x, _ unsafe.Pointer) {
			a.addRow(&all[group], elements[float32](x, 0, n), sums, &most)
		})
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	a.in.eachLines(b, vector.Columns, func(first, done, n, lines int, x Matrix) {
		for g := done; g < n; {
			at, width := g, (n-g)/vector.Columns*vector.Columns
			if width == 0 {
				at, width = n-vector.Columns, vector.Columns
			}
			a.addColumns(all[first+at:first+at+width], g-at, lines, x.Beyond(at, 0), s, sums, &most)
			g = at + width
		}
	})
}

// addColumns adds lines of elements of groups that lie side by side, but for some of the first.
func (a *products32) addColumns(all []product32, skip, lines int, x Matrix, s *scratch, sums *vector.Sums, most *int) {
	products := elements[float64](s.at(0), 0, len(all))
	for done := 0; done < lines; {
		n := min(*most, lines-done)
		fillWith(products, 1)
		if !inPlace(a.columns, products, n, x.Beyond(0, done), sums) { // of one line nothing overflows
			*most = n / 2
			continue
		}
		for i := skip; i < len(all); i++ {
			all[i].multiplyBy(products[i])
		}
		done += n
	}
}

// addRow adds elements of one group, side by side.
func (a *products32) addRow(s *product32, x []float32, sums *vector.Sums, most *int) {
	for a.all != nil && len(x) >= vector.Columns {
		lines := min(*most, len(x)/vector.Columns)
		sums.Rows = 1
		if a.all(lines, unsafe.Pointer(&x[0]), 4*vector.Columns, sums); sums.Rows > 0 {
			for _, product := range sums.Of[:4] {
				s.multiplyBy(product)
			}
			x = x[lines*vector.Columns:]
			continue
		}
		if *most = max(lines/2, 1); lines == 1 {
			break
		}
	}
	for _, v := range x {
		s.multiply(float64(v))
	}
}
