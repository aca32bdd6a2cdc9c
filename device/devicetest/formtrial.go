package devicetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// forms is the section of the suite about what programs do besides maps.
type forms struct{ *trials }

// formTrial is a launch of any form, from host memory to host memory.
type formTrial struct {
	program       *device.Program
	shape, levels []int
	out, in       []array // an input without memory is a position
	scalars       []op.Scalar
	spoil         func(l *device.Launch) // nil, or makes the launch wrong
}

// program parses a text that is right by construction.
func program(text string, args ...any) *device.Program {
	p, err := device.Parse(fmt.Sprintf(text, args...))
	if err != nil {
		panic(err)
	}
	return p
}

func (t *formTrial) memories() []*memory {
	var ms []*memory
	for _, a := range slices.Concat(t.out, t.in) {
		if a.memory != nil && !slices.Contains(ms, a.memory) {
			ms = append(ms, a.memory)
		}
	}
	return ms
}

// launch is the trial with the buffers of its memories, or with other ones.
func (t *formTrial) launch(buffer func(a array) device.Buffer) *device.Launch {
	l := &device.Launch{Program: t.program, Shape: t.shape, Levels: t.levels, Scalars: t.scalars, Fault: new(device.Fault)}
	for _, a := range t.out {
		l.Out = append(l.Out, device.Operand{Buffer: buffer(a), Type: a.dtype, Layout: a.layout})
	}
	for _, a := range t.in {
		o := device.Operand{Type: a.dtype, Layout: a.layout}
		if a.memory != nil {
			o.Buffer = buffer(a)
		}
		l.In = append(l.In, o)
	}
	return l
}

// onHost stands for a buffer while the judge walks.
type onHost struct {
	device.Buffer
	memory *memory
}

// Len makes the stand-in long enough.
func (b *onHost) Len() int { return len(b.memory.host) }

// describe describes the launch. Its buffers may have been released.
func (t *formTrial) describe() string {
	return t.launch(func(a array) device.Buffer { return &onHost{memory: a.memory} }).Describe()
}

// judge runs the trial on the device, and compares every byte of its memories with the judge's walk.
// After the first fault it does nothing, if that is asked for.
func (f forms) judge(t *formTrial) error {
	if f.over() {
		return nil
	}
	return f.noteError(f.judgeForm(t))
}

func (f forms) judgeForm(t *formTrial) error {
	l, refusal, err := f.launchForm(t)
	switch {
	case err != nil:
		return err
	case !f.runs(t.program):
		f.report.Refused++
		return f.checkFormRefusal(t, refusal)
	case refusal != nil:
		return fmt.Errorf("Run: %w\n%s", refusal, t.describe())
	}
	if err := f.compareForms(t, l.Fault); err != nil {
		return fmt.Errorf("%w\n%s", err, t.describe())
	}
	return nil
}

// runForm runs the trial, which the device must not refuse.
func (f forms) runForm(t *formTrial) error {
	_, refusal, err := f.launchForm(t)
	if err == nil && refusal != nil {
		err = fmt.Errorf("Run: %w\n%s", refusal, t.describe())
	}
	return err
}

// launchForm runs the trial from host memory to host memory. The launch's buffers are released.
func (f forms) launchForm(t *formTrial) (l *device.Launch, refusal, err error) {
	f.report.Cases++
	for _, m := range t.memories() {
		if err := f.upload(m); err != nil {
			return nil, nil, err
		}
		defer m.buf.Release()
	}
	l = t.launch(func(a array) device.Buffer { return a.buf })
	if t.spoil != nil {
		t.spoil(l)
	}
	refusal = f.device.Run(context.Background(), l)
	for _, m := range t.memories() {
		if err := f.download(m); err != nil {
			return nil, nil, err
		}
	}
	return l, refusal, nil
}

// runs reports whether the device lists the program's forms and types, and lacks none of its rows.
func (f forms) runs(p *device.Program) bool {
	row, _ := f.lacking(p)
	listed := !slices.ContainsFunc(types(p), func(dt op.DType) bool { return !f.info.DTypes.Has(dt) })
	return f.info.Forms.Has(p.Forms()) && listed && row == nil
}

// lacking returns the first row that the device says it lacks for the type of an argument, or by
// which it does not combine.
func (f forms) lacking(p *device.Program) (row *op.Op, dt op.DType) {
	lacks := func(gaps *device.Gaps, row *op.Op, dt op.DType) bool { return gaps != nil && (*gaps)[row].Has(dt) }
	for _, in := range p.Code() {
		for _, v := range in.Args {
			if dt := p.Type(v); lacks(f.info.Lacks, in.Op, dt) {
				return in.Op, dt
			}
		}
	}
	for i, v := range p.Outputs() {
		if row, dt := p.Output(i).Combine, p.Type(v); row != nil && lacks(f.info.Uncombined, row, dt) {
			return row, dt
		}
	}
	return nil, 0
}

// checkFormRefusal checks how Run refused a program of a form that the device does not list, or of a
// row that it lacks.
func (f forms) checkFormRefusal(t *formTrial, refusal error) error {
	switch {
	case refusal == nil:
		return fmt.Errorf("Run took %s, and Info lists %v only, or lacks a row; it must answer errors.ErrUnsupported", t.program.Name(), f.info.Forms)
	case !errors.Is(refusal, errors.ErrUnsupported):
		return fmt.Errorf("Run refused with an error that is not errors.ErrUnsupported: %w", refusal)
	case !strings.Contains(refusal.Error(), f.info.Name):
		return fmt.Errorf("the refusal does not name the device %s: %w", f.info.Name, refusal)
	}
	if row, dt := f.lacking(t.program); row != nil && f.info.Forms.Has(t.program.Forms()) {
		for _, name := range []string{row.Name, dt.String()} {
			if !strings.Contains(refusal.Error(), name) {
				return fmt.Errorf("the refusal does not name %s: %w", name, refusal)
			}
		}
	}
	for _, m := range t.memories() {
		if !slices.Equal(m.host, m.after) {
			return fmt.Errorf("refused (%w), but memory changed", refusal)
		}
	}
	return nil
}

// walk walks the trial on the host's memory. It returns the walk, and the elements that it writes.
func (t *formTrial) walk() (w *nest, elements []stored) {
	l := t.launch(func(a array) device.Buffer { return &onHost{memory: a.memory} })
	w = newNest(l, func(o *device.Operand) []byte { return memoryOf(o).host })
	w.write = func(_ *nest, c stored) { elements = append(elements, c) }
	w.run()
	return w, elements
}

func memoryOf(o *device.Operand) *memory { return o.Buffer.(*onHost).memory }

// compareForms walks the trial and compares.
func (f forms) compareForms(t *formTrial, got *device.Fault) error {
	want := map[*memory][]byte{} // expected bytes; right elements are copied from the device
	for _, m := range t.memories() {
		want[m] = slices.Clone(m.host)
	}
	w, elements := t.walk()
	if err := sameFault(w.fault, got.Err()); err != nil {
		return err
	}
	last := map[[2]int]stored{} // the last element that was written to each place
	for _, c := range elements {
		last[[2]int{c.output, c.at}] = c
	}
	for _, c := range last {
		o := &w.Out[c.output]
		m, at, size := memoryOf(o), c.at*o.Type.Size(), o.Type.Size()
		v := o.Type.Load(m.after[at:])
		f.report.Elements++
		if w.fault == nil && !c.allows(o.Type, v) {
			f.report.Wrong++
			return fmt.Errorf("output %d, at %d: got %s, want %s", c.output, c.at, show(o.Type, v), show(o.Type, c.value))
		}
		copy(want[m][at:at+size], m.after[at:])
	}
	for _, m := range t.memories() {
		if err := equalBytes(m.after, want[m]); err != nil {
			return fmt.Errorf("memory that the launch does not write: %w", err)
		}
	}
	return nil
}

// sameFault compares the errors at indices.
func sameFault(want *device.IndexError, got error) error {
	var e *device.IndexError
	switch {
	case want == nil && got == nil:
		return nil
	case want == nil:
		return fmt.Errorf("the launch has the index error %w; every place exists", got)
	case !errors.As(got, &e):
		return fmt.Errorf("the launch has the error %v, want %w", got, want)
	case *e != *want:
		return fmt.Errorf("the launch has the error %+v, want %+v", *e, *want)
	}
	return nil
}

// operands lays the program's operands out over the shape, dense and in memories of their own:
// random values, places of the given sizes.
func (f forms) operands(t *formTrial, places ...int) *formTrial {
	kept := t.shape
	for _, axes := range t.levels {
		kept = kept[:len(kept)-axes]
	}
	shape := func(level, n int) []int {
		if level > 0 {
			return slices.Concat(t.shape, places[:n])
		}
		return slices.Concat(kept, places[:n])
	}
	for k := range t.program.Inputs() {
		in := t.program.Input(k)
		a := array{dtype: in.Type, layout: broadcast.RowMajor(shape(in.Level, in.Places)...)}
		if !in.Position {
			a = f.random(in.Type, a.layout)
		}
		t.in = append(t.in, a)
	}
	for k, v := range t.program.Outputs() {
		dt := t.program.Type(v)
		a := f.array(dt, broadcast.RowMajor(shape(t.program.OutputLevel(k), len(t.program.Output(k).At))...))
		t.out = append(t.out, a.fill(func(int) op.Scalar { return f.moderate(dt) }))
	}
	for _, dt := range t.program.Scalars() {
		t.scalars = append(t.scalars, f.moderate(dt))
	}
	return t
}
