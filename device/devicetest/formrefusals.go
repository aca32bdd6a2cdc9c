package devicetest

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// groupSpoilings make a launch of groups wrong, each in one way, so that Launch.Check refuses it.
// The launch is a maximum over the rows of [3 4].
var groupSpoilings = []struct {
	name  string
	spoil func(l *device.Launch)
}{
	{"no levels", func(l *device.Launch) { l.Levels = nil }},
	{"two levels", func(l *device.Launch) { l.Levels = []int{1, 1} }},
	{"a group of more axes than the shape", func(l *device.Launch) { l.Levels = []int{3} }},
	{"a group of -1 axes", func(l *device.Launch) { l.Levels = []int{-1} }},
	{"other groups than the output's", func(l *device.Launch) { l.Levels = []int{2} }},
	{"a maximum of an empty group", func(l *device.Launch) {
		l.Shape = []int{3, 0}
		l.In[0].Layout.Shape = l.Shape
	}},
	{"an output with the axes of the group", func(l *device.Launch) { l.Out[0].Layout = l.In[0].Layout }},
	{"an input without the axes of the group", func(l *device.Launch) { l.In[0].Layout = l.Out[0].Layout }},
	{"an output on a part of the input", func(l *device.Launch) { l.Out[0].Buffer = l.In[0].Buffer }},
	{"an output that repeats", func(l *device.Launch) { l.Out[0].Layout.Strides = []int{0} }},
}

// checkFormRefusals spoils a good launch in one way at a time.
func (f forms) checkFormRefusals() error {
	var all faults
	p := program("(%%0 bool level 1)\n%%1 bool = max %%0\nreturn %%1")
	for _, b := range groupSpoilings {
		t := f.operands(&formTrial{program: p, shape: []int{3, 4}, levels: []int{1}})
		if !f.runs(p) {
			continue
		}
		if err := f.runSpoiled(t, b.spoil); err != nil {
			all.add(fmt.Errorf("%s: %w", b.name, err))
		}
	}
	load := program("(%%0 int32 places 1, %%1 int32)\n%%2 int32 = load %%0 %%1\nreturn %%2")
	if t := f.operands(&formTrial{program: load, shape: []int{6}}, 4); f.runs(load) {
		f.indices(t.in[1], 4, 0)
		t.out[0] = t.in[1]
		if err := f.runSpoiled(t, func(*device.Launch) {}); err != nil {
			all.add(fmt.Errorf("in place where an index may be out of bounds: %w", err))
		}
		t = f.operands(&formTrial{program: load, shape: []int{6}}, 4)
		if err := f.runSpoiled(t, func(l *device.Launch) { l.Fault = nil }); err != nil {
			all.add(fmt.Errorf("no Fault where an index may be out of bounds: %w", err))
		}
	}
	return all.join()
}

// runSpoiled runs a spoiled launch, which must be an error and change nothing.
func (f forms) runSpoiled(t *formTrial, spoil func(l *device.Launch)) error {
	t.spoil = spoil
	_, refusal, err := f.launchForm(t)
	if err == nil && refusal == nil {
		err = errors.New("Run says nothing")
	}
	if err == nil {
		err = t.checkUnchanged()
	}
	return errors.Join(err, f.alive(f.device))
}

// checkUnchanged reports a byte that the launch changed.
func (t *formTrial) checkUnchanged() error {
	for _, m := range t.memories() {
		if err := equalBytes(m.after, m.host); err != nil {
			return fmt.Errorf("the launch was refused, and memory changed: %w", err)
		}
	}
	return nil
}

// checkFormOperands sums as many inputs as the device binds beside an output, and then one more.
func (f forms) checkFormOperands() error {
	var all faults
	limit := f.info.Limits.Buffers
	if limit == 0 || limit > 40 {
		limit = 40
	}
	for _, beyond := range []bool{false, true} {
		p := f.sumOfMany(1)
		n := limit - p.Spare() - 1
		if beyond {
			n++
		}
		if p = f.sumOfMany(n); !f.runs(p) {
			continue
		}
		t := f.operands(&formTrial{program: p, shape: []int{3, 5}, levels: []int{1}})
		if !beyond || f.info.Limits.Buffers == 0 || f.info.Limits.Buffers > 40 {
			all.add(f.judge(t))
			continue
		}
		_, refusal, err := f.launchForm(t)
		if err == nil {
			err = t.checkUnchanged()
		}
		if err == nil && !errors.Is(refusal, errors.ErrUnsupported) {
			err = fmt.Errorf("Run of %d operands answers %w; Info().Limits.Buffers is %d, and the program leaves %d: it must be errors.ErrUnsupported",
				n+1, refusal, limit, p.Spare())
		}
		all.add(err)
	}
	return all.join()
}

// sumOfMany is the greatest exclusive or of n inputs in each group.
func (f forms) sumOfMany(n int) *device.Program {
	src := device.Source{}
	last := device.Value(0)
	for k := range n {
		src.Inputs = append(src.Inputs, device.Input{Type: op.Int32, Level: 1})
		if k > 0 {
			src.Code = append(src.Code, device.Instr{Op: op.BitwiseXor, Args: args{last, device.Value(k)}})
			last = device.Value(n + k - 1)
		}
	}
	src.Code = append(src.Code, device.Instr{Op: op.Max, Args: args{last}})
	src.Outputs = []device.Output{{Value: device.Value(n + len(src.Code) - 1)}}
	p, err := src.Program()
	if err != nil {
		panic(err)
	}
	return p
}

// checkLacks runs each row that the device says it lacks, in each of the types.
func (f forms) checkLacks() error {
	var all faults
	for _, row := range op.Roles() {
		for _, dt := range (*f.info.Lacks)[row].List() {
			if _, ok := row.Role.(*op.Group); !ok || !f.info.DTypes.Has(dt) {
				continue
			}
			p := f.single(row, dt)
			if !f.info.Forms.Has(p.Forms()) {
				all.add(fmt.Errorf("row %v is among Info.Lacks, and Info.Forms has only %v: a row of a form that is not listed is not lacking", row, f.info.Forms))
				continue
			}
			all.add(f.judge(f.operands(&formTrial{program: p, shape: []int{3, 4}, levels: []int{1}})))
		}
	}
	return all.join()
}
