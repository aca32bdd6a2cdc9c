package device

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Check returns an error if the launch is wrong on any device, or needs more than info offers.
// Operands have to match the program and lie in their buffers. Scalars have to be elements of their
// types. Outputs must not overlap. Devices call it in Run, with their own Info, before anything
// else.
func (l *Launch) Check(info Info) error {
	_, err := l.Inspect(&info)
	return err
}

// Inspection holds the findings about a launch that has passed its checks.
type Inspection struct {
	Len   int  // elements
	Dense bool // all operands lie without gaps: then they need no plan
	Note  *any // room for the device's own findings, if the launch is reused: see Reuse
}

// Inspect is Check that also returns its findings.
func (l *Launch) Inspect(info *Info) (found Inspection, err error) {
	if f := l.findings(); f != nil && f.right(l) {
		return f.inspection(), l.checkSupport(info)
	}
	if l.Program == nil {
		return found, errors.New("device: launch without a program")
	}
	if found.Dense, err = l.check(); err != nil {
		return found, fmt.Errorf("device: launch of %s over shape %v: %w", l.Program.Name(), l.Shape, err)
	}
	found.Len = 1
	for _, size := range l.Shape {
		found.Len *= size
	}
	l.keep(&found)
	return found, l.checkSupport(info)
}

// check refuses a wrong launch. It reports whether all operands lie without gaps.
func (l *Launch) check() (allDense bool, err error) {
	p := l.Program
	if p.nest != nil || l.Levels != nil {
		return false, l.checkNest()
	}
	if err := l.checkCounts(); err != nil {
		return false, err
	}
	allDense = true
	for i := range l.In {
		dense, err := l.checkOperand("input", i, &l.In[i], p.inputs[i])
		if err != nil {
			return false, err
		}
		allDense = allDense && dense
	}
	for i := range l.Out {
		dense, err := l.checkOperand("output", i, &l.Out[i], p.types[p.outputs[i]])
		if err == nil {
			err = l.checkOutput(i, dense)
		}
		if err != nil {
			return false, err
		}
		allDense = allDense && dense
	}
	return allDense, nil
}

// checkCounts compares the numbers of operands with the program's, and scalars with their types.
func (l *Launch) checkCounts() error {
	p := l.Program
	if len(l.In) != len(p.inputs) || len(l.Out) != len(p.outputs) || len(l.Scalars) != len(p.scalars) {
		return fmt.Errorf("%d inputs, %d outputs and %d scalars given, the program takes %d, %d and %d",
			len(l.In), len(l.Out), len(l.Scalars), len(p.inputs), len(p.outputs), len(p.scalars))
	}
	for i, s := range l.Scalars {
		if dt := p.scalars[i]; !holds(dt, s) {
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

// checkOperand refuses a wrong operand. It reports whether the operand lies without gaps.
func (l *Launch) checkOperand(role string, i int, o *Operand, want op.DType) (dense bool, err error) {
	switch {
	case o.Buffer == nil:
		return false, fmt.Errorf("%s %d has no buffer", role, i)
	case o.Type != want:
		return false, fmt.Errorf("%s %d is %v, the program takes %v there", role, i, o.Type, want)
	case !broadcast.SameShape(o.Layout.Shape, l.Shape):
		return false, fmt.Errorf("%s %d has shape %v; expand it to the launch's with Layout.To", role, i, o.Layout.Shape)
	}
	n, dense := o.Layout.Dense()
	if dense && o.lies(n) {
		return true, nil
	}
	if err := o.Layout.Check(o.Buffer.Len() / o.Type.Size()); err != nil {
		return false, fmt.Errorf("%s %d (%v) leaves its buffer of %d bytes: %w", role, i, o.Type, o.Buffer.Len(), err)
	}
	return dense, nil
}

// checkOutput refuses an output that writes an element twice, or that shares elements
// with another operand other than in place.
func (l *Launch) checkOutput(i int, dense bool) error {
	out := &l.Out[i]
	if !dense && !out.Layout.Contiguous() && out.Layout.Repeats() {
		return fmt.Errorf("output %d writes an element more than once (strides %v)", i, out.Layout.Strides)
	}
	for j := range l.In {
		if in := &l.In[j]; in.Buffer == out.Buffer && !inPlace(in, out) && overlap(in, out) {
			return fmt.Errorf("input %d (strides %v, offset %d) overlaps output %d (strides %v, offset %d); have the same layout for both, or copy one first",
				j, in.Layout.Strides, in.Layout.Offset, i, out.Layout.Strides, out.Layout.Offset)
		}
	}
	return l.checkApart(i)
}

// checkApart refuses an output that shares elements with one before it.
func (l *Launch) checkApart(i int) error {
	out := &l.Out[i]
	for j := range i {
		if l.Out[j].Buffer == out.Buffer && overlap(&l.Out[j], out) {
			return fmt.Errorf("outputs %d and %d overlap", j, i)
		}
	}
	return nil
}

// lies reports whether n elements from the operand's offset on lie in its buffer.
func (o *Operand) lies(n int) bool {
	from, bytes := o.Layout.Offset, o.Buffer.Len()
	return from >= 0 && from <= bytes && n <= bytes && (uint64(from)+uint64(n))*uint64(o.Type.Size()) <= uint64(bytes)
}

func inPlace(a, b *Operand) bool {
	return a.Type.Size() == b.Type.Size() && (same(&a.Layout, &b.Layout) || a.Layout.Equal(b.Layout))
}

// same reports whether layouts have the same slices and offset.
func same(a, b *broadcast.Layout) bool {
	return a.Offset == b.Offset && len(a.Shape) > 0 && len(a.Shape) == len(b.Shape) && len(a.Strides) == len(b.Strides) &&
		len(a.Strides) > 0 && &a.Shape[0] == &b.Shape[0] && &a.Strides[0] == &b.Strides[0]
}

// overlap compares elements if both operands have elements of one size, else byte ranges.
func overlap(a, b *Operand) bool {
	if a.Type.Size() == b.Type.Size() {
		return broadcast.Overlap(a.Layout, b.Layout)
	}
	alo, ahi := a.Layout.Bounds()
	blo, bhi := b.Layout.Bounds()
	return alo*a.Type.Size() < bhi*b.Type.Size() && blo*b.Type.Size() < ahi*a.Type.Size()
}

// checkSupport refuses types that the device does not compute in, and more operands than
// it binds.
func (l *Launch) checkSupport(info *Info) error {
	if p := l.Program; p.nest != nil && !info.Forms.Has(p.nest.forms) {
		return p.unsupportedForm(info)
	}
	if missing := l.Program.uses &^ info.DTypes; missing != 0 {
		return l.Program.unsupportedType(info, missing)
	}
	if n := len(l.In) + len(l.Out); info.Limits.Buffers > 0 && n > info.Limits.Buffers {
		return &UnsupportedError{Device: info.Name,
			Detail: fmt.Sprintf("a launch of %d operands, %d at most; split the program", n, info.Limits.Buffers)}
	}
	return nil
}

// unsupportedType names the first value of a type that the device lacks.
func (p *Program) unsupportedType(info *Info, missing op.Set) error {
	v := slices.IndexFunc(p.types, missing.Has)
	e := &UnsupportedError{Device: info.Name, Type: p.types[v]}
	if i := v - len(p.inputs) - len(p.scalars); i >= 0 {
		e.Op = p.code[i].Op.Name
	}
	return e
}
