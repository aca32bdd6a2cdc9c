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
	for _, of := range dtype.Floats {
		for _, squares := range []int{2, 1} {
			columns := squares * 32 / of.Size
			all = append(all, kernel.Routine{
				Name: fmt.Sprintf("across%s_%d", of.Name, columns),
				List: "acrosses", Key: key(of, 1, columns),
				Parameters: "(n int, to, x, y unsafe.Pointer, yColumn int, how uint)",
				Doc:        fmt.Sprintf("multiplies a row by %d columns: see vector.Across.", columns),
				Write: func(c *build.Context) {
					(&tile{Writer: emit.New(c, 32, nil), of: of, columns: squares}).writeAcross()
				},
			})
		}
	}
	return all
}

// WideAcrosses do so by squares of AVX-512, which read each cache line of a column once: columns that are a power of two apart
// then cannot evict what is still needed. On such columns, 4096 bytes apart, it is 2 to 4 times as fast as squares of AVX2. An
// element takes its products in order, so one square after the other: exchanging rows and columns takes longer than that.
func WideAcrosses() []kernel.Routine {
	var all []kernel.Routine
	for _, of := range dtype.Floats {
		columns := 64 / of.Size
		all = append(all, kernel.Routine{
			Name: fmt.Sprintf("across%s_%d", of.Name, columns),
			List: "acrosses", Key: key(of, 1, columns),
			Parameters: "(n int, to, x, y unsafe.Pointer, yColumn int, how uint)",
			Doc:        fmt.Sprintf("multiplies a row by %d columns: see vector.Across.", columns),
			Write: func(c *build.Context) {
				(&tile{Writer: emit.New(c, 64, nil), of: of, columns: 1}).writeWideAcross()
			},
		})
	}
	return all
}

func (t *tile) writeWideAcross() {
	n, x, stride, stride3 := t.load("n"), t.load("x"), t.load("yColumn"), t.GP64()
	t.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	y := []reg.GPVirtual{t.load("y")}
	for len(y) < 16/t.of.Size {
		next := t.GP64()
		t.LEAQ(operand.Mem{Base: y[len(y)-1], Index: stride, Scale: 4}, next)
		y = append(y, next)
	}
	sum := t.zero()
	again, store := t.NewLabel(), t.NewLabel()
	t.Label(again)
	for _, at := range y {
		for k := range 4 {
			t.PREFETCHT1(move.Line(at, k, ahead, stride, stride3))
		}
	}
	for k, v := range move.LineSquare(t.Context, t.of.Size, y, stride, stride3) {
		t.Do(t.of.Instruction("FMADD231")+"_BCST", operand.Mem{Base: x, Disp: k * t.of.Size}, v, sum)
	}
	for _, at := range append(y, x) {
		t.ADDQ(operand.I8(cacheLine), at)
	}
	t.SUBQ(operand.I8(int8(cacheLine/t.of.Size)), n)
	t.JNZ(operand.LabelRef(again))
	how, to := t.load("how"), t.load("to")
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	t.Into(t.of.Instruction("ADD"), operand.Mem{Base: to}, sum)
	t.Label(store)
	t.Store(sum, operand.Mem{Base: to})
	t.VZEROUPPER()
	t.RET()
}

// cacheLine is the bytes of each column that are used at a time: columns that are a power of two apart
// evict each other from the nearest cache. Those that come ahead bytes later are prefetched into the
// second one.
const cacheLine, ahead = 64, 512

func (t *tile) writeAcross() {
	n, x, stride, stride3 := t.load("n"), t.load("x"), t.load("yColumn"), t.GP64()
	t.LEAQ(operand.Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	side := 32 / t.of.Size
	y, sums := []reg.GPVirtual{t.load("y")}, []emit.Vec{t.Zero()}
	for range t.columns - 1 {
		next := t.GP64()
		t.LEAQ(operand.Mem{Base: y[len(y)-1], Index: stride, Scale: uint8(side)}, next)
		y, sums = append(y, next), append(sums, t.Zero())
	}
	halves := move.Halves(t.Context, t.of.Size)
	again, store := t.NewLabel(), t.NewLabel()
	t.Label(again)
	for i, at := range y {
		line := move.Lines(t.Context, t.of.Size, at, stride, stride3)
		for k := range side {
			t.PREFETCHT1(line(k, ahead))
		}
		for disp := 0; disp < cacheLine; disp += 16 {
			for k, v := range move.HalfSquare(t.Context, t.of.Size, disp, line, halves) {
				w := t.Unary("VPBROADCAST"+t.of.Letter(), operand.Mem{Base: x, Disp: disp + k*t.of.Size})
				t.add(v, w, sums[i])
			}
		}
		t.ADDQ(operand.I8(cacheLine), at)
	}
	t.ADDQ(operand.I8(cacheLine), x)
	t.SUBQ(operand.I8(int8(cacheLine/t.of.Size)), n)
	t.JNZ(operand.LabelRef(again))
	how, to := t.load("how"), t.load("to")
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	for i, v := range sums {
		t.Into(t.of.Instruction("ADD"), operand.Mem{Base: to, Disp: 32 * i}, v)
	}
	t.Label(store)
	for i, v := range sums {
		t.Store(v, operand.Mem{Base: to, Disp: 32 * i})
	}
	t.VZEROUPPER()
	t.RET()
}
