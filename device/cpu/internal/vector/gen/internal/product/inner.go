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

// innerRows is how many rows of y a routine multiplies by x, and innerSums how many registers each sum has.
var innerRows = []int{3, 1}

const innerSums = 4

// Inners multiply a vector of float32 or float64 by rows that lie along memory.
func Inners() []kernel.Routine {
	var all []kernel.Routine
	for _, of := range dtype.Floats {
		for _, rows := range innerRows {
			all = append(all, kernel.Routine{
				Name: fmt.Sprintf("inner%s_%d", of.Name, rows),
				List: "inners", Key: key(of, rows, 1),
				Parameters: "(m, n int, to, x, y unsafe.Pointer, yRow int, how uint)",
				Doc:        fmt.Sprintf("multiplies a vector by rows, %d at a time: see vector.Inner.", rows),
				Write: func(c *build.Context) {
					(&tile{Writer: emit.New(c, 32, nil), of: of, rows: rows}).writeInner()
				},
			})
		}
	}
	return all
}

func (t *tile) writeInner() {
	m, to, yRow, how := t.load("m"), t.load("to"), t.load("yRow"), t.load("how")
	y, next, n, x := []reg.GPVirtual{t.load("y")}, t.GP64(), t.GP64(), t.GP64()
	for range t.rows - 1 {
		y = append(y, t.GP64())
	}
	sums := make([][]emit.Vec, t.rows)
	for i := range sums {
		for range innerSums {
			sums[i] = append(sums[i], t.Vec())
		}
	}
	rows, again, store := t.NewLabel(), t.NewLabel(), t.NewLabel()
	t.Label(rows)
	t.Context.Load(t.Param("n"), n)
	t.Context.Load(t.Param("x"), x)
	for i := 1; i < t.rows; i++ {
		t.LEAQ(operand.Mem{Base: y[i-1], Index: yRow, Scale: 1}, y[i])
	}
	t.LEAQ(operand.Mem{Base: y[t.rows-1], Index: yRow, Scale: 1}, next)
	for _, all := range sums {
		for _, v := range all {
			t.VPXOR(v, v, v)
		}
	}
	t.Label(again)
	for j := range innerSums {
		v := t.Load(operand.Mem{Base: x, Disp: j * t.Width})
		for i := range sums {
			t.add(operand.Mem{Base: y[i], Disp: j * t.Width}, v, sums[i][j])
		}
	}
	for _, at := range append(y, x) {
		t.SUBQ(operand.I8(-innerSums*t.Width), at)
	}
	t.SUBQ(operand.I8(int8(innerSums*t.Width/t.of.Size)), n)
	t.JNZ(operand.LabelRef(again))
	add := t.of.Instruction("ADD")
	var results []emit.Vec
	for _, v := range sums {
		t.Into(add, v[1], v[0])
		t.Into(add, v[3], v[2])
		t.Into(add, v[2], v[0])
		results = append(results, t.fold(v[0]))
	}
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	for i, v := range results {
		t.Do(t.scalar("VADD"), operand.Mem{Base: to, Disp: i * t.of.Size}, v, v)
	}
	t.Label(store)
	for i, v := range results {
		t.Do(t.scalar("VMOV"), v, operand.Mem{Base: to, Disp: i * t.of.Size})
	}
	t.ADDQ(operand.I8(int8(t.rows*t.of.Size)), to)
	t.MOVQ(next, y[0])
	t.SUBQ(operand.I8(int8(t.rows)), m)
	t.JNZ(operand.LabelRef(rows))
	t.VZEROUPPER()
	t.RET()
}

// scalar is the name of an instruction of one element.
func (t *tile) scalar(name string) string { return name + map[int]string{4: "SS", 8: "SD"}[t.of.Size] }

// fold adds the upper half of a register to the lower one until one sum is left.
func (t *tile) fold(v emit.Vec) emit.Vec {
	add, sum, high := t.of.Instruction("ADD"), t.XMM(), t.XMM()
	t.VEXTRACTF128(operand.U8(1), v, high)
	t.Do(add, high, v.AsX(), sum)
	for _, order := range map[int][]uint8{4: {0xee, 0x55}, 8: {0xee}}[t.of.Size] {
		t.VPSHUFD(operand.U8(order), sum, high)
		t.Do(add, high, sum, sum)
	}
	return sum
}
