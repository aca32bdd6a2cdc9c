package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// writeTile writes a thread's tile: its sums, and then the outputs of each.
func (x walkText) writeTile(t *text) {
	tile := x.tiling
	number := "thread"
	for axis := x.kept - 1; axis >= 0; axis-- {
		index := number
		if axis > 0 {
			t.line("let q%d = %s / params.tiles%d;", axis, number, axis)
			index, number = fmt.Sprintf("%s - q%d * params.tiles%d", number, axis, axis), fmt.Sprintf("q%d", axis)
		}
		name, scale := fmt.Sprintf("i%d", axis), 1
		switch axis {
		case tile.row:
			scale = tile.rows
		case tile.column:
			scale = tile.columns
		}
		if scale > 1 {
			t.line("let %s = (%s) * %du;", name, index, scale)
		} else {
			t.line("let %s = %s;", name, index)
		}
	}
	t.line("let last_row = %s;", x.last(tile.row, tile.rows, "rows"))
	t.line("let last_column = %s;", x.last(tile.column, tile.columns, "columns"))
	in, out := x.operandOf(int(tile.X)), x.operandOf(int(tile.Y))
	x.writeBases(t, in, tile.row, tile.rows, "row")
	x.writeBases(t, out, tile.column, tile.columns, "column")
	x.writeSums(t, in, out)
	x.writeResults(t)
}

// last is the number of the tile's last row, or column, that is not beyond the matrix.
func (x walkText) last(axis, n int, size string) string {
	if axis < 0 {
		return "0u"
	}
	return fmt.Sprintf("min(%du, params.%s - 1u - i%d)", n-1, size, axis)
}

// operandOf is an input's operand.
func (x walkText) operandOf(input int) *operand {
	i := slices.IndexFunc(x.k.nest.operands, func(o operand) bool { return !o.output && o.number == input })
	return &x.k.nest.operands[i]
}

// writeBases finds where the rows or columns of a tile begin. Those beyond the matrix are its last.
func (x walkText) writeBases(t *text, o *operand, axis, n int, name string) {
	t.line("let %s_base = %s;", name, o.along(x.kept))
	for i := range n {
		if axis < 0 {
			t.line("let %s_at%d = %s_base;", name, i, name)
			continue
		}
		t.line("let %s_at%d = %s_base + min(%du, last_%s) * params.%s_stride%d;", name, i, name, i, name, o.name(), axis)
	}
}

// cells calls f for each element of a tile.
func (t *tiling) cells(f func(r, c int)) {
	for r := range t.rows {
		for c := range t.columns {
			f(r, c)
		}
	}
}

// writeSums sums the products of a tile. Floats are summed in blocks; a state of a row has all others.
func (x walkText) writeSums(t *text, in, out *operand) {
	tile, row := x.tiling, x.rows[x.tiling.Dot]
	floats := inFloat(in.dtype)
	if floats {
		tile.cells(func(r, c int) { t.line("var sum%d_%d = 0.0;", r, c) })
		t.open("for (var block = 0u; block < params.elements; block += %du) {", sumDepth)
		tile.cells(func(r, c int) { t.line("var s%d_%d = 0.0;", r, c) })
		t.line("let end = min(block + %du, params.elements);", sumDepth)
		t.open("for (var e = block; e < end; e += %du) {", tile.step)
	} else {
		tile.cells(func(r, c int) { t.line("var s%d_%d = %s;", r, c, row.Begin) })
		t.open("for (var e = 0u; e < params.elements; e += %du) {", tile.step)
	}
	x.writeElementIndices(t)
	x.writeFactors(t, in, "row", tile.rows)
	x.writeFactors(t, out, "column", tile.columns)
	for k := range tile.step {
		tile.cells(func(r, c int) {
			if floats {
				t.line("s%d_%d = fma(row%d_%d, column%d_%d, s%d_%d);", r, c, r, k, c, k, r, c)
				return
			}
			args := x.f.program.Code()[tile.Dot].Args
			t.line("{ let %s = row%d_%d; let %s = column%d_%d; %s }", x.f.value(args[0]), r, k, x.f.value(args[1]), c, k,
				x.onState(tile.Dot, row.Add, fmt.Sprintf("s%d_%d", r, c)))
		})
	}
	t.close()
	if floats {
		tile.cells(func(r, c int) { t.line("sum%d_%d += s%d_%d;", r, c, r, c) })
		t.close()
	}
}

// writeFactors loads the elements of a tile's rows, or columns, for a round.
func (x walkText) writeFactors(t *text, o *operand, name string, n int) {
	along := x.tiling.inner[o.number]
	steps, width := x.tiling.step, o.width
	if along {
		steps, width = 1, 1
	}
	for k := range steps {
		for i := 0; i < n; i += width {
			at := fmt.Sprintf("%s_at%d", name, i)
			for axis := x.kept; axis < len(o.strides); axis++ {
				at += fmt.Sprintf(" + %s * params.%s_stride%d", x.round(axis, k), o.name(), axis)
			}
			element := fmt.Sprintf("%s%d_%d", name, i, k)
			t.line("let %s_at = %s;", element, at)
			if o.width == 1 {
				t.line("let %s = %s;", element, fromBits(o.dtype, o.bits(element+"_at")))
				continue
			}
			t.line("let %s_bits = %s;", element, o.boundVector(element+"_at"+divideByPower(o.width)))
			for j := range o.width {
				lane := fmt.Sprintf("%s%d_%d", name, i+j, k)
				if along {
					lane = fmt.Sprintf("%s%d_%d", name, i, j)
				}
				t.line("let %s = %s;", lane, fromBits(o.dtype, fmt.Sprintf("%s_bits.%s", element, "xyzw"[j:j+1])))
			}
		}
	}
}

// round is the index along an axis of elements, so many elements after the first of a round.
func (x walkText) round(axis, after int) string {
	if after == 0 {
		return fmt.Sprintf("i%d", axis)
	}
	return fmt.Sprintf("(i%d + %du)", axis, after)
}

// writeResults writes the outputs of the tile's elements.
func (x walkText) writeResults(t *text) {
	tile, v := x.tiling, x.result(x.tiling.Dot)
	dt := x.f.program.Type(v)
	tile.cells(func(r, c int) {
		t.open("if (%du <= last_row && %du <= last_column) {", r, c)
		if tile.row >= 0 {
			t.line("let first_row = i%d;", tile.row)
		}
		if tile.column >= 0 {
			t.line("let first_column = i%d;", tile.column)
		}
		t.open("{")
		if tile.row >= 0 {
			t.line("let i%d = first_row + %du;", tile.row, r)
		}
		if tile.column >= 0 {
			t.line("let i%d = first_column + %du;", tile.column, c)
		}
		if inFloat(dt) {
			t.line("let %s = %s;", x.f.value(v), x.barred(v, strings.ReplaceAll(op.FitWGSL(dt), "{x}", fmt.Sprintf("sum%d_%d", r, c))))
		} else {
			t.line("let %s = %s;", x.f.value(v), x.onState(tile.Dot, x.rows[tile.Dot].End, fmt.Sprintf("s%d_%d", r, c)))
		}
		cell := x
		cell.have = map[device.Value]bool{v: true}
		cell.writeValues(t)
		t.close()
		t.close()
	})
}
