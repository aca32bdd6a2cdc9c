package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Matmul multiplies matrices of one type. It computes a block of the result at a time, in a scratch.
//
// An element is the sum of sums over [vector.Depth] products each, both in ascending order. So its
// bits depend on its row and its column alone: not on the block, nor on the other rows and columns.
type Matmul struct {
	Cost int    // of four products of two elements, as of a Kernel
	Set  string // as of a Kernel

	size, wide    int // bytes of an element, and of a sum
	widen, narrow Kernel
	tile          vector.Tile
	multiply      vector.Multiply
	set           *Set
}

// A block has at most so many rows and columns. Whole tiles of all kernel sets fit, and the scratch
// fits the second-level cache.
const blockRows, blockColumns = 168, 256

// Matmul returns the kernel for matrices of a type. Halves are widened, and their sums rounded once.
func (t *Set) Matmul(dt op.DType) Matmul {
	entered.Do(enterLoops)
	sum := dt
	p := Matmul{size: dt.Size(), set: t}
	if _, half := halfOf(dt); half {
		sum = op.Float32
		p.widen, p.narrow = t.For(op.Cast, dt, sum), t.For(op.Cast, sum, dt)
	}
	p.wide = sum.Size()
	p.tile, p.multiply, p.Cost = plainTile, plainMatmuls[sum], 2*plainCost
	for _, v := range t.over {
		for tile, multiply := range v.Products {
			if sum.IsFloat() && tile.Size == p.wide {
				p.tile, p.multiply, p.Cost, p.Set = tile, multiply, 1, v.Name
			}
		}
	}
	return p
}

// packing says where the parts of a scratch begin, in bytes: the sums, panels of X and of Y, and
// elements that are not yet widened. Panels have whole tiles.
type packing struct{ x, y, halves, end int }

func (p *Matmul) packing(rows, columns, depth int) (l packing) {
	depth = min(depth, vector.Depth)
	rows, columns = roundUp(rows, p.tile.Rows), roundUp(columns, p.tile.Columns)
	l.x = roundUp(rows*columns*p.wide, cacheLine)
	l.y = l.x + roundUp(rows*p.tile.Pitch*p.wide, cacheLine)
	l.halves = l.y + roundUp(depth*columns*p.wide, cacheLine)
	l.end = l.halves
	if p.narrows() {
		l.end += max(rows*p.tile.Pitch, depth*columns) * p.size
	}
	return l
}

// cacheLine is the bytes of a cache line.
const cacheLine = 64

func roundUp(n, by int) int { return (n + by - 1) / by * by }

// Rows is how many of so many rows a block should have: blocks are as large as possible, and about
// equal. Their tiles are whole, except for the last one.
func (p *Matmul) Rows(rows int) int { return even(rows, blockRows, p.tile.Rows) }

// Columns is Rows for columns.
func (p *Matmul) Columns(columns int) int { return even(columns, blockColumns, p.tile.Columns) }

func even(n, most, by int) int {
	blocks := (n + most - 1) / most
	return min(roundUp((n+blocks-1)/max(blocks, 1), by), n)
}

// Scratch is the bytes that a block of so many rows and columns needs, for sums of so many products.
func (p *Matmul) Scratch(rows, columns, depth int) int { return p.packing(rows, columns, depth).end }

// narrows reports whether sums have another type than elements.
func (p *Matmul) narrows() bool { return p.size != p.wide }

// MatmulBlock is rows of x and columns of y, whose products are computed in a scratch: first each of the
// Parts of their sums, in order, then Store. The columns of x are the rows of y.
type MatmulBlock struct {
	*Matmul
	packing
	x, y                 Grid
	scratch              unsafe.Pointer
	rows, columns, depth int
	row                  int // bytes of a row of sums
}

// Block begins a block.
func (p *Matmul) Block(scratch unsafe.Pointer, x, y Grid) MatmulBlock {
	b := MatmulBlock{Matmul: p, x: x, y: y, scratch: scratch, rows: x.Rows.Len(), columns: y.Columns.Len(), depth: x.Columns.Len()}
	b.packing, b.row = p.packing(b.rows, b.columns, b.depth), roundUp(b.columns, p.tile.Columns)*p.wide
	if b.depth == 0 {
		clear(unsafe.Slice((*byte)(scratch), b.packing.x))
	}
	return b
}

// Parts is how many parts the sums have.
func (b *MatmulBlock) Parts() int { return (b.depth + vector.Depth - 1) / vector.Depth }

// Multiply computes a part of the sums.
func (b *MatmulBlock) Multiply(part int) {
	inner := Span{part * vector.Depth, min((part+1)*vector.Depth, b.depth)}
	b.packX(inner)
	b.packY(inner)
	b.multiplyAll(inner.Len(), part > 0)
}

// multiplyAll multiplies the packed panels, tile by tile. A panel of Y stays in the nearest cache.
func (b *MatmulBlock) multiplyAll(depth int, add bool) {
	how := vector.Mode(0)
	if add {
		how = vector.Add
	}
	for c := 0; c < b.columns; c += b.tile.Columns {
		y := unsafe.Add(b.scratch, b.packing.y+c*depth*b.wide)
		for r := 0; r < b.rows; r += b.tile.Rows {
			to := unsafe.Add(b.scratch, r*b.row+c*b.wide)
			b.multiply(depth, to, unsafe.Add(b.scratch, b.packing.x+r*b.tile.Pitch*b.wide), y, b.row, how)
		}
	}
}

// packX copies rows of x, a pitch apart. The rows that a tile has besides keep what they are: no
// element of the result depends on them.
func (b *MatmulBlock) packX(inner Span) {
	to := b.panel(b.packing.x, b.tile.Pitch)
	b.x.matrices(Span{0, b.rows}, inner, func(m Matrix, row, column, rows, columns int) {
		b.set.CopyMatrix(to.beyond(row, column), m, rows, columns, b.size)
	})
	b.widenTo(b.packing.x, b.rows*b.tile.Pitch)
}

// packY copies columns of y to panels as wide as a tile.
func (b *MatmulBlock) packY(inner Span) {
	for c := 0; c < b.columns; c += b.tile.Columns {
		to := b.panel(b.packing.y, b.tile.Columns)
		to.At = unsafe.Add(to.At, c*inner.Len()*b.size)
		b.y.matrices(inner, Span{c, min(c+b.tile.Columns, b.columns)}, func(m Matrix, row, column, rows, columns int) {
			b.set.CopyMatrix(to.beyond(row, column), m, rows, columns, b.size)
		})
	}
	b.widenTo(b.packing.y, roundUp(b.columns, b.tile.Columns)*inner.Len())
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

// Store copies the sums to the result, rounded to its type.
func (b *MatmulBlock) Store(to Grid) {
	sums := Matrix{b.scratch, b.row, b.size}
	if b.narrows() {
		sums = b.panel(0, b.row/b.wide)
		b.narrow.Run(b.rows*b.row/b.wide, sums.At, b.scratch, nil, nil, 0)
	}
	to.matrices(Span{0, b.rows}, Span{0, b.columns}, func(m Matrix, row, column, rows, columns int) {
		b.set.CopyMatrix(m, sums.beyond(row, column), rows, columns, b.size)
	})
}
