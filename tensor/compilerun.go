package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// resultLeaf is a tensor of the result.
type resultLeaf struct {
	kind     resultKind
	index    int // of a result or an input of the plan, an earlier result, or an argument
	layout   *broadcast.Layout
	dtype    DType
	readOnly bool
}

type resultKind uint8

const (
	noTensor  resultKind = iota
	newTensor            // the first of one of the plan's results
	anotherOf            // a further view of such a result
	sameAs               // an earlier tensor of the result
	anArgument
	viewOfInput
)

// run runs the trace, and returns the tensors of the result: for Into those that it writes to. The
// slice is valid until the arguments are recycled.
func (t *traced) run(name string, a *arguments) ([]*Tensor, error) {
	t.calls.Add(1)
	if err := t.replay(a); err != nil {
		return nil, errorf(name, "%w", err)
	}
	a.results = append(a.results, a.tensors[a.outs:]...)
	for i := range t.results {
		a.results = append(a.results, t.result(&t.results[i], a))
	}
	return a.results, nil
}

// replay runs the plan. For each result of the plan it makes a tensor with a storage, which Run
// fills.
func (t *traced) replay(a *arguments) error {
	c := &a.call
	for i := range t.uses {
		s, err := t.uses[i].scalar(a.numbers[t.uses[i].number])
		if err != nil {
			return err
		}
		c.Numbers = append(c.Numbers, s)
	}
	for i := range t.sources {
		s, shift := t.sources[i].of(a)
		c.Inputs, c.Shifts = append(c.Inputs, s), append(c.Shifts, shift)
	}
	for range t.plan.Results() {
		m := &made{}
		a.made, c.Results = append(a.made, m), append(c.Results, &m.of)
	}
	return t.plan.Run(c)
}

// result makes a tensor of the result.
func (t *traced) result(r *resultLeaf, a *arguments) *Tensor {
	c := &a.call
	var s *graph.Storage
	layout, x := r.layout, &Tensor{}
	switch r.kind {
	case noTensor:
		return nil
	case sameAs:
		return a.results[r.index]
	case anArgument:
		return a.tensors[r.index]
	case newTensor:
		x, s = &a.made[r.index].Tensor, &a.made[r.index].of
	case anotherOf:
		s = c.Results[r.index]
		s.Retain()
	case viewOfInput:
		if s = c.Inputs[r.index]; !s.Retain() {
			return fail(graph.ErrReleased)
		}
		if shift := c.Shifts[r.index]; shift != 0 {
			moved := *layout
			moved.Offset += shift
			layout = &moved
		}
	}
	x.layout, x.device, x.dtype, x.readOnly = layout, t.device, r.dtype, r.readOnly
	x.storage.Store(s)
	return x
}
