package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Reduction returns the kernel of a row that makes one element of type to of a group's elements of
// type from. Ok is false if there is none: then only the row's meaning computes it.
func (t *Set) Reduction(o *op.Op, from, to op.DType) (r Reduction, ok bool) {
	g, ok := o.Role.(*op.Group)
	if !ok || g.Gives != op.One {
		return r, false
	}
	entered.Do(enterLoops)
	state := to
	if _, half := halfOf(to); half { // extremes, which any wider type has too
		state = op.Float32
	}
	if pair, identity := g.Folds(state); pair != nil {
		return t.combining(pair, identity, from, state).ending(t.converting(state, to)), true
	}
	switch o {
	case op.Sum, op.Mean:
		return t.total(o, from, to), true
	case op.Prod:
		return t.product(from, to), true
	case op.Argmin, op.Argmax:
		return t.place(from, o == op.Argmax), true
	case op.Var:
		return t.variance(from, to), true
	case op.Dot:
		return t.dot(from), true
	}
	return r, false
}

// wideOf is the type in which elements of a type are reduced without loss.
func wideOf(dt op.DType) op.DType {
	switch {
	case dt == op.Float64 || dt == op.Uint64:
		return dt
	case dt.IsFloat():
		return op.Float32
	}
	return op.Int64
}

// storing returns the function that rounds a float64 to element i of a float type.
func storing(dt op.DType) func(to unsafe.Pointer, i int, x float64) {
	switch dt {
	case op.Float64:
		return func(to unsafe.Pointer, i int, x float64) { *(*float64)(unsafe.Add(to, 8*i)) = x }
	case op.Float32:
		return func(to unsafe.Pointer, i int, x float64) { *(*float32)(unsafe.Add(to, 4*i)) = float32(x) }
	}
	h, ok := halfOf(dt)
	if !ok {
		panic("cpu: results of " + dt.String() + " are not rounded")
	}
	return func(to unsafe.Pointer, i int, x float64) {
		var single [1]float32
		toOdd(single[:], []float64{x})
		h.Narrow(elements[uint16](to, i, 1), single[:])
	}
}
