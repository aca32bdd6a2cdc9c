package device

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Check returns an error if the launch is wrong on any device, or needs more than info offers.
// Operands have to match the program and lie in their buffers. Scalars have to be elements of their
// types. Outputs must not overlap. Devices call it in Run, with their own Info, before anything
// else.
func (l *Launch) Check(info Info) error {
	if l == nil || l.Program == nil {
		return errors.New("device: launch without a program")
	}
	_, err := broadcast.Size(l.Shape)
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return fmt.Errorf("device: launch of %s over shape %v: %w", l.Program.Name(), l.Shape, err)
	}
	return l.checkSupport(&info)
}

// check refuses a wrong launch.
func (l *Launch) check() error {
	p := l.Program
	if err := l.checkCounts(); err != nil {
		return err
	}
	if err := l.checkLevels(); err != nil {
		return err
	}
	for i := range l.In {
		if err := l.checkOperand("input", i, &l.In[i], p.ins[i]); err != nil {
			return err
		}
	}
	for i := range l.Out {
		out := &l.Out[i]
		in := Input{Type: p.types[p.outputs[i]], Level: p.OutputLevel(i), Places: len(p.outs[i].At)}
		if err := l.checkOperand("output", i, out, in); err != nil {
			return err
		}
		if in.Places == 0 && !out.Layout.Contiguous() && out.Layout.Repeats() {
			return fmt.Errorf("output %d writes an element more than once (strides %v)", i, out.Layout.Strides)
		}
	}
	if l.Fault == nil && p.faulty {
		return errors.New("an index may be out of bounds, and the launch has no Fault for the error")
	}
	return l.checkSharing()
}

// checkCounts compares the numbers of operands with the program's, and scalars with their types.
func (l *Launch) checkCounts() error {
	p := l.Program
	scalars := p.Scalars()
	if len(l.In) != len(p.ins) || len(l.Out) != len(p.outs) || len(l.Scalars) != len(scalars) {
		return fmt.Errorf("%d inputs, %d outputs and %d scalars given, the program takes %d, %d and %d",
			len(l.In), len(l.Out), len(l.Scalars), len(p.ins), len(p.outs), len(scalars))
	}
	for i, s := range l.Scalars {
		if dt := scalars[i]; !holds(dt, s) {
			return fmt.Errorf("scalar %d is %#x, which is no %v", i, uint64(s), dt)
		}
	}
	return nil
}

// holds reports whether the bits are an element of the type.
func holds(dt op.DType, bits op.Scalar) bool {
	if dt == op.Bool {
		return bits <= 1
	}
	return bits>>(8*dt.Size()) == 0
}

// checkLevels compares the launch's groups with those that the program needs.
func (l *Launch) checkLevels() error {
	if need := l.Program.groups(); need != (len(l.Levels) == deepest) || len(l.Levels) > deepest {
		return fmt.Errorf("%d levels given; a program with groups takes %d, another none", len(l.Levels), deepest)
	}
	for _, axes := range l.Levels {
		if axes < 0 || axes > len(l.Shape) {
			return fmt.Errorf("levels of %v axes, the shape has %d", l.Levels, len(l.Shape))
		}
	}
	if !slices.Contains(l.Shape[l.Kept():], 0) {
		return nil
	}
	for _, in := range l.Program.code {
		if g, ok := in.Op.Role.(*op.Group); ok && g.Some {
			return fmt.Errorf("%v of an empty group has no result", in.Op)
		}
	}
	return nil
}

// mayFault reports whether a launch of the program may have an index error.
func (p *Program) mayFault() bool {
	return slices.ContainsFunc(p.code, func(in Instr) bool { return in.Op.MayFault() }) || slices.ContainsFunc(p.outs, func(o Output) bool { return len(o.At) > 0 && !o.Skip })
}

// checkSupport refuses types that the device does not compute in, and more operands than
// it binds.
func (l *Launch) checkSupport(info *Info) error {
	if !info.Forms.Has(l.Program.forms) {
		return l.Program.unsupportedForm(info)
	}
	if missing := l.Program.uses &^ info.DTypes; missing != 0 {
		return l.Program.unsupportedType(info, missing)
	}
	if err := l.Program.lacking(info); err != nil {
		return err
	}
	if info.Limits.Buffers <= 0 {
		return nil
	}
	if n, most := l.buffers(), info.Limits.Buffers-l.Program.Spare(); n > most {
		return &UnsupportedError{Device: info.Name,
			Detail: fmt.Sprintf("a launch of %d operands, %d at most; split the program", n, most)}
	}
	return nil
}

// buffers is how many operands have a buffer.
func (l *Launch) buffers() (n int) {
	for k := range len(l.Out) + len(l.In) {
		if l.Operand(k).Buffer != nil {
			n++
		}
	}
	return n
}

// Spare is how many of [Limits].Buffers a launch of the program leaves to the device: one for partial
// results of groups, and one for an index error or for what stores need.
func (p *Program) Spare() (n int) {
	if p.groups() {
		n++
	}
	if p.faulty || p.forms.Has(Stores) {
		n++
	}
	return n
}

// lacking refuses the first row that the device does not run for its types.
func (p *Program) lacking(info *Info) error {
	if info.Lacks != nil {
		for _, in := range p.code {
			for _, v := range in.Args {
				if err := info.Runs(in.Op, p.types[v]); err != nil {
					return err
				}
			}
		}
	}
	for _, o := range p.outs {
		if o.Combine == nil {
			continue
		}
		if err := info.Combines(o.Combine, p.types[o.Value]); err != nil {
			return err
		}
	}
	return nil
}

// Combines returns an [*UnsupportedError] if stores of the device do not combine elements of a type by
// the reduction.
func (i *Info) Combines(o *op.Op, dt op.DType) error {
	if i.Uncombined == nil || !(*i.Uncombined)[o].Has(dt) {
		return nil
	}
	return &UnsupportedError{Device: i.Name, Detail: fmt.Sprintf("a store that combines %v by %v; move to a device that does with To", dt, o)}
}

// Runs returns an [*UnsupportedError] if the device does not run a row for arguments of these types:
// it does not list the form, or lacks the row.
func (i *Info) Runs(o *op.Op, args ...op.DType) error {
	if form := formOf(o); !i.Forms.Has(form) {
		return &UnsupportedError{Device: i.Name, Op: o.Name, Detail: i.withoutForm(form)}
	}
	for _, dt := range args {
		if i.Lacks != nil && (*i.Lacks)[o].Has(dt) {
			return &UnsupportedError{Device: i.Name, Detail: fmt.Sprintf("%v of %v; move to a device that does with To", o, dt)}
		}
	}
	return nil
}

// withoutForm says what the device runs, and not, and the way out.
func (i *Info) withoutForm(missing Forms) string {
	return fmt.Sprintf("it runs %v, not %v; move to a device that does with To", i.Forms, strings.Join(missing.names(), ", "))
}

// unsupportedType names the first value of a type that the device lacks.
func (p *Program) unsupportedType(info *Info, missing op.Set) error {
	v := slices.IndexFunc(p.types, missing.Has)
	e := &UnsupportedError{Device: info.Name, Type: p.types[v]}
	if i := v - p.operands; i >= 0 {
		e.Op = p.code[i].Op.Name
	}
	return e
}

// unsupportedForm names the first part of the program that is of a form that the device lacks.
func (p *Program) unsupportedForm(info *Info) error {
	missing := p.forms &^ info.Forms
	if i := slices.IndexFunc(p.code, func(in Instr) bool { return formOf(in.Op)&missing != 0 }); i >= 0 {
		return info.Runs(p.code[i].Op)
	}
	return cmp.Or(info.RunsForm(missing&Positions), info.RunsForm(missing&Stores))
}

// RunsForm returns an [*UnsupportedError] if the device does not list a form that has no rows, Positions
// or Stores.
func (i *Info) RunsForm(form Forms) error {
	if i.Forms.Has(form) {
		return nil
	}
	what := "a store at a computed place"
	if form == Positions {
		what = "an input without a buffer"
	}
	return &UnsupportedError{Device: i.Name, Op: what, Detail: i.withoutForm(form)}
}
