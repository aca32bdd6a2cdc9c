package device

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Reuse makes the launch keep the results of Inspect and Plan. It pays for a launch that runs many
// times with other buffers, offsets and scalars. Another field may change too, if Inspect comes before
// the next Plan: then both results are computed again. Do not overwrite the numbers of a shape or of
// strides: set a new slice. Change an operand's shape only together with the launch's. Otherwise the
// launch may run as it was inspected before.
func (l *Launch) Reuse() { l.kept = &findings{of: l} }

// findings are the results of Inspect and Plan for a launch, at any offsets.
type findings struct {
	of       *Launch  // a copy of the launch does not use them
	program  *Program // nil before the first
	shape    []int
	operands []finding       // the outputs first
	plan     *broadcast.Plan // nil until it was asked for
	note     any             // the device's
}

// finding is the result for one operand.
type finding struct {
	dtype      op.DType
	strides    []int // its shape is the launch's
	first, end int   // the range of its elements, relative to its offset
	shift      int   // log2 of the bytes of an element
	planned    int   // the operand's offset in the plan, relative to its own
}

// findings returns what was found about the launch with its program, or nil.
func (l *Launch) findings() *findings {
	if f := l.kept; f != nil && f.of == l && f.program == l.Program {
		return f
	}
	return nil
}

// keep stores the findings about a launch that has passed its checks. It returns room for the
// device's own, or nil if the launch is not reused.
func (l *Launch) keep() *any {
	f := l.kept
	if f == nil || f.of != l || l.Program.forms != 0 { // groups are inspected anew
		return nil
	}
	*f = findings{of: l, program: l.Program, shape: l.Shape, operands: f.operands[:0]}
	for k := range len(l.Out) + len(l.In) {
		o := l.Operand(k)
		first, end := o.Layout.Bounds()
		f.operands = append(f.operands, finding{
			dtype: o.Type, strides: o.Layout.Strides, shift: bits.TrailingZeros(uint(o.Type.Size())),
			first: first - o.Layout.Offset, end: end - o.Layout.Offset,
		})
	}
	return &f.note
}

// right reports whether the findings are those of the launch as it is now. Of its checks, it makes
// those that depend on buffers, offsets and scalars.
func (f *findings) right(l *Launch) bool {
	if l.Levels != nil || !broadcast.SameShape(f.shape, l.Shape) || l.checkCounts() != nil {
		return false
	}
	for i := range f.operands {
		k, o := &f.operands[i], l.Operand(i)
		same := k.dtype == o.Type && broadcast.SameShape(k.strides, o.Layout.Strides)
		first, end := o.Layout.Offset+k.first, o.Layout.Offset+k.end // may overflow for an absurd offset
		if !same || o.Buffer == nil || first < 0 || uint(end) > uint(o.Buffer.Len())>>k.shift {
			return false
		}
	}
	return l.checkSharing() == nil
}

// planOf is the plan of a launch with these findings.
func (f *findings) planOf(l *Launch) broadcast.Plan {
	if f.plan == nil {
		plan := l.newPlan(new(broadcast.Planner))
		for i := range f.operands {
			f.operands[i].planned = plan.Operands[i].Offset - l.Operand(i).Layout.Offset
		}
		f.plan = &plan
	}
	for i := range f.operands {
		f.plan.Operands[i].Offset = f.operands[i].planned + l.Operand(i).Layout.Offset
	}
	return *f.plan
}
