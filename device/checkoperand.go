package device

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// checkOperand refuses a wrong operand.
func (l *Launch) checkOperand(role string, i int, o *Operand, in Input) error {
	axes, shape := l.axes(in.Level), o.Layout.Shape
	switch {
	case o.Type != in.Type:
		return fmt.Errorf("%s %d is %v, the program takes %v there", role, i, o.Type, in.Type)
	case len(shape) != len(axes)+in.Places || !broadcast.SameShape(shape[:len(axes)], axes):
		return fmt.Errorf("%s %d has shape %v; expand it with Layout.To to the launch's axes %v and then %d places", role, i, shape, axes, in.Places)
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

// checkSharing refuses outputs that share elements with each other, or with an input other than in
// place. Where the program computes places, operands must not share elements at all.
func (l *Launch) checkSharing() error {
	p := l.Program
	for i := range l.Out {
		out := &l.Out[i]
		for j := range l.In {
			in := &l.In[j]
			if in.Buffer == out.Buffer && (len(p.outs[i].At) > 0 || p.ins[j].Places > 0 || !inPlace(in, out)) && overlap(in, out) {
				return fmt.Errorf("input %d (strides %v, offset %d) overlaps output %d (strides %v, offset %d); copy one first",
					j, in.Layout.Strides, in.Layout.Offset, i, out.Layout.Strides, out.Layout.Offset)
			}
			if in.Buffer == out.Buffer && p.faulty && overlap(in, out) {
				return fmt.Errorf("output %d overwrites input %d, and an index may be out of bounds; write to a copy", i, j)
			}
		}
		for j := range i {
			if l.Out[j].Buffer == out.Buffer && overlap(&l.Out[j], out) {
				return fmt.Errorf("outputs %d and %d overlap", j, i)
			}
		}
	}
	return nil
}

func inPlace(a, b *Operand) bool { return a.Type.Size() == b.Type.Size() && a.Layout.Equal(b.Layout) }

// overlap compares elements if both operands have elements of one size, else byte ranges.
func overlap(a, b *Operand) bool {
	if a.Type.Size() == b.Type.Size() {
		return broadcast.Overlap(a.Layout, b.Layout)
	}
	alo, ahi := a.Layout.Bounds()
	blo, bhi := b.Layout.Bounds()
	return alo*a.Type.Size() < bhi*b.Type.Size() && blo*b.Type.Size() < ahi*a.Type.Size()
}
