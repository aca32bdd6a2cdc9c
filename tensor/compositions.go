package tensor

import (
	"github.com/wgtensor/wgtensor/device/op"
)

// compositions are the reductions that are no rows. Their steps are operations, which one launch
// computes.
var compositions = []*reduction{std, countNonzero, logsumexp, ptp, norm, nansum, nanprod, nanmean, nanvar, nanstd}

var std = &reduction{name: "std", row: op.Var,
	doc: "the square root of the variance: see [Tensor.Var]",
	of: func(o Over, s *steps) *Tensor {
		if !o.x.dtype.IsFloat() { // a float32 does not hold each integer
			return s.keep(o.row(op.Var)).Sqrt()
		}
		dt := o.widen(s) // a variance may overflow where its root does not
		return s.keep(s.keep(o.row(op.Var)).Sqrt()).AsType(dt)
	}}

var countNonzero = &reduction{name: "count_nonzero", row: op.Argmax,
	doc: "the number of elements that are not 0, as NaN is",
	of: func(o Over, s *steps) *Tensor {
		o.x = s.keep(o.x.Ne(0))
		return o.row(op.Sum)
	}}

var logsumexp = &reduction{name: "logsumexp", row: op.Mean,
	doc: "log(sum(exp(x))), without overflow on the way; of nothing -Inf",
	of: func(o Over, s *steps) *Tensor {
		dt := o.widen(s)
		if o.x.err != nil {
			return fail(*o.x.err)
		}
		if o.empty() {
			return s.keep(s.keep(o.row(op.Sum)).Log()).AsType(dt)
		}
		kept := o
		kept.keep = true
		m := s.keep(kept.row(op.Max)) // an infinite maximum would give NaN: Inf - Inf
		m = s.keep(Where(s.keep(m.Isinf()), 0, m))
		kept.x = s.keep(s.keep(o.x.Sub(m)).Exp())
		y := s.keep(s.keep(s.keep(kept.row(op.Sum)).Log()).Add(m))
		return s.keep(y.Reshape(o.shape()...)).AsType(dt)
	}}

var ptp = &reduction{name: "ptp", row: op.Max,
	doc: "the greatest element less the least; NaN if one is; integers wrap; refused for an empty group",
	of: func(o Over, s *steps) *Tensor {
		if o.x.dtype == Bool {
			return fail(refused("ptp", &op.TypeError{Types: []DType{Bool}, Hint: "bools have no difference; use Any and All, or convert with AsType"}))
		}
		return s.keep(o.row(op.Max)).Sub(s.keep(o.row(op.Min)))
	}}

// Softmax returns exp(x) divided by its sum along an axis, without overflow on the way. Integers
// give float32. A group with NaN or Inf, or of -Inf alone, gives NaN.
func (x *Tensor) Softmax(axis int) *Tensor {
	return x.alongOne("softmax", axis, func(s *steps, o Over) *Tensor {
		e := s.keep(s.keep(o.x.Sub(s.keep(o.row(op.Max)))).Exp())
		o.x = e
		return e.Div(s.keep(o.row(op.Sum)))
	})
}

// LogSoftmax returns the logarithm of [Tensor.Softmax], without overflow or underflow on the way.
func (x *Tensor) LogSoftmax(axis int) *Tensor {
	return x.alongOne("log_softmax", axis, func(s *steps, o Over) *Tensor {
		d := s.keep(o.x.Sub(s.keep(o.row(op.Max))))
		o.x = s.keep(d.Exp())
		return d.Sub(s.keep(s.keep(o.row(op.Sum)).Log()))
	})
}

// alongOne computes a composition of x's shape along one axis. It computes in float32 or float64, and
// gives floats of x's dtype.
func (x *Tensor) alongOne(name string, axis int, of func(s *steps, o Over) *Tensor) *Tensor {
	var s steps
	defer s.release()
	o, err := x.Along(axis).begin(&reduction{name: name})
	if err != nil {
		return fail(err)
	}
	dt := floating(x.dtype)
	if x.layout.Len() == 0 {
		return x.AsType(dt)
	}
	o.keep, o.x = true, s.keep(s.now(o.x).AsType(accumulator(x.dtype)))
	return s.keep(of(&s, o)).AsType(dt)
}

// floating is the dtype of a float result.
func floating(dt DType) DType {
	if dt.IsFloat() {
		return dt
	}
	return Float32
}

// accumulator is the dtype that a float result is computed in.
func accumulator(dt DType) DType {
	if dt == Float64 {
		return dt
	}
	return Float32
}

// widen converts the elements to the dtype that a float result is computed in, and returns that of
// the result.
func (o *Over) widen(s *steps) (result DType) {
	result = floating(o.x.dtype)
	o.x = s.keep(o.x.AsType(accumulator(result)))
	return result
}

// steps are tensors that only a composition reads. They are released when it is built, so that they
// do not count as readers.
type steps []*Tensor

func (s *steps) keep(t *Tensor) *Tensor {
	if *s == nil {
		*s = make(steps, 0, 8) // few calls make more
	}
	*s = append(*s, t)
	return t
}

func (s *steps) release() {
	for _, t := range *s {
		t.Release()
	}
}
