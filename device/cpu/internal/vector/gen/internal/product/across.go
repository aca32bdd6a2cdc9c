package product

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/move"
)

// Acrosses multiply a row of float32 or float64 by columns that lie along memory. They transpose squares
// in registers. Several squares side by side have sums that do not wait for each other.
func Acrosses() []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		for _, squares := range []int{4, 1} {
			columns, name := squares*32/size, fmt.Sprintf("Float%d", 8*size)
			all = append(all, kernel.Routine{
				Name: fmt.Sprintf("across%s_%d", name, columns),
				List: "acrosses", Key: fmt.Sprintf("{Type: op.%s, Rows: 1, Columns: %d}", name, columns),
				Parameters: "(n int, to, x, y unsafe.Pointer, yColumn int, how uint)",
				Doc:        fmt.Sprintf("multiplies a row by %d columns: see vector.Across.", columns),
				Write: func(c *build.Context) {
					(&tile{Writer: emit.New(c, 32, nil), size: size, columns: squares}).writeAcross()
				},
			})
		}
	}
	return all
}

// cacheLine is the bytes of each column that are used at a time: columns that are a power of two apart
// evict each other from the nearest cache. So those that come ahead bytes later are prefetched into the
// second one.
const cacheLine, ahead = 64, 512

func (t *tile) writeAcross() {
	n, x, stride, stride3 := t.load("n"), t.load("x"), t.load("yColumn"), t.GP64()
	t.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	ends, side := map[int]string{4: "PS", 8: "PD"}[t.size], 32/t.size
	y, sums := []reg.GPVirtual{t.load("y")}, []emit.Vec{t.Zero()}
	for range t.columns - 1 {
		next := t.GP64()
		t.LEAQ(operand.Mem{Base: y[len(y)-1], Index: stride, Scale: uint8(side)}, next)
		y, sums = append(y, next), append(sums, t.Zero())
	}
	halves := move.Halves(t.Context, t.size)
	again, store := t.NewLabel(), t.NewLabel()
	t.Label(again)
	for i, at := range y {
		line := move.Lines(t.Context, t.size, at, stride, stride3)
		for k := range side {
			t.PREFETCHT1(line(k, ahead))
		}
		for disp := 0; disp < cacheLine; disp += 16 {
			for k, v := range move.HalfSquare(t.Context, t.size, disp, line, halves) {
				w := t.Unary("VPBROADCAST"+dtype.Letter(t.size), operand.Mem{Base: x, Disp: disp + k*t.size})
				t.Do("VFMADD231"+ends, v, w, sums[i])
			}
		}
		t.ADDQ(operand.I8(cacheLine), at)
	}
	t.ADDQ(operand.I8(cacheLine), x)
	t.SUBQ(operand.I8(int8(cacheLine/t.size)), n)
	t.JNZ(operand.LabelRef(again))
	how, to := t.load("how"), t.load("to")
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	for i, v := range sums {
		t.Into("VADD"+ends, operand.Mem{Base: to, Disp: 32 * i}, v)
	}
	t.Label(store)
	for i, v := range sums {
		t.Store(v, operand.Mem{Base: to, Disp: 32 * i})
	}
	t.VZEROUPPER()
	t.RET()
}
