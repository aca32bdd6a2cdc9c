package shaders

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// of is a section of operands that each have a buffer.
func of(title string, p *device.Program, layouts ...broadcast.Layout) section {
	return section{title, launch{program: p, layouts: layouts}, 0}
}

// twoSizes copies elements of 8 bytes and of 2.
func twoSizes(t testing.TB) *device.Program { return program(t, types(op.Int64, f16), nil, nil, 0, 1) }

func sharings(t testing.TB) []section {
	row, many := broadcast.RowMajor(6), broadcast.RowMajor(1<<14+1)
	swap := program(t, types(op.Int64, op.Int64), nil, nil, 1, 0)
	piece := of("a piece of a long launch, two segments of one buffer", adding(t, f32), at(many.Shape[0], many), many, many)
	piece.names, piece.window = []string{"x", "x", "y"}, 1<<14
	mixed := program(t, types(f32, u8), nil, []device.Instr{cast(f32, 1), do(op.Mul, 0, 2)}, 3)
	wide := program(t, types(u8, op.Int64), nil, nil, 0, 1)
	in := func(names []string, s section) section {
		s.names = names
		return s
	}
	return []section{
		in([]string{"x", "x", "y"}, of("in place", adding(t, f32), row, row, row)),
		in([]string{"x", "y", "y"}, of("two inputs in one buffer", adding(t, f32), row, row, at(6, row))),
		in([]string{"x", "x", "x", "x"}, of("two outputs in one buffer", swap, row, at(6, row), row, at(6, row))),
		in([]string{"x", "x", "x"}, of("two dtypes in one buffer, of the smaller one's vectors", mixed, at(1<<15, many), many, at(1<<18, many))),
		piece,
		in([]string{"x", "y", "z", "z"}, of("elements of two vectors", wide, many, many, at(1<<18, many), many)),
	}
}

func severalOutputs(t testing.TB) []section {
	both := program(t, types(f32, f32), nil, []device.Instr{do(op.Mul, 0, 1), do(op.Lt, 0, 1)}, 2, 3, 0)
	widened := program(t, types(u8), nil, []device.Instr{cast(f32, 0)}, 0, 1)
	twice := program(t, types(u8, f16), nil, []device.Instr{cast(f32, 1)}, 0, 0, 2)
	row := broadcast.RowMajor(1 << 14)
	gaps, all := lay([]int{20}, []int{2}, 0), broadcast.RowMajor(20)
	woven, inOrder := lay([]int{3, 2}, []int{2, 3}, 0), lay([]int{3, 2}, []int{1, 3}, 0)
	return []section{
		of("two results and a copy", both, row, row, row, row, row),
		of("two of them packed", twice, gaps, at(4, gaps), all, all, all),
		of("one of them by turns", widened, woven, inOrder, lay(woven.Shape, []int{0, 0}, 0)),
	}
}

// randomBits takes a scalar for the key, as random numbers do.
func randomBits(t testing.TB) []section {
	both, err := device.Source{Inputs: []device.Input{{Type: op.Uint64}}, Scalars: types(op.Uint64),
		Code: []device.Instr{do(op.RandomBits, 1, 0), do(op.Threefry2x32, 1, 0)}, Outputs: []device.Output{{Value: 2}, {Value: 3}}}.Program()
	require.NoError(t, err)
	numbers, err := device.Source{Inputs: []device.Input{{Type: op.Uint32}},
		Code: []device.Instr{do(op.RandomNormal, 0), do(op.RandomExponential, 0)}, Outputs: []device.Output{{Value: 1}, {Value: 2}}}.Program()
	require.NoError(t, err)
	row := broadcast.RowMajor(1 << 14)
	return []section{of("bits and words of a key", both, row, row, row), of("numbers of bits", numbers, row, row, row)}
}

// everyDType loads an element of each dtype and a scalar, and stores one of them.
func everyDType(t testing.TB) []section {
	var code []device.Instr
	var outputs []device.Value
	all := DTypes.List()
	n := device.Value(len(all))
	for i := range n {
		code, outputs = append(code, do(op.Where, 2*n, i, n+i)), append(outputs, 2*n+1+i)
	}
	return []section{{"where(bool, x, scalar)", rows(program(t, all, append(all, b8), code, outputs...), 5), 0}}
}

// flatVectors are kernels that deal vectors in the order of elements, beside those of variants.
func flatVectors(t testing.TB) []section {
	row := broadcast.RowMajor(1 << 14)
	strided := func(stride, offset int) broadcast.Layout { return lay(row.Shape, []int{stride}, offset) }
	return []section{
		of("8 bytes and a scalar of 2", twoSizes(t), row, row, row, strided(0, 3)),
		of("inputs reversed", twoSizes(t), row, row, strided(-1, 1<<14-1), strided(-1, 1<<14-1)),
		of("an output misaligned", twoSizes(t), at(1, row), row, row, row),
		of("into every other element", adding(t, f32), strided(2, 0), row, row),
		of("into every other element of 8 bytes", program(t, types(op.Int64, f32), nil, nil, 0, 1), strided(2, 0), strided(2, 0), row, row),
		of("a program of medium length", program(t, types(f32), nil, []device.Instr{do(op.Exp, 0)}, 1), row, row),
		of("fill, a workgroup that is not full", program(t, nil, types(b8), nil, 0), broadcast.RowMajor(6400)),
	}
}

// rowVectors are kernels that deal vectors along rows, beside those of variants.
func rowVectors(t testing.TB) []section {
	f := broadcast.RowMajor
	over := func(l broadcast.Layout, strides ...int) broadcast.Layout { return lay(l.Shape, strides, 0) }
	rows, few, words, large := f(256, 64), f(3, 2048), f(3, 16), f(1<<14, 1<<12)
	deep, odd := f(8, 63, 64), f(7, 63, 31)
	return []section{
		of("8 and 2 bytes, the same along a row", twoSizes(t), rows, rows, over(rows, 1, 0), over(rows, 1, 0)),
		of("the same for a thread's rows", adding(t, f32), deep, over(deep, 0, 1, 0), over(deep, 64, 0, 1)),
		of("few rows", adding(t, f32), few, few, over(few, 0, 1)),
		of("halves on words, the same along a row", program(t, types(f16), nil, []device.Instr{do(op.Neg, 0)}, 1), rows, over(rows, 1, 0)),
		of("rows of odd length with a tail", adding(t, f32), odd, odd, over(odd, 31, 0, 1)),
		of("few elements", casting(t, f32, u8), words, over(words, 0, 1)),
		of("few elements on words", adding(t, u8), words, words, over(words, 0, 1)),
		of("transposed, of few rows", copying(t, f32), f(12, 512), lay([]int{12, 512}, []int{1, 12}, 4)),
		of("five operands", program(t, types(f32, f32, f32, f32), nil,
			[]device.Instr{do(op.Add, 0, 1), do(op.Add, 2, 3), do(op.Mul, 4, 5)}, 6), rows, rows, rows, rows, over(rows, 0, 1)),
		of("more threads than floats count", copying(t, f32), large, over(large, 0, 1)),
	}
}

func repairSections(t testing.TB) []section {
	return []section{
		{"div", rows(program(t, types(f32, f32), nil, []device.Instr{do(op.Div, 0, 1)}, 2), 5), 0},
		{"sqrt", rows(program(t, types(f32), nil, []device.Instr{do(op.Sqrt, 0)}, 1), 5), 0},
	}
}
