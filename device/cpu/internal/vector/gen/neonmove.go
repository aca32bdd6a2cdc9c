package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// neonTransposes are the others for arm64. The counts they are called with are multiples of what
// fills 32 bytes all the same.
func neonTransposes() []routine {
	all := transposes()
	for i, size := range []int{4, 8} {
		all[i].write = func(c *build.Context) { transposeNeon(newEmitter(c, 16, nil), size) }
	}
	return all
}

// reversedNeon loads a register that ends with the element at an address, the last one first.
func reversedNeon(f *emitter, size int, at operand.Mem) vec {
	at.Disp = size - 16
	v := f.load(at)
	if size < 8 {
		v = f.neon("rev64", size, f.vec(), v)
	}
	return f.neon("ext8", 1, f.vec(), v)
}

// evensNeon keeps every second element of two registers, the last of which it does not read:
// it may be nobody's.
func evensNeon(f *emitter, size int, at operand.Mem) vec {
	low := f.load(at)
	at.Disp = 16 - size
	high := f.load(at)
	even, odd := f.neon("uzp1", size, f.vec(), low, low), f.neon("uzp2", size, f.vec(), high, high)
	return f.neon("zip1", 8, f.vec(), even, odd)
}

// transposeNeon turns squares of as many elements as fill a register.
func transposeNeon(f *emitter, size int) {
	side := 16 / size
	parameter := func(name string) reg.GPVirtual {
		r := f.GP64()
		f.MOVQ(f.parameter(name), r)
		return r
	}
	to, from, toStep, fromStep := parameter("to"), parameter("from"), parameter("toStep"), parameter("fromStep")
	n, m := parameter("n"), parameter("m")
	row, column, left, line := f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.Label("columns")
	f.MOVQ(to, row)
	f.MOVQ(from, column)
	f.MOVQ(n, left)
	f.Label("rows")
	f.MOVQ(column, line)
	var square []vec
	for range side {
		square = append(square, f.load(operand.Mem{Base: line}))
		f.ADDQ(fromStep, line)
	}
	for _, v := range turnedNeon(f, square) {
		f.store(v, operand.Mem{Base: row})
		f.ADDQ(toStep, row)
	}
	f.ADDQ(operand.I8(16), column)
	f.SUBQ(operand.I8(int8(side)), left)
	f.JG(operand.LabelRef("rows"))
	f.ADDQ(operand.I8(16), to)
	for range side {
		f.ADDQ(fromStep, from)
	}
	f.SUBQ(operand.I8(int8(side)), m)
	f.JG(operand.LabelRef("columns"))
	f.RET()
}

// turnedNeon interleaves lines that lie half a square apart, for every halving of it.
func turnedNeon(f *emitter, lines []vec) []vec {
	side := len(lines)
	for half := side / 2; half > 0; half /= 2 {
		var next []vec
		for i := range side / 2 {
			a, b := lines[i], lines[i+side/2]
			next = append(next, f.neon("zip1", 16/side, f.vec(), a, b), f.neon("zip2", 16/side, f.vec(), a, b))
		}
		lines = next
	}
	return lines
}
