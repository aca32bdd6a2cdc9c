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

// alongRows is how many rows of y a routine adds, where their elements lie side by side. Each row is
// long, so that memory is read in few streams.
var alongRows = []int{8, 3, 1}

// alongBytes is how many bytes of each row a round takes: a cache line. Rows that are a power of two apart
// evict each other from the nearest cache.
const alongBytes = 64

// Alongs multiply a row of float32 or float64 by rows of y that are longer than a tile.
func Alongs() []kernel.Routine {
	var all []kernel.Routine
	for _, of := range dtype.Floats {
		for _, rows := range alongRows {
			all = append(all, kernel.Routine{
				Name: fmt.Sprintf("along%s_%d", of.Name, rows),
				List: "alongs", Key: key(of, rows, alongBytes/of.Size),
				Parameters: "(n int, to, x, y unsafe.Pointer, xStep, yRow int, how uint)",
				Doc:        fmt.Sprintf("adds %d rows of y, each multiplied by an element of x: see vector.Along.", rows),
				Write: func(c *build.Context) {
					(&tile{Writer: emit.New(c, 32, nil), of: of, rows: rows}).writeAlong()
				},
			})
		}
	}
	return all
}

func (t *tile) writeAlong() {
	n, to, x, xStep, yRow := t.load("n"), t.load("to"), t.load("x"), t.load("xStep"), t.load("yRow")
	how, y := t.load("how"), []reg.GPVirtual{t.load("y")}
	for i := apart; i < t.rows; i += apart {
		next := t.GP64()
		t.LEAQ(operand.Mem{Base: y[len(y)-1], Index: yRow, Scale: 2}, next)
		t.ADDQ(yRow, next)
		y = append(y, next)
	}
	var factors []emit.Vec
	for i := range t.rows {
		factors = append(factors, t.Unary("VPBROADCAST"+t.of.Letter(), operand.Mem{Base: x}))
		if i < t.rows-1 {
			t.ADDQ(xStep, x)
		}
	}
	again, first, add := t.NewLabel(), t.NewLabel(), t.NewLabel()
	sums := []emit.Vec{t.Vec(), t.Vec()}
	t.Label(again)
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(first))
	for j, v := range sums {
		t.VMOVDQU(operand.Mem{Base: to, Disp: j * t.Width}, v)
	}
	t.JMP(operand.LabelRef(add))
	t.Label(first)
	for _, v := range sums {
		t.VPXOR(v, v, v)
	}
	t.Label(add)
	for i, f := range factors {
		at := operand.Mem{Base: y[i/apart]}
		if i%apart > 0 {
			at.Index, at.Scale = yRow, uint8(i%apart)
		}
		for j, v := range sums {
			t.add(at.Offset(j*t.Width), f, v)
		}
	}
	for j, v := range sums {
		t.VMOVDQU(v, operand.Mem{Base: to, Disp: j * t.Width})
	}
	for _, at := range append(y, to) {
		t.ADDQ(operand.I8(alongBytes), at)
	}
	t.SUBQ(operand.I8(int8(alongBytes/t.of.Size)), n)
	t.JNZ(operand.LabelRef(again))
	t.VZEROUPPER()
	t.RET()
}
