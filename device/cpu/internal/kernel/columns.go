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

// eachLines calls f for matrices of at least so many columns, as read. They belong to the groups from the first on, but
// for those of the last matrix that are done: it begins earlier, so that it has as many columns.
func (r *rows) eachLines(b *Block, columns int, f func(first, done, n, lines int, x Matrix)) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	width, height := convertedColumns, convertedLines
	switch {
	case b.X.Row != r.from:
		height = max(b.Elements, 1)
		width = max(2*Part/height/columns, 1) * columns
	case !r.cast:
		width, height = 2*Part, max(b.Elements, 1)
	}
	for g := 0; g < b.Groups; g += width {
		first, n := g, min(width, b.Groups-g)
		if n < columns {
			first, n = b.Groups-columns, columns
		}
		for i := 0; i < b.Elements; i += height {
			m := min(height, b.Elements-i)
			f(first, g-first, n, m, r.lines(b.X.Beyond(first, i), n, m, s))
		}
	}
}

// eachColumns calls f for matrices of so many columns, and at most columnLines lines. Some of the first columns may
// be to skip.
func (r *rows) eachColumns(b *Block, columns int, f func(first, skip, lines int, x Matrix)) {
	r.eachLines(b, columns, func(first, done, n, lines int, x Matrix) { columnsOf(x, first, done, n, lines, columns, f) })
}

// columnsOf calls f as eachColumns does, for the columns of a matrix that are not done.
func columnsOf(x Matrix, first, done, n, elements, columns int, f func(first, skip, lines int, x Matrix)) {
	for i := 0; i < elements; i += columnLines {
		lines := min(columnLines, elements-i)
		for g := done; g < n; g += columns {
			at := min(g, n-columns)
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
