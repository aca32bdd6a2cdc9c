package kernel

import (
	"fmt"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// meanings make a kernel of a row's meaning, for each type that it may compute in.
var meanings = map[op.DType]func(t *Set, o *op.Op, to op.DType) Kernel{}

// Meaning makes a kernel of the row's own meaning. It widens operands to 64 bits, calls the meaning
// for each element, and rounds or wraps each result once.
func (t *Set) Meaning(o *op.Op, from, to op.DType) Kernel {
	entered.Do(enterLoops)
	if o.Rule == op.Retype || meanings[from] == nil || meanings[to] == nil {
		panic(fmt.Sprintf("cpu: no kernel for %v of %v giving %v", o, from, to)) // Launch.Check refuses it
	}
	if single := o.Single; single != nil && from == op.Float32 {
		return calling(o, to, kernel2(func(to, x, y []float32) { each2(to, x, y, single) }))
	}
	return meanings[from](t, o, to)
}

// calling is a kernel that calls a function for each element.
func calling(o *op.Op, to op.DType, run Loop) Kernel {
	if o.Tol.For(to) > 0 {
		return Kernel{loop: run, Cost: functionCost}
	}
	return Kernel{loop: run, Cost: callCost}
}

// meaningOf computes in W on operands of T. Results are of type T, or bytes of 0 or 1 if to is
// bool.
func meaningOf[T number, W wide](o *op.Op, form op.Form[W], to op.DType) Kernel {
	switch {
	case o.Rule == op.Select:
		return calling(o, to, apply[uint8, T, T](form))
	case to == op.Bool:
		return calling(o, to, apply[T, T, uint8](form))
	default:
		return calling(o, to, apply[T, T, T](form))
	}
}

// apply calls the form for each element; the first of three operands may be a condition. It widens
// many elements at a time: one widened just before its call would wait for the call before, because
// a conversion of amd64 keeps half of the register that it writes.
func apply[C, T, R number, W wide](form op.Form[W]) Loop {
	return func(n int, to, x, y, z unsafe.Pointer, _ vector.Mode) {
		s := scratches.Get().(*scratch)
		for i := 0; i < n; i += Part {
			m := min(Part, n-i)
			a, b, c := elements[W](s.at(0), 0, m), elements[W](s.at(1), 0, m), elements[W](s.at(2), 0, m)
			convert(a, elements[C](x, i, m))
			switch {
			case form.F1 != nil:
				each1(a, a, form.F1)
			case form.F2 != nil:
				convert(b, elements[T](y, i, m))
				each2(a, a, b, form.F2)
			default:
				convert(b, elements[T](y, i, m))
				convert(c, elements[T](z, i, m))
				each3(a, a, b, c, form.F3)
			}
			convert(elements[R](to, i, m), a)
		}
		scratches.Put(s)
	}
}

// applyBool calls the form for each element.
func applyBool(form op.Form[bool]) Loop {
	switch {
	case form.F1 != nil:
		return kernel1(func(to, x []bool) { each1(to, x, form.F1) })
	case form.F2 != nil:
		return kernel2(func(to, x, y []bool) { each2(to, x, y, form.F2) })
	default:
		return kernel3(func(to, x, y, z []bool) { each3(to, x, y, z, form.F3) })
	}
}
