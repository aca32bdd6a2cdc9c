package device

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Kept returns the number of axes before those of the groups: the axes of level 0.
func (l *Launch) Kept() int {
	kept := len(l.Shape)
	for _, axes := range l.Levels {
		kept -= axes
	}
	return kept
}

// axes are the sizes of the axes of a value of the level.
func (l *Launch) axes(level int) []int {
	if level == 0 {
		return l.Shape[:l.Kept()]
	}
	return l.Shape
}

// checkNest is check for a program with other forms than maps.
func (l *Launch) checkNest() error {
	p := l.Program
	if err := l.checkCounts(); err != nil {
		return err
	}
	if err := l.checkLevels(); err != nil {
		return err
	}
	for i := range l.In {
		if err := l.checkPlaced("input", i, &l.In[i], p.inputs[i], p.Input(i)); err != nil {
			return err
		}
	}
	for i := range l.Out {
		in := Input{Level: p.OutputLevel(i), Places: len(p.Output(i).At)}
		if err := l.checkPlaced("output", i, &l.Out[i], p.types[p.outputs[i]], in); err != nil {
			return err
		}
		if err := l.checkWritten(i); err != nil {
			return err
		}
	}
	if l.Fault == nil && p.faulty() {
		return errors.New("an index may be out of bounds, and the launch has no Fault for the error")
	}
	return nil
}

// checkLevels compares the launch's groups with those that the program needs.
func (l *Launch) checkLevels() error {
	if _, err := broadcast.Size(l.Shape); err != nil {
		return err
	}
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

// checkPlaced checks an operand that may have fewer axes than the launch, and places.
func (l *Launch) checkPlaced(role string, i int, o *Operand, dt op.DType, in Input) error {
	axes := l.axes(in.Level)
	switch shape := o.Layout.Shape; {
	case o.Type != dt:
		return fmt.Errorf("%s %d is %v, the program takes %v there", role, i, o.Type, dt)
	case len(shape) != len(axes)+in.Places || !broadcast.SameShape(shape[:len(axes)], axes):
		return fmt.Errorf("%s %d has shape %v; it has the launch's axes %v and then %d places", role, i, shape, axes, in.Places)
	case in.Position:
		return checkPosition(i, o)
	case o.Buffer == nil:
		return fmt.Errorf("%s %d has no buffer", role, i)
	}
	if err := o.Layout.Check(o.Buffer.Len() / o.Type.Size()); err != nil {
		return fmt.Errorf("%s %d (%v) leaves its buffer of %d bytes: %w", role, i, o.Type, o.Buffer.Len(), err)
	}
	return nil
}

// checkPosition refuses offsets that the type does not hold.
func checkPosition(i int, o *Operand) error {
	if o.Buffer != nil {
		return fmt.Errorf("input %d is a position and has a buffer", i)
	}
	if len(o.Layout.Strides) != len(o.Layout.Shape) {
		return fmt.Errorf("input %d has %d strides for shape %v", i, len(o.Layout.Strides), o.Layout.Shape)
	}
	lo, hi := o.Layout.Bounds()
	far := lo == math.MinInt && hi == math.MaxInt // the bounds of a layout that overflows
	if far || o.Type == op.Int32 && lo < hi && (int64(lo) < math.MinInt32 || int64(hi-1) > math.MaxInt32) {
		return fmt.Errorf("input %d: positions %d to %d are not all %v", i, lo, hi-1, o.Type)
	}
	return nil
}

// checkWritten refuses an output that shares elements with another operand other than in place. An
// output with places must not share elements at all, but may write an element several times.
func (l *Launch) checkWritten(i int) error {
	out, placed := &l.Out[i], len(l.Program.Output(i).At) > 0
	if !placed && !out.Layout.Contiguous() && out.Layout.Repeats() {
		return fmt.Errorf("output %d writes an element more than once (strides %v)", i, out.Layout.Strides)
	}
	for j := range l.In {
		in := &l.In[j]
		shared := in.Buffer == out.Buffer && overlap(in, out)
		if shared && (placed || l.Program.Input(j).Places > 0 || !inPlace(in, out)) {
			return fmt.Errorf("input %d (strides %v, offset %d) overlaps output %d (strides %v, offset %d); copy one first",
				j, in.Layout.Strides, in.Layout.Offset, i, out.Layout.Strides, out.Layout.Offset)
		}
	}
	return l.checkApart(i)
}

// faulty reports whether a launch of the program may have an index error.
func (p *Program) faulty() bool {
	for _, in := range p.code {
		if r, ok := in.Op.Role.(op.Load); ok && !r.Or {
			return true
		}
	}
	return slices.ContainsFunc(p.nest.outputs, func(o Output) bool { return len(o.At) > 0 && !o.Skip })
}

// unsupportedForm names the first part of the program that is of a form that the device lacks.
func (p *Program) unsupportedForm(info *Info) error {
	missing := p.nest.forms &^ info.Forms
	e := &UnsupportedError{Device: info.Name, Op: "a store at a computed place"}
	if i := slices.IndexFunc(p.code, func(in Instr) bool { return formOf(in.Op)&missing != 0 }); i >= 0 {
		e.Op, missing = p.code[i].Op.Name, formOf(p.code[i].Op)
	} else if missing.Has(Positions) {
		e.Op, missing = "an input without a buffer", Positions
	} else {
		missing = Stores
	}
	e.Detail = fmt.Sprintf("it runs %v, not %v; move to a device that does with To", info.Forms, strings.Join(missing.names(), ", "))
	return e
}
