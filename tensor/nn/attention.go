package nn

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// AttentionOptions are those of [ScaledDotProductAttention].
type AttentionOptions struct {
	// Mask is broadcast against the scores, [..., heads, queries, keys]. Where a mask of bools is false, a
	// query does not see the key. A mask of floats is added to the scores.
	Mask *tensor.Tensor
	// Causal lets query i see the keys up to i alone.
	Causal bool
	// Scale multiplies the scores; 0 means 1 / sqrt(size of a query).
	Scale float64
}

// ScaledDotProductAttention returns the means of the values v, weighted by the softmax of the scores of
// queries and keys: the products of q and k. q has shape [..., heads, queries, size], k [..., heads, keys,
// size], and v [..., heads, keys, size of a value]. The axes before the last two are broadcast; there may be
// none. Where k and v have fewer heads than q, groups of q's heads share one of theirs. A query whose keys
// are all masked gives NaN, where PyTorch since 2.5 gives 0; without keys the result is 0. The result has the
// common dtype.
func ScaledDotProductAttention(q, k, v *tensor.Tensor, options AttentionOptions) (result *tensor.Tensor) {
	c := begin("scaled_dot_product_attention")
	defer c.end(&result)
	heads, err := c.checkAttention(q, k, v, options)
	if err != nil {
		return tensor.FromError(err)
	}
	dt, err := tensor.ResultType(q, k, v)
	if err != nil {
		return tensor.FromError(err)
	}
	scale := options.Scale
	if scale == 0 {
		scale = 1 / math.Sqrt(float64(q.Size(-1)))
	}
	mask := options.Mask
	if heads > 0 {
		q, k, v = c.keep(c.groupHeads(q, heads)), c.keep(k.Unsqueeze(-3)), c.keep(v.Unsqueeze(-3))
		if mask != nil && mask.Rank() > 2 {
			mask = c.keep(c.groupHeads(mask, min(mask.Size(-3), heads)))
		}
	}
	q, k, v = c.wide(q), c.wide(k), c.wide(v)
	scores := c.keep(c.keep(q.Matmul(c.keep(k.Transpose(-1, -2)))).Mul(scale))
	if scores.Err() != nil {
		return scores
	}
	if options.Causal {
		mask = c.causal(scores)
	}
	switch {
	case mask == nil:
	case mask.DType() == tensor.Bool:
		scores = c.keep(tensor.Where(mask, scores, math.Inf(-1)))
	default:
		scores = c.keep(scores.Add(mask))
	}
	y := c.keep(c.keep(scores.Softmax(-1)).Matmul(v))
	if heads > 0 && y.Rank() > 3 { // else it carries an error
		shape := y.Shape()
		at := len(shape) - 4
		y = c.keep(y.Reshape(slices.Replace(shape, at, at+2, shape[at]*shape[at+1])...))
	}
	return y.AsType(floating(dt))
}

// groupHeads divides the axis of heads into groups: [..., groups, heads of a group, rows, columns].
func (c *call) groupHeads(t *tensor.Tensor, groups int) *tensor.Tensor {
	return divide(t, t.Rank()-3, groups)
}

// causal is true where the number of a query is at least that of a key, for each of the scores. It has
// no memory, and joins their launch.
func (c *call) causal(scores *tensor.Tensor) *tensor.Tensor {
	yes := c.keep(tensor.FromSliceOn(scores.Device(), []bool{true}))
	return c.keep(c.keep(yes.BroadcastTo(scores.Shape()...)).Tril(0))
}

// checkAttention checks shapes. If groups of q's heads share one of k's, it returns how many k has, and
// else 0.
func (c *call) checkAttention(q, k, v *tensor.Tensor, o AttentionOptions) (heads int, err error) {
	if err := c.check(q, k, v); err != nil {
		return 0, err
	}
	if err := c.checkOptional(o.Mask); err != nil {
		return 0, err
	}
	shapes := []any{q.Shape(), k.Shape(), v.Shape()}
	switch {
	case min(q.Rank(), k.Rank(), v.Rank()) < 2:
		return 0, c.errorf("Expected query, key, and value to all be at least 2 dimensional, but got shapes %v, %v and %v", shapes...)
	case q.Size(-1) != k.Size(-1):
		return 0, c.errorf("queries and keys have to have one size, along their last axes: query %v, key %v, value %v", shapes...)
	case k.Size(-2) != v.Size(-2):
		return 0, c.errorf("there have to be as many values as keys, along axis -2: query %v, key %v, value %v", shapes...)
	case o.Causal && o.Mask != nil:
		return 0, c.errorf("Explicit attn_mask should not be set when is_causal=True: leave out Mask or Causal")
	case o.Mask != nil && o.Mask.DType() != tensor.Bool && !o.Mask.DType().IsFloat():
		return 0, c.errorf("Expected attn_mask dtype to be bool or float, but got %v", o.Mask.DType())
	}
	of, by := q.Size(-3), k.Size(-3)
	if q.Rank() < 3 || k.Rank() < 3 || by < 2 || of == by || of == 1 {
		return 0, nil
	}
	if of%by != 0 {
		return 0, c.errorf("Number of heads in key and value must divide the number of heads in query: %d and %d (query %v, key %v, value %v)", append([]any{by, of}, shapes...)...)
	}
	if v.Rank() < 3 || v.Size(-3) != by {
		return 0, c.errorf("key and value have to have as many heads, along axis -3: query %v, key %v, value %v", shapes...)
	}
	return by, nil
}
