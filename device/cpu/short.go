package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// lone is what a program of one instruction, or copy, comes to that one call of a kernel
// runs.
type lone struct {
	program *device.Program
	tier    *tier
	kernel  priced
	args    [3]int8     // inputs, counted from 1, and scalars, from -1 down
	how     vector.Mode // of the scalars
	sizes   [4]int      // bytes of an element of the result and of the inputs
	weight  int64       // of one element, for exceeds
	direct  bool        // it is such a program: its result is stored, and the kernel takes its operands where they are
}

// of makes s that of the program; loops over small tensors want the same one again.
func (s *lone) of(p *device.Program, t *tier) *lone {
	if s.program != p || s.tier != t {
		*s = lone{program: p, tier: t}
		s.resolve()
	}
	return s
}

func (s *lone) resolve() {
	p := s.program
	switch {
	case len(p.Outputs()) != 1:
	case len(p.Code()) == 0:
		s.take(p.Outputs()[0])
		size := p.Type(p.Outputs()[0]).Size()
		s.kernel, s.direct = s.tier.copy(size), true
		if s.how != 0 {
			s.kernel.run, s.kernel.rows = filler(size), nil
		}
	case len(p.Code()) == 1 && p.Outputs()[0] == p.Result(0):
		s.instruction(&p.Code()[0], computes(p, &p.Code()[0]))
	case len(p.Code()) > 1:
		last := len(p.Code()) - 1
		in := p.Code()[last]
		args, from, casts := s.tier.onNumbers(p, last)
		if casts == last && max(args[0], args[1]) < p.Result(0) && p.Outputs()[0] == p.Result(last) {
			in.Args = args[:len(in.Args)]
			s.instruction(&in, from)
		}
	}
	if s.direct = s.direct && len(p.Inputs()) < len(s.sizes); s.direct {
		s.sizes[0] = p.Type(p.Outputs()[0]).Size()
		for k, dt := range p.Inputs() {
			s.sizes[1+k] = dt.Size()
		}
	}
	if s.kernel.rows == nil {
		s.kernel.least = 0 // it takes fewer
	}
	if s.weight = 3 * int64(s.kernel.cost+1); s.how != 0 {
		s.weight = int64(s.kernel.cost+1) * int64(1+len(p.Inputs()))
	}
	s.weight *= int64(widest(p, s.kernel.vector))
}

func (s *lone) instruction(in *device.Instr, from op.DType) {
	s.take(in.Args...)
	s.kernel = s.tier.kernelFor(in.Op, from, in.Type)
	s.direct = s.how == 0 || s.constants()
}

// exceeds reports whether n elements are more work than so many additions of two operands,
// twice, as sizes has it. With a scalar in place of an operand less memory is read.
func (s *lone) exceeds(n, work int) bool {
	return n > 3*float*work || int64(n)*s.weight > 3*float*int64(work)
}

// take notes the kernel's arguments.
func (s *lone) take(args ...device.Value) {
	for i, v := range args {
		if scalar := int(v) - len(s.program.Inputs()); scalar >= 0 {
			s.args[i], s.how = int8(-1-scalar), s.how|vector.X<<i
		} else {
			s.args[i] = int8(1 + v)
		}
	}
}

// constants reports whether the kernel takes a constant operand as one element.
func (s *lone) constants() bool { return s.kernel.vector && s.args[1] != 0 }

// filler is the kernel of a scalar that is stored.
func filler(size int) kernel {
	return func(n int, to, x, _, _ unsafe.Pointer, _ vector.Mode) {
		fillBits(to, size, n, loadBits(x, size, false))
	}
}

// run computes n elements that lie one after the other in each operand, but for inputs that
// are a single one. The buffers are held.
func (s *lone) run(n int, to unsafe.Pointer, in *[3]unsafe.Pointer, single *[3]bool, scalars []op.Scalar) {
	how := s.how
	var at [3]unsafe.Pointer
	for i, arg := range s.args {
		switch {
		case arg > 0:
			at[i] = in[arg-1]
			if single[arg-1] {
				how |= vector.X << i
			}
		case arg < 0:
			at[i] = unsafe.Pointer(&scalars[-1-arg])
		}
	}
	if s.kernel.rows != nil && n >= s.kernel.least {
		s.kernel.rows(n, to, at[0], at[1], at[2], how, 1, nil)
		return
	}
	s.kernel.run(n, to, at[0], at[1], at[2], how)
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
	if !ok || t.lone.exceeds(n, alone) {
		return false
	}
	var in [3]unsafe.Pointer
	for k := range l.In {
		in[k] = first(&l.In[k])
	}
	t.lone.run(n, first(&l.Out[0]), &in, &[3]bool{}, l.Scalars)
	return true
}

var _ device.Brief = (*Device)(nil)

// briefWork is the work of most launches that RunBrief does: others who need the device wait
// for some microseconds. Where there are others to share it with it is less.
const briefWork = 1 << 18

func (d *Device) briefWork() int {
	if d.threads == 1 {
		return briefWork
	}
	return min(briefWork, d.sizes.parallel)
}

// RunFlat runs a launch that takes no longer than to lock its buffers would: where nobody is
// working, nobody uses them.
func (d *Device) RunFlat(f *device.Flat) bool {
	if !f.Valid() {
		return false
	}
	s := d.lones.of(f.Program, d.tier)
	work := f.Len
	if f.Single != [3]bool{} {
		work -= work / 3 // of three operands one is not read
	}
	if !d.ready(s, work) {
		return false
	}
	var in [3]unsafe.Pointer
	result := s.sizes[0]
	for k, size := range s.sizes[1:] {
		if size == 0 {
			break
		}
		n := f.Len
		if f.Single[k] {
			n = 1
		}
		b := d.live(f.In[k], n*size)
		if b == nil || (f.Single[k] || size != result) && f.In[k] == f.Out || f.Single[k] && !s.constants() {
			return false
		}
		in[k] = b.base()
	}
	out, err := d.output(&f.Out, f.Len*result)
	if err != nil {
		return false
	}
	n := f.Len
	if n < s.kernel.least && s.roomy(f) {
		n = s.kernel.least
	}
	s.run(n, out.base(), &in, &f.Single, f.Scalars[:])
	return true
}

// roomy reports whether the kernel may compute the least it can: nobody minds what lies behind a
// buffer in its block.
func (s *lone) roomy(f *device.Flat) bool {
	room := func(b device.Buffer, size int) bool { return 8*len(b.(*buffer).block) >= s.kernel.least*size }
	if f.Out.Len() > f.Len*s.sizes[0] || !room(f.Out, s.sizes[0]) {
		return false
	}
	for k := range s.program.Inputs() {
		if !f.Single[k] && !room(f.In[k], s.sizes[1+k]) {
			return false
		}
	}
	return true
}

// RunBrief is RunFlat of any other launch of two loops.
func (d *Device) RunBrief(l *device.Launch) bool {
	r, ok := l.Rows()
	if !ok {
		return false
	}
	s := d.lones.of(l.Program, d.tier)
	if !d.ready(s, r.Count*r.Len) || !s.packable(l, &r) {
		return false
	}
	for k := range l.In {
		if d.live(l.In[k].Buffer, 0) == nil {
			return false
		}
	}
	if _, err := d.output(&l.Out[0].Buffer, r.Count*r.Len*s.sizes[0]); err != nil {
		return false
	}
	s.runRows(l, &r, &d.packs)
	return true
}

// ready reports whether a launch of n elements may be run now.
func (d *Device) ready(s *lone, n int) bool {
	return s.direct && !d.swapped && !s.exceeds(n, d.briefWork()) && d.working == 0 && d.usable() == nil
}

// live returns a buffer of the device that was not released and has so many bytes, or nil.
func (d *Device) live(buf device.Buffer, bytes int) *buffer {
	if b, ok := buf.(*buffer); ok && b.device == d && b.block != nil && b.len >= bytes {
		return b
	}
	return nil
}

// output returns a live buffer for a result, which it makes if there is none.
func (d *Device) output(buf *device.Buffer, bytes int) (*buffer, error) {
	if *buf == nil {
		b, err := d.alloc(bytes)
		if err == nil {
			*buf = b
		}
		return b, err
	}
	if b := d.live(*buf, bytes); b != nil {
		return b, nil
	}
	return nil, device.ErrReleased
}

// lones has some of them, each in a place of its own if it can be.
type lones [64]lone

func (all *lones) of(p *device.Program, t *tier) *lone {
	at := uintptr(unsafe.Pointer(p))
	return all[(at>>5^at>>11)%uintptr(len(all))].of(p, t)
}
