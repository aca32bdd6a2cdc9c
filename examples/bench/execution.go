package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// execution is work with its tensors at hand.
type execution struct {
	work  *work
	in    []*tensor.Tensor
	steps []func(t *tensor.Tensor) *tensor.Tensor
	out   *tensor.Tensor // of work that writes
	flat  *tensor.Tensor // out as one axis
	made  []*tensor.Tensor
}

// execute brings the work's tensors.
func execute(w *work, s *store) (*execution, error) {
	x := &execution{work: w}
	for role, in := range w.In {
		x.in = append(x.in, s.tensor(in, role))
	}
	for i, step := range w.Steps {
		args := make([]any, len(step.Args))
		for i, arg := range step.Args {
			if args[i] = arg; input(arg) >= 0 {
				args[i] = x.in[input(arg)]
			}
		}
		x.steps = append(x.steps, w.Steps[i].on(args))
	}
	if w.writes() {
		x.out = s.tensor(w.Out, output)
		x.flat = s.keep(x.out.Reshape(-1))
	}
	for _, t := range append(x.in, x.out) {
		if t != nil && t.Err() != nil {
			return nil, t.Err()
		}
	}
	return x, nil
}

// run computes the work once. On a device that records, work that writes does not wait.
func (x *execution) run() error {
	if x.work.Mode == inPlace {
		return x.out.AddInPlace(x.in[1])
	}
	defer x.drop()
	t, err := x.build()
	if err != nil {
		return err
	}
	return x.finish(t)
}

// build makes the expression, and computes all but its last step if that is the mode.
func (x *execution) build() (*tensor.Tensor, error) {
	var t *tensor.Tensor
	if len(x.in) > 0 {
		t = x.in[0]
	}
	for _, apply := range x.steps {
		t = apply(t)
		if x.work.Mode == unfused {
			if err := tensor.Eval(context.Background(), t); err != nil {
				return nil, err
			}
			x.drop()
		}
		x.made = append(x.made, t)
	}
	return t, nil
}

func (x *execution) finish(t *tensor.Tensor) error {
	switch x.work.Mode {
	case into:
		return x.out.Assign(t)
	case fresh, dropped:
		return tensor.Eval(context.Background(), t)
	}
	return nil
}

// poison overwrites the output, so that a case that computes nothing is found out.
func (x *execution) poison() error {
	if x.out == nil {
		return nil
	}
	return x.out.Fill(x.out.DType() != tensor.Bool)
}

// verify judges the first and the last element and some between, others for every seed. A result
// that is not kept is computed again.
func (x *execution) verify(seed uint64, samples int) error {
	flat := x.flat
	if x.work.Mode == inPlace {
		if err := errors.Join(x.out.Assign(x.in[0]), x.run()); err != nil {
			return err
		}
	}
	if flat == nil {
		t, err := x.build()
		if err != nil {
			return err
		}
		flat = t.Reshape(-1)
		defer flat.Release()
		defer x.drop()
	}
	for i := range samples {
		at := sample(x.work.Out.len(), seed, i)
		got, err := read(flat, at)
		if err != nil {
			return err
		}
		if err := x.work.judge(at, got); err != nil {
			return err
		}
	}
	return nil
}

// drop releases what build made, or leaves it to the garbage collector.
func (x *execution) drop() {
	if x.work.Mode != dropped {
		for _, t := range x.made {
			t.Release()
		}
	}
	clear(x.made)
	x.made = x.made[:0]
}

// sample is which of n elements sample i looks at.
func sample(n int, seed uint64, i int) int {
	switch i {
	case 0:
		return 0
	case 1:
		return n - 1
	}
	return int(hash(seed<<16|uint64(i)) % uint64(n))
}

// read is one element of a tensor of one axis.
func read(flat *tensor.Tensor, at int) (op.Scalar, error) {
	one := flat.Slice(0, at, at+1, 1)
	defer one.Release()
	raw, err := one.Bytes()
	if err != nil {
		return 0, err
	}
	if len(raw) != flat.DType().Size() {
		return 0, fmt.Errorf("%d bytes for one %v", len(raw), flat.DType())
	}
	return flat.DType().Load(raw), nil
}
