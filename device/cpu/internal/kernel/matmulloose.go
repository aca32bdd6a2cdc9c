package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// Columns may lie in memory with gaps, as the windows of an image do. They are multiplied as if the gaps were columns
// too: then each row of y is one long run. What comes of the gaps is not stored.

// looseGaps is how many columns there are at least for each gap. For looseRows rows a gap takes as long as packing a column
// by the parts between gaps. One row may have rowGaps times as many columns with their gaps: so have windows that move by two rows
// and by two columns.
const looseGaps, looseRows, rowGaps = 4, 12, 5

// loose returns how many elements there are from the first to the last, gaps included. ok is false if there are no gaps, or
// too many.
func (a Axes) loose(rows, size int) (span int, ok bool) {
	if len(a) < 2 || a.stride() != size && rows > 1 {
		return 0, false
	}
	for _, axis := range a {
		if axis.Stride <= 0 {
			return 0, false
		}
		span += (axis.Size - 1) * axis.Stride / size
	}
	span++
	return span, span <= withGaps(rows, a.Len())
}

// withGaps is how many columns there are at most with their gaps, for so many rows of x.
func withGaps(rows, columns int) int {
	if rows == 1 {
		return columns * rowGaps
	}
	return columns + columns/looseGaps
}

// isLoose reports whether the block multiplies the gaps of y too.
func (b *MatmulBlock) isLoose() bool { return b.span > 0 }

// layLoose finds whether it does. The columns of several rows are then as many as the run has.
func (b *MatmulBlock) layLoose() {
	if b.depth == 0 || b.narrows() || b.y.Source != nil {
		return
	}
	span, ok := b.y.Columns.loose(b.rows, b.size)
	switch {
	case !ok:
	case b.rows > 1:
		if (span-b.columns)*b.rows <= b.columns*looseRows {
			b.span, b.columns = span, span
		}
	case b.alongs != nil && b.x.even() && span >= b.alongs[0].columns:
		b.span = span
	}
}

// packLoose packs n columns of a run from column c on.
func (b *MatmulBlock) packLoose(to Matrix, inner Span, c, n int) {
	for k := inner.From; k < inner.To; {
		at, rows := b.y.Rows.run(k)
		rows = min(rows, inner.To-k)
		b.set.CopyMatrix(to, Matrix{unsafe.Add(b.y.At, at+c*b.size), b.y.Rows.stride(), b.size}, rows, n, b.size)
		to, k = to.Beyond(rows, 0), k+rows
	}
}

// multiplyLoose computes a part of the sums. The columns that fill no routine are the last ones of another run, whose sums
// are kept behind the others.
func (b *MatmulBlock) multiplyLoose(inner Span) {
	few, rest := b.alongs[0].columns, b.restLoose()
	whole := roundUp(b.span-rest, few)
	all := whole + min(rest, 1)*few
	for k := inner.From; k < inner.To; k += vector.Depth {
		depth, to := Span{k, min(k+vector.Depth, inner.To)}, b.scratch
		if k > 0 {
			to = unsafe.Add(b.scratch, b.packing.y)
		}
		b.addRows(whole, to, 0, depth)
		if rest > 0 {
			b.addRows(few, unsafe.Add(to, whole*b.size), b.span-few, depth)
		}
		if k > 0 {
			b.sum.Run(all, b.scratch, b.scratch, to, nil, 0)
		}
	}
}

// restLoose is how many columns fill no routine. There are none if elements behind the last one may be read.
func (b *MatmulBlock) restLoose() int {
	few := b.alongs[0].columns
	if b.y.Spare >= few*b.size {
		return 0
	}
	return b.span % few
}

// addRows sets sums to those of some columns.
func (b *MatmulBlock) addRows(n int, sums unsafe.Pointer, column int, inner Span) {
	how, row := vector.Mode(0), b.y.Rows.stride()
	for k := inner.From; k < inner.To; {
		at, run := b.y.Rows.run(k)
		first, end := k, min(k+run, inner.To)
		for _, a := range b.alongs {
			for ; k+a.rows <= end; k += a.rows {
				y := unsafe.Add(b.y.At, at+column*b.size+(k-first)*row)
				a.run(n, sums, b.x.matrix().Beyond(0, k).At, y, b.x.Columns.stride(), row, how)
				how = vector.Add
			}
		}
	}
}

// storeLoose copies the sums to the result.
func (b *MatmulBlock) storeLoose() {
	if b.rows == 1 {
		if rest := b.restLoose(); rest > 0 { // they follow the others
			to, ahead := unsafe.Add(b.scratch, (b.span-rest)*b.size), b.alongs[0].columns-rest
			b.set.CopyMatrix(Matrix{to, 0, b.size}, Matrix{unsafe.Add(to, ahead*b.size), 0, b.size}, 1, rest, b.size)
		}
	}
	columns := b.y.Columns
	inner, all := columns[len(columns)-2:], columns.Len()
	n := inner.Len()
	for row := range b.rows {
		for c := 0; c < all; c += n {
			from := Matrix{unsafe.Add(b.scratch, row*b.row+columns.Offset(c)), inner[0].Stride, inner[1].Stride}
			if b.to.Columns.even() {
				column := b.to.Columns.stride()
				to := unsafe.Add(b.to.At, b.to.Rows.Offset(row)+c*column)
				b.set.CopyMatrix(Matrix{to, inner[1].Size * column, column}, from, inner[0].Size, inner[1].Size, b.size)
				continue
			}
			for r := range inner[0].Size {
				first := c + r*inner[1].Size
				b.to.matrices(Span{row, row + 1}, Span{first, first + inner[1].Size}, func(m Matrix, _, column, _, columns int) {
					b.set.CopyMatrix(m, from.Beyond(r, column), 1, columns, b.size)
				})
			}
		}
	}
}
