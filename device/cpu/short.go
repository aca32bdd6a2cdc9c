package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// lone is what a program of one instruction, or copy, comes to that one call of a kernel
// runs.
type lone struct {
	program *device.Program
	tier    *tier
	kernel  priced
	direct  bool // it is such a program: its result is stored, and the kernel takes its operands where they are
}

// of makes s that of the program; loops over small tensors want the same one again.
func (s *lone) of(p *device.Program, t *tier) *lone {
	if s.program == p && s.tier == t {
		return s
	}
	*s = lone{program: p, tier: t}
	if len(p.Code()) == 0 && len(p.Outputs()) == 1 {
		s.kernel, s.direct = t.copy(p.Type(p.Outputs()[0]).Size()), true
		return s
	}
	if len(p.Code()) != 1 || len(p.Outputs()) != 1 || p.Outputs()[0] != p.Result(0) {
		return s
	}
	in := &p.Code()[0]
	s.kernel = t.kernelFor(in.Op, computes(p, in), in.Type)
	s.direct = len(p.Scalars()) == 0 || s.kernel.vector && len(in.Args) > 1
	return s
}

// run computes n elements that lie one after the other in each operand. The buffers are held.
func (s *lone) run(l *device.Launch, n int) {
	if len(s.program.Code()) == 0 {
		s.copy(l, n)
		return
	}
	var at [3]unsafe.Pointer
	var how vector.Mode
	for i, v := range s.program.Code()[0].Args {
		if scalar := int(v) - len(l.In); scalar >= 0 {
			at[i], how = unsafe.Pointer(&l.Scalars[scalar]), how|vector.X<<i
			continue
		}
		at[i] = first(&l.In[v])
	}
	s.kernel.run(n, first(&l.Out[0]), at[0], at[1], at[2], how)
}

// copy is run where the result is an input or a scalar.
func (s *lone) copy(l *device.Launch, n int) {
	out, v := &l.Out[0], int(s.program.Outputs()[0])
	if v < len(l.In) {
		s.kernel.run(n, first(out), first(&l.In[v]), nil, nil, 0)
	} else {
		fillBits(first(out), out.Type.Size(), n, uint64(l.Scalars[v-len(l.In)]))
	}
}

// first is the operand's first element.
func first(o *device.Operand) unsafe.Pointer {
	return unsafe.Add(o.Buffer.(*buffer).base(), o.Layout.Offset*o.Type.Size())
}

// short runs a launch that one call of a kernel does on its own, and reports whether it
// was one: too few elements to share, one after the other in every operand. To resolve a
// task for it would take longer than to compute it. The buffers are held.
func (t *task) short(l *device.Launch, d *Device) bool {
	if d.swapped || !t.lone.of(l.Program, d.tier).direct {
		return false
	}
	alone := d.sizes.parallel
	if d.threads == 1 {
		alone = d.sizes.wake
	}
	n, ok := l.Dense()
	if ok = ok && n <= alone/(t.lone.kernel.cost+1); ok {
		t.lone.run(l, n)
	}
	return ok
}

var _ device.Brief = (*Device)(nil)

// briefWork is the work of most launches that RunBrief does, and that nobody shares: others
// who need the device wait for some microseconds.
const briefWork = 3 << 16

// RunBrief runs a launch that takes no longer than to lock its buffers would, with the
// pool's lock alone: where nobody is working, nobody uses them.
func (d *Device) RunBrief(l *device.Launch) bool {
	n, ok := l.Dense()
	if !ok || d.swapped {
		return false
	}
	d.pool.Lock()
	done := d.runBrief(l, n)
	d.pool.Unlock()
	return done
}

// runBrief is called with the pool's lock held.
func (d *Device) runBrief(l *device.Launch, n int) bool {
	s := d.lones.of(l.Program, d.tier)
	if !s.direct || n > briefWork/(s.kernel.cost+1) || d.working > 0 || d.usable() != nil {
		return false
	}
	for i := range l.In {
		if b, ok := l.In[i].Buffer.(*buffer); !ok || b.device != d || b.block == nil {
			return false
		}
	}
	out := &l.Out[0]
	if out.Buffer == nil {
		b, err := d.alloc(n * out.Type.Size())
		if err != nil {
			return false
		}
		out.Buffer = b
	} else if b, ok := out.Buffer.(*buffer); !ok || b.device != d || b.block == nil {
		return false
	}
	s.run(l, n)
	return true
}

// lones has some of them, each in a place of its own if it can be.
type lones [64]lone

func (all *lones) of(p *device.Program, t *tier) *lone {
	at := uintptr(unsafe.Pointer(p))
	return all[(at>>5^at>>11)%uintptr(len(all))].of(p, t)
}
