package tensor

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

var nansum = &reduction{name: "nansum", row: op.Sum, instead: 0,
	doc: "the exact sum of the elements that are not NaN, rounded once; of nothing 0",
	of:  func(o Over, _ *steps) *Tensor { return o.row(op.Sum) }}

var nanprod = &reduction{name: "nanprod", row: op.Prod, instead: 1,
	doc: "the product of the elements that are not NaN, within the bound of [Tensor.Prod]; of nothing 1",
	of:  func(o Over, _ *steps) *Tensor { return o.row(op.Prod) }}

// nanmean has two roundings, of the sum and of the quotient, and a third of a count above 2^24. A
// mean of float16 or bfloat16 is rounded once more.
var nanmean = &reduction{name: "nanmean", row: op.Mean,
	doc: "the exact sum of the elements that are not NaN, rounded, divided by their number; within 1.5 " +
		"units, infinite where the sum overflows, and NaN if no element is left",
	of: func(o Over, s *steps) *Tensor {
		if !o.x.dtype.IsFloat() {
			return o.row(op.Mean)
		}
		dt := o.widen(s)
		return o.meanOfNumbers(s).AsType(dt)
	}}

var nanvar = &reduction{name: "nanvar", row: op.Var,
	doc: "the variance of the elements that are not NaN, as [Tensor.Var] without them. It is within 6 units " +
		"and the square of two units of their mean, and NaN if their number is not above the correction",
	of: func(o Over, s *steps) *Tensor {
		if !o.x.dtype.IsFloat() {
			return o.row(op.Var)
		}
		dt := o.widen(s)
		return o.varianceOfNumbers(s).AsType(dt)
	}}

var nanstd = &reduction{name: "nanstd", row: op.Var,
	doc: "the square root of [Tensor.Nanvar]",
	of: func(o Over, s *steps) *Tensor {
		if !o.x.dtype.IsFloat() {
			return std.of(o, s)
		}
		dt := o.widen(s)
		return s.keep(o.varianceOfNumbers(s).Sqrt()).AsType(dt)
	}}

// meanOfNumbers is the sum of the elements that are not NaN, over their number.
func (o Over) meanOfNumbers(s *steps) *Tensor {
	n := o.numbers(s)
	o.x = s.keep(Where(s.keep(o.x.Isnan()), 0, o.x))
	return s.keep(s.keep(o.row(op.Sum)).Div(n))
}

// numbers counts the elements that are not NaN.
func (o Over) numbers(s *steps) *Tensor {
	o.x = s.keep(o.x.Eq(o.x))
	return s.keep(o.row(op.Sum))
}

// varianceOfNumbers is the variance of x with the mean of the other elements in place of NaN: these
// add nothing to the squared distances. It is then divided by the smaller number. Without NaN it is
// what var gives.
func (o Over) varianceOfNumbers(s *steps) *Tensor {
	if o.x.err != nil {
		return o.x
	}
	numbers, correction := o, 0.0
	if o.correction != nil {
		numbers.correction, correction = nil, *o.correction
	}
	more := s.keep(s.keep(numbers.numbers(s).AsType(o.x.dtype)).Sub(correction))
	numbers.keep = true
	o.x = s.keep(Where(s.keep(o.x.Isnan()), numbers.meanOfNumbers(s), o.x))
	ratio := s.keep(apply(op.Div, float64(o.groupLen())-correction, more))
	ratio = s.keep(Where(s.keep(more.Gt(0)), ratio, math.NaN()))
	return s.keep(s.keep(o.row(op.Var)).Mul(ratio))
}

// groupLen is the number of elements of a group.
func (o Over) groupLen() int {
	n := 1
	for _, axis := range o.axes {
		n *= o.x.layout.Shape[axis]
	}
	return n
}
