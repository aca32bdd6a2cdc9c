package kernel

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Matmul multiplies matrices of one type. It computes a block of the result at a time.
//
// An element is the sum of sums over [vector.Depth] products each, both in ascending order. So its
// bits depend on its row and its column alone: not on the block, nor on the other rows and columns.
type Matmul struct {
	Cost int    // of four products of two elements, as of a Kernel
	Set  string // as of a Kernel

	size, wide    int // bytes of an element, and of a sum
	widen, narrow Kernel
	strips        []strip // the widest first
	flat          []strip // the same, for one row
	set           *Set
}

// strip is the tiles of as many columns.
type strip struct {
	columns int
	tiles   []tile // the tallest first
}

type tile struct {
	rows     int
	multiply vector.Multiply
}

// Matmul returns the kernel for matrices of a type. Halves are widened, and their sums rounded once. A
// bool is widened too: a sum is not 0 if one of its products is not.
func (t *Set) Matmul(dt op.DType) Matmul {
	entered.Do(enterLoops)
	sum := dt
	p := Matmul{size: dt.Size(), set: t}
	if _, half := halfOf(dt); half || dt == op.Bool {
		sum = op.Float32
		p.widen, p.narrow = t.For(op.Cast, dt, sum), t.For(op.Cast, sum, dt)
	}
	p.wide, p.Cost = sum.Size(), 2*plainCost
	for _, v := range t.over {
		for of, multiply := range v.Products {
			if of.Type == sum {
				p.Cost, p.Set = 1, v.Name
				p.add(of, multiply)
			}
		}
	}
	if p.flat == nil {
		for _, of := range plainTiles {
			p.add(vector.Tile{Type: sum, Rows: of.rows, Columns: plainColumns}, of.multiply[sum])
		}
	}
	p.strips = slices.DeleteFunc(slices.Clone(p.flat), func(s strip) bool { return s.tiles[0].rows == 1 })
	return p
}

// add adds a tile to the strip of its columns.
func (p *Matmul) add(of vector.Tile, multiply vector.Multiply) {
	at, ok := slices.BinarySearchFunc(p.flat, of.Columns, func(s strip, columns int) int { return cmp.Compare(columns, s.columns) })
	if !ok {
		p.flat = slices.Insert(p.flat, at, strip{columns: of.Columns})
	}
	s := &p.flat[at]
	at, ok = slices.BinarySearchFunc(s.tiles, of.Rows, func(t tile, rows int) int { return cmp.Compare(rows, t.rows) })
	if !ok {
		s.tiles = slices.Insert(s.tiles, at, tile{})
	}
	s.tiles[at] = tile{of.Rows, multiply}
}

// strip is the one for the next of so many columns that are left: the widest that they fill, or the
// narrowest that has room for them. Columns that are read where they are fill all but the last.
func (b *MatmulBlock) strip(left int) *strip {
	all := b.strips
	if b.rows == 1 {
		all = b.flat
	}
	for i := range all {
		if s := &all[i]; s.columns <= left || i == len(all)-1 || all[i+1].columns < left && !b.inPlace {
			return s
		}
	}
	return nil
}

// tile is the one for the next of so many rows that are left: all should have about as many.
func (s *strip) tile(left int) *tile {
	tallest := s.tiles[0].rows
	count := (left + tallest - 1) / tallest
	for i := range s.tiles {
		if t := &s.tiles[i]; t.rows*count <= left+count-1 {
			return t
		}
	}
	return nil // not reached, as there are tiles of one row
}

// A block has at most so many rows and columns, and packs so many of its rows at a time. What is packed
// fits the second-level cache, and whole tiles of all kernel sets fit a block.
const blockRows, blockColumns, packedRows = 504, 512, 168

// pitch is the elements from one packed row of x to the next. It is no power of two: such rows would
// evict each other from the nearest cache.
const pitch = vector.Depth + 16

// packing says where the parts of a scratch begin, in bytes: the sums, panels of X and of Y, and
// elements that are not yet widened. Panels have whole tiles.
type packing struct{ x, y, halves, end int }

func (p *Matmul) packing(rows, columns, depth int) (l packing) {
	depth = min(depth, vector.Depth)
	columns = roundUp(columns, p.flat[0].columns)
	l.x = roundUp(rows*columns*p.wide, cacheLine)
	l.y = l.x + roundUp(min(rows, packedRows)*pitch*p.wide, cacheLine)
	l.halves = l.y + roundUp(depth*columns*p.wide, cacheLine)
	l.end = l.halves
	if p.narrows() {
		l.end += max(rows*columns, min(rows, packedRows)*pitch, depth*p.flat[0].columns) * p.size
	}
	return l
}

// cacheLine is the bytes of a cache line.
const cacheLine = 64

func roundUp(n, by int) int { return (n + by - 1) / by * by }

// Rows is how many of so many rows a block should have: blocks are as large as possible, and about
// equal. Their tiles are whole, except for the last one.
func (p *Matmul) Rows(rows int) int { return even(rows, blockRows, p.strips[0].tiles[0].rows) }

// Columns is Rows for columns.
func (p *Matmul) Columns(columns int) int { return even(columns, blockColumns, p.strips[0].columns) }

func even(n, most, by int) int {
	blocks := (n + most - 1) / most
	return min(roundUp((n+blocks-1)/max(blocks, 1), by), n)
}

// Scratch is the bytes that a block of so many rows and columns needs, for sums of so many products.
func (p *Matmul) Scratch(rows, columns, depth int) int { return p.packing(rows, columns, depth).end }

// narrows reports whether sums have another type than elements.
func (p *Matmul) narrows() bool { return p.size != p.wide }

// MatmulBlock is rows of x and columns of y, whose products are computed: first each of the Parts of
// their sums, in order, then Store. The columns of x are the rows of y.
type MatmulBlock struct {
	*Matmul
	packing
	to, x, y             Grid
	scratch              unsafe.Pointer
	rows, columns, depth int
	inPlace              bool // whether y is read where it is, but for columns that fill no strip
	kept                 int  // columns before this one have their sums in the result, the others in the scratch
	row                  int  // bytes of a row of the latter
}

// Block begins a block.
func (p *Matmul) Block(scratch unsafe.Pointer, to, x, y Grid) MatmulBlock {
	b := MatmulBlock{Matmul: p, to: to, x: x, y: y, scratch: scratch, rows: x.Rows.Len(), columns: y.Columns.Len(), depth: x.Columns.Len()}
	b.packing = p.packing(b.rows, b.columns, b.depth)
	b.inPlace = !b.narrows() && b.rows <= inPlaceRows && b.y.Columns.contiguous(b.size) && b.y.Rows.even()
	b.layOut()
	if b.depth == 0 {
		b.kept = 0
		b.row = b.columns * p.wide
		clear(unsafe.Slice((*byte)(scratch), b.packing.x))
	}
	return b
}

// layOut decides where sums are kept.
func (b *MatmulBlock) layOut() {
	direct := !b.narrows() && b.to.Columns.contiguous(b.size) && b.to.Rows.even()
	end := 0
	for end < b.columns {
		s := b.strip(b.columns - end)
		if end += s.columns; direct && end <= b.columns {
			b.kept = end
		}
	}
	b.row = (end - b.kept) * b.wide
}

// Parts is how many parts the sums have.
func (b *MatmulBlock) Parts() int { return (b.depth + vector.Depth - 1) / vector.Depth }

// Multiply computes a part of the sums. Panels of y are packed once for all rows.
func (b *MatmulBlock) Multiply(part int) {
	inner := Span{part * vector.Depth, min((part+1)*vector.Depth, b.depth)}
	for r := 0; r < b.rows; r += packedRows {
		rows := Span{r, min(r+packedRows, b.rows)}
		x := b.packX(rows, inner)
		for c := 0; c < b.columns; {
			s := b.strip(b.columns - c)
			b.multiplyStrip(s, rows, inner, c, x)
			c += s.columns
		}
	}
}

// multiplyStrip computes a part of the sums of some rows, from column c on.
func (b *MatmulBlock) multiplyStrip(s *strip, rows, inner Span, c int, x Matrix) {
	how := vector.Mode(0)
	if inner.From > 0 {
		how = vector.Add
	}
	to := Matrix{unsafe.Add(b.scratch, (c-b.kept)*b.wide), b.row, b.wide}
	if c < b.kept {
		to = Matrix{b.to.At, b.to.Rows.stride(), b.wide}.beyond(0, c)
	}
	y := b.packY(s, inner, c, rows.From == 0)
	for r := rows.From; r < rows.To; {
		t := s.tile(rows.To - r)
		t.multiply(inner.Len(), unsafe.Add(to.At, r*to.Row), unsafe.Add(x.At, (r-rows.From)*x.Row), y.At, to.Row, x.Row, x.Column, y.Row, how)
		r += t.rows
	}
}

// inPlaceColumns and inPlaceRows are the columns and rows of a block up to which it pays to read the
// other operand where it is.
const inPlaceColumns, inPlaceRows = 64, 28

// packX makes rows of x readable: where they are, or a pitch apart in the scratch.
func (b *MatmulBlock) packX(rows, inner Span) Matrix {
	if !b.narrows() && b.columns <= inPlaceColumns && b.x.Rows.even() && b.x.Columns.even() {
		return b.x.matrix().beyond(rows.From, inner.From)
	}
	to := b.panel(b.packing.x, pitch)
	b.x.matrices(rows, inner, func(m Matrix, row, column, rows, columns int) {
		b.set.CopyMatrix(to.beyond(row, column), m, rows, columns, b.size)
	})
	b.widenTo(b.packing.x, rows.Len()*pitch)
	return Matrix{unsafe.Add(b.scratch, b.packing.x), pitch * b.wide, b.wide}
}

// packY makes columns of y readable from column c on, as many as the strip has: where they are, or one
// row after the other in the scratch. There they are already, unless it is the first time.
func (b *MatmulBlock) packY(s *strip, inner Span, c int, first bool) Matrix {
	if b.inPlace && c+s.columns <= b.columns {
		return b.y.matrix().beyond(inner.From, c)
	}
	at := b.packing.y + c*inner.Len()*b.wide
	if first {
		to := b.panel(at, s.columns)
		b.y.matrices(inner, Span{c, min(c+s.columns, b.columns)}, func(m Matrix, row, column, rows, columns int) {
			b.set.CopyMatrix(to.beyond(row, column), m, rows, columns, b.size)
		})
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
	if b.kept == b.columns {
		return
	}
	sums := Matrix{b.scratch, b.row, b.size}
	if b.narrows() {
		sums = b.panel(0, b.row/b.wide)
		b.narrow.Run(b.rows*b.row/b.wide, sums.At, b.scratch, nil, nil, 0)
	}
	b.to.matrices(Span{0, b.rows}, Span{b.kept, b.columns}, func(m Matrix, row, column, rows, columns int) {
		b.set.CopyMatrix(m, sums.beyond(row, column), rows, columns, b.size)
	})
}
