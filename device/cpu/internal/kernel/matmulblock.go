package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// MatmulBlock is rows of x and columns of y, whose products are computed: first each of the Parts of
// their sums, in order, then Store. The columns of x are the rows of y.
type MatmulBlock struct {
	*Matmul
	packing
	to, x, y             Grid
	scratch              unsafe.Pointer
	rows, columns, depth int
	swapped              bool // x is y, and rows are columns
	inPlace              bool // y is read where it is, but for columns that fill no strip
	across               bool // so it is where columns lie along memory, and x has few rows
	kept                 int  // columns before this one have their sums in the result, the others in the scratch
	row                  int  // bytes of a row of the latter
	span                 int  // columns with the gaps between them, if these are multiplied too; else 0
}

// Block begins a block. One column is multiplied as if it were a row.
func (p *Matmul) Block(scratch unsafe.Pointer, to, x, y Grid) MatmulBlock {
	b := MatmulBlock{Matmul: p, to: to, x: x, y: y, scratch: scratch, rows: x.Rows.Len(), columns: y.Columns.Len(), depth: x.Columns.Len()}
	if p.vector != noVector {
		b.asVector()
		return b
	}
	if b.columns == 1 && x.Source == nil && y.Source == nil {
		b.rows, b.columns, b.swapped = 1, b.rows, true
		b.to, b.x, b.y = to.turned(), y.turned(), x.turned()
	}
	b.layLoose()
	b.packing = p.packing(b.rows, max(b.columns, b.span), b.depth)
	b.layOut()
	return b
}

// MoveTo moves the block to other matrices with the same layouts.
func (b *MatmulBlock) MoveTo(to, x, y unsafe.Pointer) {
	if b.swapped {
		x, y = y, x
	}
	b.to.At, b.x.At, b.y.At = to, x, y
}

// inPlaceColumns and inPlaceRows are the columns and rows of a block up to which it pays to read the
// other operand where it is. Rows that are a multiple of farApart bytes apart share a set of the nearest cache, which has room
// for farRows of them.
const inPlaceColumns, inPlaceRows, farApart, farRows = 64, 28, 4096, 8

// nearBytes is the size of an operand up to which it is read where it is, whatever the other one is. Strips as wide as
// wideStrip bytes fill the nearest cache even where they are packed.
const nearBytes, wideStrip, wideNearBytes = 128 << 10, 128, 512 << 10

// isNear reports whether an operand is so small that packing it takes more time than it saves.
func (b *MatmulBlock) isNear(g *Grid) bool {
	most := nearBytes
	if b.strips[0].columns*b.size >= wideStrip {
		most = wideNearBytes
	}
	return max(g.Rows.length(), g.Columns.length()) <= most && g.Rows.stride()%farApart != 0
}

// acrossRows is the rows of x up to which columns that lie along memory are transposed anew for each row, in registers.
const acrossRows = 2

// layOut decides how y is read, and where sums are kept.
func (b *MatmulBlock) layOut() {
	simple := !b.narrows() && b.y.even()
	b.across = simple && b.rows <= acrossRows && b.acrosses != nil && b.y.Rows.stride() == b.size
	b.inPlace = simple && (b.rows <= inPlaceRows || b.isNear(&b.y)) && b.y.Columns.stride() == b.size
	direct := !b.narrows() && !b.isLoose() && b.to.even() && b.to.Columns.stride() == b.size
	end := 0
	for end < b.columns {
		if end += b.strip(b.columns - end).columns; direct && end <= b.columns {
			b.kept = end
		}
	}
	if b.depth == 0 {
		b.kept, end = 0, b.columns
		clear(unsafe.Slice((*byte)(b.scratch), b.packing.x))
	}
	b.row = (end - b.kept) * b.wide
}

// strip is the one for the next of so many columns that are left: the widest that they fill, or the
// narrowest that has room for them. Columns that are read where they are fill all but the last.
func (b *MatmulBlock) strip(left int) *strip {
	all := b.strips
	for i := range all {
		if s := &all[i]; s.columns <= left || i == len(all)-1 || all[i+1].columns < left && !b.inPlace && !b.across {
			return s
		}
	}
	return nil
}

// partLen is how many products of a sum are computed at a time.
func (b *MatmulBlock) partLen() int {
	if b.rows == 1 { // it goes along all of y
		return 64 * vector.Depth
	}
	return vector.Depth
}

// Parts is how many parts the sums have.
func (b *MatmulBlock) Parts() int { return (b.depth + b.partLen() - 1) / b.partLen() }

// Multiply computes a part of the sums. Panels of y are packed once for all rows.
func (b *MatmulBlock) Multiply(part int) {
	n := b.partLen()
	inner := Span{part * n, min((part+1)*n, b.depth)}
	if b.vector != noVector {
		b.multiplyVector(inner)
		return
	}
	if b.isLoose() && b.rows == 1 {
		b.multiplyLoose(inner)
		return
	}
	for r := 0; r < b.rows && b.rows > 1; r += packedRows {
		rows := Span{r, min(r+packedRows, b.rows)}
		x := b.packX(rows, inner)
		for c := 0; c < b.columns; {
			s := b.strip(b.columns - c)
			b.multiplyStrip(s, rows, inner, c, x)
			c += s.columns
		}
	}
	for c := b.multiplyAlong(inner); c < b.columns && b.rows == 1; {
		s := b.strip(b.columns - c)
		for k := inner.From; k < inner.To; k += vector.Depth {
			depth := Span{k, min(k+vector.Depth, inner.To)}
			b.multiplyStrip(s, Span{0, 1}, depth, c, b.packX(Span{0, 1}, depth))
		}
		c += s.columns
	}
}

// multiplyStrip computes a part of the sums of some rows, from column c on.
func (b *MatmulBlock) multiplyStrip(s *strip, rows, inner Span, c int, x Matrix) {
	how, n := vector.Mode(0), inner.Len()
	if inner.From > 0 {
		how = vector.Add
	}
	var to Matrix
	if c < b.kept {
		to = b.to.matrix().Beyond(0, c)
	} else {
		to = Matrix{b.scratch, b.row, b.wide}.Beyond(0, c-b.kept)
	}
	if b.across && c+s.columns <= b.columns && n*b.size%cacheLine == 0 && x.Column == b.size {
		if b.multiplyAcross(s.columns, n, to, x, rows.Len(), b.y.matrix().Beyond(inner.From, c), how) {
			return
		}
	}
	y := b.packY(s, inner, c, rows.From == 0)
	for r := rows.From; r < rows.To; {
		left := rows.To - r
		if x.Row%farApart == 0 {
			left = min(left, farRows)
		}
		t := s.tile(left)
		t.multiply(n, unsafe.Add(to.At, r*to.Row), unsafe.Add(x.At, (r-rows.From)*x.Row), y.At, to.Row, x.Row, x.Column, y.Row, how)
		r += t.rows
	}
}

// multiplyAlong multiplies a row by long rows of y that lie along memory. It returns how many columns it has
// done.
func (b *MatmulBlock) multiplyAlong(inner Span) int {
	if b.rows > 1 || !b.inPlace || !b.x.even() || b.alongs == nil {
		return 0
	}
	n := b.columns - b.columns%b.alongs[0].columns
	to := b.scratch
	if b.kept > 0 {
		to = b.to.At
	}
	for k := inner.From; k < inner.To && n > 0; {
		end, sums, how := min(k+vector.Depth, inner.To), unsafe.Add(b.scratch, b.packing.y), vector.Mode(0)
		if k == 0 {
			sums = to
		}
		for _, a := range b.alongs {
			for ; k+a.rows <= end; k += a.rows {
				x := b.x.matrix().Beyond(0, k)
				a.run(n, sums, x.At, b.y.matrix().Beyond(k, 0).At, x.Column, b.y.Rows.stride(), how)
				how = vector.Add
			}
		}
		if sums != to {
			b.sum.Run(n, to, to, sums, nil, 0)
		}
	}
	return n
}

// multiplyAcross multiplies rows by columns that lie along memory. It reports false if they are too few.
func (b *MatmulBlock) multiplyAcross(columns, n int, to, x Matrix, rows int, y Matrix, how vector.Mode) bool {
	for _, a := range b.acrosses {
		if columns%a.columns == 0 {
			for c := 0; c < columns; c += a.columns {
				for r := range rows {
					a.run(n, to.Beyond(r, c).At, x.Beyond(r, 0).At, y.Beyond(0, c).At, y.Column, how)
				}
			}
			return true
		}
	}
	return false
}

// packX makes rows of x readable: where they are, or a pitch apart in the scratch.
func (b *MatmulBlock) packX(rows, inner Span) Matrix {
	few := b.rows == 1 || b.columns <= inPlaceColumns || b.isNear(&b.x)
	if few && !b.narrows() && b.x.even() {
		return b.x.matrix().Beyond(rows.From, inner.From)
	}
	b.x.copyTo(b.panel(b.packing.x, pitch), b.set, rows, inner, b.size)
	b.widenTo(b.packing.x, rows.Len()*pitch)
	return Matrix{unsafe.Add(b.scratch, b.packing.x), pitch * b.wide, b.wide}
}

// packY makes columns of y readable from column c on, as many as the strip has: where they are, or one
// row after the other in the scratch. There they are already, unless it is the first time.
func (b *MatmulBlock) packY(s *strip, inner Span, c int, first bool) Matrix {
	if b.inPlace && c+s.columns <= b.columns {
		return b.y.matrix().Beyond(inner.From, c)
	}
	at := b.packing.y
	if b.rows > 1 {
		at += c * inner.Len() * b.wide
	}
	if first {
		to, columns := b.panel(at, s.columns), Span{c, min(c+s.columns, b.columns)}
		if b.isLoose() {
			b.packLoose(to, inner, c, columns.Len())
		} else {
			b.y.copyTo(to, b.set, inner, columns, b.size)
		}
		b.widenTo(at, s.columns*inner.Len())
	}
	return Matrix{unsafe.Add(b.scratch, at), s.columns * b.wide, b.wide}
}

// panel is where elements are packed for a part of the scratch, in rows of a length.
func (b *MatmulBlock) panel(part, row int) Matrix {
	if b.narrows() {
		part = b.halves
	}
	return Matrix{unsafe.Add(b.scratch, part), row * b.size, b.size}
}

// widenTo widens n packed elements, if there is need.
func (b *MatmulBlock) widenTo(part, n int) {
	if b.narrows() {
		b.widen.Run(n, unsafe.Add(b.scratch, part), unsafe.Add(b.scratch, b.halves), nil, nil, 0)
	}
}

// Store copies the sums that are kept in the scratch to the result, rounded to its type.
func (b *MatmulBlock) Store() {
	if b.isLoose() {
		b.storeLoose()
		return
	}
	if b.kept == b.columns {
		return
	}
	sums := Matrix{b.scratch, b.row, b.size}
	if b.narrows() {
		sums = b.panel(0, b.row/b.wide)
		b.narrow.Run(b.rows*b.row/b.wide, sums.At, b.scratch, nil, nil, 0)
	}
	b.to.matrices(Span{0, b.rows}, Span{b.kept, b.columns}, func(m Matrix, row, column, rows, columns int) {
		b.set.CopyMatrix(m, sums.Beyond(row, column), rows, columns, b.size)
	})
}
