package tensor

// ConvolveMode says which part of a convolution [Tensor.Convolve] returns.
type ConvolveMode uint8

// The modes of [Tensor.Convolve], of n and m elements.
const (
	ConvolveFull  ConvolveMode = iota // wherever they overlap: n+m-1 elements
	ConvolveSame                      // the middle of these: as many as the longer has
	ConvolveValid                     // where the shorter overlaps as a whole: the difference of n and m, and 1
)

// Convolve returns the convolution of x and y, which have one axis each, as NumPy's convolve does: the sums of
// the products of x and the reversed y. Either may be the longer. x.Convolve(y.Flip(), mode) is a correlation. The
// dtype is as in [Tensor.Matmul]. Zeros stand beyond the ends, as in PyTorch: an element of the shorter that is
// infinite or NaN gives NaN there, which NumPy leaves out.
func (x *Tensor) Convolve(y *Tensor, mode ConvolveMode) *Tensor {
	const name = "convolve"
	for i, t := range []*Tensor{x, y} {
		if err := t.check(name + ": " + method(i)); err != nil {
			return fail(err)
		}
		if shape := t.layout.Shape; len(shape) != 1 || shape[0] == 0 {
			return failf(name, "%s has shape %v; it has one axis, which is not empty", method(i), shape)
		}
	}
	n, m := x.layout.Shape[0], y.layout.Shape[0]
	if n < m {
		x, y, m = y, x, n
	}
	before, after := 0, 0
	switch mode {
	case ConvolveFull:
		before, after = m-1, m-1
	case ConvolveSame:
		before, after = m/2, (m-1)/2
	case ConvolveValid:
	default:
		return failf(name, "mode %d is none; it is ConvolveFull, ConvolveSame or ConvolveValid", mode)
	}
	var s steps
	defer s.release()
	ts := s.unite(x, y)
	windows := s.keep(s.keep(ts[0].Pad(0, before, after, Constant(0))).Windows(0, m, 1))
	return s.keep(ts[1].Flip()).Matmul(s.keep(windows.T())).named(name)
}
