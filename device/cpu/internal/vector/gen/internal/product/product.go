// Package product writes the routines that multiply tiles of matrices.
package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// tiles are the rows of tiles, by the registers that their columns fill and the bytes of a register.
// All sums of a tile stay in registers; beside them there is room for a row of y and an element of x.
var tiles = map[int][]tilesOf{
	16: {{3, []int{8, 6, 4, 3, 2, 1}}, {1, []int{8, 6, 4, 3, 2, 1}}},
	32: {{2, []int{6, 5, 4, 3, 2, 1}}, {1, []int{6, 5, 4, 3, 2, 1}}},
	64: {{2, []int{14, 12, 10, 8, 6, 4, 3, 2, 1}}, {1, []int{14, 12, 10, 8, 6, 4, 3, 2, 1}}},
}

type tilesOf struct {
	columns int
	rows    []int
}

// Products multiply tiles of float32 and float64, by registers of the given width.
func Products(width int) []kernel.Routine { return products(width, tiles[width]) }

// Narrow is the tiles of AVX2 with fewer columns than its registers have.
func Narrow() []kernel.Routine { return products(16, tiles[32][1:]) }

func products(width int, tiles []tilesOf) []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		for _, of := range tiles {
			for _, rows := range of.rows {
				t := tile{size: size, rows: rows, columns: of.columns}
				all = append(all, t.routine(width))
			}
		}
	}
	return all
}

// tile writes one routine. Its columns are counted in registers.
type tile struct {
	*emit.Writer
	size, rows, columns int
}

func (t *tile) routine(width int) kernel.Routine {
	wide, name := t.columns*width/t.size, fmt.Sprintf("Float%d", 8*t.size)
	return kernel.Routine{
		Name: fmt.Sprintf("multiply%s_%dx%d", name, t.rows, wide),
		List: "products", Key: fmt.Sprintf("{Type: op.%s, Rows: %d, Columns: %d}", name, t.rows, wide),
		Parameters: "(n int, to, x, y unsafe.Pointer, toRow, xRow, xStep, yRow int, how uint)",
		Doc:        fmt.Sprintf("multiplies %d rows of x and %d columns of y: see vector.Multiply.", t.rows, wide),
		Write: func(c *build.Context) {
			t.Writer = emit.New(c, width, nil)
			t.write()
		},
	}
}

func (t *tile) load(name string) reg.GPVirtual {
	r := t.GP64()
	t.Context.Load(t.Param(name), r)
	return r
}

// apart is how many rows one address serves: the address, and that plus once and twice the distance.
const apart = 3

func (t *tile) write() {
	n, y, xRow, xStep, yRow := t.load("n"), t.load("y"), t.load("xRow"), t.load("xStep"), t.load("yRow")
	x := []reg.GPVirtual{t.load("x")}
	for i := apart; i < t.rows; i += apart {
		next := t.GP64()
		t.MOVQ(x[len(x)-1], next)
		for range apart {
			t.ADDQ(xRow, next)
		}
		x = append(x, next)
	}
	ends := map[int]string{4: "PS", 8: "PD"}[t.size]
	sums := make([][]emit.Vec, t.rows)
	for i := range sums {
		for range t.columns {
			sums[i] = append(sums[i], t.zero())
		}
	}
	again, store := t.NewLabel(), t.NewLabel()
	t.prefetch(again)
	t.Label(again)
	var row []emit.Vec
	for j := range t.columns {
		row = append(row, t.Load(operand.Mem{Base: y, Disp: j * t.Width}))
	}
	for i := range sums {
		at := operand.Mem{Base: x[i/apart]}
		if i%apart > 0 {
			at.Index, at.Scale = xRow, uint8(i%apart)
		}
		v := t.Unary("VPBROADCAST"+dtype.Letter(t.size), at)
		for j := range t.columns {
			t.Do("VFMADD231"+ends, row[j], v, sums[i][j])
		}
	}
	for i := range x {
		t.ADDQ(xStep, x[i])
	}
	t.ADDQ(yRow, y)
	t.DECQ(n)
	t.JNZ(operand.LabelRef(again))
	how, to, toRow := t.load("how"), t.load("to"), t.load("toRow")
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	at := t.GP64()
	t.MOVQ(to, at)
	for i := range sums {
		for j := range sums[i] {
			t.Into("VADD"+ends, operand.Mem{Base: at, Disp: j * t.Width}, sums[i][j])
		}
		if i < len(sums)-1 {
			t.ADDQ(toRow, at)
		}
	}
	t.Label(store)
	for i := range sums {
		for j := range sums[i] {
			t.Store(sums[i][j], operand.Mem{Base: to, Disp: j * t.Width})
		}
		if i < len(sums)-1 {
			t.ADDQ(toRow, to)
		}
	}
	t.VZEROUPPER()
	t.RET()
}

// prefetch fetches the sums that are added to, which are often farther away than x and y. Then it goes
// to a label.
func (t *tile) prefetch(then string) {
	if t.Width == 16 {
		return
	}
	to, toRow, how := t.load("to"), t.load("toRow"), t.load("how")
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(then))
	for i := range t.rows {
		for at := 0; at < t.columns*t.Width; at += 64 {
			t.PREFETCHT0(operand.Mem{Base: to, Disp: at})
		}
		t.PREFETCHT0(operand.Mem{Base: to, Disp: t.columns*t.Width - 1}) // where sums are not aligned
		if i < t.rows-1 {
			t.ADDQ(toRow, to)
		}
	}
}

// zero is a register of zeros. To the allocator VPXORD reads its register, which so is taken from the
// function's begin on.
func (t *tile) zero() emit.Vec {
	if t.Width < 64 {
		return t.Zero()
	}
	v := t.Vec()
	t.VPXORD(v, v, v)
	return v
}
