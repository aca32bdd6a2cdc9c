// Package product writes the routines that multiply tiles of matrices.
package product

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// tiles are the rows of tiles of floats and of integers, by the registers that their columns fill and the
// bytes of a register. All sums of a tile stay in registers; beside them there is room for a row of y, an
// element of x and a product.
var tiles = map[int][]tilesOf{
	16: {{3, []int{8, 6, 4, 3, 2, 1}, nil, nil}, {1, []int{8, 6, 4, 3, 2, 1}, nil, nil}},
	32: {{2, []int{6, 5, 4, 3, 2, 1}, []int{6, 2, 1}, []int{3, 1}}, {1, []int{6, 5, 4, 3, 2, 1}, []int{6, 2, 1}, []int{3, 1}}},
	64: {{2, []int{14, 8, 6, 4, 3, 2, 1}, []int{14, 4, 1}, []int{14, 4, 1}}, {1, []int{14, 8, 6, 4, 3, 2, 1}, []int{14, 4, 1}, []int{14, 4, 1}}},
}

// tilesOf has the rows for floats, for integers of up to 32 bits, and for those of 64. AVX2 multiplies the
// latter by halves, which take registers too.
type tilesOf struct {
	columns                int
	floats, integers, long []int
}

// Products multiply tiles, by registers of the given width.
func Products(width int) []kernel.Routine {
	var all []kernel.Routine
	for _, of := range tiles[width] {
		all = slices.Concat(all, products(width, of.columns, of.floats, dtype.Floats),
			products(width, of.columns, of.integers, dtype.Signed[1:3]), products(width, of.columns, of.long, dtype.Signed[3:]))
	}
	return all
}

// Narrow is the tiles of AVX2 with fewer columns than its registers have.
func Narrow() []kernel.Routine { return products(16, 1, tiles[32][0].floats, dtype.Floats) }

func products(width, columns int, rows []int, types []dtype.Type) []kernel.Routine {
	var all []kernel.Routine
	for _, of := range types {
		for _, n := range rows {
			t := tile{of: of, rows: n, columns: columns}
			all = append(all, t.routine(width))
		}
	}
	return all
}

// tile writes one routine. Its columns are counted in registers.
type tile struct {
	*emit.Writer
	of            dtype.Type
	rows, columns int
}

func (t *tile) routine(width int) kernel.Routine {
	wide := t.columns * width / t.of.Size
	return kernel.Routine{
		Name: fmt.Sprintf("multiply%s_%dx%d", t.of.Name, t.rows, wide),
		List: "products", Key: key(t.of, t.rows, wide),
		Parameters: "(n int, to, x, y unsafe.Pointer, toRow, xRow, xStep, yRow int, how uint)",
		Doc:        fmt.Sprintf("multiplies %d rows of x and %d columns of y: see vector.Multiply.", t.rows, wide),
		Write: func(c *build.Context) {
			t.Writer = emit.New(c, width, nil)
			t.write()
		},
	}
}

// key is the tile's text in a list of routines.
func key(of dtype.Type, rows, columns int) string {
	return fmt.Sprintf("{Type: op.%s, Rows: %d, Columns: %d}", of.Name, rows, columns)
}

// byHalves reports whether elements are multiplied as two halves: AVX2 has no product of 64 bits.
func (t *tile) byHalves() bool { return t.of.Size == 8 && !t.of.Float && t.Width < 64 }

// factor is an element of x or of y, and its upper half where it is multiplied by halves.
type factor struct{ whole, high emit.Vec }

func (t *tile) factor(v emit.Vec) factor {
	if t.byHalves() {
		return factor{v, t.Shift("VPSRLQ", v, 32)}
	}
	return factor{whole: v}
}

// multiply adds x*y to a sum.
func (t *tile) multiply(y, x factor, sum emit.Vec) {
	if !t.byHalves() {
		t.add(y.whole, x.whole, sum)
		return
	}
	across := t.Binary("VPMULUDQ", y.high, x.whole)
	t.Into("VPADDQ", t.Binary("VPMULUDQ", y.whole, x.high), across)
	t.Do("VPSLLQ", operand.U8(32), across, across)
	t.Into("VPADDQ", t.Binary("VPMULUDQ", y.whole, x.whole), sum)
	t.Into("VPADDQ", across, sum)
}

// add adds x*y to a sum, if there is such an instruction.
func (t *tile) add(y emit.Arg, x, sum emit.Vec) {
	if t.of.Float {
		t.Do(t.of.Instruction("FMADD231"), y, x, sum)
		return
	}
	t.Into(t.of.Instruction("ADD"), t.Binary(t.of.Instruction("MULL"), y, x), sum)
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
	sums := make([][]emit.Vec, t.rows)
	for i := range sums {
		for range t.columns {
			sums[i] = append(sums[i], t.zero())
		}
	}
	again, store := t.NewLabel(), t.NewLabel()
	fetch := t.prefetch(n, again)
	var row []factor
	for j := range t.columns {
		row = append(row, t.factor(t.Load(operand.Mem{Base: y, Disp: j * t.Width})))
	}
	for i := range sums {
		at := operand.Mem{Base: x[i/apart]}
		if i%apart > 0 {
			at.Index, at.Scale = xRow, uint8(i%apart)
		}
		v := t.factor(t.Unary("VPBROADCAST"+t.of.Letter(), at))
		for j := range t.columns {
			t.multiply(row[j], v, sums[i][j])
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
			t.Into(t.of.Instruction("ADD"), operand.Mem{Base: at, Disp: j * t.Width}, sums[i][j])
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
	fetch()
}

// fetchedFrom is from how many products on a tile's result is fetched. Fewer take about as long as that.
const fetchedFrom = 100

// prefetch fetches a row of the result in each of the first iterations: it is often farther away than x and y. All rows at
// once would take the buffers for lines on their way, for which x and y then wait. It returns what writes the
// instructions that fetch, outside the loop.
func (t *tile) prefetch(n reg.GPVirtual, again string) func() {
	if t.Width == 16 {
		t.Label(again)
		return func() {}
	}
	to, toRow, end, fetch, fetched := t.load("to"), t.load("toRow"), t.GP64(), t.NewLabel(), t.NewLabel()
	t.LEAQ(operand.Mem{Base: n, Disp: -t.rows}, end)
	t.CMPQ(n, operand.U8(fetchedFrom))
	t.CMOVQLT(n, end)
	t.Label(again)
	t.CMPQ(n, end)
	t.JGT(operand.LabelRef(fetch))
	t.Label(fetched)
	return func() {
		t.Label(fetch)
		for at := 0; at < t.columns*t.Width; at += 64 {
			t.PREFETCHT0(operand.Mem{Base: to, Disp: at})
		}
		t.PREFETCHT0(operand.Mem{Base: to, Disp: t.columns*t.Width - 1}) // where rows are not aligned
		t.ADDQ(toRow, to)
		t.JMP(operand.LabelRef(fetched))
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
