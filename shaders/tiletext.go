package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// writeTile writes a thread's tile: its sums, and then the outputs of each.
func (x walkText) writeTile(t *text) {
	tile := x.tiling
	if tile.team > 1 {
		t.line("let row_lane = lane / %du;", teamSide/teamRows[1])
		t.line("let column_lane = lane %% %du;", teamSide/teamRows[1])
	}
	t.line("let block = thread / (params.block_rows * params.block_columns);")
	t.line("let in_block = thread - block * params.block_rows * params.block_columns;")
	number := "block"
	for axis := x.kept - 1; axis >= 0; axis-- {
		index := number
		if axis > 0 {
			t.line("let q%d = %s / params.blocks%d;", axis, number, axis)
			index, number = fmt.Sprintf("%s - q%d * params.blocks%d", number, axis, axis), fmt.Sprintf("q%d", axis)
		}
		switch axis {
		case tile.sides[0].axis:
			x.writeFirst(t, &tile.sides[0], index, "in_block / params.block_columns")
		case tile.sides[1].axis:
			x.writeFirst(t, &tile.sides[1], index, "in_block % params.block_columns")
		default:
			t.line("let i%d = %s;", axis, index)
		}
	}
	for i := range tile.sides {
		s := &tile.sides[i]
		x.writeScalars(t, s)
		for _, o := range x.operandsOf(s) {
			x.writeBase(t, s, o)
			if tile.team == 1 {
				x.writeRows(t, s, o)
			}
		}
	}
	x.writeSums(t)
	x.writeResults(t)
}

// writeFirst finds the first row of the thread in a side. A thread that works alone has none if it is beyond the
// matrix; in a team it loads for the others.
func (x walkText) writeFirst(t *text, s *tileSide, block, inBlock string) {
	if x.tiling.team > 1 {
		t.line("let tile_%s = (%s) * %du;", s.name, block, teamSide)
		t.line("let first_%[1]s = tile_%[1]s + %[1]s_lane * %[2]du;", s.name, s.n)
		return
	}
	t.line("let first_%[1]s = ((%[2]s) * params.block_%[1]ss + %[3]s) * %[4]du;", s.name, block, inBlock, s.n)
	t.line("if (first_%[1]s >= params.%[1]ss) { return; }", s.name)
}

// writeRows finds where the rows of a side begin in an operand. It loads what all products of a sum share.
func (x walkText) writeRows(t *text, s *tileSide, o *operand) {
	for i := range s.n {
		name := fmt.Sprintf("%s%d_%s", s.name, i, o.name())
		at := s.rowOf(o, plus("first_"+s.name, i))
		switch load := s.loads[o.number]; {
		case load == fixed:
			writeSingle(t, o, name, at)
		case load != shared || i == 0:
			t.line("let %s_begin = %s;", name, at)
		}
	}
}

// cells calls f for each element of a tile.
func (t *tiling) cells(f func(r, c int)) {
	for r := range t.sides[0].n {
		for c := range t.sides[1].n {
			f(r, c)
		}
	}
}

// writeSums sums the products of a tile. Floats are summed in blocks; a state of a row has all others.
func (x walkText) writeSums(t *text) {
	tile := x.tiling
	if tile.team == 1 {
		x.writeWay(t)
	}
	if !x.floatSums() {
		tile.cells(func(r, c int) { t.line("var s%d_%d = %s;", r, c, x.rows[tile.dot].Begin) })
		t.line("var e = 0u;")
		x.writeRounds(t, "params.elements")
		return
	}
	tile.cells(func(r, c int) { t.line("var sum%d_%d = 0.0;", r, c) })
	t.line("var e = 0u;")
	t.open("while (e < params.elements) {")
	tile.cells(func(r, c int) { t.line("var s%d_%d = 0.0;", r, c) })
	t.line("let end = min(e + %du, params.elements);", sumDepth)
	x.writeRounds(t, "end")
	tile.cells(func(r, c int) { t.line("sum%d_%d += s%d_%d;", r, c, r, c) })
	t.close()
}

// floatSums reports whether sums are floats.
func (x walkText) floatSums() bool { return inFloat(x.f.program.Type(x.tiling.sides[0].value)) }

// writeRounds adds the products up to an end.
func (x walkText) writeRounds(t *text, end string) {
	if x.tiling.team > 1 {
		x.writeSlabs(t, end)
		return
	}
	t.open("for (; e + %du < %s; e += %du) {", x.tiling.step-1, end, x.tiling.step)
	for k := range x.tiling.step {
		x.writeRound(t, k)
	}
	t.close()
	if x.tiling.tail {
		t.open("for (; e < %s; e++) {", end)
		x.writeRound(t, 0)
		t.close()
	}
}

// writeRound adds product k of a round.
func (x walkText) writeRound(t *text, k int) {
	for i := range x.tiling.sides {
		s := &x.tiling.sides[i]
		for row := range s.n {
			var bits []string
			for _, o := range x.operandsOf(s) {
				bits = append(bits, x.writeBits(t, s, o, row, k))
			}
			x.writeValue(t, s, fmt.Sprintf("%s%d_%d", s.name, row, k), bits)
		}
	}
	x.writeProducts(t, k)
	x.writeStep(t)
}

// writeBits loads an operand's element in product k of a round, and returns the text of its bits. The first
// element of a vector loads it.
func (x walkText) writeBits(t *text, s *tileSide, o *operand, row, k int) string {
	name := fmt.Sprintf("%s%d_%s", s.name, row, o.name())
	at := fmt.Sprintf("%s_begin + %s_to", name, o.name())
	switch s.loads[o.number] {
	case fixed:
		return name
	case shared:
		first := fmt.Sprintf("%s0_%s", s.name, o.name())
		if row == 0 {
			writeSingle(t, o, fmt.Sprintf("%s_%d", first, k), at)
		}
		return fmt.Sprintf("%s_%d", first, k)
	case sumWise:
		if k == 0 {
			writeVector(t, o, name, at)
		}
		return o.lane(name, k)
	case sideWise:
		lane := row % vectorWords
		vector := fmt.Sprintf("%s%d_%s_%d", s.name, row-lane, o.name(), k)
		if lane == 0 {
			writeVector(t, o, vector, at)
		}
		return o.lane(vector, lane)
	}
	return writeSingle(t, o, fmt.Sprintf("%s_%d", name, k), at)
}

// writeProducts adds a product to each sum.
func (x walkText) writeProducts(t *text, k int) {
	args := x.f.program.Code()[x.tiling.dot].Args
	x.tiling.cells(func(r, c int) {
		if x.floatSums() {
			t.line("s%d_%d = fma(row%d_%d, column%d_%d, s%d_%d);", r, c, r, k, c, k, r, c)
			return
		}
		t.line("{ let %s = row%d_%d; let %s = column%d_%d; %s }", x.f.value(args[0]), r, k, x.f.value(args[1]), c, k,
			x.onState(x.tiling.dot, x.rows[x.tiling.dot].Add, fmt.Sprintf("s%d_%d", r, c)))
	})
}

// varying are the operands whose elements are others for each product of a sum.
func (x walkText) varying() (list []*operand) {
	for i := range x.k.nest.operands {
		o := &x.k.nest.operands[i]
		for j := range x.tiling.sides {
			if load, ok := x.tiling.sides[j].loads[o.number]; !o.output && ok && load != fixed {
				list = append(list, o)
				break
			}
		}
	}
	return list
}

// writeWay begins the way of a thread along the sums: for each operand how far it has come, and its index
// along each axis but the first.
func (x walkText) writeWay(t *text) {
	for _, o := range x.varying() {
		t.line("var %s_to = 0u;", o.name())
	}
	for axis := x.kept + 1; axis < len(x.k.nest.shape); axis++ {
		t.line("var i%d = 0u;", axis)
	}
}

// writeStep goes on to the next product of each sum. A division for each index takes a software driver
// longer than all products of a round.
func (x walkText) writeStep(t *text) {
	last := len(x.k.nest.shape) - 1
	if last < x.kept {
		return
	}
	for _, o := range x.varying() {
		t.line("%s_to += params.%s_stride%d;", o.name(), o.name(), last)
	}
	for axis := last; axis > x.kept; axis-- {
		t.line("i%d += 1u;", axis)
		t.open("if (i%d == params.size%d) {", axis, axis)
		t.line("i%d = 0u;", axis)
		for _, o := range x.varying() {
			t.line("%[1]s_to += params.%[1]s_stride%[2]d - params.size%[3]d * params.%[1]s_stride%[3]d;", o.name(), axis-1, axis)
		}
	}
	for range last - x.kept {
		t.close()
	}
}

// writeResults writes the outputs of the tile's elements, row by row: the text of maps stands once for each
// column.
func (x walkText) writeResults(t *text) {
	rows, columns := &x.tiling.sides[0], &x.tiling.sides[1]
	sum := "s%d_%d"
	if x.floatSums() {
		sum = "sum%d_%d"
	}
	row := "0u"
	if rows.axis >= 0 {
		row = fmt.Sprintf("i%d", rows.axis)
		t.open("for (var %s = first_row; %s < min(first_row + %du, params.rows); %s++) {", row, row, rows.n, row)
	}
	for c := range columns.n {
		t.line("var cell%d = %s;", c, fmt.Sprintf(sum, 0, c))
		for r := 1; r < rows.n; r++ {
			t.line("cell%d = select(cell%d, %s, %s == first_row + %du);", c, c, fmt.Sprintf(sum, r, c), row, r)
		}
	}
	for c := range columns.n {
		x.writeCell(t, c)
	}
	if rows.axis >= 0 {
		t.close()
	}
}

// writeCell writes the outputs of a cell in a column of the tile.
func (x walkText) writeCell(t *text, c int) {
	dot, axis := x.tiling.dot, x.tiling.sides[1].axis
	v, cell := x.result(dot), fmt.Sprintf("cell%d", c)
	if axis >= 0 {
		t.open("if (first_column + %du < params.columns) {", c)
		t.line("let i%d = first_column + %du;", axis, c)
	} else {
		t.open("{")
	}
	if dt := x.f.program.Type(v); inFloat(dt) {
		t.line("let %s = %s;", x.f.value(v), x.barred(v, strings.ReplaceAll(op.FitWGSL(dt), "{x}", cell)))
	} else {
		t.line("let %s = %s;", x.f.value(v), x.onState(dot, x.rows[dot].End, cell))
	}
	of, alone := x, *x.walk
	alone.team = 1 // each thread writes its own
	of.walk, of.have = &alone, map[device.Value]bool{v: true}
	of.writeValues(t)
	t.close()
}
