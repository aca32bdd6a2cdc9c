package tensor

import (
	"context"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Bincount returns how often each of the numbers 0, 1, 2 … is an element of x, as int64. x has one axis
// of integers that are not negative. The result has as many elements as the greatest of them needs, or
// minlength, if this is more. Its length is known only when x is computed: Bincount waits for that. A
// compiled function has no values, and refuses it. [Tensor.BincountContext] ends with a context.
func (x *Tensor) Bincount(minlength int) *Tensor {
	return x.BincountContext(context.Background(), minlength)
}

// BincountContext is [Tensor.Bincount]. When ctx ends first, the result carries ctx's error.
func (x *Tensor) BincountContext(ctx context.Context, minlength int) *Tensor {
	return x.bincount(ctx, "bincount", nil, minlength)
}

// BincountWeighted is [Tensor.Bincount], but an element counts as much as its weight. The weights have
// x's shape. Their sums are of the dtype that [Tensor.Sum] gives. Sums of floats are exact, and rounded
// once. [Tensor.BincountWeightedContext] ends with a context.
func (x *Tensor) BincountWeighted(weights *Tensor, minlength int) *Tensor {
	return x.BincountWeightedContext(context.Background(), weights, minlength)
}

// BincountWeightedContext is [Tensor.BincountWeighted]. When ctx ends first, the result carries ctx's
// error.
func (x *Tensor) BincountWeightedContext(ctx context.Context, weights *Tensor, minlength int) *Tensor {
	const name = "bincount_weighted"
	if err := weights.check(name + ": the weights"); err != nil {
		return fail(err)
	}
	return x.bincount(ctx, name, weights, minlength)
}

// bincount counts by a store that sums. Without weights each element counts 1.
func (x *Tensor) bincount(ctx context.Context, name string, weights *Tensor, minlength int) *Tensor {
	if err := x.check(name); err != nil {
		return fail(err)
	}
	shape := x.layout.Shape
	switch {
	case !x.dtype.IsInteger():
		return failf(name, "the elements are %v, and have to be integers; convert with AsType", x.dtype)
	case len(shape) != 1:
		return failf(name, "the tensor has %d axes (shape %v), and has one; use Reshape(-1)", len(shape), shape)
	case weights != nil && !broadcast.SameShape(weights.layout.Shape, shape):
		return failf(name, "the weights have shape %v, the elements %v; the shapes have to be the same", weights.layout.Shape, shape)
	case minlength < 0:
		return failf(name, "minlength is %d; it is 0 or more", minlength)
	}
	if err := fits(Int64, shape); err != nil { // no computation would end
		return failf(name, "%w", err)
	}
	if err := refuseShape(name, "use ScatterAdd into as many zeros as there may be numbers, ", x, weights); err != nil {
		return fail(err)
	}
	var s steps
	defer s.release()
	sums := Int64
	if weights == nil {
		weights = s.keep(newFilled(name, x.device, Int64, 1, nil))
	} else {
		sums = op.Sum.Role.(*op.Group).Type(weights.dtype)
	}
	return s.now(x).countInto(ctx, name, sums, weights, minlength, &s)
}

// countInto adds weights, or one for all elements, at the places that the elements are.
func (x *Tensor) countInto(ctx context.Context, name string, sums DType, weights *Tensor, minlength int, s *steps) *Tensor {
	n, err := x.bins(ctx, name, minlength, s)
	if err == nil {
		err = failure(name, fits(sums, []int{n}))
	}
	if err != nil {
		return fail(err)
	}
	zeros := s.keep(newFilled(name, x.device, sums, 0, []int{n}))
	return zeros.put(name, placesIn(n, x.layout.Shape, x), weights, putting{Combine: op.Sum})
}

// bins is how many numbers there are from 0 to the greatest element of x, or least, if this is more. It
// waits.
func (x *Tensor) bins(ctx context.Context, name string, least int, s *steps) (int, error) {
	if x.layout.Len() == 0 {
		return least, nil
	}
	unsigned := x
	if x.dtype.Kind() == op.Signed { // a negative number becomes greater than all others
		unsigned = s.keep(x.AsType(x.dtype - Int8 + Uint8))
	}
	greatest := s.keep(unsigned.Max())
	if err := Eval(ctx, x, greatest); err != nil {
		return 0, failure(name, err)
	}
	last, err := greatest.number(name)
	if err != nil {
		return 0, err
	}
	switch most := x.dtype.Int(last); {
	case x.dtype != Uint64 && most < 0:
		return 0, errorf(name, "an element is %d; elements are 0 or more", most)
	case most < 0 || most >= math.MaxInt:
		return 0, errorf(name, "an element is %d, and an int does not count so many numbers", uint64(most))
	default:
		return max(least, int(most)+1), nil
	}
}

// Histogram counts the elements of x in bins of equal width from lo to hi. The edges are those of the
// bins, one more than there are. A bin has its lower edge, and the last one also the upper. Elements
// outside, and NaN, are in no bin. If lo is hi, the bins are from lo-1/2 to hi+1/2, as in NumPy. The edges
// are float32, or float64 if float32 does not hold all elements of x's dtype. Each is rounded once; NumPy's
// may be a unit off, and with it the bin of an element on an edge. The counts are int64. A
// compiled function may use it, as it waits for nothing.
func (x *Tensor) Histogram(bins int, lo, hi float64) (counts, edges *Tensor) {
	counts, edges, err := x.histogram("histogram", bins, lo, hi)
	if err != nil {
		return fail(err), fail(err)
	}
	return counts, edges
}

// between is lo + (hi-lo)*i/n, rounded once but for some sums that cancel.
func between(lo, hi float64, i, n int) float64 {
	if most := max(math.Abs(lo), math.Abs(hi)); most > 0x1p900 { // else products overflow
		return 0x1p64 * between(0x1p-64*lo, 0x1p-64*hi, i, n)
	}
	a, b, m := float64(n-i), float64(i), float64(n)
	x, y := float64(lo*a), float64(hi*b)
	sum := x + y
	rest := sum - x // of the sum that y is
	rest = (x - (sum - rest)) + (y - rest) + math.FMA(lo, a, -x) + math.FMA(hi, b, -y)
	whole := sum / m
	return whole + (math.FMA(-whole, m, sum)+rest)/m
}

func (x *Tensor) histogram(name string, bins int, lo, hi float64) (counts, edges *Tensor, err error) {
	if err := x.check(name); err != nil {
		return nil, nil, err
	}
	dt := Float64
	if x.dtype == Float32 || x.dtype.Size() < 4 {
		dt = Float32
	}
	if lo == hi {
		lo, hi = lo-.5, hi+.5
	}
	least, most := dt.Float(dt.FromFloat(lo)), dt.Float(dt.FromFloat(hi))
	switch {
	case bins < 1 || bins >= maxProgression:
		return nil, nil, errorf(name, "%d bins; there are 1 to %d", bins, maxProgression-1)
	case !(lo <= hi):
		return nil, nil, errorf(name, "from %v to %v; max must be larger than min in range parameter", lo, hi)
	case math.IsInf(most-least, 0):
		return nil, nil, errorf(name, "from %v to %v; the range has to be finite in %v", lo, hi, dt)
	}
	var s steps
	defer s.release()
	x = s.now(x)
	raw := make([]byte, (bins+1)*dt.Size())
	for i := range bins + 1 {
		dt.Store(raw[i*dt.Size():], dt.FromFloat(between(lo, hi, i, bins)))
	}
	edges = newStored(name, x.device, dt, raw, []int{bins + 1})
	counts = s.keep(x.AsType(dt)).histogramBy(name, nil, []*Tensor{edges})
	return counts, edges, counts.check(name)
}
