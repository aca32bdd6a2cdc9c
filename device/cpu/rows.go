package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// packs are copies of operands that no kernel takes where they are, guarded by
// device.Ledger. They have room for packedBytes each.
type packs struct {
	copies [3][]uint64
	steps  vector.Steps // of a kernel
}

const packedBytes = 1 << 15

// shortRow is how long a row must be to be worth a call of a kernel.
const shortRow = 64

// reads reports whether the kernel takes an input where it is, row by row.
func (s *lone) reads(r *device.Rows, input int) bool {
	step := r.Steps[1+input]
	switch {
	case step == r.Steps[0]:
		return true
	case len(s.program.Code()) == 0, r.Count > 1 && r.Len < shortRow:
		return false
	}
	return step.Element == 1 || step.Element == 0 && s.constants()
}

// packable reports whether the inputs that have to be packed can be, all at once or, which is no way to
// transpose one, in parts.
func (s *lone) packable(l *device.Launch, r *device.Rows) bool {
	for k := range l.In {
		if r.Count*r.Len*l.In[k].Type.Size() > packedBytes && !s.reads(r, k) && transposed(r.Steps[1+k]) {
			return false
		}
	}
	return true
}

// partBytes is how much of an input is packed at a time: of several the nearest cache has to keep what
// is read as well. Half as much and twice as much took longer for float64 of a step of 2.
const partBytes = 1 << 12

// part is how many rows of how many elements are computed at a time.
func (s *lone) part(l *device.Launch, r *device.Rows) (rows, n int) {
	rows, n = r.Count, r.Len
	for k := range l.In {
		if most := partBytes / l.In[k].Type.Size(); !s.reads(r, k) && !transposed(r.Steps[1+k]) {
			n = min(n, most)
			rows = min(rows, most/n)
		}
	}
	return rows, n
}

// runRows computes the rows of what is packable.
func (s *lone) runRows(l *device.Launch, r *device.Rows, m *packs) {
	rows, n := s.part(l, r)
	for row := 0; row < r.Count; row += rows {
		for column := 0; column < r.Len; column += n {
			part := *r
			part.Count, part.Len = min(rows, r.Count-row), min(n, r.Len-column)
			s.runPart(l, &part, row, column, m)
		}
	}
}

// runPart computes rows from a place on. Where all of them follow each other they are one.
func (s *lone) runPart(l *device.Launch, r *device.Rows, row, column int, m *packs) {
	to := addressOf(&l.Out[0], &r.Steps[0], row, column)
	from, whole := m.pack(s, l, r, row, column)
	if whole {
		r.Count, r.Len = 1, r.Count*r.Len
	}
	var at [3]unsafe.Pointer
	var step [3]int
	how := s.how
	for i, arg := range s.args {
		switch {
		case arg > 0:
			at[i], step[i] = from[arg-1], r.Steps[arg].Row*l.In[arg-1].Type.Size()
			if r.Steps[arg].Element == 0 {
				how |= vector.X << i
			}
		case arg < 0:
			at[i] = unsafe.Pointer(&l.Scalars[-1-arg])
		}
	}
	if s.kernel.rows != nil && r.Len >= s.kernel.least {
		m.steps = vector.Steps{r.Len * l.Out[0].Type.Size(), step[0], step[1], step[2]}
		s.kernel.rows(r.Len, to, at[0], at[1], at[2], how, r.Count, &m.steps)
		return
	}
	for range r.Count - 1 {
		s.kernel.run(r.Len, to, at[0], at[1], at[2], how)
		to = unsafe.Add(to, r.Len*l.Out[0].Type.Size())
		for i := range at {
			at[i] = unsafe.Add(at[i], step[i])
		}
	}
	s.kernel.run(r.Len, to, at[0], at[1], at[2], how)
}

// pack finds where the inputs begin, and copies those that the kernel does not take where
// they are. It reports whether all are then as the output, or one element.
func (m *packs) pack(s *lone, l *device.Launch, r *device.Rows, row, column int) (from [3]unsafe.Pointer, whole bool) {
	whole = true
	for k := range l.In {
		step, size := &r.Steps[1+k], l.In[k].Type.Size()
		from[k] = addressOf(&l.In[k], step, row, column)
		if !s.reads(r, k) {
			if m.copies[k] == nil {
				m.copies[k] = make([]uint64, packedBytes/8)
			}
			to := unsafe.Pointer(unsafe.SliceData(m.copies[k]))
			s.tier.copyBlock(block{to, r.Len * size, size}, block{from[k], step.Row * size, step.Element * size}, r.Count, r.Len, size, false)
			from[k], *step = to, r.Steps[0]
		}
		whole = whole && (*step == r.Steps[0] || *step == device.Step{})
	}
	return from, whole
}

// addressOf is where the element of a row and column lies.
func addressOf(o *device.Operand, s *device.Step, row, column int) unsafe.Pointer {
	return unsafe.Add(first(o), (row*s.Row+column*s.Element)*o.Type.Size())
}

// transposed reports whether neighbours lie along the columns.
func transposed(s device.Step) bool { return s.Row != 0 && abs(s.Row) < abs(s.Element) }
