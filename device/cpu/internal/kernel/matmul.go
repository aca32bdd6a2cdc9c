package kernel

import (
	"cmp"
	"slices"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Matmul multiplies matrices of one type. It computes a block of the result at a time.
//
// An element is the sum of sums over [vector.Depth] products each, both in ascending order. Its
// bits depend on its row and its column alone: not on the block, nor on the other rows and columns. A matrix by a
// vector has another order: see OneColumn.
type Matmul struct {
	Cost int    // of four products of two elements, as of a Kernel
	Set  string // as of a Kernel

	size, wide    int // bytes of an element, and of a sum
	widen, narrow Kernel
	strips        []strip  // the widest first
	acrosses      []across // those of the best set first, and of these the widest
	alongs        []along
	inners        []inner
	vector        which
	sum           Kernel // adds sums
	set           *Set
}

// strip is the tiles of as many columns.
type strip struct {
	columns int
	tiles   []tile // the tallest first
}

// across is for one row, and columns that lie along memory.
type across struct {
	columns int
	run     vector.Across
}

// along is for one row, and rows of y that lie along memory.
type along struct {
	rows, columns int
	run           vector.Along
}

type tile struct {
	rows     int
	multiply vector.Multiply
}

// Matmul returns the kernel for matrices of a type.
func (t *Set) Matmul(dt op.DType) Matmul {
	entered.Do(enterLoops)
	sum := t.sumOf(dt)
	p := Matmul{size: dt.Size(), wide: sum.Size(), sum: t.For(op.Add, sum, sum), Cost: 2 * plainCost, set: t}
	if p.narrows() {
		p.widen, p.narrow = t.For(op.Cast, dt, sum), t.For(op.Cast, sum, dt)
	}
	for _, v := range t.over {
		for of, multiply := range v.Products {
			if of.Type == sum {
				p.Cost, p.Set = 1, v.Name
				p.add(of, multiply)
			}
		}
		var acrosses []across
		for of, run := range v.Acrosses {
			if of.Type == sum {
				acrosses = largestFirst(acrosses, across{of.Columns, run}, func(a across) int { return a.columns })
			}
		}
		p.acrosses = append(acrosses, p.acrosses...)
		for of, run := range v.Alongs {
			if of.Type == sum {
				p.alongs = largestFirst(p.alongs, along{of.Rows, of.Columns, run}, func(a along) int { return a.rows })
			}
		}
	}
	for _, v := range t.over {
		for of, run := range v.Inners {
			if of.Type == sum {
				p.inners = largestFirst(p.inners, inner{of.Rows, run}, func(a inner) int { return a.rows })
			}
		}
	}
	if p.strips == nil {
		for _, of := range plainTiles {
			p.add(vector.Tile{Type: sum, Rows: of.rows, Columns: plainColumns}, of.multiply[sum])
		}
	}
	return p
}

// largestFirst adds a routine to a list whose sizes descend. (Three lists that slices.SortFunc sorts are 16 KB of code.)
func largestFirst[T any](list []T, x T, size func(T) int) []T {
	at := 0
	for at < len(list) && size(list[at]) >= size(x) {
		at++
	}
	return slices.Insert(list, at, x)
}

// sumOf is the type of sums of elements of a type. Halves are widened, and their sums rounded once. A
// bool is widened too: a sum is not 0 if one of its products is not. Integers wrap, so their sign does not
// matter, and those of one byte are sums of two.
func (t *Set) sumOf(dt op.DType) op.DType {
	sum := dt
	switch dt {
	case op.Bool, op.Float16, op.BFloat16:
		return op.Float32
	case op.Int8, op.Uint8, op.Uint16:
		sum = op.Int16
	case op.Uint32:
		sum = op.Int32
	case op.Uint64:
		sum = op.Int64
	}
	has := func(v *vector.Set) bool {
		for of := range v.Products {
			if of.Type == sum {
				return true
			}
		}
		return false
	}
	if dt.IsInteger() && !slices.ContainsFunc(t.over, has) {
		return dt // the plain loops have all types
	}
	return sum
}

// add adds a tile to the strip of its columns.
func (p *Matmul) add(of vector.Tile, multiply vector.Multiply) {
	at, ok := slices.BinarySearchFunc(p.strips, of.Columns, func(s strip, columns int) int { return cmp.Compare(columns, s.columns) })
	if !ok {
		p.strips = slices.Insert(p.strips, at, strip{columns: of.Columns})
	}
	s := &p.strips[at]
	at, ok = slices.BinarySearchFunc(s.tiles, of.Rows, func(t tile, rows int) int { return cmp.Compare(rows, t.rows) })
	if !ok {
		s.tiles = slices.Insert(s.tiles, at, tile{})
	}
	s.tiles[at] = tile{of.Rows, multiply}
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
// fits the second-level cache, and whole tiles of all kernel sets fit a block. A tall block packs its columns for twice as
// many rows.
const blockRows, tallRows, blockColumns, packedRows = 504, 1050, 512, 84

// TallBlock is how many results a tall block has at most.
const TallBlock = tallRows * blockColumns

// ProductTile is how many rows or columns of a product share what is packed of a column, or of a row.
const ProductTile = blockRows

// Rows is how many of so many rows a block should have: blocks are as large as possible, and about
// equal. There are at least so many blocks, if they have enough rows. Their tiles are whole, except for the last one.
func (p *Matmul) Rows(rows, columns, blocks int, tall bool) int {
	most := longer(blockRows, columns)
	if tall {
		most = max(most, tallRows)
	}
	most = min(most, max(rows/max(blocks, 1), packedRows))
	return even(rows, most, p.strips[0].tiles[0].rows)
}

// Columns is Rows for columns. There are so many blocks if rows are too few for them.
func (p *Matmul) Columns(rows, columns, blocks int) int {
	most := longer(blockColumns, rows)
	if rows <= packedRows {
		most = min(most, max(columns/max(blocks, 1), packedRows))
	}
	return even(columns, most, p.strips[0].columns)
}

// longer is how many rows a block has at most if it has one column: more, as each is read once.
func longer(most, columns int) int {
	if columns == 1 {
		most *= 4
	}
	return most
}

func even(n, most, by int) int {
	blocks := (n + most - 1) / most
	return min(roundUp((n+blocks-1)/max(blocks, 1), by), n)
}

func roundUp(n, by int) int { return (n + by - 1) / by * by }

// Scratch is the bytes that a block of so many rows and columns needs, for sums of so many products.
func (p *Matmul) Scratch(rows, columns, depth int) int {
	if p.vector != noVector {
		return p.vectorPacking(rows * columns).end
	}
	end := p.packing(rows, withGaps(rows, columns), depth).end
	if columns == 1 { // see Block
		end = max(end, p.packing(1, withGaps(1, rows), depth).end)
	}
	return end
}

// packing says where the parts of a scratch begin, in bytes: the sums, panels of X and of Y, and
// elements that are not yet widened. Panels have whole tiles.
type packing struct{ x, y, halves, end int }

// pitch is the elements from one packed row of x to the next. It is no power of two: such rows would
// evict each other from the nearest cache.
const pitch = vector.Depth + 16

// cacheLine is the bytes of a cache line.
const cacheLine = 64

func (p *Matmul) packing(rows, columns, depth int) (l packing) {
	depth = min(depth, vector.Depth)
	packed := depth * roundUp(columns, p.strips[0].columns)
	if rows == 1 { // one strip at a time, or the sums of one part
		columns += p.strips[0].columns
		packed = max(depth*p.strips[0].columns, columns)
	}
	columns = roundUp(columns, p.strips[0].columns)
	l.x = roundUp(rows*columns*p.wide, cacheLine)
	l.y = l.x + roundUp(min(rows, packedRows)*pitch*p.wide, cacheLine)
	l.halves = l.y + roundUp(packed*p.wide, cacheLine)
	l.end = l.halves
	if p.narrows() {
		l.end += max(rows*columns, min(rows, packedRows)*pitch, depth*p.strips[0].columns) * p.size
	}
	return l
}

// narrows reports whether sums have another type than elements.
func (p *Matmul) narrows() bool { return p.size != p.wide }
