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

// multiplyAll multiplies by a multiple of four such factors. Their exponents are added apart, so nothing overflows.
func (s *product32) multiplyAll(x []float64) {
	const bias, mantissa, special = 1023, 1<<52 - 1, 0x7ff
	a, b, c, d, exponent := 1.0, 1.0, 1.0, 1.0, 0
	split := func(x float64) float64 {
		bits := math.Float64bits(x)
		e := int(bits >> 52 & special)
		if exponent += e - bias; e == 0 || e == special {
			return x
		}
		return math.Float64frombits(bits&(mantissa|1<<63) | bias<<52)
	}
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a*split(x[0]), b*split(x[1]), c*split(x[2]), d*split(x[3])
	}
	s.multiply(a * b * (c * d))
	s.exponent += exponent
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

// running stores the product up to each element, as value returns it before it is rounded to a shorter float.
func (s *product32) running(p part, to []float64) {
	if !s.some {
		*s = product32{x: 1, some: true}
	}
	x, power := s.x, s.power()
	for i, v := range elements[float32](p.x, 0, p.n) {
		if x *= float64(v); !inside(x) {
			s.x = x
			s.scale()
			x, power = s.x, s.power()
		}
		to[i] = x * power
	}
	s.x = x
}

// power is the power of two, or one that makes 0 or infinity of a shorter float as well.
func (s *product32) power() float64 { return math.Ldexp(1, min(max(s.exponent, -1000), 1000)) }

// products32 multiplies blocks of float32. Many elements at a time are multiplied side by side, so few
// that nothing overflows.
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
	if a.columns == nil || !a.in.byColumns(b, vector.Columns) {
		a.in.each(b, func(group, _, n int, x, _ unsafe.Pointer) { a.addRow(&all[group], elements[float32](x, 0, n), sums) })
		return
	}
	a.in.eachColumns(b, vector.Columns, func(first, skip, lines int, x Matrix) {
		done := multiplyLines(a.columns, 1, lines, x, sums, func() {
			for i := skip; i < vector.Columns; i++ {
				all[first+i].multiply(sums.Of[i])
			}
		})
		for i := skip; i < vector.Columns; i++ {
			for k := done; k < lines; k++ {
				all[first+i].multiply(float64(*(*float32)(x.Beyond(i, k).At)))
			}
		}
	})
}

// addRow adds elements of one group, side by side.
func (a *products32) addRow(s *product32, x []float32, sums *vector.Sums) {
	const results, many = 4, 8
	run, n := a.all, results
	lines := len(x) / vector.Columns
	if lines >= many { // a result of each column has fewer digits, so more lines are multiplied at a time
		run, n = a.columns, vector.Columns
	}
	if lines > 0 && run != nil {
		m := Matrix{unsafe.Pointer(&x[0]), 4, 4 * vector.Columns}
		x = x[vector.Columns*multiplyLines(run, vector.Columns/n, lines, m, sums, func() { s.multiplyAll(sums.Of[:n]) }):]
	}
	for _, v := range x {
		s.multiply(float64(v))
	}
}

// multiplyLines multiplies lines, so many at a time that no result exceeds the digits of half: each has
// some elements of a line. It calls take after each multiplication, and returns how many lines it took.
func multiplyLines(run vector.Sum, elements, lines int, x Matrix, sums *vector.Sums, take func()) (done int) {
	for most := lines; done < lines; {
		n := min(most, lines-done)
		run(n, x.Beyond(0, done).At, x.Column, sums)
		if most = half / (elements * digitsOf(sums)); n > most {
			if most == 0 {
				break
			}
			continue
		}
		take()
		done += n
	}
	return done
}

// digitsOf is how many digits the elements have before or behind the point, at most. Beside NaN and
// infinity that is more than half.
func digitsOf(s *vector.Sums) int {
	const infinity, bias = 0x7f800000, 127
	digits := max(int(s.Most>>23)-bias+1, 1)
	switch least := s.Least + 1; {
	case s.Most >= infinity:
		return half + 1
	case least>>23 > 0:
		return max(digits, bias-int(least>>23))
	case least > 0: // subnormal
		return bias + 22
	}
	return digits
}
