// Package nn has the functions of neural networks: convolutions, pools, norms, attention and losses. They
// are plain functions on tensors, which keep no state. A layer is a function and its weights.
//
//	h := nn.Linear(x, w1, b1).Gelu()
//	loss := nn.CrossEntropy(nn.Linear(h, w2, b2), labels)
//
// Names, shapes and defaults are PyTorch's. A tensor that may be left out, such as a bias, is nil.
// Options are structs, whose zero value is the default. A list of sizes, such as a stride, may be one
// number for all axes.
//
// # Cost
//
// All functions are compositions of views, products, loads and reductions. They wait as other
// expressions do, and maps behind them join their launches: a linear layer with its bias and its
// activation is one launch. A convolution reads the windows of its input through strides, and stores
// no copy of it. Where a device has tiles of products, padding is a part of the launch; otherwise the
// padded input is stored. A transposed convolution stores its input with zeros in between, and multiplies
// them too. Norms are one launch, and attention is three: scores, their softmax, and
// the product with the values.
//
// # Dtypes
//
// float16 and bfloat16 are summed in float32, and results are rounded once more. Where a result is no
// integer, integers are converted to float32 first: convert those above 2^24 to float64 yourself.
package nn

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// call is a call of a function: its name, and tensors that only it reads.
type call struct {
	name string
	kept []*tensor.Tensor
}

func begin(name string) *call { return &call{name: name} }

// keep remembers a step of the call, so that it does not count as a reader of other tensors.
func (c *call) keep(t *tensor.Tensor) *tensor.Tensor {
	c.kept = append(c.kept, t)
	return t
}

// end releases the steps. An error of one of them is the call's.
func (c *call) end(result **tensor.Tensor) {
	for _, t := range c.kept {
		t.Release()
	}
	if err := (*result).Err(); err != nil {
		*result = tensor.FromError(named.Step("nn", c.name, err))
	}
}

func (c *call) errorf(format string, args ...any) error {
	return named.Errorf("nn", c.name, format, args...)
}

func (c *call) failf(format string, args ...any) *tensor.Tensor {
	return tensor.FromError(c.errorf(format, args...))
}

// check returns the first error of tensors.
func (c *call) check(ts ...*tensor.Tensor) error {
	for _, t := range ts {
		if t == nil {
			return c.errorf("a tensor is nil; only weights, a bias and a mask may be left out")
		}
		if err := t.Err(); err != nil {
			return named.Operand(err)
		}
	}
	return nil
}

// checkOptional is check of tensors that may be nil.
func (c *call) checkOptional(ts ...*tensor.Tensor) error {
	for _, t := range ts {
		if t == nil {
			continue
		}
		if err := c.check(t); err != nil {
			return err
		}
	}
	return nil
}

// floating is the dtype of a float result of elements of dt.
func floating(dt tensor.DType) tensor.DType {
	if dt.IsFloat() {
		return dt
	}
	return tensor.Float32
}

// wide returns what a tensor is now, in the dtype that a float result is computed in: float64, or float32.
func (c *call) wide(t *tensor.Tensor) *tensor.Tensor {
	if t == nil {
		return nil
	}
	if t.DType() == tensor.Float64 || t.DType() == tensor.Float32 {
		return c.keep(t.Snapshot())
	}
	return c.keep(t.AsType(tensor.Float32))
}

// times prints sizes as PyTorch does: 2x3.
func times[T int | int64](sizes []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", "x")
}
