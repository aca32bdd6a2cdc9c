package main

import "github.com/wgtensor/wgtensor/tensor"

// uses shows what broadcasting is used for.
func uses(p *page) {
	p.chapter("What it is used for")
	p.lesson("A matrix to begin with.")
	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	p.show("x", x)

	p.lesson("A row is added to every row: the bias of a layer.")
	bias := tensor.FromSlice([]float32{10, 20, 30})
	p.show("x.Add(bias)", x.Add(bias))

	p.lesson("A column scales every column. It needs its axis of size 1: as a row, 2 would meet 3.")
	scale := tensor.FromSlice([]float32{10, 100})
	p.refuses("x.Mul(scale)", x.Mul(scale).Err())
	p.show("x.Mul(scale.Unsqueeze(1))", x.Mul(scale.Unsqueeze(1)))

	p.lesson("A column and a row make a table: the outer product.")
	n := tensor.Arange[int32](1, 6, 1)
	p.show("n.Unsqueeze(1).Mul(n)", n.Unsqueeze(1).Mul(n))

	p.lesson("So does a comparison: a mask, which Where applies.")
	mask := n.Unsqueeze(1).Ge(n)
	p.show("mask = n.Unsqueeze(1).Ge(n)", mask)
	p.show("Where(mask, n, 0)", tensor.Where(mask, n, 0))

	standardise(p)
	distances(p)
}

// standardise brings columns of different scale to one, given their mean and deviation.
func standardise(p *page) {
	p.lesson("Each column less its mean, over its deviation. This is computed in one pass over x.")
	x := tensor.FromSlice([]float32{170, 62, 180, 80, 190, 98}, 3, 2)
	mean := tensor.FromSlice([]float32{180, 80})
	deviation := tensor.FromSlice([]float32{8, 12})
	p.show("x", x)
	p.show("x.Sub(mean).Div(deviation)", x.Sub(mean).Div(deviation))
}

// distances puts the points of a on one axis and those of b on another.
func distances(p *page) {
	p.lesson("How far (0, 0), (3, 4) and (6, 8) are from (0, 0) and (6, 0): an axis for each set of points.")
	ax, ay := tensor.FromSlice([]float32{0, 3, 6}, 3, 1), tensor.FromSlice([]float32{0, 4, 8}, 3, 1)
	bx, by := tensor.FromSlice([]float32{0, 6}), tensor.FromSlice([]float32{0, 0})
	dx, dy := ax.Sub(bx), ay.Sub(by)
	p.size("ax", ax.Shape())
	p.size("bx", bx.Shape())
	p.size("dx = ax.Sub(bx)", dx.Shape())
	p.show("dx.Square().Add(dy.Square()).Sqrt()", dx.Square().Add(dy.Square()).Sqrt())
}

// edges are the shapes one forgets: no axes, and no elements.
func edges(p *page) {
	p.chapter("No axes, no elements")
	x := tensor.FromSlice([]float32{1, 2, 3})

	p.lesson("A 0-d tensor has one element and fits everything. So do Go's numbers.")
	half := tensor.Scalar[float32](0.5)
	p.show("half", half)
	p.show("x.Mul(half)", x.Mul(half))
	p.show("x.Mul(0.5)", x.Mul(0.5))

	p.lesson("An axis of size 1 repeats 0 times as well. Without elements nothing is computed.")
	sum(p, zeros(3, 1), zeros(0))
	p.show("zeros(0, 3).Add(x)", zeros(0, 3).Add(x))
}
