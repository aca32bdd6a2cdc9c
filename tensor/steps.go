package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// stepList makes the steps of a call: expressions that only other instructions of the call read. It
// is an op.Maker.
type stepList struct {
	layout *broadcast.Layout
	made   []*graph.Storage
	room   [6]*graph.Storage // the array of made, while it is short
}

func (s *stepList) Scalar(dt DType, v op.Scalar) graph.Operand {
	return graph.Operand{Type: dt, Scalar: v}
}

func (s *stepList) Known(a graph.Operand) (op.Scalar, bool) {
	return a.Scalar, a.Storage == nil && a.Number == 0
}

func (s *stepList) Apply(o *op.Op, result DType, args []graph.Operand) graph.Operand {
	made := graph.New(result, s.layout, o, args...)
	s.made = append(s.made, made)
	return graph.Operand{Storage: made, Layout: s.layout}
}

func (c *call) stepper() *stepList {
	if c.steps == nil {
		c.steps = &stepList{layout: c.layout}
		c.steps.made = c.steps.room[:0]
	}
	return c.steps
}

// storages are the steps so far.
func (s *stepList) storages() []*graph.Storage {
	if s == nil {
		return nil
	}
	return s.made
}

// pin lets all steps read one version of a storage that they read several times, although another
// goroutine writes to it meanwhile.
func (c *call) pin() {
	for i := range c.op.Arity {
		s := c.args[i].Storage
		again := func(a graph.Operand) bool { return a.Storage == s }
		if s == nil || c.op.As == nil && !slices.ContainsFunc(c.args[i+1:], again) || slices.Contains(c.steps.storages(), s) {
			continue
		}
		pinned := s.Snapshot()
		steps := c.stepper()
		steps.made = append(steps.made, pinned)
		for k := range c.args {
			if c.args[k].Storage == s {
				c.args[k].Storage = pinned
			}
		}
	}
}

// forget drops the steps.
func (c *call) forget() {
	for _, made := range c.steps.storages() {
		made.Drop()
	}
}
