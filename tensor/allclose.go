package tensor

import "bytes"

// AllClose reports whether all elements of a and b are close by [Tensor.Isclose], as NumPy's
// allclose does. Two elements are close if |a-b| is at most atol + rtol*|b|, or if they are equal.
// So an infinity is close to itself, and NaN is close to no number. The shapes are broadcast. It
// waits until both are computed. To bound the wait by a context, call Eval(ctx, a, b) first.
func AllClose(a, b *Tensor, rtol, atol float64) (bool, error) {
	each := a.Isclose(b, rtol, atol)
	defer each.Release()
	raw, err := each.Bytes()
	return err == nil && bytes.IndexByte(raw, 0) < 0, failure("all close", err)
}
