package tensor

// ZerosLike returns a tensor of t's shape, dtype and device filled with zeros, or false.
func ZerosLike(t *Tensor) *Tensor { return t.filledLike("zeros_like", 0) }

// OnesLike returns a tensor of t's shape, dtype and device filled with ones, or true.
func OnesLike(t *Tensor) *Tensor { return t.filledLike("ones_like", 1) }

// EmptyLike is [ZerosLike]: a tensor always has elements.
func EmptyLike(t *Tensor) *Tensor { return t.filledLike("empty_like", 0) }

// FullLike returns a tensor of t's shape, dtype and device filled with v, a number or a bool. It is
// converted as by [Tensor.Fill]: an integer that overflows the dtype is an error.
func FullLike(t *Tensor, v any) *Tensor { return t.filledLike("full_like", v) }

func (t *Tensor) filledLike(name string, v any) *Tensor {
	if err := t.check(name); err != nil {
		return fail(err)
	}
	return filledWith(name, t.standIn().device, t.dtype, v, t.layout.Shape)
}
