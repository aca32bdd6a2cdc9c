package tensor

import "bytes"

// AllClose reports whether all elements of a and b are close by [Tensor.Isclose], as NumPy's
// allclose does: |a-b| is at most atol + rtol*|b|, or the two are equal. So infinities are close to
// themselves, and NaN to nothing. The shapes are broadcast. It waits until both are computed:
// Eval(ctx, a, b) first, to give that a context.
func AllClose(a, b *Tensor, rtol, atol float64) (bool, error) {
	each := a.Isclose(b, rtol, atol)
	defer each.Release()
	raw, err := each.Bytes()
	return err == nil && bytes.IndexByte(raw, 0) < 0, err
}
