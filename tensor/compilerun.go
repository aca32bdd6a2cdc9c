package tensor

import "github.com/wgtensor/wgtensor/tensor/internal/graph"

// run runs the trace, which matches the arguments, and returns the tensors of the result: for Into
// those that it writes to. The slice is valid until the arguments are recycled.
func (t *traced) run(name string, a *arguments) ([]*Tensor, error) {
	t.calls.Add(1)
	c := &a.call
	for i := range t.uses {
		s, err := t.uses[i].in(&a.reading)
		if err != nil {
			return nil, errorf(name, "%w", err)
		}
		c.Numbers = append(c.Numbers, s)
	}
	for range t.plan.Results() {
		m := &made{}
		a.made, c.Results = append(a.made, m), append(c.Results, &m.of)
	}
	if err := t.plan.Run(c); err != nil {
		return nil, errorf(name, "%w", err)
	}
	for i := range t.results {
		a.tensors = append(a.tensors, t.result(&t.results[i], a))
	}
	return a.tensors[a.outs:], nil
}

// result makes a tensor of the result. The arguments have the tensors before it.
func (t *traced) result(r *resultLeaf, a *arguments) *Tensor {
	x, s, layout := (*Tensor)(nil), (*graph.Storage)(nil), r.layout
	switch r.kind {
	case noTensor:
		return nil
	case sameAs:
		return a.tensors[r.index].again("compile")
	case viewOfResult:
		m := a.made[r.index]
		if x, s = &m.Tensor, &m.of; x.layout != nil { // another view has it
			x = new(Tensor)
			s.Retain()
		}
	case viewOfInput:
		if x, s = new(Tensor), a.call.Inputs[r.index]; !s.Retain() {
			return fail(graph.ErrReleased)
		}
		if shift := a.call.Shifts[r.index]; shift != 0 {
			moved := *layout
			moved.Offset += shift
			layout = &moved
		}
	}
	x.layout, x.device, x.dtype, x.readOnly = layout, t.device, r.dtype, r.readOnly
	x.storage.Store(s)
	return x
}
