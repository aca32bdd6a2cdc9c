package kernel

import (
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// enterReciprocal makes the kernel multiply by the reciprocal if the divisor is one number. Shifts
// by one number also have such a kernel. 0, 1 and negative divisors have no reciprocal, and stay
// with the kernel that divides.
func (t *Set) enterReciprocal(e vector.Entry) {
	k := Key{e.Ops[0], e.From, e.To}
	p := t.Loops[k]
	divide, run, size, least := p.Run, e.Run, e.From.Size(), e.Least
	if !p.Vector {
		divide, p.Vector = withConstants(divide, operandSizes(e), size), true
	}
	reciprocal := reciprocalOf
	if e.Ops[0] == op.BitwiseRightShift {
		reciprocal = shiftOf
	}
	multiply := func(n int, to, x, y unsafe.Pointer, how vector.Mode, rows int, strides vector.Strides) bool {
		if how&(vector.X|vector.Y) != vector.Y || n < least {
			return false
		}
		r, shift, ok := reciprocal(Load(y, size, false), e.From)
		if !ok {
			return false
		}
		s := scratches.Get().(*scratch)
		*(*uint64)(s.at(0)), *(*uint64)(s.at(1)) = r, shift
		at := (*vector.Strides)(s.at(2))
		*at = strides
		run(n, to, x, s.at(0), s.at(1), how|vector.Z, rows, at)
		scratches.Put(s)
		return true
	}
	p.Run = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if !multiply(n, to, x, y, how, 1, vector.Strides{}) {
			divide(n, to, x, y, z, how)
		}
	}
	if all := p.Rows; all != nil {
		p.Rows = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode, rows int, strides *vector.Strides) {
			switch {
			case rows == 1 && multiply(n, to, x, y, how, 1, vector.Strides{}):
			case rows > 1 && strides[2] == 0 && multiply(n, to, x, y, how, rows, vector.Strides{strides[0], strides[1]}):
			default: // each row may have a divisor of its own
				all(n, to, x, y, z, how, rows, strides)
			}
		}
	}
	t.Loops[k] = p
}

// reciprocalOf computes the operands that vector.Reciprocals describes.
func reciprocalOf(d uint64, dt op.DType) (reciprocal, shift uint64, ok bool) {
	n, l := 8*dt.Size(), bits.Len64(d-1)
	switch {
	case d < 2 || dt.Kind() == op.Signed && d>>(n-1) != 0:
		return 0, 0, false
	case n == 8:
		return 0xffff/d + 1, 0, true
	case dt.Kind() == op.Signed:
		high, low := bits.Mul64(1<<(n-1), 1<<l)
		q, _ := bits.Div64(high, low, d)
		return q + 1, uint64(l - 1), true
	}
	high := 1<<l - d // less than d
	if n == 64 {
		q, _ := bits.Div64(high, 0, d)
		return q + 1, uint64(l - 1), true
	}
	return high<<n/d + 1, uint64(l - 1), true
}

// shiftOf computes the operands of a shift that vector.Reciprocals describes. A negative count
// counts as one beyond the width.
func shiftOf(count uint64, dt op.DType) (left, shift uint64, ok bool) {
	n := uint64(8 * dt.Size())
	if shift = min(count, n); dt.Kind() == op.Signed {
		shift = min(count, n-1)
	}
	return (1<<n - 1) >> shift, shift, true
}
