package kernel

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// meanings make a kernel of a row's meaning, for each type that it may compute in.
var meanings = map[op.DType]func(t *Set, o *op.Op, to op.DType) Loop{}

// Meaning makes a kernel of the row's own meaning. It widens operands to 64 bits, calls the meaning
// for each element, and rounds or wraps each result once.
func (t *Set) Meaning(o *op.Op, from, to op.DType) Loop {
	if o.Rule == op.Retype || !Supported.Has(from) || !Supported.Has(to) {
		panic(fmt.Sprintf("cpu: no kernel for %v of %v giving %v", o, from, to)) // Launch.Check refuses it
	}
	if single := o.Single; single != nil && from == op.Float32 {
		return kernel2(func(to, x, y []float32) {
			for i := range to {
				to[i] = single(x[i], y[i])
			}
		})
	}
	return meanings[from](t, o, to)
}

// meaningOf computes in W on operands of T. Results are of type T, or bytes of 0 or 1 if to is
// bool.
func meaningOf[T number, W wide](o *op.Op, form op.Form[W], to op.DType) Loop {
	switch {
	case o.Rule == op.Select:
		return apply[uint8, T, T](form)
	case to == op.Bool:
		return apply[T, T, uint8](form)
	default:
		return apply[T, T, T](form)
	}
}

// part is how many elements are widened at a time. An element widened just before its call would
// wait for the call before: a conversion of amd64 keeps half of the register that it writes.
const part = 128

// apply calls the form for each element; the first of several operands may be a condition.
func apply[C, T, R number, W wide](form op.Form[W]) Loop {
	switch {
	case form.F1 != nil:
		return kernel1(func(to []R, x []T) {
			var a [part]W
			for i := 0; i < len(to); i += part {
				n := min(part, len(to)-i)
				convert(a[:n], x[i:])
				for k := range n {
					a[k] = form.F1(a[k])
				}
				convert(to[i:i+n], a[:])
			}
		})
	case form.F2 != nil:
		return kernel2(func(to []R, x []C, y []T) {
			var a, b [part]W
			for i := 0; i < len(to); i += part {
				n := min(part, len(to)-i)
				convert(a[:n], x[i:])
				convert(b[:n], y[i:])
				for k := range n {
					a[k] = form.F2(a[k], b[k])
				}
				convert(to[i:i+n], a[:])
			}
		})
	default:
		return kernel3(func(to []R, x []C, y, z []T) {
			var a, b, c [part]W
			for i := 0; i < len(to); i += part {
				n := min(part, len(to)-i)
				convert(a[:n], x[i:])
				convert(b[:n], y[i:])
				convert(c[:n], z[i:])
				for k := range n {
					a[k] = form.F3(a[k], b[k], c[k])
				}
				convert(to[i:i+n], a[:])
			}
		})
	}
}

// oneBit is the meaning for bools on 0 and 1.
func oneBit(f op.Form[bool]) op.Form[uint64] {
	b := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch {
	case f.F1 != nil:
		return op.Form[uint64]{F1: func(x uint64) uint64 { return b(f.F1(x != 0)) }}
	case f.F2 != nil:
		return op.Form[uint64]{F2: func(x, y uint64) uint64 { return b(f.F2(x != 0, y != 0)) }}
	default:
		return op.Form[uint64]{F3: func(x, y, z uint64) uint64 { return b(f.F3(x != 0, y != 0, z != 0)) }}
	}
}
