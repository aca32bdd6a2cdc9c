package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// ConvTransposeOptions are those of a transposed convolution: of the convolution that it turns round, and how much
// larger its result is. A list has a number for each axis of the image, or one for all axes.
type ConvTransposeOptions struct {
	Stride        []int // how far apart the elements of x lie in the result; 1 by default
	Padding       []int // how many elements are left out on both sides of an axis; 0 by default
	OutputPadding []int // how many elements are added behind an axis, fewer than the stride or the dilation; 0 by default
	Dilation      []int // the distance of a window's elements; 1 by default
	Groups        int   // channels are divided into so many groups, each with its own weights; 0 means 1
}

// ConvTranspose1d returns the transposed convolution of x, of shape [batch, channels, length] or [channels, length],
// with the weights w, of shape [channels, outputs / groups, size]. It is the gradient of [Conv1d] by its input, as
// in PyTorch. The bias has an element for each output, or is nil. Zeros lie between and beside the elements, so a
// weight that is infinite or NaN gives NaN there, which PyTorch leaves out.
func ConvTranspose1d(x, w, bias *tensor.Tensor, options ConvTransposeOptions) *tensor.Tensor {
	return convolveTransposed("conv_transpose1d", 1, x, w, bias, options)
}

// ConvTranspose2d is [ConvTranspose1d] of x of shape [batch, channels, height, width] or [channels, height, width], with
// the weights w, of shape [channels, outputs / groups, rows, columns].
func ConvTranspose2d(x, w, bias *tensor.Tensor, options ConvTransposeOptions) *tensor.Tensor {
	return convolveTransposed("conv_transpose2d", 2, x, w, bias, options)
}

// convolveTransposed spreads x, with zeros in between, and convolves it with the reversed weights.
func convolveTransposed(name string, axes int, x, w, bias *tensor.Tensor, o ConvTransposeOptions) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	if err := c.checkImage(axes, x, w, bias); err != nil {
		return tensor.FromError(err)
	}
	groups, shape, size := max(o.Groups, 1), x.Shape(), w.Shape()
	first := len(shape) - axes
	switch {
	case len(size) != axes+2:
		return c.failf("Expected %d-dimensional weight for %d-dimensional input, but got weight of size %v", axes+2, axes+2, size)
	case o.Groups < 0:
		return c.failf("non-positive groups is not supported: %d", o.Groups)
	case shape[first-1] != size[0]:
		return c.failf("Given transposed=1, weight of size %v, expected input%v to have %d channels, but got %d channels instead", size, shape, size[0], shape[first-1])
	case size[0] < groups || size[0]%groups != 0:
		return c.failf("Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size %v instead", groups, groups, size)
	}
	m := moves{size: size[2:], stride: o.Stride, padding: o.Padding, dilation: o.Dilation}
	if err := c.read(&m, axes); err != nil {
		return tensor.FromError(err)
	}
	more, err := c.each("output_padding", o.OutputPadding, axes, 0)
	if err != nil {
		return tensor.FromError(err)
	}
	if outputs := groups * size[1]; bias != nil && !slices.Equal(bias.Shape(), []int{outputs}) {
		return c.failf("Given transposed=1, weight of size %v, expected bias to be 1-dimensional with %d elements, but got bias of size %v instead", size, outputs, bias.Shape())
	}
	out := func(k int) int64 {
		return int64(shape[first+k]-1)*int64(m.stride[k]) + m.span(k) - 2*int64(m.padding[k]) + int64(more[k])
	}
	for k := range axes {
		n, beside := shape[first+k], m.span(k)-1-int64(m.padding[k])
		switch {
		case more[k] < 0 || more[k] >= max(m.stride[k], m.dilation[k]):
			return c.failf("output padding must be smaller than either stride or dilation, but got output_padding=%v, stride=%v, dilation=%v", more, m.stride, m.dilation)
		case n > most || m.span(k) > most:
			return c.failf("axis %d of %d elements, and weights that span %d; %d are the most", first+k, n, m.span(k), most)
		case n < 1 || out(k) < 1:
			return c.failf("Given input size per channel: (%s). Calculated output size per channel: (%s). Output size is too small",
				by(axes, func(k int) int64 { return int64(shape[first+k]) }), by(axes, out))
		}
		if m.stride[k] > 1 {
			x = c.keep(c.keep(x.Unsqueeze(first+k+1)).Pad(first+k+1, 0, m.stride[k]-1, tensor.Constant(0)))
			x = c.keep(c.keep(x.Flatten(first+k, first+k+1)).Slice(first+k, 0, (n-1)*m.stride[k]+1, 1))
		}
		x = c.widened(x, first+k, (n-1)*m.stride[k]+1, int(beside), int(beside)+more[k])
	}
	last := make([]int, axes)
	for k := range last {
		last[k] = -1 - k
	}
	w = c.keep(c.keep(divide(w, 0, groups)).Transpose(1, 2)) // [groups, outputs of a group, channels of a group, size]
	w = c.keep(c.keep(w.Reshape(append([]int{groups * size[1], size[0] / groups}, size[2:]...)...)).Flip(last...))
	return convolve(name, axes, x, w, bias, ConvOptions{Dilation: m.dilation, Groups: groups})
}

// widened adds zeros along an axis of n elements, before and after them, or takes elements away.
func (c *call) widened(x *tensor.Tensor, axis, n, before, after int) *tensor.Tensor {
	if before > 0 || after > 0 {
		x = c.keep(x.Pad(axis, max(before, 0), max(after, 0), tensor.Constant(0)))
	}
	if before < 0 || after < 0 {
		x = c.keep(x.Slice(axis, max(-before, 0), max(before, 0)+n+after, 1))
	}
	return x
}
