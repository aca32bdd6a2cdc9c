package nn

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// PoolOptions are those of a pool. A list has a number for each axis of the image, or one for all axes.
type PoolOptions struct {
	Stride          []int // how far the windows move; their size by default
	Padding         []int // how many elements are added on both sides of an axis, at most half of a window; 0 by default
	Dilation        []int // the distance of a window's elements; 1 by default. An average has none
	CeilMode        bool  // a last window that ends beyond the padding counts too
	CountIncludePad bool  // an average divides by the number of all elements, also those of the padding
}

// MaxPool1d returns the greatest element of each window of x, of shape [batch, channels, length] or
// [channels, length]. NaN is the greatest.
func MaxPool1d(x *tensor.Tensor, size []int, options PoolOptions) *tensor.Tensor {
	return maxPool("max_pool1d", 1, x, size, options)
}

// MaxPool2d returns the greatest element of each window of x, of shape [batch, channels, height, width]
// or [channels, height, width]. NaN is the greatest.
func MaxPool2d(x *tensor.Tensor, size []int, options PoolOptions) *tensor.Tensor {
	return maxPool("max_pool2d", 2, x, size, options)
}

// AvgPool1d returns the mean of each window of x, of shape [batch, channels, length] or [channels,
// length]. A sum is exact and rounded once, and then divided. Elements of the padding do not count, unless
// CountIncludePad says so, which PyTorch has as its default.
func AvgPool1d(x *tensor.Tensor, size []int, options PoolOptions) *tensor.Tensor {
	return avgPool("avg_pool1d", 1, x, size, options)
}

// AvgPool2d returns the mean of each window of x, of shape [batch, channels, height, width] or
// [channels, height, width]. The padding is that of [AvgPool1d].
func AvgPool2d(x *tensor.Tensor, size []int, options PoolOptions) *tensor.Tensor {
	return avgPool("avg_pool2d", 2, x, size, options)
}

func maxPool(name string, axes int, x *tensor.Tensor, size []int, o PoolOptions) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	slides, err := c.pool(axes, x, size, &o)
	if err != nil {
		return tensor.FromError(err)
	}
	return c.windows(x, slides, tensor.Constant(lowest(x.DType()))).Max(lastAxes(axes)...)
}

// lowest is the value that is no greater than any other of a dtype.
func lowest(dt tensor.DType) any {
	switch {
	case dt == tensor.Bool:
		return false
	case dt.IsFloat():
		return math.Inf(-1)
	case dt == tensor.Int8 || dt == tensor.Int16 || dt == tensor.Int32 || dt == tensor.Int64:
		return int64(math.MinInt64) >> (64 - 8*dt.Size())
	}
	return 0
}

// lastAxes are the numbers of the last axes.
func lastAxes(n int) []int {
	axes := make([]int, n)
	for k := range axes {
		axes[k] = k - n
	}
	return axes
}

func avgPool(name string, axes int, x *tensor.Tensor, size []int, o PoolOptions) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	slides, err := c.pool(axes, x, size, &o)
	if err != nil {
		return tensor.FromError(err)
	}
	if slices.Max(append([]int{1}, o.Dilation...)) > 1 {
		return c.failf("dilation=%v; an average has none", o.Dilation)
	}
	windows := c.windows(x, slides, tensor.Padding{})
	counts := make([][]int, axes)
	for k, s := range slides {
		if s.before+s.after == 0 {
			continue
		}
		if s.out > mostCounts {
			return c.failf("%d windows along a padded axis; %d are the most", s.out, mostCounts)
		}
		counts[k] = s.counts(o.CountIncludePad)
	}
	return c.average(windows, axes, counts)
}

// mostCounts is of how many windows, or of how many elements of parts, there can be a list.
const mostCounts = 1 << 24

// counts is how many elements each window has: those of the padding count, if they are included, but
// none beyond it.
func (s slide) counts(included bool) []int {
	padding := 0
	if included {
		padding = s.before
	}
	counts := make([]int, s.out)
	for i := range counts {
		from := i*s.stride - s.before
		counts[i] = min(from+s.size, s.n+padding) - max(from, -padding)
	}
	return counts
}

// average returns the sums of windows over the last axes, as floats, divided by how many elements count.
// The counts are given for each window along an axis, or nil if all of its elements count.
func (c *call) average(windows *tensor.Tensor, axes int, counts [][]int) *tensor.Tensor {
	if err := c.check(windows); err != nil {
		return tensor.FromError(err)
	}
	dt, shape := floating(windows.DType()), windows.Shape()
	windows = c.wide(windows)
	var divisor *tensor.Tensor // nil if all elements count
	for k, along := range counts {
		if along != nil {
			of := c.keep(tensor.FromSliceOn(windows.Device(), along, outer(axes-1-k, len(along))...))
			if divisor == nil {
				divisor = of
			} else {
				divisor = c.keep(divisor.Mul(of))
			}
		}
	}
	if divisor == nil {
		return c.keep(windows.Mean(lastAxes(axes)...)).AsType(dt)
	}
	for k, along := range counts {
		if along == nil {
			divisor = c.keep(divisor.Mul(shape[len(shape)-axes+k]))
		}
	}
	return c.keep(c.keep(windows.Sum(lastAxes(axes)...)).Div(divisor)).AsType(dt)
}

// pool checks a pool of x over its last axes, and says how its windows move.
func (c *call) pool(axes int, x *tensor.Tensor, size []int, o *PoolOptions) ([]slide, error) {
	if err := c.check(x); err != nil {
		return nil, err
	}
	shape := x.Shape()
	m := moves{size: size, stride: o.Stride, padding: o.Padding, dilation: o.Dilation, ceil: o.CeilMode}
	if len(m.stride) == 0 {
		m.stride = size
	}
	switch r := len(shape); {
	case r != axes+1 && r != axes+2:
		return nil, c.errorf("Expected %dD or %dD (batch mode) tensor, but got: %v", axes+1, axes+2, shape)
	case len(size) == 0:
		return nil, c.errorf("size must either be a single int, or a list of %d ints, but it is %v", axes, size)
	case slices.Contains(shape[r-axes-1:], 0):
		return nil, c.errorf("Expected a tensor with optional 0 dim batch size, but got: %v", shape)
	}
	if err := c.read(&m, axes); err != nil {
		return nil, err
	}
	image := shape[len(shape)-axes-1:] // channels, and the axes that windows move along
	slides, out := make([]slide, axes), []int64{int64(image[0])}
	for k, n := range image[1:] {
		if 2*int64(m.padding[k]) > m.span(k) {
			return nil, c.errorf("pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d and dilation=%d", m.padding[k], m.size[k], m.dilation[k])
		}
		s, windows := m.along(k, n)
		slides[k], out = s, append(out, windows)
	}
	if slices.Min(out[1:]) < 1 {
		return nil, c.errorf("Given input size: (%s). Calculated output size: (%s). Output size is too small", times(image), times(out))
	}
	return slides, nil
}
