package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

// views are how it works: an axis that repeats has stride 0, and nothing is copied.
func views(p *page) {
	p.chapter("Without a copy")
	p.lesson("Strides say how far the next element is, along each axis.")
	x := tensor.FromSlice([]float32{1, 2, 3})
	p.layout("x", x)
	p.layout("x.Unsqueeze(1)", x.Unsqueeze(1))

	p.lesson("Repeated axes have stride 0: every row is the one row there is.")
	rows := x.BroadcastTo(2, 3)
	p.layout("rows = x.BroadcastTo(2, 3)", rows)
	p.layout("x.Unsqueeze(1).Expand(-1, 4)", x.Unsqueeze(1).Expand(-1, 4))
	p.refuses("x.BroadcastTo(2, 4)", x.BroadcastTo(2, 4).Err())

	p.lesson("That is what operations do with their operands.")
	y := zeros(2, 1)
	p.layout("y", y)
	both, err := tensor.BroadcastTensors(x, y)
	p.works("BroadcastTensors(x, y)", err)
	for i, t := range both {
		p.layout(fmt.Sprintf("BroadcastTensors(x, y)[%d]", i), t)
	}

	p.lesson("A view sees later changes of x. An expression keeps the values it was built from.")
	double := x.Mul(2)
	p.works("Fill", x.Slice(0, 0, 1, 1).Fill(100))
	p.show("rows, after x[0] = 100", rows)
	p.show("double, built before as x.Mul(2)", double)

	p.lesson("Writing to one of two rows would write to both, so such a view is read-only.")
	fmt.Fprintf(p, "  rows.ReadOnly() = %v\n", rows.ReadOnly())
	p.refuses("rows.AddInPlace(1)", rows.AddInPlace(1))

	p.lesson("Clone copies every element to memory of its own.")
	own := rows.Clone()
	p.layout("own = rows.Clone()", own)
	p.works("Fill", own.Index(0, 0).Fill(0))
	p.show("own, after own[0] = 0", own)
}

// layout prints how a tensor lies in its storage.
func (p *page) layout(label string, t *tensor.Tensor) {
	p.works(label, t.Err())
	fmt.Fprintf(p, "  %-30s shape %-6s strides %v\n", label, fmt.Sprint(t.Shape()), t.Strides())
}
