package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Scan is the kernel of a row that makes an element for each element of a group, from those up to it.
// It keeps a state for each group, which lie side by side.
type Scan struct {
	Cost  int    // of an element, as of a Kernel
	Set   string // as of a Kernel
	State int    // bytes of a state; the first lies at a multiple of 8

	// Begin makes n states of groups without elements.
	Begin func(n int, states unsafe.Pointer)
	// Run adds the elements of a block to the states of its groups, and stores the results. They may
	// lie where the elements do. The blocks of a group come in the order of its elements.
	Run func(states unsafe.Pointer, b *Block, to Matrix)
}

// scan makes a kernel of a function on a state. Begin makes it of the zero value. Run adds elements of
// a group that are side by side, and stores as many results, maybe where the elements lie. Finish converts
// results to elements of size bytes; without it they are such elements.
func scan[S, R any](in *rows, size int, finish func(n int, to, from unsafe.Pointer), run func(s *S, p part, to []R)) Scan {
	k := &scanning{in, int(unsafe.Sizeof(*new(S))), size, finish, func(s unsafe.Pointer, p part, to unsafe.Pointer) {
		run((*S)(s), p, elements[R](to, 0, p.n))
	}}
	return Scan{Cost: 2 * plainCost, State: k.state, Begin: k.begin, Run: k.run}
}

// scanning is a scan without the types of its states and results.
type scanning struct {
	in          *rows
	state, size int // bytes of a state, and of a result
	finish      func(n int, to, from unsafe.Pointer)
	add         func(s unsafe.Pointer, p part, to unsafe.Pointer)
}

func (k *scanning) begin(n int, states unsafe.Pointer) {
	clear(unsafe.Slice((*byte)(states), n*k.state))
}

func (k *scanning) run(states unsafe.Pointer, b *Block, to Matrix) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	k.in.each(b, func(group, first, n int, x, y unsafe.Pointer) {
		p := part{n: n, x: x, number: b.Number + first*b.Step, step: b.Step}
		k.store(unsafe.Add(states, group*k.state), p, to.Beyond(group, first), s)
	})
}

// store adds a part to a state, and stores its results.
func (k *scanning) store(state unsafe.Pointer, p part, to Matrix, s *scratch) {
	last, beside := to, to.Column == k.size
	if !beside {
		last = Matrix{s.at(2), 0, k.size} // there are two parts of the scratch for each
	}
	if k.finish == nil {
		k.add(state, p, last.At)
	} else {
		k.add(state, p, s.at(0))
		k.finish(p.n, last.At, s.at(0))
	}
	if !beside {
		k.in.set.CopyMatrix(to, last, 1, p.n, k.size)
	}
}

// Scan returns the kernel of a row that makes elements of type to of the prefixes of a group's elements
// of type from. Ok is false if there is none: then only the row's meaning computes it.
func (t *Set) Scan(o *op.Op, from, to op.DType) (s Scan, ok bool) {
	if g, scans := o.Role.(*op.Group); !scans || g.Gives != op.Prefixes {
		return s, false
	}
	entered.Do(enterLoops)
	switch wideOf(from) {
	case op.Float32:
		if o == op.Cumsum {
			return t.cumsum32(from, to), true
		}
		return scanFloats[float32](t, o, from, to, (*product32).running)
	case op.Float64:
		if o == op.Cumsum {
			return scan(t.reading(from, from), to.Size(), t.rounding(to), (*total64).running), true
		}
		return scanFloats[float64](t, o, from, to, (*product64).running)
	case op.Uint64:
		return scanIntegers[uint64](t, o, from, to)
	}
	return scanIntegers[int64](t, o, from, to)
}

// scanFloats are the scans of floats but sums, which are read as T. All products come as float64.
func scanFloats[T float32 | float64, P any](t *Set, o *op.Op, from, to op.DType, products func(s *P, p part, to []float64)) (Scan, bool) {
	in := t.reading(from, wideOf(from))
	switch o {
	case op.Cumprod:
		return scan(in, to.Size(), t.rounding(to), products), true
	case op.Logcumsumexp:
		return scan(in, to.Size(), t.rounding(to), runningLogs[T]), true
	}
	return scanOrder[T](t, o, in, from, to)
}

// scanIntegers are the scans of integers and bool, which are read as T. Sums and products wrap.
func scanIntegers[T int64 | uint64](t *Set, o *op.Op, from, to op.DType) (Scan, bool) {
	in := t.reading(from, wideOf(from))
	switch o {
	case op.Cumsum:
		return scan(in, to.Size(), nil, func(s *T, p part, to []T) {
			for i, x := range elements[T](p.x, 0, p.n) {
				*s += x
				to[i] = *s
			}
		}), true
	case op.Cumprod: // the state is the product less 1, because a state begins as zero
		return scan(in, to.Size(), nil, func(s *T, p part, to []T) {
			for i, x := range elements[T](p.x, 0, p.n) {
				*s = (*s+1)*x - 1
				to[i] = *s + 1
			}
		}), true
	case op.Logcumsumexp:
		return scan(t.reading(from, op.Float64), to.Size(), t.rounding(to), runningLogs[float64]), true
	}
	return scanOrder[T](t, o, in, from, to)
}

// rounding rounds float64 to elements of a float type.
func (t *Set) rounding(dt op.DType) func(n int, to, from unsafe.Pointer) {
	switch dt {
	case op.Float64:
		return nil
	case op.Float32:
		return t.converting(op.Float64, dt)
	}
	store := storing(dt)
	return func(n int, to, from unsafe.Pointer) {
		for i, x := range elements[float64](from, 0, n) {
			store(to, i, x)
		}
	}
}

// running stores the sum up to each element, as Over returns it.
func (s *total64) running(p part, to []float64) {
	x := elements[float64](p.x, 0, p.n)
	if high, low, paired := s.Pair(); paired {
		done := runningPairs(&high, &low, x, to)
		s.SetPair(high, low)
		x, to = x[done:], to[done:]
	}
	for i, v := range x {
		s.Add(v)
		to[i] = s.Over(1)
	}
}
