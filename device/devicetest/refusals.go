package devicetest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// refusalSection checks that the device refuses wrong launches, and changes nothing then.
type refusalSection struct{ *trials }

// refusalChecks are launches that must not run.
func (s refusalSection) refusalChecks() []check {
	return []check{
		{"refusals/types", "a type that Info does not list is refused wherever it stands in the program: input, scalar, intermediate", s.checkHiddenTypes},
		{"refusals/operands", "a launch binds as many operands as Info().Limits.Buffers says; more are refused with errors.ErrUnsupported", s.checkOperands},
		{"refusals/launches", "a launch that fails Launch.Check is an error that changes nothing, and the device goes on", s.checkBadLaunches},
		{"refusals/foreign", "a buffer of another device, or of none, is an error, and the device goes on", s.checkForeign},
	}
}

// checkHiddenTypes looks for types that only an intermediate value or a scalar has.
func (s refusalSection) checkHiddenTypes() error {
	var all faults
	x := s.info.DTypes.List()[0]
	for _, dt := range op.DTypes() {
		via := mustProgram([]op.DType{x}, nil, code{{Op: op.Cast, Type: dt, Args: args{0}}, {Op: op.Cast, Type: x, Args: args{1}}}, 2)
		all.add(s.judge(&trial{program: via, in: []array{s.plainArray(x, 6)}, out: []array{s.plainArray(x, 6)}}))
		scalar := mustProgram([]op.DType{x}, []op.DType{dt}, code{{Op: op.Cast, Type: x, Args: args{1}}}, 0, 2)
		all.add(s.judge(&trial{program: scalar, scalars: []op.Scalar{s.plain(dt)}, in: []array{s.plainArray(x, 6)},
			out: []array{s.plainArray(x, 6), s.plainArray(x, 6)}}))
	}
	return all.join()
}

func (s *source) plainArray(dt op.DType, n int) array {
	return s.array(dt, dense([]int{n})).fill(func(int) op.Scalar { return s.plain(dt) })
}

// checkOperands sums as many inputs as the device binds beside an output, and then one more.
func (s refusalSection) checkOperands() error {
	limit := s.info.Limits.Buffers
	if limit == 0 || limit > 40 {
		limit = 40
	}
	var all faults
	all.add(s.judge(s.sum(limit - 1)))
	all.add(s.judge(s.sum(limit)))
	return all.join()
}

func (s refusalSection) sum(n int) *trial {
	dt := op.Int32
	if !s.info.DTypes.Has(dt) {
		dt = s.info.DTypes.List()[0]
	}
	t := &trial{out: []array{s.plainArray(dt, 9)}}
	var add code
	last := device.Value(0)
	for k := range n {
		t.in = append(t.in, s.plainArray(dt, 9))
		if k > 0 {
			add = append(add, device.Instr{Op: op.Add, Args: args{last, device.Value(k)}})
			last = device.Value(n + k - 1)
		}
	}
	t.program = mustProgram(repeat(dt, n), nil, add, last)
	return t
}

// spoilings make a launch wrong, each in one way, so that Launch.Check refuses it.
var spoilings = []struct {
	name  string
	spoil func(l *device.Launch)
}{
	{"no program", func(l *device.Launch) { l.Program = nil }},
	{"no inputs", func(l *device.Launch) { l.In = nil }},
	{"too many inputs", func(l *device.Launch) { l.In = append(l.In, l.In[0]) }},
	{"one output", func(l *device.Launch) { l.Out = l.Out[:1] }},
	{"no scalars", func(l *device.Launch) { l.Scalars = nil }},
	{"a bool of 2", func(l *device.Launch) { l.Scalars = []op.Scalar{2} }},
	{"no buffer", func(l *device.Launch) { l.In[0].Buffer = nil }},
	{"another type", func(l *device.Launch) { l.In[0].Type++ }},
	{"another shape", func(l *device.Launch) { l.Shape = []int{3, 5} }},
	{"output beyond buffer", func(l *device.Launch) { l.Out[0].Layout.Offset += 1000 }},
	{"input before buffer", func(l *device.Launch) { l.In[0].Layout.Offset = -1 }},
	{"too few strides", func(l *device.Launch) { l.In[0].Layout.Strides = nil }},
	{"output repeats", func(l *device.Launch) { l.Out[0].Layout.Strides = []int{0} }},
	{"outputs overlap", func(l *device.Launch) { l.Out[1] = l.Out[0] }},
	{"output moved over input", func(l *device.Launch) { l.In[0] = l.Out[0]; l.In[0].Layout.Offset++ }},
}

// spoilable is a good launch of a copy and a fill, for spoilings.
func (s *source) spoilable() *trial {
	dt := op.Bool
	return &trial{program: mustProgram([]op.DType{dt}, []op.DType{dt}, nil, 0, 1), in: []array{s.plainArray(dt, 6)},
		scalars: []op.Scalar{1}, out: []array{s.plainArray(dt, 6), s.plainArray(dt, 6)}}
}

// checkBadLaunches spoils a good launch in one way at a time.
func (s refusalSection) checkBadLaunches() error {
	var all faults
	for _, b := range spoilings {
		if err := s.runSpoiled(s.spoilable(), b.spoil); err != nil {
			all.add(fmt.Errorf("%s: %w", b.name, err))
		}
		all.add(s.alive(s.device))
	}
	return all.join()
}

// runSpoiled runs a spoiled launch, which must be an error and change nothing.
func (s refusalSection) runSpoiled(t *trial, spoil func(*device.Launch)) error {
	for _, m := range t.memories() {
		if err := s.upload(m); err != nil {
			return err
		}
		defer m.buf.Release()
	}
	l := t.launch()
	spoil(l)
	if s.device.Run(context.Background(), l) == nil {
		return errors.New("Run says nothing")
	}
	for _, m := range t.memories() {
		if err := s.download(m); err != nil {
			return err
		}
		if !slices.Equal(m.host, m.after) {
			return fmt.Errorf("the memory of %s changed", t.users(m))
		}
	}
	return nil
}
