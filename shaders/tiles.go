package shaders

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A thread computes a tile of a product of matrices: mostOfTile neighbouring rows and columns, or
// fewOfTile of a matrix that has no more. Each element that it loads serves a whole row or column of the
// tile. A software driver takes some seventy instructions to load a word for each of its lanes, and two to
// multiply and add.
const mostOfTile, fewOfTile = 8, 4

// A workgroup has a block of mostOfBlock tiles in each direction, or fewer of a small matrix. What its tiles
// load of X and Y is in a cache when the next tile loads it.
const mostOfBlock = 8

// tileGroup is the number of threads in a workgroup.
const tileGroup = mostOfBlock * mostOfBlock

// fewRounds is how many products a sum has at least where a thread adds several in a round.
const fewRounds = 16

// sumDepth is how many products a sum of floats has before it is added to other sums. The bound of dot
// relies on it.
const sumDepth = 256

// tiling says how threads divide a product of matrices.
type tiling struct {
	dot   int         // the instruction
	sides [2]tileSide // X and Y
	shape []int       // how many blocks of tiles there are along each axis of groups
	step  int         // how many products of a sum a thread adds in a round
	tail  bool        // sums may have other products behind the last such round
	team  int         // how many threads share a larger tile
}

// inTiles reports whether tiles compute the launch: products of matrices. The number of products of
// a sum decides it, and not the number of sums. A tile keeps a state for each of its cells, so a long
// state has no tiles.
func (g *grouping) inTiles(n *broadcast.Nest) bool {
	p, ok := g.launch.Product(n)
	return ok && len(p.Rows)+len(p.Columns) > 0 && g.light(p.XMaps) && g.light(p.YMaps) &&
		n.Elements.Len <= mostRounds/2 && g.rows[p.Dot].Words <= vectorWords
}

// mostOfMaps is the Cost of maps that a tile computes at most: its text has them for each row.
const mostOfMaps = 1 << 13

// light reports whether a tile can compute maps.
func (g *grouping) light(maps []int) bool {
	all := 0
	for _, i := range maps {
		in, types := g.launch.Program.Code()[i], []op.DType(nil)
		for _, v := range in.Args {
			types = append(types, g.launch.Program.Type(v))
		}
		all += operandBytes + cost(instruction{in.Op, in.Op.Computes(types), in.Type, g.repair})
	}
	return all <= mostOfMaps
}

// tiles divides the groups of the piece. One of a single row or column has tiles too, so that its sums
// are those of the whole launch.
func (g *grouping) tiles() *tiling {
	p, _ := g.launch.Product(&g.nest)
	t := &tiling{dot: p.Dot, shape: slices.Clone(g.nest.Groups.Shape), step: 1}
	if g.nest.Elements.Len >= fewRounds {
		t.step = vectorWords
	}
	t.sides = [2]tileSide{newSide("row", p.X, p.XMaps, p.Rows), newSide("column", p.Y, p.YMaps, p.Columns)}
	if t.team = g.teamOfTile(t); t.team > 1 {
		t.shareTiles()
		return t
	}
	most := [2]int{mostOfTile, mostOfTile}
	if g.limits.Teams {
		most = teamRows // registers are as few
	}
	for i := range t.sides {
		t.divide(&t.sides[i], most[i])
	}
	return t
}

// newSide is a side whose tiles lie along the last of some axes.
func newSide(name string, value device.Value, maps, axes []int) tileSide {
	s := tileSide{name: name, value: value, maps: maps, axis: -1, n: 1, block: 1}
	if len(axes) > 0 {
		s.axis = axes[len(axes)-1]
	}
	return s
}

// divide divides the axis of a side into blocks of tiles with so many rows at most.
func (t *tiling) divide(s *tileSide, most int) {
	if s.axis < 0 {
		return
	}
	size := &t.shape[s.axis]
	switch {
	case *size > fewOfTile:
		s.n = most
	case *size > 1:
		s.n = fewOfTile
	}
	*size = ceil(*size, s.n)
	for s.block < mostOfBlock && s.block < *size {
		s.block *= 2
	}
	*size = ceil(*size, s.block)
}

// mostOfProduct is how many elements a piece of a product of matrices has at most. Its scratch holds
// nothing but narrow results, a word each, until maps copy them.
func (g *grouping) mostOfProduct(depth int) int {
	most, depth := cmp.Or(g.limits.Elements, MaxLen), max(1, depth)
	if g.limits.Work > 0 {
		most = int(min(int64(most), g.limits.Work))
	}
	groups := most / depth
	if g.limits.Window > 0 {
		groups = min(groups, g.limits.Window/wordBytes/len(g.launch.Out)-vectorWords)
	}
	return max(1, groups) * depth
}

// bindVectors makes threads load neighbours together, where vectors are aligned.
func (t *tiling) bindVectors(k *Kernel, kept int) {
	t.tail = t.step > 1 && (len(k.nest.shape) != kept+1 || k.nest.shape[kept]%t.step != 0)
	for i := range t.sides {
		t.sides[i].bind(&k.nest, k.program, kept, t.step)
	}
}

// threads is how many tiles there are.
func (t *tiling) threads() int {
	n := t.sides[0].block * t.sides[1].block
	for _, blocks := range t.shape {
		n *= blocks
	}
	return n
}

// fields are what threads need to find their tiles.
func (t *tiling) fields(shape []int, number func(what string, index, value int)) {
	for axis, n := range t.shape {
		if axis > 0 {
			number("blocks", axis, n)
		}
	}
	for i := range t.sides {
		s := &t.sides[i]
		number("block_"+s.name+"s", -1, s.block)
		if s.axis >= 0 {
			number(s.name+"s", -1, shape[s.axis])
		}
	}
}

// key is what the text of a tile depends on.
func (t *tiling) key() (key string) {
	for i := range t.sides {
		s := &t.sides[i]
		key += fmt.Sprintf(", tiles of %d %ss along %d, loads %v %v", s.n, s.name, s.axis, s.loads, s.along)
	}
	return key + fmt.Sprintf(", rounds of %d, tail %v", t.step, t.tail)
}

// ProductTile is how many columns of a product share an element that maps of X compute, and how many rows one
// of Y: those of a tile. It is 0 of products that have no tiles; see device.Multiplier.
func ProductTile(dt op.DType, terms int, teams bool) int {
	row, ok := RowOf(op.Dot, []op.DType{dt, dt})
	switch {
	case !ok || row.Words > vectorWords || terms > mostRounds/2:
		return 0
	case teams:
		return teamSide
	}
	return mostOfTile
}
