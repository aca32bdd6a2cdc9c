package move

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// TransposesOfNEON are the transposes for arm64. Their counts are multiples of the elements in 32
// bytes, as on amd64.
func TransposesOfNEON() []kernel.Routine {
	all := Transposes()
	for i, size := range []int{4, 8} {
		all[i].Write = func(c *build.Context) { transposeNeon(emit.New(c, 16, nil), size) }
	}
	return all
}

// loadReversedNeon loads a register that ends with the element at an address, the last one first.
func loadReversedNeon(f *emit.Writer, size int, at operand.Mem) emit.Vec {
	at.Disp = size - 16
	v := f.Load(at)
	if size < 8 {
		v = f.Neon("rev64", size, f.Vec(), v)
	}
	return f.Neon("ext8", 1, f.Vec(), v)
}

// evensNeon keeps every second element of two registers. It does not read the last one, which may lie
// outside of the tensor's memory.
func evensNeon(f *emit.Writer, size int, at operand.Mem) emit.Vec {
	low := f.Load(at)
	at.Disp = 16 - size
	high := f.Load(at)
	even, odd := f.Neon("uzp1", size, f.Vec(), low, low), f.Neon("uzp2", size, f.Vec(), high, high)
	return f.Neon("zip1", 8, f.Vec(), even, odd)
}

// transposeNeon transposes squares of as many elements as fill a register.
func transposeNeon(f *emit.Writer, size int) {
	side := 16 / size
	parameter := func(name string) reg.GPVirtual {
		r := f.GP64()
		f.MOVQ(f.Parameter(name), r)
		return r
	}
	to, from, toStride, fromStride := parameter("to"), parameter("from"), parameter("toStride"), parameter("fromStride")
	n, m := parameter("n"), parameter("m")
	row, column, left, line := f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.Label("columns")
	f.MOVQ(to, row)
	f.MOVQ(from, column)
	f.MOVQ(n, left)
	f.Label("rows")
	f.MOVQ(column, line)
	var square []emit.Vec
	for range side {
		square = append(square, f.Load(operand.Mem{Base: line}))
		f.ADDQ(fromStride, line)
	}
	for _, v := range interleaveNeon(f, square) {
		f.Store(v, operand.Mem{Base: row})
		f.ADDQ(toStride, row)
	}
	f.ADDQ(operand.I8(16), column)
	f.SUBQ(operand.I8(int8(side)), left)
	f.JG(operand.LabelRef("rows"))
	f.ADDQ(operand.I8(16), to)
	for range side {
		f.ADDQ(fromStride, from)
	}
	f.SUBQ(operand.I8(int8(side)), m)
	f.JG(operand.LabelRef("columns"))
	f.RET()
}

// interleaveNeon interleaves lines that lie half a square apart, once for every halving of the
// square.
func interleaveNeon(f *emit.Writer, lines []emit.Vec) []emit.Vec {
	side := len(lines)
	for half := side / 2; half > 0; half /= 2 {
		var next []emit.Vec
		for i := range side / 2 {
			a, b := lines[i], lines[i+side/2]
			next = append(next, f.Neon("zip1", 16/side, f.Vec(), a, b), f.Neon("zip2", 16/side, f.Vec(), a, b))
		}
		lines = next
	}
	return lines
}
