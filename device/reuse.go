package device

import (
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Reuse makes the launch keep the results of Inspect and Plan. It pays for a launch that runs many
// times with other buffers, offsets and scalars. Other fields may change too; then the results are
// computed again. But do not overwrite the numbers of a shape or of strides: set a new slice.
func (l *Launch) Reuse() { l.kept = &findings{of: l} }

// findings are the results of Inspect and Plan for a launch. They hold for the same program, shape
// and layouts, at any offsets.
type findings struct {
	of       *Launch  // a copy of the launch does not use them
	program  *Program // nil before the first
	shape    slice
	operands []finding // the outputs first
	found    Inspection
	plan     *broadcast.Plan // nil until it was asked for
	note     any             // the device's
}

// finding is the result for one operand.
type finding struct {
	shape, strides slice
	first, end     int // the range of its elements, relative to its offset
	shift          int // log2 of the bytes of an element
	dtype          op.DType
	planned        int // the operand's offset in the plan, relative to its own
}

// slice identifies a slice by its address and length.
type slice struct {
	at  *int
	len int
}

func sliceOf(s []int) slice { return slice{unsafe.SliceData(s), len(s)} }

// findings returns the findings that hold for the launch, or nil.
func (l *Launch) findings() *findings {
	f := l.kept
	if f == nil || f.of != l || l.Levels != nil || f.program == nil || f.program != l.Program || f.shape != sliceOf(l.Shape) || len(f.operands) != len(l.Out)+len(l.In) {
		return nil
	}
	for i := range f.operands {
		k, o := &f.operands[i], l.Operand(i)
		if k.dtype != o.Type || k.shape != sliceOf(o.Layout.Shape) || k.strides != sliceOf(o.Layout.Strides) {
			return nil
		}
	}
	return f
}

// keep stores the findings about a launch that has passed its checks, and sets found.Note.
func (l *Launch) keep(found *Inspection) {
	f := l.kept
	if f == nil || f.of != l || l.Program.forms != 0 { // groups are inspected anew
		return
	}
	if l.findings() == nil {
		*f = findings{of: l, program: l.Program, shape: sliceOf(l.Shape), found: Inspection{found.Len, found.Dense, &f.note}, operands: f.operands[:0]}
		for i := range len(l.Out) + len(l.In) {
			o := l.Operand(i)
			first, end := o.Layout.Bounds()
			f.operands = append(f.operands, finding{sliceOf(o.Layout.Shape), sliceOf(o.Layout.Strides), first - o.Layout.Offset, end - o.Layout.Offset, bits.TrailingZeros(uint(o.Type.Size())), o.Type, 0})
		}
	}
	found.Note = &f.note
}

// right reports whether a launch with these findings passes the checks that remain. Scalars are
// elements of their types, and operands lie in their buffers. An output shares a buffer with
// another operand only in place.
func (f *findings) right(l *Launch) bool {
	if l.checkCounts() != nil {
		return false
	}
	for i := range f.operands {
		k, o := &f.operands[i], l.Operand(i)
		if o.Buffer == nil || !k.lies(o.Layout.Offset, o.Buffer.Len()) {
			return false
		}
		for j := range min(i, len(l.Out)) {
			if out := &l.Out[j]; out.Buffer == o.Buffer && (i < len(l.Out) || !inPlace(o, out)) {
				return false
			}
		}
	}
	return true
}

// lies reports whether the operand's elements lie in a buffer of so many bytes.
func (k *finding) lies(offset, bytes int) bool {
	first, end := offset+k.first, offset+k.end // may overflow for an absurd offset
	return first >= 0 && uint(end) <= uint(bytes)>>k.shift
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
