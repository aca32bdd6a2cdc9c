package nn

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// ConvOptions are those of a convolution. A list has a number for each axis of the image, or one for all
// axes.
type ConvOptions struct {
	Stride   []int // how far the windows move; 1 by default
	Padding  []int // how many zeros are added on both sides of an axis; 0 by default
	Dilation []int // the distance of a window's elements; 1 by default
	Groups   int   // channels are divided into so many groups, each with its own weights; 0 means 1
	Same     bool  // as many zeros are added as the result needs to be as large as x; the stride is 1
}

// Conv1d returns the convolution of x, of shape [batch, channels, length] or [channels, length], with the
// weights w, of shape [outputs, channels / groups, size]. As in PyTorch the weights are not flipped. The
// bias has an element for each output, or is nil.
func Conv1d(x, w, bias *tensor.Tensor, options ConvOptions) *tensor.Tensor {
	return convolve("conv1d", 1, x, w, bias, options)
}

// Conv2d returns the convolution of x, of shape [batch, channels, height, width] or [channels, height,
// width], with the weights w, of shape [outputs, channels / groups, rows, columns]. As in PyTorch the
// weights are not flipped. The bias has an element for each output, or is nil.
func Conv2d(x, w, bias *tensor.Tensor, options ConvOptions) *tensor.Tensor {
	return convolve("conv2d", 2, x, w, bias, options)
}

// checkImage checks the tensors of a convolution over so many axes, and the rank of x. There may be no bias.
func (c *call) checkImage(axes int, x, w, bias *tensor.Tensor) error {
	if err := c.check(x, w); err != nil {
		return err
	}
	if err := c.checkOptional(bias); err != nil {
		return err
	}
	if r := x.Rank(); r != axes+1 && r != axes+2 {
		return c.errorf("Expected %dD (unbatched) or %dD (batched) input to %s, but got input of size: %v", axes+1, axes+2, c.name, x.Shape())
	}
	return nil
}

// convolve is a convolution over so many axes.
func convolve(name string, axes int, x, w, bias *tensor.Tensor, o ConvOptions) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	if err := c.checkImage(axes, x, w, bias); err != nil {
		return tensor.FromError(err)
	}
	slides, err := c.convolution(axes, x.Shape(), w.Shape(), &o)
	if err != nil {
		return tensor.FromError(err)
	}
	outputs := w.Size(0)
	if bias != nil && !slices.Equal(bias.Shape(), []int{outputs}) {
		return c.failf("Given weight of size %v, expected bias to be 1-dimensional with %d elements, but got bias of size %v instead", w.Shape(), outputs, bias.Shape())
	}
	x = c.windows(x, slides, tensor.Padding{})
	if err := c.check(x); err != nil {
		return tensor.FromError(err)
	}
	if o.Groups == 1 {
		y := tensor.Einsum([...]string{"", "...cxu,ocu->...ox", "...cxyuv,ocuv->...oxy"}[axes], x, w)
		if bias == nil {
			return y
		}
		return c.keep(y).Add(c.keep(bias.Reshape(outer(axes, outputs)...)))
	}
	first := x.Rank() - 2*axes - 1 // the axis of channels
	x, w = c.keep(divide(x, first, o.Groups)), c.keep(divide(w, 0, o.Groups))
	y := c.keep(tensor.Einsum([...]string{"", "...gcxu,gocu->...gox", "...gcxyuv,gocuv->...goxy"}[axes], x, w))
	if bias != nil {
		y = c.keep(y.Add(c.keep(bias.Reshape(append([]int{o.Groups}, outer(axes, outputs/o.Groups)...)...))))
	}
	if err := c.check(y); err != nil {
		return tensor.FromError(err)
	}
	return y.Reshape(slices.Replace(y.Shape(), first, first+2, outputs)...)
}

// outer is the shape of a value for each channel, in front of so many axes.
func outer(axes, channels int) []int {
	return append([]int{channels}, slices.Repeat([]int{1}, axes)...)
}

// divide is a view of a tensor with one of its axes divided into groups.
func divide(t *tensor.Tensor, axis, groups int) *tensor.Tensor {
	shape := t.Shape()
	return t.Reshape(slices.Replace(shape, axis, axis+1, groups, shape[axis]/groups)...)
}

// convolution checks a convolution over the last axes, and says how its windows move. It fills in the
// options.
func (c *call) convolution(axes int, x, w []int, o *ConvOptions) ([]slide, error) {
	if o.Groups == 0 {
		o.Groups = 1
	}
	channels := x[len(x)-axes-1]
	switch {
	case len(w) != axes+2:
		return nil, c.errorf("Expected %d-dimensional weight for %d-dimensional input, but got weight of size %v", axes+2, axes+2, w)
	case o.Groups < 0:
		return nil, c.errorf("non-positive groups is not supported: %d", o.Groups)
	case w[0] < o.Groups || w[0]%o.Groups != 0:
		return nil, c.errorf("Given groups=%d, expected weight to be divisible by %d at dimension 0, but got weight of size %v instead", o.Groups, o.Groups, w)
	case channels%o.Groups != 0 || channels/o.Groups != w[1]:
		return nil, c.errorf("Given groups=%d, weight of size %v, expected input%v to have %d channels, but got %d channels instead", o.Groups, w, x, w[1]*o.Groups, channels)
	}
	m := moves{size: w[2:], stride: o.Stride, padding: o.Padding, dilation: o.Dilation}
	if err := c.read(&m, axes); err != nil {
		return nil, err
	}
	if o.Same {
		switch {
		case slices.Max(m.stride) > 1:
			return nil, c.errorf("padding='same' is not supported for strided convolutions: stride=%v", m.stride)
		case slices.Max(m.padding) > 0:
			return nil, c.errorf("padding=%v beside Same, which says the padding; leave out one of them", m.padding)
		}
	}
	slides := make([]slide, axes)
	for k, n := range x[len(x)-axes:] {
		s, out := m.along(k, n)
		if total := m.span(k) - 1; o.Same && total <= most {
			s.before, s.after, s.out = int(total/2), int(total-total/2), n
		} else if out < 1 {
			return nil, c.errorf("Calculated padded input size per channel: (%s). Kernel size: (%s). Kernel size can't be greater than actual input size",
				by(axes, func(k int) int64 { return int64(x[len(x)-axes+k]) + 2*int64(m.padding[k]) }), by(axes, m.span))
		}
		slides[k] = s
	}
	return slides, nil
}

// by prints a number for each axis as PyTorch does: 3 x 5.
func by(axes int, of func(axis int) int64) string {
	text := ""
	for k := range axes {
		if k > 0 {
			text += " x "
		}
		text += fmt.Sprint(of(k))
	}
	return text
}
