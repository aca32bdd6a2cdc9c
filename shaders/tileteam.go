package shaders

import "fmt"

// A team of threads shares a tile of teamSide rows and columns. It loads slabs of X and Y into workgroup memory:
// so many products of each sum. Then a thread multiplies teamRows[0] rows by teamRows[1] columns of them. A
// card's memory is far slower than its arithmetic, and a slab is loaded once for all threads.
//
// A thread has two sums for each of its cells. With 8 by 8 cells AMD's compiler would need 170 registers,
// and so few waves that they wait for memory.
const (
	teamSide    = 64
	slabWords   = 16           // of each row in a slab
	slabPitch   = teamSide + 4 // neighbouring products lie in other banks
	leastOfTeam = 32           // rows and columns of a matrix
)

// teamRows are how many rows and columns a thread of a team has.
var teamRows = [2]int{8, 4}

// teamOfTile is how many threads share a tile. On a software driver, and where a matrix is small, each has its
// own.
func (g *grouping) teamOfTile(t *tiling) int {
	if !g.limits.Teams || g.nest.Elements.Len < slabWords {
		return 1
	}
	for i := range t.sides {
		if axis := t.sides[i].axis; axis < 0 || t.shape[axis] < leastOfTeam {
			return 1
		}
	}
	return teamSide / teamRows[0] * teamSide / teamRows[1]
}

// shareTiles divides the axes of both sides into tiles of a team.
func (t *tiling) shareTiles() {
	for i := range t.sides {
		s := &t.sides[i]
		s.n, t.shape[s.axis] = teamRows[i], ceil(t.shape[s.axis], teamSide)
	}
}

// slabDepth is how many products of each sum are in a slab.
func (k *Kernel) slabDepth() int {
	return slabWords / words(k.program.Type(k.walk.tiling.sides[0].value))
}

// declareSlabs declares the workgroup memory of a team.
func (k *Kernel) declareSlabs(t *text) {
	if k.walk.team == 1 {
		return
	}
	for i := range k.walk.tiling.sides {
		s := &k.walk.tiling.sides[i]
		t.line("var<workgroup> %s_slab: array<%s, %d>;", s.name, valueType(k.program.Type(s.value)), k.slabDepth()*slabPitch)
	}
}

// writeSlabs adds the products up to an end, slab by slab.
func (x walkText) writeSlabs(t *text, end string) {
	depth := x.k.slabDepth()
	t.open("for (; e < %s; e += %du) {", end, depth)
	t.line("workgroupBarrier();")
	for i := range x.tiling.sides {
		for run := 0; run < depth*teamSide/vectorWords; run += x.team {
			x.writeRunOf(t, &x.tiling.sides[i], run)
		}
	}
	t.line("workgroupBarrier();")
	t.open("for (var k = 0u; k < %du; k++) {", depth)
	for i := range x.tiling.sides {
		s := &x.tiling.sides[i]
		t.line("let %[1]s_at = k * %[2]du + %[1]s_lane * %[3]du;", s.name, slabPitch, s.n)
		for row := range s.n {
			t.line("let %[1]s%[2]d_0 = %[1]s_slab[%[3]s];", s.name, row, plus(s.name+"_at", row))
		}
	}
	x.writeProducts(t, 0)
	t.close()
	t.close()
}

// writeRunOf loads as many elements of a slab as a vector has, along the sum or along rows. What is behind
// the end of a sum is 0.
func (x walkText) writeRunOf(t *text, s *tileSide, from int) {
	operands, depth := x.operandsOf(s), x.k.slabDepth()
	t.open("{")
	t.line("let run = lane + %du;", from)
	if s.along {
		t.line("let row = run / %du;", depth/vectorWords)
		t.line("let product = run %% %du * %du;", depth/vectorWords, vectorWords)
	} else {
		t.line("let row = run %% %du * %du;", teamSide/vectorWords, vectorWords)
		t.line("let product = run / %du;", teamSide/vectorWords)
	}
	x.writeSlabIndices(t, "product")
	whole := true
	for _, o := range operands {
		if x.wholeRun(s, o) {
			writeVector(t, o, o.name(), x.slabPlace(s, o, "row"))
		} else {
			whole = false
		}
	}
	for lane := range vectorWords {
		row, product := "row", "product"
		t.open("{")
		if s.along {
			product = plus(product, lane)
			if !whole {
				x.writeSlabIndices(t, product)
			}
		} else {
			row = plus(row, lane)
		}
		var bits []string
		for _, o := range operands {
			if x.wholeRun(s, o) {
				bits = append(bits, o.lane(o.name(), lane))
			} else {
				bits = append(bits, writeSingle(t, o, o.name(), x.slabPlace(s, o, row)))
			}
		}
		x.writeValue(t, s, "value", bits)
		t.line("%s_slab[(%s) * %du + %s] = select(%s(), value, e + %s < params.elements);",
			s.name, product, slabPitch, row, valueType(x.f.program.Type(s.value)), product)
		t.close()
	}
	t.close()
}

// wholeRun reports whether a vector of an operand is a run of its slab.
func (x walkText) wholeRun(s *tileSide, o *operand) bool {
	load := s.loads[o.number]
	return s.along && load == sumWise || !s.along && load == sideWise
}

// writeSlabIndices finds the indices of a product in its sum. Behind the end it is the last.
func (x walkText) writeSlabIndices(t *text, product string) {
	rest := fmt.Sprintf("min(e + %s, params.elements - 1u)", product)
	for axis := len(x.k.nest.shape) - 1; axis > x.kept; axis-- {
		t.line("let p%d = %s;", axis, rest)
		t.line("let q%d = p%d / params.size%d;", axis, axis, axis)
		t.line("let i%d = p%d - q%d * params.size%d;", axis, axis, axis, axis)
		rest = fmt.Sprintf("q%d", axis)
	}
	t.line("let i%d = %s;", x.kept, rest)
}

// slabPlace is where the element of a row lies in an operand.
func (x walkText) slabPlace(s *tileSide, o *operand, row string) string {
	at := s.rowOf(o, "tile_"+s.name+" + "+row)
	for axis := x.kept; axis < len(o.strides); axis++ {
		at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, o.name(), axis)
	}
	return at
}
