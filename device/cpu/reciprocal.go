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
		divide, p.vector = withConstants(divide, operandSizes(e), size), true
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
