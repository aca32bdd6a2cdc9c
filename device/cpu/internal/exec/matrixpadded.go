package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// padded is an operand of a product that one load computes, at places that positions give: elements of a table, and
// around them a number. Maps of what is loaded may follow. For a tile they are copied to its scratch once, and windows
// that overlap share them.
type padded struct {
	load            *step
	maps            []int // steps
	table           int   // operands of the launch
	at              []int // positions: where the elements lie along each place
	around          device.Value
	size            int   // bytes of an element
	strides         []int // of the copy, along the axes of the plan
	axes            []paddedAxis
	elements, words int // of the copy
	begin           int // where it begins in the worker's words
}

// paddedAxis is an axis of the copy: one of the plan, or a place.
type paddedAxis struct {
	of          int // the axis of the plan, or -1
	place       int
	stride      int // elements
	size, first int // of a tile
}

// paddedOf returns the operand as padded, or nil if other maps compute it.
func (c *compiled) paddedOf(s *side) *padded {
	if len(s.maps) == 0 || c.steps[s.maps[0]].access == nil || c.steps[s.maps[0]].access.kind != loadsOr {
		return nil
	}
	load := &c.steps[s.maps[0]]
	last, outs, ins := len(load.from)-1, len(c.source.Outputs()), len(c.source.Inputs())
	p := &padded{load: load, maps: s.maps[1:], table: load.access.table, around: load.from[last], size: c.values[load.to].bytes}
	before := load.to
	for _, i := range p.maps {
		m := &c.steps[i]
		other := func(v device.Value) bool { return v != before && (int(v) < ins || v >= c.source.Result(0)) }
		if m.access != nil || c.values[m.to].bytes != p.size || slices.ContainsFunc(m.from, other) {
			return nil
		}
		before = m.to
	}
	for _, v := range load.from[1:last] {
		if !c.position(v) {
			return nil
		}
		p.at = append(p.at, outs+int(v))
	}
	if k := int(p.around) - ins; k < 0 || k >= len(c.source.Scalars()) {
		return nil
	}
	return p
}

// lay lays out the copy for the tiles of the layout. It reports false if a copy has more elements than a tile
// reads: then the windows are far apart.
func (p *padded) lay(t *layout, reads int) bool {
	p.strides, p.axes = make([]int, len(t.size)), nil
	table := t.plan.Operands[p.table].Strides
	for axis, n := range t.size {
		if table[axis] != 0 && n > 1 {
			p.axes = append(p.axes, paddedAxis{of: axis, size: n})
		}
	}
	for place, k := range p.at {
		a := paddedAxis{of: -1, place: place, size: 1}
		for axis, stride := range t.plan.Operands[k].Strides {
			a.size += (t.size[axis] - 1) * kernel.Abs(stride)
		}
		p.axes = append(p.axes, a)
	}
	n := 1
	for i := len(p.axes) - 1; i >= 0; i-- {
		a := &p.axes[i]
		a.stride = n
		if n *= a.size; n > max(reads, paddedLeast) {
			return false
		}
		if a.of >= 0 {
			p.strides[a.of] += a.stride
			continue
		}
		for axis, stride := range t.plan.Operands[p.at[a.place]].Strides {
			p.strides[axis] += stride * a.stride
		}
	}
	p.elements, p.words = n, (n*p.size+kernel.Spare+7)/8
	return true
}

// paddedLeast is how many elements a copy may have, even if a tile reads fewer.
const paddedLeast = 1 << 10

// pad copies what a tile needs of a padded operand to its scratch, and returns where the tile's first element is.
func (w *worker) pad(t *task, p *padded) unsafe.Pointer {
	first := 0
	w.padded = append(w.padded[:0], p.axes...)
	for i := range w.padded {
		a := &w.padded[i]
		if a.of >= 0 {
			a.size, a.first = w.size[a.of], 0
			continue
		}
		k := p.at[a.place]
		a.size, a.first = 1, t.at[k].number
		for axis, stride := range t.moves[k].strides {
			a.first += stride * w.index[axis]
			a.size += kernel.Abs(stride) * (w.size[axis] - 1)
			if back := stride * (w.size[axis] - 1); back < 0 {
				a.first += back
				first -= back * a.stride
			}
		}
	}
	w.padAxis(t, p, 0, 0, t.at[p.table].number+w.from(t, p.table))
	w.mapPadded(t, p)
	return w.copied(p, first)
}

// mapPadded computes the maps of a copy, in its place.
func (w *worker) mapPadded(t *task, p *padded) {
	for i := 0; i < p.elements && len(p.maps) > 0; i += t.most {
		w.rows, w.n = 1, min(t.most, p.elements-i)
		w.values[p.load.to] = place{at: w.copied(p, i)}
		for _, k := range p.maps {
			s := &t.program.steps[k]
			w.values[s.to] = w.values[p.load.to]
			w.compute(t, s, t.modes[k])
		}
	}
}

// inside returns how many elements along an axis lie before the table, how many in it, and how far apart these are
// there.
func (a *paddedAxis) inside(m *move) (before, n, stride int) {
	if a.of >= 0 {
		return 0, a.size, m.strides[a.of]
	}
	place := &m.places[a.place]
	before = min(max(-a.first, 0), a.size)
	return before, max(min(place.Size-a.first, a.size)-before, 0), place.Stride
}

// padAxis copies the elements along an axis of a padded operand, and those along the axes behind it. Numbers count
// elements: of the copy, where they go, and of the table, where the first one is.
func (w *worker) padAxis(t *task, p *padded, axis, to, from int) {
	a := &w.padded[axis]
	before, n, stride := a.inside(&t.moves[p.table])
	w.surround(t, p, to, before*a.stride)
	from, to = from+(a.first+before)*stride, to+before*a.stride
	switch len(w.padded) - axis {
	case 1:
		w.padRows(t, p, to, from, 1, 0, n, stride)
	case 2:
		next := &w.padded[axis+1]
		left, columns, column := next.inside(&t.moves[p.table])
		if columns < a.stride { // filling all takes less time than filling what is around each row
			w.surround(t, p, to, n*a.stride)
		}
		w.padRows(t, p, to+left, from+(next.first+left)*column, n, stride, columns, column)
	default:
		for i := range n {
			w.padAxis(t, p, axis+1, to+i*a.stride, from+i*stride)
		}
	}
	w.surround(t, p, to+n*a.stride, (a.size-before-n)*a.stride)
}

// padRows copies rows of the table to the innermost axis of the copy, and to the axis before it.
func (w *worker) padRows(t *task, p *padded, to, from, rows, row, columns, column int) {
	if rows*columns == 0 {
		return
	}
	length := p.axes[max(len(p.axes)-2, 0)].stride
	t.program.set.CopyMatrix(kernel.Matrix{At: w.copied(p, to), Row: length * p.size, Column: p.size},
		kernel.Matrix{At: unsafe.Add(t.at[p.table].memory, from*p.size), Row: row * p.size, Column: column * p.size}, rows, columns, p.size)
}

// surround writes n elements that lie outside of the table.
func (w *worker) surround(t *task, p *padded, to, n int) {
	if n > 0 {
		kernel.Fill(w.copied(p, to), p.size, n, uint64(t.launch.Scalars[int(p.around)-t.ins]))
	}
}

// copied is where an element of the copy lies.
func (w *worker) copied(p *padded, i int) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(&(*w.room)[p.begin]), i*p.size)
}

// pad lays out the padded operands for tiles that read so many elements of X and of Y. Those that are not copied
// remain maps.
func (p *product) pad(t *layout, reads ...int) {
	for i := range p.sides {
		if s := &p.sides[i]; s.padded != nil && !s.padded.lay(t, reads[i]) {
			s.padded = nil
		}
	}
}

// place divides a worker's words from a number on, and returns how many the product needs.
func (p *product) place(from int) int {
	p.scratch = from
	n := p.words
	for i := range p.sides {
		if s := p.sides[i].padded; s != nil {
			s.begin = from + n
			n += s.words
		}
	}
	return n
}
