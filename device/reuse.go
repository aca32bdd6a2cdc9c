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

// findings are what is known of a launch. They are right for one of the same program, shape and
// layouts, at any offsets.
type findings struct {
	of       *Launch  // copies of it have none
	program  *Program // nil before the first
	shape    slice
	operands []finding // the outputs first
	n        int
	dense    bool
	plan     *plan // nil until it was asked for
	note     any   // the device's
}

// plan is that of a launch, whose operands lay at these offsets.
type plan struct {
	broadcast.Plan
	offsets []int
}

// finding is what is known of an operand.
type finding struct {
	shape, strides slice
	first, end     int // its elements lie between these, from its offset on
	shift          int // a power of two is the bytes of an element
	dtype          op.DType
}

// slice tells slices apart by where they lie.
type slice struct {
	at  *int
	len int
}

func sliceOf(s []int) slice { return slice{unsafe.SliceData(s), len(s)} }

// findings returns what was found out about the launch, or nil.
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

// keep keeps what was found out about the launch, which is right, and adds its note.
func (l *Launch) keep(found *Inspection) {
	f := l.kept
	if f == nil || f.of != l || l.Program.nest != nil { // groups are inspected anew
		return
	}
	if l.findings() == nil {
		*f = findings{of: l, program: l.Program, shape: sliceOf(l.Shape), n: found.Len, dense: found.Dense, operands: f.operands[:0]}
		for i := range len(l.Out) + len(l.In) {
			o := l.Operand(i)
			first, end := o.Layout.Bounds()
			f.operands = append(f.operands, finding{sliceOf(o.Layout.Shape), sliceOf(o.Layout.Strides), first - o.Layout.Offset, end - o.Layout.Offset, bits.TrailingZeros(uint(o.Type.Size())), o.Type})
		}
	}
	found.Note = &f.note
}

func (f *findings) inspection() Inspection { return Inspection{f.n, f.dense, &f.note} }

// right reports whether a launch with these findings is evidently right. Scalars are elements of
// their types, and operands lie in their buffers. An output shares a buffer with another operand
// only in place.
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
	first, end := offset+k.first, offset+k.end // which may overflow, if offset is nonsense
	return first >= 0 && uint(end) <= uint(bytes)>>k.shift
}

// planOf is the plan of a launch with these findings.
func (f *findings) planOf(l *Launch) broadcast.Plan {
	if f.plan == nil {
		f.plan = &plan{l.newPlan(new(broadcast.Planner)), make([]int, len(f.operands))}
		for i := range f.operands {
			f.plan.offsets[i] = l.Operand(i).Layout.Offset
		}
	}
	p := f.plan
	for i := range f.operands {
		if offset := l.Operand(i).Layout.Offset; offset != p.offsets[i] {
			p.Operands[i].Offset += offset - p.offsets[i]
			p.offsets[i] = offset
		}
	}
	return p.Plan
}
