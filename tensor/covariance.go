package tensor

// Cov returns the covariances of variables, as NumPy's cov does: the rows of x are the variables, and the columns
// observations of them. Transpose x if it is the other way round. The matrix has the variances on its diagonal.
// The sums of products are divided by the number of observations less a correction, which is 1 by default; 0 is
// for a whole population. One variable, in a tensor of one axis, gives its variance. Integers give float32.
func (x *Tensor) Cov(correction ...float64) *Tensor {
	const name = "cov"
	if len(correction) > 1 {
		return failf(name, "%d corrections given; one is enough", len(correction))
	}
	less := 1.
	if len(correction) == 1 {
		less = correction[0]
	}
	return x.covariances(name, less, func(c *Tensor, _ *steps) *Tensor { return c })
}

// Corrcoef returns the correlations of variables, as NumPy's corrcoef does: the covariances of [Tensor.Cov],
// divided by the deviations of both variables. They are from -1 to 1, and NaN for a variable that does not vary.
func (x *Tensor) Corrcoef() *Tensor {
	return x.covariances("corrcoef", 1, func(c *Tensor, s *steps) *Tensor {
		d := s.keep(s.keep(c.Diagonal(0, 1, 0)).Sqrt())
		c = s.keep(s.keep(c.Div(s.keep(d.Unsqueeze(1)))).Div(d))
		return s.keep(c.Clamp(-1, 1))
	})
}

// covariances gives a function the matrix of covariances, in the dtype that a float result is computed in.
func (x *Tensor) covariances(name string, correction float64, of func(c *Tensor, s *steps) *Tensor) *Tensor {
	if err := x.check(name); err != nil {
		return fail(err)
	}
	rank, n := len(x.layout.Shape), x.layout.Len()
	if rank == 2 {
		n = x.layout.Shape[1]
	} else if rank > 2 {
		return failf(name, "the tensor has %d axes (shape %v), and has two: variables and observations", rank, x.layout.Shape)
	}
	var s steps
	defer s.release()
	rows, dt := s.keep(s.now(x).AsType(accumulator(x.dtype))), floating(x.dtype)
	if rank < 2 {
		rows = s.keep(rows.Reshape(1, n))
	}
	far := s.keep(rows.Sub(s.keep(rows.Along(1).Keep().Mean())))
	c := s.keep(s.keep(far.Matmul(s.keep(far.T()))).Div(max(float64(n)-correction, 0)))
	if c.err != nil {
		return c.named(name)
	}
	y := s.keep(of(c, &s).AsType(dt))
	if rank < 2 {
		return y.Reshape()
	}
	return y.again(name)
}
