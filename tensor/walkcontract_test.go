package tensor

var contractOps = map[string]computed{
	"matmul": products, "mv": products, "bmm": products,
	"dot": ofTwo((*Tensor).Dot), "vdot": ofTwo((*Tensor).Dot), "outer": ofTwo((*Tensor).Outer), "inner": ofTwo((*Tensor).Inner), "kron": ofTwo((*Tensor).Kron),
	"linear": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		y := in[0].Inner(in[1])
		if len(in) > 2 {
			y = y.Add(in[2])
		}
		return one(y)
	},
	"vecdot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Vecdot(get[int](c, "dim"), in[1]))
	},
	"tensordot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		pairs := get[[2][]int](c, "dims")
		if c.Attrs["dims"][0] != '[' {
			n := get[int](c, "dims")
			pairs = [2][]int{count(in[0].Rank()-n, n), count(0, n)}
		}
		return one(in[0].Tensordot(in[1], pairs[0], pairs[1]))
	},
	"addmm": addProduct, "baddbmm": addProduct,
	"einsum": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(Einsum(get[string](c, "equation"), in...))
	},
}

func products(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Matmul(in[1])) }

func ofTwo(of func(x, y *Tensor) *Tensor) computed {
	return func(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(of(in[0], in[1])) }
}

// addProduct is beta*c + alpha*(a @ b). Of beta 0 c is not read.
func addProduct(c *walkCase, in []*Tensor) ([]*Tensor, string) {
	y := in[1].Matmul(in[2])
	alpha, beta := get[float64](c, "alpha"), get[float64](c, "beta")
	times := func(x *Tensor, by float64) *Tensor {
		if x.DType().IsFloat() {
			return x.Mul(by)
		}
		return x.Mul(int(by))
	}
	y = times(y, alpha)
	if beta != 0 {
		y = y.Add(times(in[0], beta))
	}
	return one(y)
}
