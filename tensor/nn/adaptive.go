package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// AdaptiveAvgPool2d returns the means of size[0] times size[1] parts of x, of shape [batch, channels, height,
// width] or [channels, height, width]. One size is that of both axes. The parts cover all elements. Part i of
// an axis is from element floor(i n / size) up to but without ceil((i+1) n / size), so neighbouring parts may
// overlap.
func AdaptiveAvgPool2d(x *tensor.Tensor, size []int) (result *tensor.Tensor) {
	const axes = 2
	c := begin("adaptive_avg_pool2d")
	defer c.end(&result)
	if err := c.check(x); err != nil {
		return tensor.FromError(err)
	}
	shape := x.Shape()
	if len(size) == 1 {
		size = []int{size[0], size[0]}
	}
	switch r := len(shape); {
	case r != axes+1 && r != axes+2:
		return c.failf("Expected 3D or 4D tensor, but got %v", shape)
	case slices.Contains(shape[r-axes-1:], 0):
		return c.failf("Expected input to have non-zero size for non-batch dimensions, but input has sizes %v", shape)
	case len(size) != axes || slices.Min(size) < 0 || slices.Max(size) > mostCounts:
		return c.failf("size must be 2 numbers from 0 to %d, but it is %v", mostCounts, size)
	}
	first, counts := len(shape)-axes, make([][]int, axes)
	for k, parts := range size {
		var err error
		if x, counts[k], err = c.divided(x, first+k, parts); err != nil {
			return tensor.FromError(err)
		}
	}
	return c.average(x, axes, counts)
}

// divided returns the parts of an axis, with an axis of their elements behind all others, and how many
// elements each has: nil if all have as many, and are a view. Other parts end with zeros, if they are
// short.
func (c *call) divided(x *tensor.Tensor, axis, parts int) (*tensor.Tensor, []int, error) {
	n := x.Size(axis)
	if parts > 0 && n%parts == 0 {
		return c.keep(x.Windows(axis, n/parts, n/parts)), nil, nil
	}
	tooMany := c.errorf("%d parts of an axis of %d elements differ, and are listed; %d elements are the most", parts, n, mostCounts)
	if n > mostCounts {
		return nil, nil, tooMany
	}
	begins, counts := make([]int, parts), make([]int, parts)
	for i := range parts {
		begins[i] = int(int64(i) * int64(n) / int64(parts))
		counts[i] = int((int64(i+1)*int64(n)+int64(parts)-1)/int64(parts)) - begins[i]
	}
	longest := 0
	if parts > 0 {
		longest = slices.Max(counts)
	}
	if longest > mostCounts/max(parts, 1) {
		return nil, nil, tooMany
	}
	at, counted := make([]int64, 0, parts*longest), make([]bool, 0, parts*longest)
	for i, begin := range begins {
		for k := range longest {
			at, counted = append(at, int64(min(begin+k, n-1))), append(counted, k < counts[i])
		}
	}
	d := x.Device()
	x = c.keep(x.Take(axis, c.keep(tensor.FromSliceOn(d, at, parts, longest))))
	x = c.wide(c.keep(x.Moveaxis(axis+1, -1)))
	mask := c.keep(tensor.FromSliceOn(d, counted, append(append([]int{parts}, slices.Repeat([]int{1}, x.Rank()-axis-2)...), longest)...))
	return c.keep(tensor.Where(mask, x, 0)), counts, nil
}
