package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// InterpolateMode says what [Interpolate] gives between elements.
type InterpolateMode uint8

// The modes of [Interpolate], for element i of an axis that gets another size than n.
const (
	InterpolateNearest      InterpolateMode = iota // element floor(i n / size)
	InterpolateNearestExact                        // element floor((i + 1/2) n / size), whose middle is the nearest
	InterpolateLinear                              // linear between two elements, along each axis: bilinear in images
)

// InterpolateOptions are those of [Interpolate]. A nearest element is the default.
type InterpolateOptions struct {
	Mode         InterpolateMode
	AlignCorners bool // linear: the first and last elements stay where they are, and not the edges of the image
}

// Interpolate resizes an image x, of shape [batch, channels, …] or [channels, …], as PyTorch does. There is a size for
// each axis behind the channels. Linear ones of integers are float32.
func Interpolate(x *tensor.Tensor, size []int, options InterpolateOptions) (result *tensor.Tensor) {
	c := begin("interpolate")
	defer c.end(&result)
	if err := c.check(x); err != nil {
		return tensor.FromError(err)
	}
	shape, linear := x.Shape(), options.Mode == InterpolateLinear
	first := len(shape) - len(size)
	switch {
	case len(size) == 0 || first != 1 && first != 2:
		return c.failf("Input and output must have the same number of spatial dimensions, but got input of shape %v, which is [batch, channels, …] or [channels, …], and output size of %v", shape, size)
	case options.Mode > InterpolateLinear:
		return c.failf("mode %d is none; it is InterpolateNearest, InterpolateNearestExact or InterpolateLinear", options.Mode)
	case options.AlignCorners && !linear:
		return c.failf("align_corners option can only be set with the interpolating modes: linear")
	case slices.Min(shape[first:]) < 1 || slices.Min(size) < 1:
		return c.failf("Input and output sizes should be greater than 0, but got input of shape %v and output size of %v", shape, size)
	case slices.Max(shape[first:]) > most || slices.Max(size) > mostCounts:
		return c.failf("from %v to %v; %d elements of an axis are the most, and %d of the result", shape[first:], size, most, mostCounts)
	}
	dt := x.DType()
	if linear {
		dt, x = floating(dt), c.wide(x)
	}
	for k, to := range size {
		x = c.resized(x, first+k, shape[first+k], to, options)
	}
	return x.AsType(dt)
}

// resized gives an axis of n elements another size.
func (c *call) resized(x *tensor.Tensor, axis, n, size int, o InterpolateOptions) *tensor.Tensor {
	before, behind, share := make([]int, size), make([]int, size), make([]float64, size)
	for i := range size {
		switch {
		case o.Mode == InterpolateNearest:
			before[i] = int(int64(i) * int64(n) / int64(size))
			continue
		case o.Mode == InterpolateNearestExact:
			before[i] = int(int64(2*i+1) * int64(n) / int64(2*size))
			continue
		}
		at := min(max((float64(i)+.5)*float64(n)/float64(size)-.5, 0), float64(n-1))
		if o.AlignCorners {
			at = float64(i) * float64(n-1) / float64(max(size-1, 1))
		}
		before[i] = int(at)
		behind[i], share[i] = min(before[i]+1, n-1), at-float64(before[i])
	}
	a := c.keep(x.Take(axis, before))
	if o.Mode != InterpolateLinear {
		return a
	}
	shape, rest, whole := outer(x.Rank()-axis-1, size), make([]float64, size), make([]bool, size)
	for i, t := range share {
		rest[i], whole[i] = 1-t, t == 0
	}
	b := c.keep(c.keep(x.Take(axis, behind)).Mul(c.shares(x, share, shape)))
	y := c.keep(c.keep(a.Mul(c.shares(x, rest, shape))).Add(b))
	return c.keep(tensor.Where(c.keep(tensor.FromSliceOn(x.Device(), whole, shape...)), a, y)) // infinity times 0 is NaN
}

// shares are numbers of x's dtype.
func (c *call) shares(x *tensor.Tensor, of []float64, shape []int) *tensor.Tensor {
	if x.DType() == tensor.Float64 {
		return c.keep(tensor.FromSliceOn(x.Device(), of, shape...))
	}
	narrow := make([]float32, len(of))
	for i, v := range of {
		narrow[i] = float32(v)
	}
	return c.keep(tensor.FromSliceOn(x.Device(), narrow, shape...))
}
