package main

import "github.com/wgtensor/wgtensor/tensor"

// rules are the examples of PyTorch's notes, in their order.
func rules(p *page) {
	p.chapter("Which shapes fit")
	p.lesson("Same shapes always do.")
	fits(p, []int{5, 7, 3}, []int{5, 7, 3})

	p.lesson("Size 0 is a size as any other: it fits 0 and 1, not 2.")
	fits(p, []int{0}, []int{2, 2})

	p.lesson("Shapes are aligned at their last axes. Two sizes fit if they are equal, or if one is 1.\n" +
		"An axis that is missing counts as 1.")
	fits(p, []int{5, 3, 4, 1}, []int{3, 1, 1})

	p.lesson("But 2 and 3 do not fit.")
	fits(p, []int{5, 2, 4, 1}, []int{3, 1, 1})

	p.chapter("Which shape comes out")
	p.lesson("On every axis the size that is not 1. Both operands may be repeated.")
	sum(p, zeros(5, 1, 4, 1), zeros(3, 1, 1))

	p.lesson("One number is repeated everywhere.")
	sum(p, zeros(1), zeros(3, 1, 7))

	p.lesson("An error names the axis of the result, counted from the left.")
	sum(p, zeros(5, 2, 4, 1), zeros(3, 1, 1))
}

// fits asks for the common shape, without any tensors.
func fits(p *page, x, y []int) {
	p.size("x", x)
	p.size("y", y)
	shape, err := tensor.BroadcastShapes(x, y)
	if err != nil {
		p.refuses("BroadcastShapes(x, y)", err)
		return
	}
	p.size("x and y give", shape)
}

// sum adds two tensors. A mistake is known at once, before anything is computed.
func sum(p *page, x, y *tensor.Tensor) {
	p.size("x", x.Shape())
	p.size("y", y.Shape())
	z := x.Add(y)
	if err := z.Err(); err != nil {
		p.refuses("x.Add(y)", err)
		return
	}
	p.size("x.Add(y)", z.Shape())
}
