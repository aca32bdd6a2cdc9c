package tensor

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Aminmax returns the least and the greatest elements along axes, or of all elements: [Tensor.Min] and
// [Tensor.Max]. [Eval] of both reads the elements once.
func (x *Tensor) Aminmax(axes ...int) (min, max *Tensor) {
	o := Over{x: x, axes: axes, name: "aminmax"}
	var s steps
	defer s.release()
	if x.check("") == nil { // else the rows say what is wrong
		o.x = s.now(x)
	}
	return o.row(op.Min), o.row(op.Max)
}

// Average returns the sum of the elements times their weights, divided by the sum of the weights. It goes
// along axes, or along all of them. The weights have the shape of the elements, or that of the axes in
// their order. It computes in float32, and in float64 where the elements or the weights are float64: these
// are converted, the products are rounded, and both sums are exact and rounded. Integers and bool give
// float32; convert those above 2^24 to float64 yourself. Where the weights add up to 0 the result is NaN or
// infinite. Without weights (nil) it is [Tensor.Mean].
func (x *Tensor) Average(weights *Tensor, axes ...int) *Tensor {
	const name = "average"
	if weights == nil {
		return Over{x: x, axes: axes, name: name}.row(op.Mean)
	}
	o, err := x.Along(axes...).begin(&reduction{name: name})
	if err == nil {
		err = weights.check(name + ": weights")
	}
	if err != nil {
		return fail(err)
	}
	x, weights = o.x, weights.standIn(x)
	if x.device != weights.device {
		return failf(name, "%s; move one of them with To", onDevices("x", x.device, "weights", weights.device))
	}
	dt, err := promote([]kind{x.kind(), weights.kind()})
	if err != nil {
		return fail(ofPromotion(name, err))
	}
	var s steps
	defer s.release()
	ts := s.unite(x, weights)
	each := s.keep(s.now(ts[1]).view(name, func(l broadcast.Layout) (broadcast.Layout, error) { return weightsOf(l, x.layout.Shape, axes) }))
	wide := accumulator(dt)
	each = s.keep(each.AsType(wide))
	if each.err != nil {
		return fail(*each.err)
	}
	o.x = s.keep(s.keep(ts[0].AsType(wide)).Mul(each))
	if o.x.err != nil {
		return fail(*o.x.err)
	}
	sum := s.keep(o.row(op.Sum))
	o.x = each
	return s.keep(sum.Div(s.keep(o.row(op.Sum)))).AsType(floating(dt))
}

// weightsOf lays weights along the axes of a shape, in their order. Weights of that shape are as they are.
func weightsOf(l broadcast.Layout, shape, axes []int) (broadcast.Layout, error) {
	if slices.Equal(l.Shape, shape) {
		return l, nil
	}
	if len(axes) == 0 {
		return l, fmt.Errorf("axes must be given where the shapes of x and weights differ (%v and %v)", shape, l.Shape)
	}
	laid := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: l.Offset}
	fits := len(l.Shape) == len(axes) && len(axes) <= len(shape) // a 0-d tensor accepts axis 0, which no weights have
	for i := 0; fits && i < len(axes); i++ {
		axis := (axes[i] + len(shape)) % len(shape)
		fits = l.Shape[i] == shape[axis]
		laid.Strides[axis] = l.Strides[i]
	}
	if !fits {
		return l, fmt.Errorf("shape %v of weights must be consistent with shape %v of x along the axes %v", l.Shape, shape, axes)
	}
	return laid, nil
}
