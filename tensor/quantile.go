package tensor

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Median returns the middle element along axes, or of all elements: the mean of the two middle ones, if their
// number is even, as in NumPy, but without overflow. Integers give float32. A group with NaN, or without
// elements, gives NaN.
func (x *Tensor) Median(axes ...int) *Tensor {
	return x.median("median", axes, (*Tensor).middle)
}

// middle is the middle element along an axis, or NaN.
func (x *Tensor) middle(name string, axis int, s *steps) *Tensor {
	y, err := x.inOrder(name, axis, 2, s)
	if err != nil {
		return fail(err)
	}
	n := x.layout.Shape[axis]
	return y.orNaN(s.keep(y.at((n-1)/2, n/2, s).Mean(axis)), s)
}

// median gives a function the elements along axes as one last axis.
func (x *Tensor) median(name string, axes []int, of func(all *Tensor, name string, axis int, s *steps) *Tensor) *Tensor {
	o, err := x.Along(axes...).begin(&reduction{name: name})
	if err != nil {
		return fail(err)
	}
	if o.empty() {
		return o.row(op.Mean)
	}
	var s steps
	defer s.release()
	rank, kept := len(o.x.layout.Shape), make([]int, 0, len(o.x.layout.Shape))
	for axis := range rank {
		if !slices.Contains(o.axes, axis) {
			kept = append(kept, axis)
		}
	}
	all := s.keep(o.x.Permute(slices.Concat(kept, o.axes)...))
	size, n := all.layout.Shape[:len(kept)], 1
	for _, length := range all.layout.Shape[len(kept):] {
		n *= length
	}
	return of(s.keep(all.Reshape(append(slices.Clone(size), n)...)), name, len(kept), &s)
}

// QuantileMethod says what [Tensor.QuantileBy] gives between two elements. The methods are NumPy's.
type QuantileMethod uint8

// The methods of [Tensor.QuantileBy]. There are n elements, and q is the part. The first nine are those
// of Hyndman and Fan, in another order.
const (
	Linear                  QuantileMethod = iota // linear at q(n-1), counted from 0: the method of Quantile
	InvertedCDF                                   // the least element up to which there are qn elements or more
	AveragedInvertedCDF                           // the same, or the mean with the next element if there are just qn
	ClosestObservation                            // the element next to qn-1; of two the one of even number, from 1
	InterpolatedInvertedCDF                       // linear at qn-1
	Hazen                                         // linear at qn-1/2
	Weibull                                       // linear at q(n+1)-1
	MedianUnbiased                                // linear at q(n+1/3)-2/3
	NormalUnbiased                                // linear at q(n+1/4)-5/8
	Lower                                         // the element before q(n-1)
	Higher                                        // the element behind q(n-1)
	Midpoint                                      // the mean of these two
	Nearest                                       // the nearer of these two, or the one of even index
)

// quantilePlaces give the place of a part among n sorted elements, counted from 0: a fraction lies
// between two.
var quantilePlaces = [...]func(n, q float64) float64{
	Linear:      func(n, q float64) float64 { return q * (n - 1) },
	InvertedCDF: func(n, q float64) float64 { return math.Ceil(q*n) - 1 },
	AveragedInvertedCDF: func(n, q float64) float64 {
		return (math.Ceil(q*n) + math.Floor(q*n) - 1) / 2
	},
	ClosestObservation:      func(n, q float64) float64 { return math.RoundToEven(q*n) - 1 },
	InterpolatedInvertedCDF: func(n, q float64) float64 { return float64(q*n) - 1 },
	Hazen:                   func(n, q float64) float64 { return float64(q*n) - .5 },
	Weibull:                 func(n, q float64) float64 { return float64(q*(n+1)) - 1 },
	MedianUnbiased:          func(n, q float64) float64 { return float64(q*(n+1./3)) - 2./3 },
	NormalUnbiased:          func(n, q float64) float64 { return float64(q*(n+1./4)) - 5./8 },
	Lower:                   func(n, q float64) float64 { return math.Floor(q * (n - 1)) },
	Higher:                  func(n, q float64) float64 { return math.Ceil(q * (n - 1)) },
	Midpoint:                func(n, q float64) float64 { return (math.Floor(q*(n-1)) + math.Ceil(q*(n-1))) / 2 },
	Nearest:                 func(n, q float64) float64 { return math.RoundToEven(q * (n - 1)) },
}

// Quantile returns the elements at parts q of an axis that is sorted, from 0 to 1: between two elements
// it is linear, as NumPy's default is. One q drops the axis; several are a new first axis. Integers give
// float32. A group with NaN gives NaN.
func (x *Tensor) Quantile(axis int, qs ...float64) *Tensor {
	return x.quantile("quantile", axis, Linear, qs)
}

// QuantileBy is [Tensor.Quantile] by another method. They differ in what lies between two elements. Those that
// always give an element keep the dtype: InvertedCDF, ClosestObservation, Lower, Higher and Nearest.
func (x *Tensor) QuantileBy(axis int, method QuantileMethod, qs ...float64) *Tensor {
	return x.quantile("quantile_by", axis, method, qs)
}

func (x *Tensor) quantile(name string, axis int, method QuantileMethod, qs []float64) *Tensor {
	at, err := x.quantileAxis(name, axis, qs)
	if err != nil {
		return fail(err)
	}
	n := x.layout.Shape[at]
	switch {
	case int(method) >= len(quantilePlaces):
		return failf(name, "method %d is none; Linear, Lower, Higher, Midpoint and Nearest are some", method)
	case n == 0:
		return failf(name, "axis %d has no elements (shape %v), and a quantile needs one", at, x.layout.Shape)
	}
	var s steps
	defer s.release()
	y, err := x.inOrder(name, at, 2*len(qs), &s)
	if err != nil {
		return fail(err)
	}
	all := make([]*Tensor, len(qs))
	for i, q := range qs {
		place := min(max(quantilePlaces[method](float64(n), q), 0), float64(n-1))
		var r *Tensor
		switch method {
		case InvertedCDF, ClosestObservation, Lower, Higher, Nearest:
			r = s.keep(y.at(int(place), int(place), &s).Squeeze(at))
		default:
			r = s.keep(s.keep(y.between(place, &s)).AsType(floating(x.dtype)))
		}
		all[i] = s.keep(y.orNaN(r, &s))
	}
	return stackSeveral(name, all)
}

// quantileAxis checks parts of an axis, and returns its number.
func (x *Tensor) quantileAxis(name string, axis int, qs []float64) (at int, err error) {
	if at, err = x.axis(name, axis); err != nil {
		return 0, err
	}
	if len(qs) == 0 {
		return 0, errorf(name, "no q given; give one or more, from 0 to 1")
	}
	for _, q := range qs {
		if !(q >= 0 && q <= 1) {
			return 0, errorf(name, "q is %v; quantiles must be in the range [0, 1]", q)
		}
	}
	return at, nil
}

// stackSeveral returns the only quantile, or several along a first axis.
func stackSeveral(name string, all []*Tensor) *Tensor {
	switch {
	case len(all) > 1:
		return Stack(0, all...)
	case all[0].err != nil:
		return all[0]
	}
	return all[0].again(name)
}

// between returns what lies at a place of the order, linearly between two elements.
func (o ordered) between(place float64, s *steps) *Tensor {
	i := int(place)
	t := place - float64(i)
	if t == 0 {
		return s.keep(s.keep(o.at(i, i, s).Squeeze(o.axis)).AsType(accumulator(o.x.dtype))).Positive()
	}
	both := s.keep(o.at(i, i+1, s).AsType(accumulator(o.x.dtype)))
	a, b := s.keep(both.Index(o.axis, 0)), s.keep(both.Index(o.axis, 1))
	d := s.keep(b.Sub(a))
	var y *Tensor
	if t < .5 {
		y = s.keep(a.Add(s.keep(d.Mul(t))))
	} else { // from the nearer end, so that it is exact
		y = s.keep(b.Sub(s.keep(d.Mul(1 - t))))
	}
	return Where(s.keep(a.Eq(b)), a, y) // the difference of two infinities is NaN
}
