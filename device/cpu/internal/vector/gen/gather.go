package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// gathers copy elements that do not lie side by side, a register at a time.
func gathers() []routine {
	var all []routine
	for _, size := range []int{1, 2, 4, 8} {
		register := func(name, loop string, bytes int, load func(c *build.Context, at operand.Mem) vec) {
			all = append(all, routine{
				name:       fmt.Sprintf("%s%d", name, 8*size),
				parameters: "(n int, to, from unsafe.Pointer)",
				doc:        fmt.Sprintf("is, for n that is a multiple of %d and not 0,\n//\n//\tfor i := range n {\n//\t\tto[i] = %s\n//\t}", 32/size, loop),
				write:      func(c *build.Context) { gather(c, size, bytes, load) },
			})
		}
		register("reverse", "from[-i]", -32, func(c *build.Context, at operand.Mem) vec { return reversed(c, size, at) })
		register("everySecond", "from[2*i]", 64, func(c *build.Context, at operand.Mem) vec { return evens(c, size, at) })
	}
	return all
}

// prefetchGather is how many turns ahead memory is asked for: the processor's own prefetching
// would begin anew for every tile.
const prefetchGather = 64

func gather(c *build.Context, size, step int, load func(c *build.Context, at operand.Mem) vec) {
	n, to, from := c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("n"), n)
	c.Load(c.Param("to"), to)
	c.Load(c.Param("from"), from)
	c.Label("again")
	c.PREFETCHT0(operand.Mem{Base: from, Disp: prefetchGather * step})
	c.VMOVDQU(load(c, operand.Mem{Base: from}), operand.Mem{Base: to})
	c.ADDQ(operand.I8(32), to)
	c.ADDQ(operand.I8(int8(step)), from)
	c.SUBQ(operand.I8(int8(32/size)), n)
	c.JG(operand.LabelRef("again"))
	c.VZEROUPPER()
	c.RET()
}

// reversed loads a register that ends with the element at an address, the last one first.
func reversed(c *build.Context, size int, at operand.Mem) vec {
	v := c.YMM()
	at.Disp = size - 32
	c.VPERMQ(operand.U8(0x1b), at, v)
	if size == 4 {
		c.VPSHUFD(operand.U8(0xb1), v, v)
	}
	if size <= 2 {
		c.VPSHUFLW(operand.U8(0x1b), v, v)
		c.VPSHUFHW(operand.U8(0x1b), v, v)
	}
	if size == 1 {
		high := c.YMM()
		c.VPSLLW(operand.U8(8), v, high)
		c.VPSRLW(operand.U8(8), v, v)
		c.VPOR(high, v, v)
	}
	return v
}

// evens loads two registers, and keeps every second element. The last one of them is not
// read: it may be nobody's.
func evens(c *build.Context, size int, at operand.Mem) vec {
	v, high := c.YMM(), c.YMM()
	c.VMOVDQU(at, v)
	at.Disp = 32 - size
	c.VMOVDQU(at, high)
	switch size {
	case 8:
		c.VSHUFPD(operand.U8(0xa), high, v, v)
	case 4:
		c.VSHUFPS(operand.U8(0xd8), high, v, v) // elements 0 2, and 1 3 of what begins one earlier
	case 2:
		c.VPSLLD(operand.U8(16), v, v)
		c.VPSRLD(operand.U8(16), v, v)
		c.VPSRLD(operand.U8(16), high, high)
		c.VPACKUSDW(high, v, v)
	case 1:
		c.VPSLLW(operand.U8(8), v, v)
		c.VPSRLW(operand.U8(8), v, v)
		c.VPSRLW(operand.U8(8), high, high)
		c.VPACKUSWB(high, v, v)
	}
	c.VPERMQ(operand.U8(0xd8), v, v)
	return v
}
