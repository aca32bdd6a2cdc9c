package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// stepList makes the steps of a call, which only its last instruction reads. It is an op.Maker.
type stepList struct {
	layout *broadcast.Layout
	made   []*graph.Storage
	room   [6]*graph.Storage // the first array of made
}

func (s *stepList) Scalar(dt DType, v op.Scalar) graph.Operand {
	return graph.Operand{Type: dt, Scalar: v}
}

func (s *stepList) Known(a graph.Operand) (op.Scalar, bool) { return a.Scalar, a.Storage == nil }

func (s *stepList) Apply(o *op.Op, result DType, args []graph.Operand) graph.Operand {
	made := graph.New(result, s.layout, o, args...)
	s.made = append(s.made, made)
	return graph.Operand{Storage: made, Layout: s.layout}
}

// step makes a step.
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

// lastStep returns the result of a composition, retained, if it is a step; else nil.
func (c *call) lastStep() *graph.Storage {
	s := c.args[0].Storage
	if c.instruction != nil || c.steps == nil || !slices.Contains(c.steps.made, s) {
		return nil
	}
	s.Retain()
	return s
}

// forget releases the steps.
func (c *call) forget() {
	if c.steps != nil {
		for _, made := range c.steps.made {
			made.Release()
		}
	}
}

// last returns the arguments of the last instruction.
func (c *call) last() []graph.Operand {
	if c.instruction == nil {
		return c.args[:1]
	}
	return c.args[:c.instruction.Arity]
}
