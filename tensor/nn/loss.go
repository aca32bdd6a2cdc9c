package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// MSELoss returns the mean of the squares of x - y, which have one shape.
func MSELoss(x, y *tensor.Tensor) *tensor.Tensor {
	return meanOf("mse_loss", x, y, func(c *call, x, y *tensor.Tensor) *tensor.Tensor {
		return c.keep(x.Sub(y)).Square()
	})
}

// L1Loss returns the mean of the distances of x and y, which have one shape.
func L1Loss(x, y *tensor.Tensor) *tensor.Tensor {
	return meanOf("l1_loss", x, y, func(c *call, x, y *tensor.Tensor) *tensor.Tensor {
		return c.keep(x.Sub(y)).Abs()
	})
}

// HuberLoss returns the mean of d²/2 where the distance d of x and y is at most delta, and of
// delta (d - delta/2) elsewhere. x and y have one shape.
func HuberLoss(x, y *tensor.Tensor, delta float64) *tensor.Tensor {
	return meanOf("huber_loss", x, y, func(c *call, x, y *tensor.Tensor) *tensor.Tensor {
		if !(delta > 0) {
			return c.failf("Huber loss does not support non-positive values for delta: %v", delta)
		}
		d := c.keep(c.keep(x.Sub(y)).Abs())
		near := c.keep(c.keep(d.Square()).Mul(.5))
		far := c.keep(c.keep(d.Sub(delta / 2)).Mul(delta))
		return tensor.Where(c.keep(d.Le(delta)), near, far)
	})
}

// BCEWithLogits returns the mean cross-entropy of the probabilities sigmoid(x) and y, which have one
// shape. It does not overflow.
func BCEWithLogits(x, y *tensor.Tensor) *tensor.Tensor {
	return meanOf("binary_cross_entropy_with_logits", x, y, func(c *call, x, y *tensor.Tensor) *tensor.Tensor {
		positive := c.keep(c.keep(x.Maximum(0)).Sub(c.keep(x.Mul(y))))
		return positive.Add(c.keep(c.keep(c.keep(c.keep(x.Abs()).Neg()).Exp()).Log1p()))
	})
}

// meanOf is the mean of a function of x and y, as a float of their common dtype.
func meanOf(name string, x, y *tensor.Tensor, of func(c *call, x, y *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	c := begin(name)
	defer c.end()
	if err := c.check(x, y); err != nil {
		return tensor.FromError(err)
	}
	if !slices.Equal(x.Shape(), y.Shape()) {
		return c.failf("Target size %v must be the same as input size %v", y.Shape(), x.Shape())
	}
	dt, err := tensor.ResultType(x, y)
	if err != nil {
		return c.failf("%w", err)
	}
	return c.keep(c.keep(of(c, c.wide(x), c.wide(y))).Mean()).AsType(floating(dt))
}

// CrossEntropy returns the mean of -log of the probability of each label. The probabilities are the
// softmax of logits, of shape [batch, classes, …], or of [classes]. The labels are numbers of classes, from
// 0 on, of an integer dtype. They have the shape of logits without the classes. A label that is no class
// is an error when the mean is computed. That error names a negative label less the number of classes.
func CrossEntropy(logits, labels *tensor.Tensor) *tensor.Tensor {
	c := begin("cross_entropy")
	defer c.end()
	if err := c.check(logits, labels); err != nil {
		return tensor.FromError(err)
	}
	shape := logits.Shape()
	if len(shape) == 0 {
		return c.failf("the logits have no axis of classes")
	}
	axis := min(1, len(shape)-1)
	want := slices.Delete(slices.Clone(shape), axis, axis+1)
	switch {
	case !slices.Equal(labels.Shape(), want):
		return c.failf("Expected target size %v, got %v (logits of shape %v)", want, labels.Shape(), shape)
	case !labels.DType().IsInteger():
		return c.failf("the labels are %v, and have to be integers, the numbers of classes; convert them with AsType", labels.DType())
	}
	if labels.DType() != tensor.Uint64 { // a negative label would count from the end
		wide := c.keep(labels.AsType(tensor.Int64))
		labels = c.keep(tensor.Where(c.keep(wide.Lt(0)), c.keep(wide.Sub(shape[axis])), wide))
	}
	x, over := c.wide(logits), func(x *tensor.Tensor) tensor.Over { return x.Along(axis).Keep() }
	greatest := c.keep(over(x).Max())
	sums := c.keep(over(c.keep(c.keep(x.Sub(greatest)).Exp())).Sum())
	chosen := c.wide(c.keep(logits.TakeAlongAxis(axis, c.keep(labels.Unsqueeze(axis)))))
	each := c.keep(c.keep(sums.Log()).Sub(c.keep(chosen.Sub(greatest))))
	return c.keep(each.Mean()).AsType(floating(logits.DType()))
}
