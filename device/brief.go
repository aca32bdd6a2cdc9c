package device

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Brief is implemented by devices that compute a few elements in less time than it takes
// to ask for it, such as the CPU. RunBrief runs a launch of one output if it is one that
// takes microseconds at most, and has to wait for nobody. The output may be without a buffer:
// it is given one. What it does not run, mistakes among it, it leaves as it is, and
// reports false; that is for Run.
//
// RunFlat is RunBrief of a launch over whole buffers, which is said in fewer words.
//
// Reclaim is Release of a buffer that nobody else knows: there is no call under way that uses
// it, nor will there be one to be answered with ErrReleased. So the device may make another
// buffer of it. Of what is no buffer of its own it reports false and leaves it as it is: those
// of devices that embed it are handed to it as well.
type Brief interface {
	Extension
	RunBrief(l *Launch) bool
	RunFlat(f *Flat) bool
	Reclaim(b Buffer) bool
}

// MostInputs is how many inputs, and how many scalars, a Flat or Rows has at most.
const MostInputs = 8

// Flat is a launch of one output whose operands are the first Len elements of their buffers,
// or the first one, for all.
type Flat struct {
	Program *Program
	Len     int
	Out     Buffer // may be nil: see Brief
	In      [MostInputs]Buffer
	Single  [MostInputs]bool // inputs that are one element
	Scalars [MostInputs]op.Scalar
}

// Valid reports whether the program takes such operands. That they lie in their buffers, and
// on no other that is not the very same, is for the device to see.
func (f *Flat) Valid() bool {
	p := f.Program
	if p == nil || f.Len < 1 || len(p.outputs) != 1 || len(p.inputs) > len(f.In) || len(p.scalars) > len(f.Scalars) {
		return false
	}
	for i, dt := range p.scalars {
		if !holds(dt, f.Scalars[i]) {
			return false
		}
	}
	return true
}

// Dense returns the number of elements of a launch of one output whose operands all lie
// without gaps, in their buffers, none on another that is not the very same. Such a launch
// passes Check, but for what the device does not support. It is the quick answer for the usual
// launch, and no answer for any other. The output may be without a buffer.
func (l *Launch) Dense() (n int, ok bool) {
	if !l.matches() {
		return 0, false
	}
	out := &l.Out[0]
	n, ok = out.Layout.Dense()
	if !ok || out.Buffer != nil && !out.lies(n) {
		return 0, false
	}
	for i := range l.In {
		in := &l.In[i]
		if m, ok := in.Layout.Dense(); !ok || m != n || !in.lies(n) {
			return 0, false
		}
		if (in.Layout.Offset != out.Layout.Offset || in.Type.Size() != out.Type.Size()) && in.Buffer == out.Buffer {
			return 0, false
		}
	}
	return n, true
}

// matches reports whether the launch is of one output, and has the operands that its program
// takes, of its shape.
func (l *Launch) matches() bool {
	p := l.Program
	if p == nil || len(l.Out) != 1 || len(p.outputs) != 1 || len(l.In) != len(p.inputs) || len(l.Scalars) != len(p.scalars) {
		return false
	}
	for i, s := range l.Scalars {
		if !holds(p.scalars[i], s) {
			return false
		}
	}
	for i := range l.In {
		in := &l.In[i]
		if in.Type != p.inputs[i] || in.Buffer == nil || !broadcast.SameShape(in.Layout.Shape, l.Shape) {
			return false
		}
	}
	return l.Out[0].Type == p.types[p.outputs[0]] && broadcast.SameShape(l.Out[0].Layout.Shape, l.Shape)
}

// Rows is how a launch of one output goes over its elements where two loops do: Count rows
// of Len elements. Operands are counted from the output, the inputs behind it.
type Rows struct {
	Count, Len int
	Steps      [1 + MostInputs]Step
}

// Step is how many elements further in its buffer an operand's next row begins, and the next
// element of a row lies.
type Step struct{ Row, Element int }

// mostRows bounds the elements of Rows: there are quicker ways than two loops for more.
const mostRows = 1 << 24

// Rows is Dense for inputs that lie otherwise, if two loops go over them.
func (l *Launch) Rows() (r Rows, ok bool) {
	if !l.matches() || len(l.In) >= len(r.Steps) || !l.strided() || !r.merge(l) {
		return r, false
	}
	out := &l.Out[0]
	if r.Steps[0] != (Step{r.Len, 1}) || out.Buffer != nil && !r.lies(out, 0) {
		return r, false
	}
	for i := range l.In {
		in := &l.In[i]
		if !r.lies(in, i+1) || in.Buffer == out.Buffer &&
			(r.Steps[i+1] != r.Steps[0] || in.Layout.Offset != out.Layout.Offset || in.Type.Size() != out.Type.Size()) {
			return r, false
		}
	}
	return r, true
}

// strided reports whether every operand has a stride for each axis.
func (l *Launch) strided() bool {
	for k := range 1 + len(l.In) {
		if len(l.operand(k).Layout.Strides) != len(l.Shape) {
			return false
		}
	}
	return true
}

// operand is the output or, from 1 on, an input.
func (l *Launch) operand(k int) *Operand {
	if k == 0 {
		return &l.Out[0]
	}
	return &l.In[k-1]
}

// merge makes the axes two loops, from the innermost on. Each is of those that every operand
// steps through as if they were one.
func (r *Rows) merge(l *Launch) bool {
	*r = Rows{Count: 1, Len: 1}
	loops := 0
	for axis := len(l.Shape) - 1; axis >= 0; axis-- {
		size := l.Shape[axis]
		if size == 1 {
			continue
		}
		if size < 1 || size > mostRows/(r.Count*r.Len) {
			return false
		}
		switch {
		case loops > 0 && r.alike(l, axis, loops):
		case loops == 2:
			return false
		default:
			loops++
			r.step(l, axis, loops)
		}
		if loops == 1 {
			r.Len *= size
		} else {
			r.Count *= size
		}
	}
	for k := range 1 + len(l.In) { // whoever walks no further does so as the output does
		s := &r.Steps[k]
		if r.Len == 1 {
			s.Element = 1
		}
		if r.Count == 1 {
			s.Row = s.Element * r.Len
		}
	}
	return true
}

// alike reports whether every operand goes on along the axis as along the loop.
func (r *Rows) alike(l *Launch, axis, loop int) bool {
	for k := range 1 + len(l.In) {
		s, stride := &r.Steps[k], l.operand(k).Layout.Strides[axis]
		if loop == 1 && stride != s.Element*r.Len || loop == 2 && stride != s.Row*r.Count {
			return false
		}
	}
	return true
}

// step has a loop begin with the axis.
func (r *Rows) step(l *Launch, axis, loop int) {
	for k := range 1 + len(l.In) {
		s, stride := &r.Steps[k], l.operand(k).Layout.Strides[axis]
		if loop == 1 {
			s.Element = stride
		} else {
			s.Row = stride
		}
	}
}

// lies reports whether the elements of an operand lie in its buffer.
func (r *Rows) lies(o *Operand, k int) bool {
	const most = 1 << 36 // with mostRows of them nothing overflows
	bytes, from, s := int64(o.Buffer.Len()), int64(o.Layout.Offset), &r.Steps[k]
	row, element := int64(s.Row), int64(s.Element)
	if min(row, element) < -most || max(row, element) > most || from < 0 || from > bytes {
		return false
	}
	row, element = row*int64(r.Count-1), element*int64(r.Len-1)
	first, last := from+min(row, 0)+min(element, 0), from+max(row, 0)+max(element, 0)
	return first >= 0 && last < bytes && (last+1)*int64(o.Type.Size()) <= bytes
}
