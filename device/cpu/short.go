package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// short runs a launch that one call of a kernel does on its own, and reports whether it
// was one: an instruction on inputs that lie one after the other as its output does, too
// few elements to share. To resolve a task for it would take longer than to compute it.
// The buffers are held.
func (t *task) short(l *device.Launch, d *Device) bool {
	p := l.Program
	if len(p.Code()) != 1 || len(l.Out) != 1 || len(l.Scalars) > 0 || p.Outputs()[0] != p.Result(0) || d.swapped {
		return false
	}
	in := &p.Code()[0]
	k := t.kernel(in.Op, p.Type(in.Args[len(in.Args)-1]), in.Type) // see op.Computes
	n, ok := l.Out[0].Layout.Dense()
	if !ok || n > d.sizes.parallel/(k.cost+1) {
		return false
	}
	var at [3]unsafe.Pointer
	for i, v := range in.Args {
		o := &l.In[v]
		if _, ok := o.Layout.Dense(); !ok {
			return false
		}
		at[i] = first(o)
	}
	k.run(n, first(&l.Out[0]), at[0], at[1], at[2])
	return true
}

// first is the operand's first element.
func first(o *device.Operand) unsafe.Pointer {
	return unsafe.Add(o.Buffer.(*buffer).base(), o.Layout.Offset*o.Type.Size())
}

// kernel is kernelFor, and remembers the last: loops over small tensors ask for the same
// one again.
func (t *task) kernel(o *op.Op, from, to op.DType) priced {
	if k := (key{o, from, to}); k != t.lastKey {
		t.lastKey, t.lastKernel = k, kernelFor(o, from, to)
	}
	return t.lastKernel
}
