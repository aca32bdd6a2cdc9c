package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// step makes an instruction a step. The step takes over the references of the arguments.
func (c *call) step(o *op.Op, result DType, args ...graph.Arg) graph.Arg {
	return graph.Arg{Version: graph.NewStep(result, c.layout, o, args), Layout: c.layout}
}

// compose makes the steps of a composition, and returns its result.
func (c *call) compose(dt DType) graph.Arg {
	m := &stepMaker{layout: c.layout}
	m.made = m.room[:0]
	result := op.Steps(m, c.op, dt, c.args[:c.op.Arity])
	if result.Version != nil {
		result.Version.Ref()
	}
	for _, v := range m.made {
		v.Let()
	}
	c.forget()
	return result
}

// forget drops the arguments.
func (c *call) forget() {
	for i := range c.args {
		if v := c.args[i].Version; v != nil {
			v.Let()
		}
		c.args[i] = graph.Arg{}
	}
}

// stepMaker makes the steps of a composition. It is an op.Maker. It has a reference to each step, as
// several steps or none may read it.
type stepMaker struct {
	layout *broadcast.Layout
	made   []*graph.Version
	room   [6]*graph.Version // the array of made, while it is short
}

func (m *stepMaker) Scalar(dt DType, v op.Scalar) graph.Arg {
	return graph.Arg{Type: dt, Scalar: v}
}

func (m *stepMaker) Known(a graph.Arg) (op.Scalar, bool) {
	return a.Scalar, a.Version == nil && a.Number == 0
}

func (m *stepMaker) Apply(o *op.Op, result DType, args []graph.Arg) graph.Arg {
	for i := range args {
		if v := args[i].Version; v != nil {
			v.Ref()
		}
	}
	v := graph.NewStep(result, m.layout, o, args)
	m.made = append(m.made, v)
	return graph.Arg{Version: v, Layout: m.layout}
}
