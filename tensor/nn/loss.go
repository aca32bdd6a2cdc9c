package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
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
		distance := c.keep(x.Mul(c.keep(c.keep(x.Heaviside(0)).Sub(y)))) // 0 where x is sure of y
		return distance.Add(c.keep(c.keep(c.keep(c.keep(x.Abs()).Neg()).Exp()).Log1p()))
	})
}

// meanOf is the mean of a function of x and y, as a float of their common dtype.
func meanOf(name string, x, y *tensor.Tensor, of func(c *call, x, y *tensor.Tensor) *tensor.Tensor) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	if err := c.check(x, y); err != nil {
		return tensor.FromError(err)
	}
	if !slices.Equal(x.Shape(), y.Shape()) {
		return c.failf("Target size %v must be the same as input size %v", y.Shape(), x.Shape())
	}
	dt, err := tensor.ResultType(x, y)
	if err != nil {
		return tensor.FromError(err)
	}
	return c.keep(c.keep(of(c, c.wide(x), c.wide(y))).Mean()).AsType(floating(dt))
}

// CrossEntropyOptions are the options of [CrossEntropyBy] and [NLLLossBy]. Without any of them these are
// [CrossEntropy] and [NLLLoss].
type CrossEntropyOptions struct {
	// Weights say how much an element counts by its class: one weight for each class. The mean is
	// divided by the sum of the weights of the labels.
	Weights *tensor.Tensor
	// Smoothing is the part of each label, from 0 to 1, that is shared by all classes alike.
	Smoothing float64
	// Ignored is a label that does not count, as PyTorch's ignore_index, which is -100 there. The mean is that
	// of the others, and NaN if there are none. If it is nil, each label has to be a class.
	Ignored *int
}

// CrossEntropy returns the mean of -log of the probability of each label. The probabilities are the
// softmax of logits, of shape [batch, classes, …], or of [classes]. The labels are numbers of classes, from
// 0 on, of an integer dtype. They have the shape of logits without the classes. A label that is no class
// is an error when the mean is computed. That error names a negative label less the number of classes.
func CrossEntropy(logits, labels *tensor.Tensor) *tensor.Tensor {
	return CrossEntropyBy(logits, labels, CrossEntropyOptions{})
}

// CrossEntropyBy is [CrossEntropy] with options.
func CrossEntropyBy(logits, labels *tensor.Tensor, how CrossEntropyOptions) *tensor.Tensor {
	return entropy("cross_entropy", false, logits, labels, how)
}

// NLLLoss is [CrossEntropy] of the logarithms of probabilities, such as those of [tensor.Tensor.LogSoftmax]: the mean
// of -log of the probability of each label.
func NLLLoss(logs, labels *tensor.Tensor) *tensor.Tensor {
	return NLLLossBy(logs, labels, CrossEntropyOptions{})
}

// NLLLossBy is [NLLLoss] with options.
func NLLLossBy(logs, labels *tensor.Tensor, how CrossEntropyOptions) *tensor.Tensor {
	return entropy("nll_loss", true, logs, labels, how)
}

// entropy is the cross-entropy of labels and logits, or of labels and logarithms of probabilities.
func entropy(name string, logs bool, logits, labels *tensor.Tensor, how CrossEntropyOptions) (result *tensor.Tensor) {
	c := begin(name)
	defer c.end(&result)
	if err := c.check(logits, labels); err != nil {
		return tensor.FromError(err)
	}
	shape := logits.Shape()
	if len(shape) == 0 {
		return c.failf("the input has no axis of classes")
	}
	axis := min(1, len(shape)-1)
	classes, want := shape[axis], slices.Delete(slices.Clone(shape), axis, axis+1)
	switch {
	case !slices.Equal(labels.Shape(), want):
		return c.failf("Expected target size %v, got %v (input of shape %v)", want, labels.Shape(), shape)
	case !labels.DType().IsInteger():
		return c.failf("the labels are %v, and have to be integers, the numbers of classes; convert them with AsType", labels.DType())
	case !(how.Smoothing >= 0 && how.Smoothing <= 1):
		return c.failf("label_smoothing must be between 0.0 and 1.0. Got: %v", how.Smoothing)
	}
	logits, labels = c.keep(logits.Snapshot()), c.keep(labels.Snapshot())
	if labels.DType() != tensor.Uint64 {
		labels = c.keep(labels.AsType(tensor.Int64))
	}
	var counts *tensor.Tensor // whether a label does
	if how.Ignored != nil {
		counts = c.keep(labels.Ne(*how.Ignored))
		labels = c.keep(tensor.Where(counts, labels, 0))
		counts = c.keep(counts.Unsqueeze(axis))
	}
	if labels.DType() != tensor.Uint64 { // a negative label would count from the end
		labels = c.keep(tensor.Where(c.keep(labels.Lt(0)), c.keep(labels.Sub(classes)), labels))
	}
	x, over := c.wide(logits), func(x *tensor.Tensor) tensor.Over { return x.Along(axis).Keep() }
	at := named.Index{Call: name + ": the labels", Of: labels, Each: true}
	below, chosen := x, c.wide(c.keep(c.keep(logits.Take(axis, at)).Unsqueeze(axis)))
	var sums *tensor.Tensor // the logarithms of those of all classes
	if logs {
		sums = c.keep(tensor.ZerosLike(chosen))
	} else {
		greatest := c.keep(over(x).Max())
		below, chosen = c.keep(x.Sub(greatest)), c.keep(chosen.Sub(greatest))
		sums = c.keep(c.keep(over(c.keep(below.Exp())).Sum()).Log())
	}
	each := c.keep(sums.Sub(chosen))
	weights, weight, all := how.Weights, (*tensor.Tensor)(nil), any(classes)
	if weights != nil {
		if err := c.check(weights); err != nil {
			return tensor.FromError(err)
		}
		if weights.Rank() != 1 || weights.Len() != classes {
			return c.failf("weight tensor should be defined either for all %d classes or no classes but got weight tensor of shape: %v", classes, weights.Shape())
		}
		of := c.wide(weights)
		weights = c.keep(c.keep(of.Reshape(outer(len(shape)-1-axis, classes)...)).BroadcastTo(shape...))
		weight, all = c.keep(c.keep(weights.Take(axis, at)).Unsqueeze(axis)), c.keep(of.Sum())
		each = c.keep(each.Mul(weight))
	}
	if how.Smoothing > 0 {
		shares := below
		if weights != nil {
			shares = c.keep(below.Mul(weights))
		}
		of := c.keep(c.keep(sums.Mul(all)).Sub(c.keep(over(shares).Sum())))
		each = c.keep(c.keep(each.Mul(1 - how.Smoothing)).Add(c.keep(of.Mul(how.Smoothing / float64(classes)))))
	}
	if counts != nil {
		if weight == nil {
			weight = c.keep(counts.AsType(x.DType()))
		} else {
			weight = c.keep(tensor.Where(counts, weight, 0))
		}
		each = c.keep(tensor.Where(counts, each, 0))
	}
	mean := c.keep(each.Mean())
	if weight != nil {
		mean = c.keep(c.keep(each.Sum()).Div(c.keep(weight.Sum())))
	}
	return mean.AsType(floating(logits.DType()))
}
