package move

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Transposes exchange rows and columns, a square of as many elements as fill a register at a time.
func Transposes() []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		all = append(all, kernel.Routine{
			Name: fmt.Sprintf("transpose%d", 8*size),
			List: "transposes", Key: fmt.Sprint(size),
			Parameters: "(to, from unsafe.Pointer, toStride, fromStride, n, m int)",
			Doc: fmt.Sprintf("is, with strides in bytes, and multiples of %d for n and m,\n//\n//\tfor j := range m {\n"+
				"//\t\tfor i := range n {\n//\t\t\tto[i*toStride][j] = from[j*fromStride][i]\n//\t\t}\n//\t}", 32/size),
			Write: func(c *build.Context) { transpose(c, size) },
		})
	}
	return all
}

func transpose(c *build.Context, size int) {
	side := 32 / size
	param := func(name string) reg.GPVirtual {
		from, err := c.Param(name).Resolve()
		if err != nil {
			panic(err)
		}
		r := c.GP64()
		c.MOVQ(from.Addr, r)
		return r
	}
	to, from, toStride, fromStride, n, m := param("to"), param("from"), param("toStride"), param("fromStride"), param("n"), param("m")
	row, column, left, stride3 := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(operand.Mem{Base: fromStride, Index: fromStride, Scale: 2}, stride3) // three lines
	ahead := c.GP64()
	c.MOVQ(operand.I32(prefetchAhead), ahead)
	c.IMULQ(fromStride, ahead)
	c.Label("columns")
	c.MOVQ(to, row)
	c.MOVQ(from, column)
	c.MOVQ(n, left)
	c.Label("rows")
	prefetch(c, side, column, ahead, fromStride, stride3)
	out := squareOf(c, size, column, fromStride, stride3)
	at := c.GP64()
	c.MOVQ(row, at)
	for i, v := range out {
		if i > 0 {
			c.ADDQ(toStride, at)
		}
		c.VMOVUPS(v, operand.Mem{Base: at})
	}
	c.LEAQ(operand.Mem{Base: at, Index: toStride, Scale: 1}, row)
	c.ADDQ(operand.I8(32), column)
	c.SUBQ(operand.I8(int8(side)), left)
	c.JG(operand.LabelRef("rows"))
	c.ADDQ(operand.I8(32), to)
	c.LEAQ(operand.Mem{Base: from, Index: fromStride, Scale: uint8(min(side, 8))}, from)
	c.SUBQ(operand.I8(int8(side)), m)
	c.JG(operand.LabelRef("columns"))
	c.VZEROUPPER()
	c.RET()
}

// prefetchAhead is how many lines ahead of the loads memory is prefetched, into the second-level
// cache. Lines further ahead that are a power of two apart would evict each other there. The
// first-level cache has no room for the next lines. On [4096,4096] it takes 0.88 of the time of 128
// lines ahead into the first level.
const prefetchAhead = 16

// prefetch fetches what will be loaded some lines on, maybe by the next transposition.
func prefetch(c *build.Context, side int, at, ahead, stride, stride3 reg.GPVirtual) {
	p := c.GP64()
	c.LEAQ(operand.Mem{Base: at, Index: ahead, Scale: 1}, p)
	for i := 0; i < side; i += 4 {
		for k := range 4 {
			c.PREFETCHT1(Line(p, k, 0, stride, stride3))
		}
		c.LEAQ(operand.Mem{Base: p, Index: stride, Scale: 4}, p)
	}
}

// squareOf loads a square of lines, and transposes it.
func squareOf(c *build.Context, size int, at, stride, stride3 reg.GPVirtual) []emit.Vec {
	line := Lines(c, size, at, stride, stride3)
	return append(HalfSquare(c, size, 0, line, Halves(c, size)), HalfSquare(c, size, 16, line, Halves(c, size))...)
}

// Lines returns a function for the memory of line i of a square, after some bytes of the line.
func Lines(c *build.Context, size int, at, stride, stride3 reg.GPVirtual) func(i, disp int) operand.Mem {
	second := c.GP64()
	if size == 4 {
		c.LEAQ(operand.Mem{Base: at, Index: stride, Scale: 4}, second)
	}
	return func(i, disp int) operand.Mem {
		if i >= 4 {
			return Line(second, i-4, disp, stride, stride3)
		}
		return Line(at, i, disp, stride, stride3)
	}
}

// Halves are registers for a HalfSquare. They may serve several, one after the other: the allocator
// never frees a register that is written by halves.
func Halves(c *build.Context, size int) (y []emit.Vec) {
	for range 16 / size {
		y = append(y, c.YMM())
	}
	return y
}

// HalfSquare loads 16 bytes of each line of a square, and transposes them. Each register takes them of
// two lines, so that nothing has to cross its middle any more.
func HalfSquare(c *build.Context, size, disp int, line func(i, disp int) operand.Mem, y []emit.Vec) []emit.Vec {
	for i, v := range y {
		c.VMOVUPS(line(i, disp), v.AsX())
		c.VINSERTF128(operand.U8(1), line(i+len(y), disp), v, v)
	}
	if size == 8 {
		a, b := c.YMM(), c.YMM()
		c.VUNPCKLPD(y[1], y[0], a)
		c.VUNPCKHPD(y[1], y[0], b)
		return []emit.Vec{a, b}
	}
	t := []emit.Vec{c.YMM(), c.YMM(), c.YMM(), c.YMM()}
	c.VUNPCKLPS(y[1], y[0], t[0])
	c.VUNPCKLPS(y[3], y[2], t[1])
	c.VUNPCKHPS(y[1], y[0], t[2])
	c.VUNPCKHPS(y[3], y[2], t[3])
	for k := 0; k < 4; k += 2 {
		c.VUNPCKLPD(t[k+1], t[k], y[k]) // not new registers: there are 16
		c.VUNPCKHPD(t[k+1], t[k], y[k+1])
	}
	return y
}

// LineSquare loads 64 bytes of each line of a square, and transposes them. Each address is that of four lines.
func LineSquare(c *build.Context, size int, at []reg.GPVirtual, stride, stride3 reg.GPVirtual) []emit.Vec {
	side := 64 / size
	var y []emit.Vec
	for i := range side {
		y = append(y, c.ZMM())
		c.VMOVUPS(Line(at[i/4], i%4, 0, stride, stride3), y[i])
	}
	part := side / 4
	for i := 0; i < side; i += part {
		transposeParts(c, y[i:i+part])
	}
	for k := range part {
		a, b, d, e := y[k], y[k+part], y[k+2*part], y[k+3*part]
		shuffle := func(how operand.U8, a, b emit.Vec) emit.Vec {
			t := c.ZMM()
			c.VSHUFF32X4(how, b, a, t)
			return t
		}
		low, high, low2, high2 := shuffle(0x44, a, b), shuffle(0xee, a, b), shuffle(0x44, d, e), shuffle(0xee, d, e)
		y[k], y[k+part], y[k+2*part], y[k+3*part] = shuffle(0x88, low, low2), shuffle(0xdd, low, low2), shuffle(0x88, high, high2), shuffle(0xdd, high, high2)
	}
	return y
}

// transposeParts transposes the quarters of registers, each for itself.
func transposeParts(c *build.Context, y []emit.Vec) {
	doubles := func(i, k int) (low, high emit.Vec) {
		low, high = c.ZMM(), c.ZMM()
		c.VUNPCKLPD(y[k], y[i], low)
		c.VUNPCKHPD(y[k], y[i], high)
		return low, high
	}
	if len(y) == 2 {
		y[0], y[1] = doubles(0, 1)
		return
	}
	for i := 0; i < 4; i += 2 {
		low, high := c.ZMM(), c.ZMM()
		c.VUNPCKLPS(y[i+1], y[i], low)
		c.VUNPCKHPS(y[i+1], y[i], high)
		y[i], y[i+1] = low, high
	}
	first, second := doubles(0, 2)
	y[2], y[3] = doubles(1, 3)
	y[0], y[1] = first, second
}

// Line is the memory of one of four lines, after some bytes of the line.
func Line(at reg.GPVirtual, i, disp int, stride, stride3 reg.GPVirtual) operand.Mem {
	switch i {
	case 0:
		return operand.Mem{Base: at, Disp: disp}
	case 3:
		return operand.Mem{Base: at, Index: stride3, Scale: 1, Disp: disp}
	}
	return operand.Mem{Base: at, Index: stride, Scale: uint8(i), Disp: disp}
}
