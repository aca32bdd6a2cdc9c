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
	multiply := func(n int, to, x, y unsafe.Pointer, how vector.Mode, rows int, steps vector.Steps) bool {
		if how&(vector.X|vector.Y) != vector.Y || n < least {
			return false
		}
		d := loadBits(y, size, false)
		if d < 2 || d > largest {
			return false
		}
		s := scratches.Get().(*scratch)
		r, shift := reciprocalOf(d, e.From)
		*(*uint64)(s.at(0)), *(*uint64)(s.at(1)) = r, shift
		at := (*vector.Steps)(s.at(2))
		*at = steps
		run(n, to, x, s.at(0), s.at(1), how|vector.Z, rows, at)
		scratches.Put(s)
		return true
	}
	p.run = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if !multiply(n, to, x, y, how, 1, vector.Steps{}) {
			divide(n, to, x, y, z, how)
		}
	}
	if all := p.rows; all != nil {
		p.rows = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode, rows int, steps *vector.Steps) {
			switch {
			case rows == 1 && multiply(n, to, x, y, how, 1, vector.Steps{}):
			case rows > 1 && steps[2] == 0 && multiply(n, to, x, y, how, rows, vector.Steps{steps[0], steps[1]}):
			default: // each row may have a divisor of its own
				all(n, to, x, y, z, how, rows, steps)
			}
		}
	}
	if byRows := p.rows; byRows != nil {
		p.rows = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode, rows int, steps *vector.Steps) {
			if rows == 1 {
				p.run(n, to, x, y, z, how)
				return
			}
			byRows(n, to, x, y, z, how, rows, steps)
		}
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
