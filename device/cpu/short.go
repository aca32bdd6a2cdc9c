package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// short runs a launch that one call of a kernel does on its own, and reports whether it
// was one: an instruction on inputs that lie one after the other as its output does, too
// few elements to share. To resolve a task for it would take longer than to compute it.
// The buffers are held.
func (t *task) short(l *device.Launch, d *Device) bool {
	p := l.Program
	if len(p.Code()) != 1 || len(l.Out) != 1 || p.Outputs()[0] != p.Result(0) || d.swapped {
		return false
	}
	in := &p.Code()[0]
	k := t.kernel(d.tier, in.Op, p.Type(in.Args[len(in.Args)-1]), in.Type) // see op.Computes
	n, ok := l.Out[0].Layout.Dense()
	if !ok || n > d.sizes.parallel/(k.cost+1) {
		return false
	}
	var at [3]unsafe.Pointer
	var how vector.Mode
	for i, v := range in.Args {
		if s := int(v) - len(l.In); s >= 0 {
			if !k.vector || len(in.Args) == 1 {
				return false
			}
			at[i], how = unsafe.Pointer(&l.Scalars[s]), how|vector.X<<i
			continue
		}
		o := &l.In[v]
		if _, ok := o.Layout.Dense(); !ok {
			return false
		}
		at[i] = first(o)
	}
	k.run(n, first(&l.Out[0]), at[0], at[1], at[2], how)
	return true
}

// first is the operand's first element.
func first(o *device.Operand) unsafe.Pointer {
	return unsafe.Add(o.Buffer.(*buffer).base(), o.Layout.Offset*o.Type.Size())
}

// kernel is kernelFor, and remembers the last: loops over small tensors ask for the same
// one again.
func (t *task) kernel(of *tier, o *op.Op, from, to op.DType) priced {
	if k := (key{o, from, to}); k != t.lastKey || of != t.lastTier {
		t.lastKey, t.lastTier, t.lastKernel = k, of, of.kernelFor(o, from, to)
	}
	return t.lastKernel
}
