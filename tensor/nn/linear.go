package nn

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// Linear returns x w^T + bias. x has shape [..., inputs], and w [outputs, inputs]. The bias has an element
// for each output, or is nil.
func Linear(x, w, bias *tensor.Tensor) (result *tensor.Tensor) {
	c := begin("linear")
	defer c.end(&result)
	if err := c.check(x, w); err != nil {
		return tensor.FromError(err)
	}
	if err := c.checkOptional(bias); err != nil {
		return tensor.FromError(err)
	}
	switch {
	case w.Rank() != 2 || x.Rank() == 0 || x.Size(-1) != w.Size(1):
		return c.failf("the input has shape %v and the weights %v; they are [..., inputs] and [outputs, inputs]", x.Shape(), w.Shape())
	case bias != nil && !slices.Equal(bias.Shape(), []int{w.Size(0)}):
		return c.failf("the bias has shape %v; it has an element for each of %d outputs", bias.Shape(), w.Size(0))
	}
	y := x.Matmul(c.keep(w.T()))
	if bias == nil {
		return y
	}
	return c.keep(y).Add(bias)
}

// Embedding returns the rows of a table, of shape [rows, size], at indices: their shape and then [size].
// The indices are a tensor of any integer dtype, or an []int. Negative ones count from the end. An index
// out of bounds is an error: see [tensor.Tensor.Take].
func Embedding(table *tensor.Tensor, indices any) (result *tensor.Tensor) {
	c := begin("embedding")
	defer c.end(&result)
	if err := c.check(table); err != nil {
		return tensor.FromError(err)
	}
	if table.Rank() != 2 {
		return c.failf("'weight' must be 2-D, but it has shape %v", table.Shape())
	}
	return table.Take(0, named.Index{Call: c.name, Of: indices})
}
