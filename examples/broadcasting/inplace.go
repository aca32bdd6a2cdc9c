package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

// inPlace is about writing: the tensor written to keeps its shape.
func inPlace(p *page) {
	p.chapter("In place")
	p.lesson("The operand may be repeated.")
	addInPlace(p, zeros(5, 3, 4, 1), zeros(3, 1, 1))

	p.lesson("The tensor written to may not: it has no room for more elements.")
	addInPlace(p, zeros(1, 3, 1), zeros(3, 1, 7))

	p.lesson("Assign writes to a part, here a number to each row of one column.")
	x := tensor.Zeros(tensor.Int32, 2, 3)
	column := x.Index(1, 1)
	p.works("Assign", column.Assign(tensor.FromSlice([]int32{7, 8})))
	p.show("x, after x[:, 1] = [7, 8]", x)

	p.lesson("Where a tensor is written to from itself, the old values count.")
	y := tensor.FromSlice([]int32{1, 2, 3, 4, 5})
	p.works("AddInPlace", y.Slice(0, 1, tensor.End, 1).AddInPlace(y.Slice(0, 0, -1, 1)))
	p.show("y, once 1 to 5, after y[1:] += y[:-1]", y)

	warning(p)
}

func addInPlace(p *page, x, y *tensor.Tensor) {
	p.size("x", x.Shape())
	p.size("y", y.Shape())
	if err := x.AddInPlace(y); err != nil {
		p.refuses("x.AddInPlace(y)", err)
		return
	}
	p.size("x, after x += y", x.Shape())
}

// warning shows the hook that finds code written for PyTorch's old rule.
func warning(p *page) {
	p.chapter("Backwards compatibility")
	p.lesson("Long ago PyTorch added tensors of the same number of elements as if they had one axis.\n" +
		"Today they are broadcast. A hook finds such calls; it is off by default.")
	tensor.OnBroadcastWarning(func(w tensor.BroadcastWarning) {
		fmt.Fprintf(p, "  warning for %s of %v and %v:\n%s\n", w.Op, w.A, w.B, indent(w.String()))
	})
	defer tensor.OnBroadcastWarning(nil)
	sum(p, tensor.Ones(tensor.Float32, 4, 1), tensor.Ones(tensor.Float32, 4))
}
