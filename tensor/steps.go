package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// stepList is the storages on the way to the result of a call, which alone needs them. It makes those
// of a composition; it is an op.Maker.
type stepList struct {
	layout *broadcast.Layout
	made   []*graph.Storage
	room   [6]*graph.Storage // where the first are
}

// Scalar, Known and Apply are op.Maker's.
func (s *stepList) Scalar(dt DType, v op.Scalar) graph.Operand {
	return graph.Operand{Type: dt, Scalar: v}
}

func (s *stepList) Known(a graph.Operand) (op.Scalar, bool) { return a.Scalar, a.Storage == nil }

func (s *stepList) Apply(o *op.Op, result DType, args []graph.Operand) graph.Operand {
	made := graph.New(result, s.layout, o, args...)
	s.made = append(s.made, made)
	return graph.Operand{Storage: made, Layout: s.layout}
}

// step is the value of an instruction on the way.
func (c *call) step(o *op.Op, result DType, args ...graph.Operand) graph.Operand {
	return c.stepper().Apply(o, result, args)
}

func (c *call) stepper() *stepList {
	if c.steps == nil {
		c.steps = &stepList{layout: c.layout}
		c.steps.made = c.steps.room[:0]
	}
	return c.steps
}

// lastStep is the step that a composition comes to, if it is one, for the caller to release.
func (c *call) lastStep() *graph.Storage {
	s := c.args[0].Storage
	if c.instruction != nil || c.steps == nil || !slices.Contains(c.steps.made, s) {
		return nil
	}
	s.Retain()
	return s
}

// forget lets go of the steps.
func (c *call) forget() {
	if c.steps != nil {
		for _, made := range c.steps.made {
			made.Release()
		}
	}
}

// last are the arguments of the last instruction.
func (c *call) last() []graph.Operand {
	if c.instruction == nil {
		return c.args[:1]
	}
	return c.args[:c.instruction.Arity]
}
