package tensor

import (
	"slices"
	"strings"
)

var contractOps = map[string]computed{
	"matmul": products, "mv": products, "bmm": products, "dot": products, "vdot": products, "outer": einsum("a,b->ab"),
	"inner": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(inner(in[0], in[1], 1))
	},
	"linear": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		y := inner(in[0], in[1], 1)
		if len(in) > 2 {
			y = y.Add(in[2])
		}
		return one(y)
	},
	"vecdot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Vecdot(get[int](c, "dim"), in[1]))
	},
	"kron": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		a, b := in[0], in[1]
		for a.Rank() < b.Rank() {
			a = a.Unsqueeze(0)
		}
		for b.Rank() < a.Rank() {
			b = b.Unsqueeze(0)
		}
		n := a.Rank()
		la, lb, out, shape := "abcd"[:n], "efgh"[:n], "", []int{}
		for k := range n {
			out, shape = out+la[k:k+1]+lb[k:k+1], append(shape, a.Shape()[k]*b.Shape()[k])
		}
		return one(contract(a, b, la, lb, out).Reshape(shape...))
	},
	"tensordot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		la, lb := []byte("abcdefgh"[:in[0].Rank()]), []byte("ijklmnop"[:in[1].Rank()])
		var pairs [2][]int
		if n := get[int](c, "dims"); c.Attrs["dims"][0] != '[' {
			pairs = [2][]int{count(in[0].Rank()-n, n), count(0, n)}
		} else {
			pairs = get[[2][]int](c, "dims")
		}
		out := string(la) + string(lb)
		for k, axis := range pairs[0] {
			i, j := (axis+len(la))%len(la), (pairs[1][k]+len(lb))%len(lb)
			out = strings.ReplaceAll(strings.ReplaceAll(out, string(la[i]), ""), string(lb[j]), "")
			lb[j] = la[i]
		}
		return one(contract(in[0], in[1], string(la), string(lb), out))
	},
	"addmm": addProduct, "baddbmm": addProduct,
	"einsum": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		equation := strings.ReplaceAll(get[string](c, "equation"), " ", "")
		if len(in) != 2 {
			return nil, "exception: an einsum of other than two operands is several launches, or none"
		}
		terms, out, explicit := strings.Cut(equation, "->")
		a, b, _ := strings.Cut(terms, ",")
		a, b = dots(a, in[0].Rank()), dots(b, in[1].Rank())
		batch := ""
		for _, label := range strings.Trim(a+b, "") {
			if label >= '0' && label <= '9' && !strings.ContainsRune(batch, label) {
				batch += string(label)
			}
		}
		digits := []byte(batch)
		slices.SortFunc(digits, func(x, y byte) int { return int(y) - int(x) })
		if !explicit {
			letters := []byte{}
			for x := byte('A'); x <= 'z'; x++ {
				if strings.Count(a+b, string(x)) == 1 {
					letters = append(letters, x)
				}
			}
			out = "..." + string(letters)
		}
		return one(contract(in[0], in[1], a, b, strings.ReplaceAll(out, "...", string(digits))))
	},
}

func products(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Matmul(in[1])) }

// dots writes an ellipsis as digits: 0 is its last axis.
func dots(labels string, rank int) string {
	n, digits := rank-len(labels)+3, ""
	for k := range max(0, n) {
		digits = string(rune('0'+k)) + digits
	}
	return strings.ReplaceAll(labels, "...", digits)
}

func einsum(equation string) computed {
	return func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		terms, out, _ := strings.Cut(equation, "->")
		a, b, _ := strings.Cut(terms, ",")
		return one(contract(in[0], in[1], a, b, out))
	}
}

// inner sums the products of a and b over their last axis.
func inner(a, b *Tensor, n int) *Tensor {
	if a.Rank() == 0 || b.Rank() == 0 {
		return a.Mul(b)
	}
	la, lb := "abcdefgh"[:a.Rank()-n], "ijklmnop"[:b.Rank()-n]
	return contract(a, b, la+"z", lb+"z", la+lb)
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
