package main

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// output is the role of results. Inputs have the roles from 0 to 2.
const output = -1

// slot is memory that all cases of a batch share: the inputs of a role and type, or the
// outputs of a type. Small operands are tensors of their own: a view costs a small launch more.
type slot struct {
	dtype
	role  int
	small int // elements; 0 for all larger ones
}

const mostSmall = 10_000

// slot is where the operand of a role is stored.
func (o operand) slot(role int) slot {
	s := slot{dtype: o.Type, role: role}
	if n := o.len(); n <= mostSmall {
		s.small = n
	}
	return s
}

// slots are the slots the work uses, and the elements it needs of each.
func (w *work) slots() map[slot]int {
	need := map[slot]int{}
	for role, in := range w.In {
		need[in.slot(role)] = in.len()
	}
	if w.writes() {
		need[w.Out.slot(output)] = w.Out.len()
	}
	return need
}

// extra is the bytes that the work allocates while it runs. That is its output, if it is new, and
// one more while a step is computed from the step before.
func (w *work) extra() int64 {
	switch w.Mode {
	case fresh, dropped:
		return w.Out.bytes()
	case unfused:
		return 2 * w.Out.bytes()
	}
	return 0
}

// union adds the slots of b to those of a.
func union(a, b map[slot]int) map[slot]int {
	all := map[slot]int{}
	for _, m := range []map[slot]int{a, b} {
		for s, n := range m {
			all[s] = max(all[s], n)
		}
	}
	return all
}

// footprint is the bytes of the slots.
func footprint(slots map[slot]int) (bytes int64) {
	for s, n := range slots {
		bytes += int64(n) * int64(s.Size())
	}
	return bytes
}

// store holds the tensors of a batch, and all tensors made from them, so that it can release all.
type store struct {
	dev  device.Device
	flat map[slot]*tensor.Tensor
	made []*tensor.Tensor
}

func newStore(dev device.Device) *store { return &store{dev: dev, flat: map[slot]*tensor.Tensor{}} }

// keep notes a tensor to be released with the store.
func (s *store) keep(t *tensor.Tensor) *tensor.Tensor {
	s.made = append(s.made, t)
	return t
}

func (s *store) release() {
	for _, t := range slices.Backward(s.made) {
		t.Release()
	}
	s.made, s.flat = nil, nil
}

// fill makes the slots.
func (s *store) fill(slots map[slot]int) error {
	tensor.SetDefaultDevice(s.dev)
	for sl, n := range slots {
		t := s.keep(tensor.Zeros(sl.DType, n))
		if err := repeat(t, sl.role); err != nil {
			return fmt.Errorf("%d elements of %v: %w", n, sl.dtype, err)
		}
		s.flat[sl] = t
	}
	return nil
}

// repeat writes the elements of a role to a tensor of one axis, one period to all others on the
// device itself.
func repeat(t *tensor.Tensor, role int) error {
	n, dt := t.Len(), t.DType()
	once := tensor.FromBytes(dt, pattern(dt, role, min(n, period)))
	defer once.Release()
	whole := n / period
	if whole > 0 {
		head := t.Slice(0, 0, whole*period, 1)
		rows := head.Reshape(whole, period)
		defer head.Release()
		defer rows.Release()
		if err := rows.Assign(once); err != nil {
			return err
		}
	}
	if n == whole*period {
		return nil
	}
	tail, part := t.Slice(0, whole*period, n, 1), once.Slice(0, 0, n-whole*period, 1)
	defer tail.Release()
	defer part.Release()
	return tail.Assign(part)
}

// tensor is the operand as the steps see it.
func (s *store) tensor(o operand, role int) *tensor.Tensor {
	t := s.flat[o.slot(role)]
	if o.len() < t.Len() {
		t = s.keep(t.Slice(0, 0, o.len(), 1))
	}
	if len(o.Shape) != 1 {
		t = s.keep(t.Reshape(o.Shape...))
	}
	if o.View != "" {
		t = s.keep(views[o.View].of(t))
	}
	return t
}
