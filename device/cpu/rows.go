package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// packs are copies of operands that no kernel takes where they are, and what a lone's steps hand on,
// guarded by the device's lock brief. They have room for packedBytes each.
type packs struct{ in, tiles [device.MostInputs][]uint64 }

const packedBytes = 1 << 15

// packedTile is how many elements of any type have room in a pack.
const packedTile = packedBytes / 8

// tile is where a lone's result lies.
func (m *packs) tile(i int) unsafe.Pointer { return roomFor(&m.tiles[i]) }

func roomFor(words *[]uint64) unsafe.Pointer {
	if *words == nil {
		*words = make([]uint64, packedBytes/8)
	}
	return unsafe.Pointer(unsafe.SliceData(*words))
}

// shortRow is how long a row must be to be worth a call of a kernel that takes one.
const shortRow = 64

// reads reports whether the kernel takes an input where it is, row by row.
func (s *lone) reads(r *device.Rows, input int) bool {
	step := r.Steps[1+input]
	switch {
	case step == r.Steps[0]:
		return true
	case len(s.program.Code()) == 0, r.Count > 1 && r.Len < s.row:
		return false
	}
	return step.Element == 1 || step.Element == 0 && s.full&(1<<input) == 0
}

// packable notes which inputs have to be packed, and reports whether they can be: all at once or, which
// is no way to transpose one, in parts.
func (s *lone) packable(l *device.Launch, r *device.Rows) bool {
	s.packed, s.turned = 0, false
	for k := range l.In {
		if s.reads(r, k) {
			continue
		}
		s.packed |= 1 << k
		if !transposed(r.Steps[1+k]) {
			continue
		}
		s.turned = true
		if n := r.Count * r.Len; n*s.bytes[k] > packedBytes || s.tiles > 0 && n > packedTile {
			return false
		}
	}
	return true
}

// partBytes is how much of an input is packed at a time: of several the nearest cache has to keep what
// is read as well. Half as much and twice as much took longer for float64 of a step of 2.
const partBytes = 1 << 12

// span is rows of n elements from a place on.
type span struct{ row, column, rows, n int }

// part is how many rows of how many elements are computed at a time.
func (s *lone) part(l *device.Launch, r *device.Rows) (rows, n int) {
	rows, n = r.Count, r.Len
	for k := range l.In {
		if s.packed>>k&1 != 0 && !transposed(r.Steps[1+k]) {
			most := partBytes / s.bytes[k]
			n = min(n, most)
			rows = min(rows, most/n)
		}
	}
	if s.tiles > 0 && !s.turned {
		n = min(n, tileLen)
		rows = min(rows, tileLen/n)
	}
	return rows, n
}

// runRows computes the rows of what is packable.
func (s *lone) runRows(l *device.Launch, r *device.Rows, m *packs) {
	rows, n := s.part(l, r)
	var w places
	s.place(&w, l.Scalars, m)
	for row := 0; row < r.Count; row += rows {
		for column := 0; column < r.Len; column += n {
			s.runPart(l, r, span{row, column, min(rows, r.Count-row), min(n, r.Len-column)}, m, &w)
		}
	}
}

// runPart computes a part. Where all of its rows follow each other they are one.
func (s *lone) runPart(l *device.Launch, r *device.Rows, p span, m *packs, w *places) {
	w.at[s.out], s.strides[s.out] = addressOf(&l.Out[0], &r.Steps[0], &p), r.Len*s.bytes[s.out]
	if m.pack(s, l, r, &p, w) {
		p.rows, p.n = 1, p.rows*p.n
	}
	for i := range len(s.steps) - 1 {
		v := s.steps[i].to
		s.strides[v] = p.n * s.bytes[v]
	}
	s.compute(p.rows, p.n, w)
}

// pack finds where the inputs lie, and copies those that the kernels do not take where
// they are. It reports whether the rows of all then follow each other, or are one element.
func (m *packs) pack(s *lone, l *device.Launch, r *device.Rows, p *span, w *places) (whole bool) {
	whole = p.n == r.Len
	for k := range l.In {
		step, size := &r.Steps[1+k], s.bytes[k]
		at := addressOf(&l.In[k], step, p)
		w.at[k], s.strides[k] = at, step.Row*size
		switch {
		case s.packed>>k&1 != 0:
			w.at[k], s.strides[k] = roomFor(&m.in[k]), p.n*size
			s.tier.copyBlock(block{w.at[k], p.n * size, size}, block{at, step.Row * size, step.Element * size}, p.rows, p.n, size, false)
		case step.Element == 0:
			w.still |= 1 << k
			whole = whole && step.Row == 0
		default:
			whole = whole && step.Row == p.n
		}
	}
	return whole
}

// addressOf is where a part begins.
func addressOf(o *device.Operand, s *device.Step, p *span) unsafe.Pointer {
	return unsafe.Add(first(o), (p.row*s.Row+p.column*s.Element)*o.Type.Size())
}

// transposed reports whether neighbours lie along the columns.
func transposed(s device.Step) bool { return s.Row != 0 && abs(s.Row) < abs(s.Element) }
