package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// access is how a step finds elements of a table, an operand with places. The step's first operand is
// the table: in a tile it is the positions of elements in the buffer, to which places are added.
type access struct {
	kind   accessKind
	table  int             // number of the operand
	locate []kernel.Locate // one for each place
	take   kernel.Take     // of a load with one place, else nil
	faulty bool            // an element that does not exist is an index error
	search kernel.Search   // of a find
	number int             // among the instructions, and then the outputs
	within kernel.Within   // of positions
	cost   int
}

// accessKind is what a step makes of the positions of elements.
type accessKind uint8

const (
	loads   accessKind = iota // the elements
	loadsOr                   // the elements, and where there is none those of its last operand
	finds                     // how many elements come before those of its last operand
	locates                   // the positions, for a store
)

// tableType is the type of a table's positions.
const tableType = op.Int64

// accessOf returns how instruction i reads a table, or nil if it reads none.
func (c *compiled) accessOf(in device.Instr, i int) *access {
	if in.Op == nil {
		return nil
	}
	table := int(in.Args[0])
	a := &access{table: len(c.source.Outputs()) + table, number: i}
	switch r := in.Op.Role.(type) {
	case op.Load:
		if a.faulty, a.cost = !r.Or, kernel.LoadCost; r.Or {
			a.kind = loadsOr
		}
		a.locate = c.locates(in.Args[1 : 1+c.source.Input(table).Places])
		if len(a.locate) == 1 {
			a.take = kernel.TakeOf(c.source.Type(in.Args[1]), c.source.Type(in.Args[0]).Size())
		}
	case op.Find:
		a.kind, a.search, a.cost = finds, kernel.SearchOf(r, c.source.Type(in.Args[1])), kernel.FindCost
	default:
		return nil
	}
	return a
}

// locates returns the kernels of places.
func (c *compiled) locates(places []device.Value) (kernels []kernel.Locate) {
	for _, v := range places {
		kernels = append(kernels, kernel.LocateOf(c.source.Type(v)))
	}
	return kernels
}

// access computes such a step for the rows of the tile. Rows that follow each other are one.
func (w *worker) access(t *task, s *step, how vector.Mode) {
	rows, n := w.rows, w.n
	if rows > 1 && w.dense(t, s, how) {
		rows, n = 1, rows*n
	}
	if w.inIndex(t, s, rows, n) {
		return
	}
	for r := range rows {
		for i := 0; i < n; i += kernel.Part {
			w.accessPart(t, s, how, r, i, min(kernel.Part, n-i))
		}
	}
}

// dense reports whether the rows of the tile follow each other for all operands of a step.
func (w *worker) dense(t *task, s *step, how vector.Mode) bool {
	for k, v := range s.from {
		if how&(vector.X<<k) != 0 || w.values[v].row != w.n*t.program.values[v].bytes {
			return false
		}
	}
	return w.values[s.to].row == w.n*t.program.values[s.to].bytes
}

// accessPart computes n elements of a row, from element i on.
func (w *worker) accessPart(t *task, s *step, how vector.Mode, row, i, n int) {
	to, base := w.address(t, s.to, row, i, false), w.address(t, s.from[0], row, i, how&vector.X != 0)
	if s.access.kind == locates {
		p := kernel.PositionsAt(to, n)
		p.Begin(base, how&vector.X != 0)
		w.locate(t, s, &p, row, i)
		return
	}
	m := &t.moves[s.access.table]
	from, last := kernel.Table{At: t.at[s.access.table].memory, Size: m.size, Swapped: t.swapped}, w.address(t, s.from[len(s.from)-1], row, i, false)
	if s.access.take != nil && how&vector.X != 0 && !t.swapped && m.places[0].Size > 0 && // else there is no first element
		s.access.take(n, to, unsafe.Add(from.At, int(*(*int64)(base))*from.Size), w.address(t, s.from[1], row, i, false), m.places[0]) {
		return
	}
	p := kernel.NewPositions(n)
	p.Begin(base, how&vector.X != 0)
	switch s.access.kind {
	case finds:
		s.access.search(n, to, last, p, from, m.places[0])
	default:
		if s.access.kind == loads {
			last = nil
		}
		if w.locate(t, s, p, row, i) {
			from.LoadOr(n, to, p, last)
		} else {
			from.Load(n, to, p)
		}
	}
	p.Release()
}

// locate adds places to positions, those of a row from element i on. It reports whether one is outside,
// and notes an index error.
func (w *worker) locate(t *task, s *step, p *kernel.Positions, row, i int) (outside bool) {
	for k, locate := range s.access.locate {
		outside = locate(p, w.address(t, s.from[1+k], row, i, false), t.moves[s.access.table].places[k], s.access.faulty) || outside
	}
	if outside && s.access.faulty {
		w.noteFaults(t, s, p.At, row*w.n+i)
	}
	return outside
}

// address is that of element i of a row of the tile. Of a constant there is one in each row.
func (w *worker) address(t *task, v device.Value, row, i int, constant bool) unsafe.Pointer {
	if constant {
		i = 0
	}
	return unsafe.Add(w.values[v].at, row*w.values[v].row+i*t.program.values[v].bytes)
}
