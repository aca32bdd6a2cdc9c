package cpu

import (
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// enterReciprocal has elements divided by one number by its reciprocal. Those that there is no
// reciprocal for, 0, 1 and negative ones, stay with the kernel that divides.
func (t *tier) enterReciprocal(e vector.Entry) {
	k := key{e.Ops[0], e.From, e.To}
	p := t.loops[k]
	divide, run, size, least := p.run, e.Run, e.From.Size(), e.Least
	largest := ^uint64(0) >> (64 - 8*size)
	if e.From.Kind() == op.Signed {
		largest /= 2
	}
	if !p.vector {
		divide, p.vector = withConstants(divide, size), true
	}
	p.run = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if how&(vector.X|vector.Y) == vector.Y && n >= least {
			if d := loadBits(y, size, false); d > 1 && d <= largest {
				s := scratches.Get().(*scratch)
				r, shift := reciprocalOf(d, e.From)
				*(*uint64)(s.at(0)), *(*uint64)(s.at(1)) = r, shift
				run(n, to, x, s.at(0), s.at(1), how|vector.Z, 1, nil)
				scratches.Put(s)
				return
			}
		}
		divide(n, to, x, y, z, how)
	}
	t.loops[k] = p
}

// withConstants has a plain loop of two operands take either as one element.
func withConstants(plain kernel, size int) kernel {
	return func(n int, to, x, y, _ unsafe.Pointer, how vector.Mode) {
		if how&(vector.X|vector.Y) == 0 {
			plain(n, to, x, y, nil, 0)
			return
		}
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		from, steps := [2]unsafe.Pointer{x, y}, [2]int{size, size}
		for k := range from {
			if how&(vector.X<<k) != 0 {
				fillBits(s.at(k), size, min(halfPart, n), loadBits(from[k], size, false))
				from[k], steps[k] = s.at(k), 0
			}
		}
		for i := 0; i < n; i += halfPart {
			plain(min(halfPart, n-i), unsafe.Add(to, i*size), unsafe.Add(from[0], i*steps[0]), unsafe.Add(from[1], i*steps[1]), nil, 0)
		}
	}
}

// reciprocalOf has what vector.Reciprocals describes.
func reciprocalOf(d uint64, dt op.DType) (reciprocal, shift uint64) {
	n, l := 8*dt.Size(), bits.Len64(d-1)
	switch {
	case n == 8:
		return 0xffff/d + 1, 0
	case dt.Kind() == op.Signed:
		high, low := bits.Mul64(1<<(n-1), 1<<l)
		q, _ := bits.Div64(high, low, d)
		return q + 1, uint64(l - 1)
	}
	high := 1<<l - d // less than d
	if n == 64 {
		q, _ := bits.Div64(high, 0, d)
		return q + 1, uint64(l - 1)
	}
	return high<<n/d + 1, uint64(l - 1)
}
