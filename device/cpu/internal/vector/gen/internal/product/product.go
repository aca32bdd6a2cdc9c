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

// columns is the registers that the columns of a tile fill. The sums of a row are that many; two of
// them share each element of x.
const columns = 2

// pitch is the elements from one row of x to the next. It is more than a sum has products, and no
// power of two: such rows would evict each other from the nearest cache.
const pitch = 256 + 16

// Products multiply tiles of float32 and float64, by registers of the given width. The sums of a
// tile stay in registers; beside them there is room for a row of y and an element of x.
func Products(width int) []kernel.Routine {
	rows := 6
	if width == 64 {
		rows = 14
	}
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		wide := columns * width / size
		all = append(all, kernel.Routine{
			Name: fmt.Sprintf("multiplyFloat%d", 8*size),
			List: "products", Key: fmt.Sprintf("{Size: %d, Rows: %d, Columns: %d, Pitch: %d}", size, rows, wide, pitch),
			Parameters: "(n int, to, x, y unsafe.Pointer, toRow int, how uint)",
			Doc: fmt.Sprintf("is, with toRow in bytes, and unless how is Add for sums that are 0 before,\n//\n//\tfor i := range %d {\n"+
				"//\t\tfor j := range %d {\n//\t\t\tsum := 0.0\n//\t\t\tfor k := range n {\n//\t\t\t\tsum = FMA(x[%d*i+k], y[%d*k+j], sum)\n"+
				"//\t\t\t}\n//\t\t\tto[i*toRow][j] += sum\n//\t\t}\n//\t}", rows, wide, pitch, wide),
			Write: func(c *build.Context) { (&tile{Writer: emit.New(c, width, nil), size: size, rows: rows}).write() },
		})
	}
	return all
}

// tile writes one routine.
type tile struct {
	*emit.Writer
	size, rows int
}

func (t *tile) write() {
	param := func(name string) reg.GPVirtual {
		r := t.GP64()
		t.Context.Load(t.Param(name), r)
		return r
	}
	n, to, x, y, toRow, how := param("n"), param("to"), param("x"), param("y"), param("toRow"), param("how")
	ends := map[int]string{4: "PS", 8: "PD"}[t.size]
	sums := make([][columns]emit.Vec, t.rows)
	for i := range sums {
		for j := range sums[i] {
			sums[i][j] = t.zero()
		}
	}
	again, store := t.NewLabel(), t.NewLabel()
	t.Label(again)
	var row [columns]emit.Vec
	for j := range row {
		row[j] = t.Load(operand.Mem{Base: y, Disp: j * t.Width})
	}
	for i := range sums {
		v := t.Unary("VPBROADCAST"+dtype.Letter(t.size), operand.Mem{Base: x, Disp: i * pitch * t.size})
		for j := range row {
			t.Do("VFMADD231"+ends, row[j], v, sums[i][j])
		}
	}
	t.ADDQ(operand.I8(int8(t.size)), x)
	t.ADDQ(operand.I32(int32(columns*t.Width)), y)
	t.DECQ(n)
	t.JNZ(operand.LabelRef(again))
	t.TESTQ(how, how)
	t.JZ(operand.LabelRef(store))
	at := t.GP64()
	t.MOVQ(to, at)
	for i := range sums {
		for j := range row {
			t.Into("VADD"+ends, operand.Mem{Base: at, Disp: j * t.Width}, sums[i][j])
		}
		t.ADDQ(toRow, at)
	}
	t.Label(store)
	for i := range sums {
		for j := range row {
			t.Store(sums[i][j], operand.Mem{Base: to, Disp: j * t.Width})
		}
		t.ADDQ(toRow, to)
	}
	t.VZEROUPPER()
	t.RET()
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
