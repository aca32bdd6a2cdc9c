package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// LayerNorm returns x less its mean, divided by its standard deviation, for each group along the last
// axes, whose sizes are shape. Then it is multiplied by w, and b is added: tensors of that shape, or nil.
// eps is added to the variance. The result has x's dtype, or float32.
func LayerNorm(x *tensor.Tensor, shape []int, w, b *tensor.Tensor, eps float64) (result *tensor.Tensor) {
	c := begin("layer_norm")
	defer c.end(&result)
	if err := c.checkLast(x, shape, w, b); err != nil {
		return tensor.FromError(err)
	}
	return c.affine(c.normalize(c.wide(x), lastAxes(len(shape)), eps), w, b, x.DType())
}

// RMSNorm returns x divided by the root of the mean of its squares, for each group along the last axes,
// whose sizes are shape. Then it is multiplied by w, a tensor of that shape, or nil. eps is added to the
// mean. The result has x's dtype, or float32.
func RMSNorm(x *tensor.Tensor, shape []int, w *tensor.Tensor, eps float64) (result *tensor.Tensor) {
	c := begin("rms_norm")
	defer c.end(&result)
	if err := c.checkLast(x, shape, w, nil); err != nil {
		return tensor.FromError(err)
	}
	wide := c.wide(x)
	mean := c.keep(c.keep(wide.Square()).Along(lastAxes(len(shape))...).Keep().Mean())
	return c.affine(c.keep(wide.Mul(c.inverse(mean, eps))), w, nil, x.DType())
}

// GroupNorm is [LayerNorm] of groups of channels. x has shape [batch, channels, …], and the groups divide
// the channels. w and b have an element for each channel, or are nil.
func GroupNorm(x *tensor.Tensor, groups int, w, b *tensor.Tensor, eps float64) (result *tensor.Tensor) {
	c := begin("group_norm")
	defer c.end(&result)
	if err := c.checkChannels(x, "weight", w, "bias", b); err != nil {
		return tensor.FromError(err)
	}
	shape := x.Shape()
	if groups < 1 || shape[1]%groups != 0 {
		return c.failf("Expected number of channels in input to be divisible by num_groups, but got input of shape %v and num_groups=%d", shape, groups)
	}
	grouped := c.wide(c.keep(divide(x, 1, groups)))
	axes := lastAxes(grouped.Rank() - 2)
	divided := append([]int{groups}, outer(len(axes)-1, shape[1]/groups)...)
	y := c.affine(c.normalize(grouped, axes, eps), c.reshape(w, divided), c.reshape(b, divided), x.DType())
	return c.keep(y).Reshape(shape...)
}

// BatchNorm returns x less a mean and divided by a standard deviation, for each channel. Then it is
// multiplied by w, and b is added. x has shape [batch, channels, …]. The mean, the variance, w and b have
// an element for each channel; w and b may be nil. eps is added to the variance. The result has x's
// dtype, or float32.
func BatchNorm(x, mean, variance, w, b *tensor.Tensor, eps float64) (result *tensor.Tensor) {
	c := begin("batch_norm")
	defer c.end(&result)
	if mean == nil || variance == nil {
		return c.failf("the mean or the variance is nil; a batch's own are x.Mean(0, 2, 3) and x.Var(0, 2, 3)")
	}
	err := c.check(mean, variance)
	if err == nil {
		err = c.checkChannels(x, "running_mean", mean, "running_var", variance, "weight", w, "bias", b)
	}
	if err != nil {
		return tensor.FromError(err)
	}
	each := outer(x.Rank()-2, x.Size(1))
	less := c.keep(c.wide(x).Sub(c.wide(c.reshape(mean, each))))
	y := c.keep(less.Mul(c.inverse(c.wide(c.reshape(variance, each)), eps)))
	return c.affine(y, c.reshape(w, each), c.reshape(b, each), x.DType())
}

// normalize returns x less its mean, divided by its standard deviation, along some axes.
func (c *call) normalize(x *tensor.Tensor, axes []int, eps float64) *tensor.Tensor {
	over := x.Along(axes...).Keep()
	return c.keep(c.keep(x.Sub(c.keep(over.Mean()))).Mul(c.inverse(c.keep(over.Var()), eps)))
}

// inverse is 1 divided by the square root of x + eps: a group's elements are multiplied by it, which takes half the
// time of a division each.
func (c *call) inverse(x *tensor.Tensor, eps float64) *tensor.Tensor {
	return c.keep(c.keep(c.keep(x.Add(eps)).Sqrt()).Reciprocal())
}

// affine returns y * w + b as floats of a dtype. Both may be nil.
func (c *call) affine(y, w, b *tensor.Tensor, dt tensor.DType) *tensor.Tensor {
	if w != nil {
		y = c.keep(y.Mul(c.wide(w)))
	}
	if b != nil {
		y = c.keep(y.Add(c.wide(b)))
	}
	return y.AsType(floating(dt))
}

// reshape is a reshaped tensor, or nil.
func (c *call) reshape(t *tensor.Tensor, shape []int) *tensor.Tensor {
	if t == nil {
		return nil
	}
	return c.keep(t.Reshape(shape...))
}

// checkLast checks that x ends with axes of a shape, and that w and b have that shape or are nil.
func (c *call) checkLast(x *tensor.Tensor, shape []int, w, b *tensor.Tensor) error {
	if err := c.check(x); err != nil {
		return err
	}
	if err := c.checkOptional(w, b); err != nil {
		return err
	}
	of := x.Shape()
	switch {
	case len(shape) == 0:
		return c.errorf("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = %v", shape)
	case len(shape) > len(of) || !slices.Equal(of[len(of)-len(shape):], shape):
		return c.errorf("Given normalized_shape=%v, expected input to end with this shape, but got input of size %v", shape, of)
	case w != nil && !slices.Equal(w.Shape(), shape):
		return c.errorf("Expected weight to be of same shape as normalized_shape, but got weight of shape %v and normalized_shape = %v", w.Shape(), shape)
	case b != nil && !slices.Equal(b.Shape(), shape):
		return c.errorf("Expected bias to be of same shape as normalized_shape, but got bias of shape %v and normalized_shape = %v", b.Shape(), shape)
	}
	return nil
}

// checkChannels checks that x has channels, and that named tensors have an element for each, or are nil.
func (c *call) checkChannels(x *tensor.Tensor, named ...any) error {
	if err := c.check(x); err != nil {
		return err
	}
	shape := x.Shape()
	if len(shape) < 2 {
		return c.errorf("Expected at least 2 dimensions for input tensor but received %d (shape %v)", len(shape), shape)
	}
	for k := 0; k < len(named); k += 2 {
		t := named[k+1].(*tensor.Tensor)
		if err := c.checkOptional(t); err != nil {
			return err
		}
		if t != nil && !slices.Equal(t.Shape(), shape[1:2]) {
			return c.errorf("%s should contain %d elements, one for each channel, not shape %v (input of shape %v)", named[k], shape[1], t.Shape(), shape)
		}
	}
	return nil
}
