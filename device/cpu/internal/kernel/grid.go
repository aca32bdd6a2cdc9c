package kernel

import "unsafe"

// Axis is elements that lie a stride apart, in bytes.
type Axis struct{ Size, Stride int }

// Axes are the rows of a grid, or its columns: in row-major order, the innermost axis last.
type Axes []Axis

// Len is the number of rows, or of columns. Without axes there is one.
func (a Axes) Len() int {
	n := 1
	for _, axis := range a {
		n *= axis.Size
	}
	return n
}

// Offset is where number i lies, in bytes.
func (a Axes) Offset(i int) int {
	at, _ := a.run(i)
	return at
}

// run returns where number i lies, in bytes, and how many from it on lie a stride apart.
func (a Axes) run(i int) (at, n int) {
	n = 1
	for k := len(a) - 1; k >= 0; k-- {
		j := i % a[k].Size
		if i /= a[k].Size; k == len(a)-1 {
			n = a[k].Size - j
		}
		at += j * a[k].Stride
	}
	return at, n
}

// stride is that of a run.
func (a Axes) stride() int {
	if len(a) == 0 {
		return 0
	}
	return a[len(a)-1].Stride
}

// length is the bytes from the first to the last of even axes, and one more stride.
func (a Axes) length() int { return a.Len() * max(a.stride(), -a.stride()) }

// even reports whether all lie a stride apart.
func (a Axes) even() bool { return len(a) <= 1 }

// Grid is a matrix whose rows and columns may have several axes each. If its elements are not in
// memory, a source computes them.
type Grid struct {
	At            unsafe.Pointer
	Rows, Columns Axes
	Source        Source
	Spare         int // bytes behind the last element that may be read too
}

// Spare is how many such bytes all routines need.
const Spare = cacheLine

// Source computes some rows and columns of a matrix.
type Source interface {
	CopyTo(to Matrix, rows, columns Span)
}

// even reports whether the grid is a matrix in memory.
func (g *Grid) even() bool { return g.Source == nil && g.Rows.even() && g.Columns.even() }

// copyTo copies some rows and columns, of elements of a size.
func (g *Grid) copyTo(to Matrix, set *Set, rows, columns Span, size int) {
	if g.Source != nil {
		g.Source.CopyTo(to, rows, columns)
		return
	}
	g.matrices(rows, columns, func(m Matrix, row, column, rows, columns int) {
		set.CopyMatrix(to.Beyond(row, column), m, rows, columns, size)
	})
}

// turned is the grid with its rows as columns.
func (g Grid) turned() Grid {
	of := Grid{At: g.At, Rows: g.Columns, Columns: g.Rows, Spare: g.Spare}
	if g.Source != nil {
		of.Source = turnedSource{g.Source}
	}
	return of
}

// turnedSource is a source with its rows as columns.
type turnedSource struct{ Source }

// CopyTo implements Source.
func (s turnedSource) CopyTo(to Matrix, rows, columns Span) {
	s.Source.CopyTo(Matrix{to.At, to.Column, to.Row}, columns, rows)
}

// matrix is a grid whose rows and columns are even.
func (g Grid) matrix() Matrix { return Matrix{g.At, g.Rows.stride(), g.Columns.stride()} }

// Span is numbers from From to To-1.
type Span struct{ From, To int }

// Len is how many there are.
func (s Span) Len() int { return s.To - s.From }

// matrices calls f for the parts of the grid's rows and columns that are a matrix, and says where each
// part begins within them.
func (g *Grid) matrices(rows, columns Span, f func(m Matrix, row, column, rows, columns int)) {
	for r := rows.From; r < rows.To; {
		down, height := g.Rows.run(r)
		height = min(height, rows.To-r)
		for c := columns.From; c < columns.To; {
			along, width := g.Columns.run(c)
			width = min(width, columns.To-c)
			m := Matrix{unsafe.Add(g.At, down+along), g.Rows.stride(), g.Columns.stride()}
			f(m, r-rows.From, c-columns.From, height, width)
			c += width
		}
		r += height
	}
}
