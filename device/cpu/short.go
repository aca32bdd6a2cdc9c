package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// lone is what a program of few instructions, or a copy, comes to that is run on its own, without
// a task: kernels that take their operands where they are.
type lone struct {
	program *device.Program
	tier    *tier
	steps   []step // none if it is no such program
	out     device.Value
	bytes   [mostValues]int // of an element
	tile    [mostValues]int // where a result lies that the next steps read
	tiles   int
	full    uint32 // values, as bits, that may not be one element
	scalar  bool   // there are scalars
	least   int    // elements that all kernels take, if they take a row of a register
	row     int    // elements of a row that is worth their calls
	weight  int64  // of one element, for exceeds

	// of a launch
	packed  uint32          // inputs, as bits, that are copied before
	turned  bool            // one of them is transposed
	strides [mostValues]int // bytes from row to row, where there are several
	call    vector.Steps    // of a kernel
}

// mostValues is how many values such a program has at most.
const mostValues = 3 * device.MostInputs

// of makes s that of the program; loops over small tensors want the same one again.
func (s *lone) of(p *device.Program, t *tier) *lone {
	if s.program != p || s.tier != t {
		*s = lone{program: p, tier: t, steps: s.steps[:0]}
		s.resolve()
	}
	return s
}

// direct reports whether it is such a program.
func (s *lone) direct() bool { return len(s.steps) > 0 }

// resolve finds the steps as a task does.
func (s *lone) resolve() {
	p := s.program
	if len(p.Outputs()) != 1 || len(p.Inputs()) > device.MostInputs || len(p.Scalars()) > device.MostInputs || int(p.Result(len(p.Code()))) > mostValues {
		return
	}
	t := tasks.Get().(*task)
	defer tasks.Put(t)
	defer t.recycle()
	t.tier, t.result0 = s.tier, p.Result(0)
	t.liveness(p)
	t.kernels(&device.Launch{Program: p})
	if s.out = p.Outputs()[0]; s.out < t.result0 {
		s.copies(t)
	}
	copy(s.bytes[:], t.bytes)
	for i := range t.steps {
		if !s.arrange(t, &t.steps[i], i == len(t.steps)-1) {
			return
		}
	}
	s.measure(t)
	s.tiles, s.steps = t.tiles, append(s.steps, t.steps...)
}

// copies makes the only step one that copies an input or scalar.
func (s *lone) copies(t *task) {
	size := t.bytes[s.out]
	st := step{priced: t.tier.copy(size), to: s.program.Result(len(s.program.Code())), from: [3]device.Value{s.out}, operands: 1}
	if int(s.out) >= len(s.program.Inputs()) {
		st.priced = priced{run: filler(size), cost: st.cost}
	}
	s.out, t.steps, t.bytes = st.to, append(t.steps[:0], st), append(t.bytes, size)
}

// arrange finds a place for a step's result, and reports whether its kernel takes the operands
// where they are.
func (s *lone) arrange(t *task, st *step, last bool) bool {
	one := st.constants() || s.out == st.to && s.out >= s.program.Result(len(s.program.Code()))
	if last != (st.to == s.out) {
		return false
	}
	if !last {
		t.place(st.to)
		s.tile[st.to] = t.tileOf[st.to]
	}
	for k, v := range st.from[:st.operands] {
		switch inputs := device.Value(len(s.program.Inputs())); {
		case v >= inputs && v < t.result0:
			if !one {
				return false
			}
			st.how, s.scalar = st.how|vector.X<<k, true
		case !st.constants():
			s.full |= 1 << v
		}
		t.done(v, st.instr)
	}
	return true
}

// measure notes what the steps cost, and how many elements they take at least.
func (s *lone) measure(t *task) {
	cost, all := 0, true
	for i := range t.steps {
		st := &t.steps[i]
		cost += st.cost
		if all = all && st.rows != nil; st.rows == nil {
			s.row = max(s.row, shortRow)
		}
		s.least, s.row = max(s.least, st.least), max(s.row, st.least)
	}
	if !all {
		s.least = 0 // one takes fewer
	}
	if s.weight = 3 * int64(cost+1); s.scalar {
		s.weight = int64(cost+1) * int64(min(1+len(s.program.Inputs()), 3))
	}
	s.weight *= int64(t.widest)
}

// exceeds reports whether n elements are more work than so many additions of two operands,
// twice, as sizes has it. With a scalar in place of an operand less memory is read.
func (s *lone) exceeds(n, work int) bool {
	return n > 3*float*work || int64(n)*s.weight > 3*float*int64(work)
}

// filler is the kernel of a scalar that is stored.
func filler(size int) kernel {
	return func(n int, to, x, _, _ unsafe.Pointer, _ vector.Mode) {
		fillBits(to, size, n, loadBits(x, size, false))
	}
}

// places is where the values of a lone lie.
type places struct {
	at    [mostValues]unsafe.Pointer
	still uint32 // inputs, as bits, that are one element
}

// place finds the places of scalars, and of results that steps hand on.
func (s *lone) place(w *places, scalars []op.Scalar, m *packs) {
	inputs := len(s.program.Inputs())
	for k := range s.program.Scalars() {
		w.at[inputs+k] = unsafe.Pointer(&scalars[k])
	}
	for i := range len(s.steps) - 1 {
		v := s.steps[i].to
		w.at[v] = m.tile(s.tile[v])
	}
}

// compute runs the steps for rows of n elements.
func (s *lone) compute(rows, n int, w *places) {
	for i := range s.steps {
		st := &s.steps[i]
		at := [4]unsafe.Pointer{w.at[st.to]}
		for k, v := range st.from[:st.operands] {
			at[1+k] = w.at[v]
		}
		if rows > 1 {
			s.call[0] = s.strides[st.to]
			for k, v := range st.from[:st.operands] {
				s.call[1+k] = s.strides[v]
			}
		}
		how := st.how
		if w.still != 0 {
			how |= st.among(w.still)
		}
		if st.rows != nil && n >= st.least { // as st.compute would: its call takes a twentieth of a small launch
			st.rows(n, at[0], at[1], at[2], at[3], how, rows, &s.call)
			continue
		}
		st.compute(rows, n, at, &s.call, how)
	}
}

// among is the mode for operands that are among the values, given as bits, that are one element.
func (s *step) among(values uint32) (how vector.Mode) {
	for k, v := range s.from[:s.operands] {
		if values>>uint(v)&1 != 0 {
			how |= vector.X << k
		}
	}
	return how
}

// run computes n elements that lie one after the other in each operand, but for inputs that
// are a single one. What steps hand on stays in the nearest cache.
func (s *lone) run(n int, w *places) {
	if s.tiles == 0 {
		s.compute(1, n, w)
		return
	}
	for part := min(n, tileLen); ; part = min(n, tileLen) {
		s.compute(1, part, w)
		if n -= part; n == 0 {
			return
		}
		w.at[s.out] = unsafe.Add(w.at[s.out], part*s.bytes[s.out])
		for k := range s.program.Inputs() {
			if w.still&(1<<k) == 0 {
				w.at[k] = unsafe.Add(w.at[k], part*s.bytes[k])
			}
		}
	}
}

// first is the operand's first element.
func first(o *device.Operand) unsafe.Pointer {
	return unsafe.Add(o.Buffer.(*buffer).at, o.Layout.Offset*o.Type.Size())
}

// short runs a launch that one call of a kernel does on its own, and reports whether it
// was one: too few elements to share, one after the other in every operand. To resolve a
// task for it would take longer than to compute it. The buffers are held.
func (t *task) short(l *device.Launch, d *Device) bool {
	if d.swapped || len(l.Program.Code()) > 1 || !t.lone.of(l.Program, d.tier).direct() {
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
	var w places
	for k := range l.In {
		w.at[k] = first(&l.In[k])
	}
	w.at[t.lone.out] = first(&l.Out[0])
	t.lone.place(&w, l.Scalars, nil)
	t.lone.run(n, &w)
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
	d.brief.Lock()
	defer d.brief.Unlock()
	s := d.lones.of(f.Program, d.tier)
	work := f.Len
	if f.Single != [device.MostInputs]bool{} {
		work -= work / 3 // of three operands one is not read
	}
	if !d.ready(s, work) {
		return false
	}
	var w places
	result := s.bytes[s.out]
	for k := range s.program.Inputs() {
		n := f.Len
		if f.Single[k] {
			n, w.still = 1, w.still|1<<k
		}
		size := s.bytes[k]
		b := d.live(f.In[k], n*size)
		if b == nil || (f.Single[k] || size != result) && f.In[k] == f.Out {
			return false
		}
		w.at[k] = b.at
	}
	if w.still&s.full != 0 {
		return false
	}
	out, err := d.output(&f.Out, f.Len*result)
	if err != nil {
		return false
	}
	n := f.Len
	if n < s.least && s.roomy(f) {
		n = s.least
	}
	w.at[s.out] = out.at
	s.place(&w, f.Scalars[:], &d.packs)
	s.run(n, &w)
	return true
}

// roomy reports whether the kernels may compute the least they can: nobody minds what lies behind a
// buffer in its block.
func (s *lone) roomy(f *device.Flat) bool {
	room := func(b device.Buffer, size int) bool { return b.(*buffer).room >= s.least*size }
	if result := s.bytes[s.out]; f.Out.Len() > f.Len*result || !room(f.Out, result) {
		return false
	}
	for k := range s.program.Inputs() {
		if !f.Single[k] && !room(f.In[k], s.bytes[k]) {
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
	d.brief.Lock()
	defer d.brief.Unlock()
	s := d.lones.of(l.Program, d.tier)
	if !d.ready(s, r.Count*r.Len) || !s.packable(l, &r) {
		return false
	}
	for k := range l.In {
		if d.live(l.In[k].Buffer, 0) == nil {
			return false
		}
	}
	if _, err := d.output(&l.Out[0].Buffer, r.Count*r.Len*s.bytes[s.out]); err != nil {
		return false
	}
	s.runRows(l, &r, &d.packs)
	return true
}

// ready reports whether a launch of n elements may be run now.
func (d *Device) ready(s *lone, n int) bool {
	return s.direct() && !d.swapped && !s.exceeds(n, d.briefWork()) && d.usable() == nil
}

// live returns a buffer of the device that was not released and has so many bytes, or nil.
func (d *Device) live(buf device.Buffer, bytes int) *buffer {
	if b, ok := buf.(*buffer); ok && b.device == d && b.at != nil && b.len >= bytes {
		return b
	}
	return nil
}

// Reclaim is Release.
func (d *Device) Reclaim(r device.Buffer) bool {
	b, ok := r.(*buffer)
	if ok = ok && b.device == d; ok {
		b.Release()
	}
	return ok
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
