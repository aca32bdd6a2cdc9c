package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// access is how a step reads elements of a table, an operand with places. The step's first operand is
// the table: in a tile it is the positions of elements in the buffer, to which places are added.
type access struct {
	table  int             // number of the input
	locate []kernel.Locate // one for each place
	or     bool            // a load gives the step's last operand where there is no element
	faulty bool            // where there is none, that is an index error
	search kernel.Search   // of a find, else nil
	number int             // among the instructions
	cost   int
}

// tableType is the type of a table's positions.
const tableType = op.Int64

// accessOf returns how instruction i reads a table, or nil if it reads none.
func (c *compiled) accessOf(in device.Instr, i int) *access {
	if in.Op == nil {
		return nil
	}
	a := &access{table: int(in.Args[0]), number: i}
	switch r := in.Op.Role.(type) {
	case op.Load:
		a.or, a.faulty, a.cost = r.Or, !r.Or, kernel.LoadCost
		for _, v := range in.Args[1 : 1+c.source.Input(a.table).Places] {
			a.locate = append(a.locate, kernel.LocateOf(c.source.Type(v)))
		}
	case op.Find:
		a.search, a.cost = kernel.SearchOf(r, c.source.Type(in.Args[1])), kernel.FindCost
	default:
		return nil
	}
	return a
}

// access computes a load or a find for the rows of the tile. Rows that follow each other are one.
func (w *worker) access(t *task, s *step, how vector.Mode) {
	rows, n := w.rows, w.n
	if rows > 1 && w.dense(t, s, how) {
		rows, n = 1, rows*n
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
	a := s.access
	m, table := &t.moves[t.outs+a.table], &t.at[t.outs+a.table]
	from := kernel.Table{At: table.memory, Size: m.size, Swapped: t.swapped}
	p := kernel.NewPositions(n, w.address(t, s.from[0], row, i, how&vector.X != 0), how&vector.X != 0)
	defer p.Release()
	to, last := w.address(t, s.to, row, i, false), w.address(t, s.from[len(s.from)-1], row, i, false)
	if a.search != nil {
		a.search(n, to, last, p, from, m.places[0])
		return
	}
	outside := false
	for k, locate := range a.locate {
		outside = locate(p, w.address(t, s.from[1+k], row, i, false), m.places[k], !a.or) || outside
	}
	switch {
	case !outside:
		from.Load(n, to, p)
	case a.or:
		from.LoadOr(n, to, p, last)
	default:
		w.noteFaults(t, s, p.At[:n], row*w.n+i)
		from.LoadOr(n, to, p, nil)
	}
}

// address is that of element i of a row of the tile. Of a constant there is one in each row.
func (w *worker) address(t *task, v device.Value, row, i int, constant bool) unsafe.Pointer {
	if constant {
		i = 0
	}
	return unsafe.Add(w.values[v].at, row*w.values[v].row+i*t.program.values[v].bytes)
}
