package device

import "github.com/wgtensor/wgtensor/broadcast"

// Brief is implemented by devices that compute a few elements in less time than it takes
// to ask for it, such as the CPU. RunBrief runs a launch of one output if it is one that
// takes microseconds at most, and has to wait for nobody. The output may be without a buffer:
// it is given one. What it does not run, mistakes among it, it leaves as it is, and
// reports false; that is for Run.
type Brief interface {
	RunBrief(l *Launch) bool
}

// Dense returns the number of elements of a launch of one output whose operands all lie
// without gaps, in their buffers, none on another that is not the very same. Such a launch
// passes Check, but for what the device does not support. It is the quick answer for the usual
// launch, and no answer for any other. The output may be without a buffer.
func (l *Launch) Dense() (n int, ok bool) {
	p := l.Program
	if p == nil || len(l.Out) != 1 || len(p.outputs) != 1 || len(l.In) != len(p.inputs) || len(l.Scalars) != len(p.scalars) {
		return 0, false
	}
	for i, s := range l.Scalars {
		if !holds(p.scalars[i], s) {
			return 0, false
		}
	}
	out := &l.Out[0]
	n, ok = out.Layout.Dense()
	if !ok || out.Type != p.types[p.outputs[0]] || out.Buffer != nil && !out.lies(n) || !broadcast.SameShape(out.Layout.Shape, l.Shape) {
		return 0, false
	}
	for i := range l.In {
		in := &l.In[i]
		m, ok := in.Layout.Dense()
		if !ok || m != n || in.Type != p.inputs[i] || in.Buffer == nil || !in.lies(n) || !broadcast.SameShape(in.Layout.Shape, l.Shape) {
			return 0, false
		}
		if (in.Layout.Offset != out.Layout.Offset || in.Type.Size() != out.Type.Size()) && in.Buffer == out.Buffer {
			return 0, false
		}
	}
	return n, true
}

// lies reports whether n elements from the operand's offset on lie in its buffer.
func (o *Operand) lies(n int) bool {
	from, bytes := o.Layout.Offset, o.Buffer.Len()
	return from >= 0 && from <= bytes && n <= bytes && (uint64(from)+uint64(n))*uint64(o.Type.Size()) <= uint64(bytes)
}
