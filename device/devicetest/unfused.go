package devicetest

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// checkFused launches the trial and compares it, bit for bit, with the same device running
// one instruction at a time.
func (s *trials) checkFused(t *trial) error {
	if !s.supports(t.program) {
		return s.judge(t)
	}
	if s.over() {
		return nil
	}
	want, err := s.runUnfused(t)
	if err != nil {
		return err
	}
	refusal, err := s.launch(t)
	if err = errors.Join(refusal, err); err != nil {
		return t.explain(err)
	}
	err = s.compare(t, func(i, j int, got op.Scalar) *fault {
		if same(t.out[j].dtype, got, want[j][i]) {
			return nil
		}
		return differs(false, want[j][i])
	})
	if err != nil {
		err = fmt.Errorf("fused differs from one instruction at a time: %w", err)
	}
	return s.noteError(t.explain(errors.Join(t.checkUntouched(), err)))
}

// runUnfused returns the elements of the outputs, computed in one launch per instruction.
func (s *trials) runUnfused(t *trial) ([][]op.Scalar, error) {
	known := map[device.Value]array{} // inputs and results, as arrays that can be read
	for v, a := range t.in {
		known[device.Value(v)] = a
	}
	for i, in := range t.program.Code() {
		v := t.program.Result(i)
		out := s.array(in.Type, dense(t.shape()))
		step := s.step(t, in, known, out)
		refusal, err := s.launch(step)
		if err = errors.Join(refusal, err); err != nil {
			return nil, step.explain(err)
		}
		copy(out.host, out.after)
		known[v] = out
	}
	want := make([][]op.Scalar, len(t.out))
	for j, v := range t.program.Outputs() {
		want[j] = t.elementsOf(v, known)
	}
	return want, nil
}

// elementsOf lists the elements of an input, a scalar or a result.
func (t *trial) elementsOf(v device.Value, known map[device.Value]array) []op.Scalar {
	list := make([]op.Scalar, t.out[0].layout.Len())
	a, ok := known[v]
	if !ok {
		for i := range list {
			list[i] = t.scalars[int(v)-len(t.in)]
		}
		return list
	}
	for i, at := range a.offsets() {
		list[i] = a.load(a.host, at)
	}
	return list
}

// step is the trial of one instruction of a program.
func (s *trials) step(t *trial, in device.Instr, known map[device.Value]array, out array) *trial {
	step := &trial{out: []array{out}}
	types, mask := make([]op.DType, len(in.Args)), 0
	for k, v := range in.Args {
		types[k] = t.program.Type(v)
		if a, ok := known[v]; ok {
			step.in = append(step.in, a)
			continue
		}
		mask |= 1 << k
		step.scalars = append(step.scalars, t.scalars[int(v)-len(t.in)])
	}
	step.program = single(in, types, mask)
	return step
}
