package kernel

import "unsafe"

// Groups that lie side by side are computed by columns: a line has an element of each group. Elements
// that are converted first, and short rows, are made lines of in a scratch.
const (
	convertedLines   = 48
	convertedColumns = 64
	shortRow         = 32  // elements
	columnLines      = 256 // whose sums mostly have few digits
)

// byColumns reports whether eachColumns is to compute a block, by width columns at a time.
func (r *rows) byColumns(b *Block, width int) bool {
	return b.Groups >= width && (b.X.Row == r.from || b.Elements <= shortRow)
}

// eachColumns calls f for matrices of so many columns, as read, and at most columnLines lines. Their columns
// belong to the groups from the first on, but for those to skip: the last matrix begins earlier, so that
// it has as many columns.
func (r *rows) eachColumns(b *Block, columns int, f func(first, skip, lines int, x Matrix)) {
	if b.X.Row == r.from && !r.cast {
		r.columnsOf(b.X, 0, b.Groups, b.Elements, columns, f)
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	width, height := convertedColumns, convertedLines
	if b.X.Row != r.from {
		height = max(b.Elements, 1)
		width = max(2*Part/height, columns)
	}
	for g := 0; g < b.Groups; g += width {
		first, n := g, min(width, b.Groups-g)
		if n < columns {
			first, n = b.Groups-columns, columns
		}
		for i := 0; i < b.Elements; i += height {
			m := min(height, b.Elements-i)
			x := r.lines(b.X.Beyond(first, i), n, m, s)
			r.columnsOf(x, first, n, m, columns, func(at, skip, lines int, x Matrix) { f(at, max(skip, g-at), lines, x) })
		}
	}
}

// columnsOf calls f as eachColumns does.
func (r *rows) columnsOf(x Matrix, first, groups, elements, columns int, f func(first, skip, lines int, x Matrix)) {
	for i := 0; i < elements; i += columnLines {
		lines := min(columnLines, elements-i)
		for g := 0; g < groups; g += columns {
			at := min(g, groups-columns)
			f(first+at, g-at, lines, x.Beyond(at, i))
		}
	}
}

// lines makes lines of elements of groups, as they are read.
func (r *rows) lines(x Matrix, groups, elements int, s *scratch) Matrix {
	if x.Row != r.from {
		gathered := Matrix{s.at(0), r.from, groups * r.from}
		r.set.CopyMatrix(gathered, x, groups, elements, r.from)
		x = gathered
	}
	if !r.cast {
		return x
	}
	to := Matrix{unsafe.Add(s.at(0), 2*Part*r.from), r.to, groups * r.to}
	if k := &r.convert; k.Rows != nil && groups >= k.Least {
		s.call.Strides = [4]int{to.Column, x.Column}
		k.Rows(groups, to.At, x.At, nil, nil, 0, elements, &s.call)
		return to
	}
	for i := range elements {
		r.convert.Run(groups, to.Beyond(0, i).At, x.Beyond(0, i).At, nil, nil, 0)
	}
	return to
}
