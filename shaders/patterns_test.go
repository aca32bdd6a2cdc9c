package shaders

import (
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

const (
	b8  = op.Bool
	f32 = op.Float32
	i32 = op.Int32
	u32 = op.Uint32
	u8  = op.Uint8
	i8  = op.Int8
	i16 = op.Int16
	f16 = op.Float16
)

func types(dts ...op.DType) []op.DType { return dts }

func at(offset int, l broadcast.Layout) broadcast.Layout {
	l.Offset = offset
	return l
}

func lay(shape, strides []int, offset int) broadcast.Layout {
	return broadcast.Layout{Shape: shape, Strides: strides, Offset: offset}
}

// patterns are the kernels that differ by more than an operation, by golden file.
func patterns(t testing.TB) map[string][]section {
	return map[string][]section{
		"fusion":    fusions(t),
		"sharing":   sharings(t),
		"bool":      bools(t),
		"packed":    packeds(t),
		"broadcast": broadcasts(t),
		"copy":      copies(t),
		"units":     manyElements(t),
	}
}

func fusions(t testing.TB) []section {
	fused := func(in, sc []op.DType, out []device.Value, code ...device.Instr) launch {
		return rows(program(t, in, sc, code, out...), 6)
	}
	v := func(vs ...device.Value) []device.Value { return vs }
	return []section{
		{"floats pass m_bar on their way", fused(types(f32, f32), types(f32), v(5),
			do(op.Mul, 0, 2), do(op.Add, 3, 1), do(op.Relu, 4))},
		{"integers and bools do not", fused(types(i32, i32), nil, v(4),
			do(op.Mul, 0, 1), do(op.Add, 2, 1), do(op.Lt, 3, 0))},
		{"a value taken twice passes m_twin", fused(types(f32), nil, v(3),
			do(op.Sub, 0, 0), do(op.Exp, 1), do(op.Div, 2, 2))},
		{"and so does one result beside another", fused(types(f32, f32), nil, v(4),
			do(op.Add, 0, 1), do(op.Add, 1, 0), do(op.Sub, 2, 3))},
		{"scalars of every type", fused(types(f32), types(b8, i32, u32, f32), v(9),
			cast(f32, 2), cast(f32, 3), do(op.Add, 5, 6), do(op.Add, 7, 4), do(op.Where, 1, 8, 0))},
		{"several outputs", fused(types(f32), nil, v(1, 2, 0),
			do(op.Sin, 0), do(op.Cos, 0))},
		{"no instructions, two outputs", fused(types(f32, i32), nil, v(1, 0))},
	}
}

func sharings(t testing.TB) []section {
	add := program(t, types(f32, f32), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	swap := program(t, types(f32, f32), nil, nil, 1, 0)
	mixed := program(t, types(f32, i32), nil, []device.Instr{cast(f32, 1), do(op.Mul, 0, 2)}, 3)
	row := broadcast.RowMajor(6)
	return []section{
		{"in place", launch{add, []broadcast.Layout{row, row, row}, []string{"x", "x", "y"}, nil}},
		{"an input elsewhere in the output's buffer", launch{add, []broadcast.Layout{row, at(6, row), row}, []string{"x", "x", "y"}, nil}},
		{"two inputs in one buffer", launch{add, []broadcast.Layout{row, row, at(6, row)}, []string{"x", "y", "y"}, nil}},
		{"two outputs in one buffer", launch{swap, []broadcast.Layout{row, at(6, row), row, at(6, row)}, []string{"x", "x", "x", "x"}, nil}},
		{"two types in one buffer", launch{mixed, []broadcast.Layout{row, at(6, row), at(12, row)}, []string{"x", "x", "x"}, nil}},
	}
}

func bools(t testing.TB) []section {
	less := program(t, types(f32, f32), nil, []device.Instr{do(op.Lt, 0, 1)}, 2)
	not := program(t, types(b8), nil, []device.Instr{do(op.LogicalNot, 0)}, 1)
	both := program(t, types(f32, f32), nil, []device.Instr{do(op.Lt, 0, 1), do(op.Maximum, 0, 1)}, 2, 3)
	twoBools := program(t, types(b8), nil, []device.Instr{do(op.LogicalNot, 0)}, 0, 1)
	isnan := program(t, types(f32), nil, []device.Instr{do(op.Isnan, 0)}, 1)
	row := broadcast.RowMajor(10)
	gaps := lay([]int{10}, []int{2}, 0)
	return []section{
		{"four to a thread", launch{less, []broadcast.Layout{row, row, row}, nil, nil}},
		{"on words, in place", launch{not, []broadcast.Layout{row, row}, []string{"x", "x"}, nil}},
		{"beginning inside a word", launch{less, []broadcast.Layout{at(3, row), row, row}, nil, nil}},
		{"with gaps, in place", launch{not, []broadcast.Layout{gaps, gaps}, []string{"x", "x"}, nil}},
		{"beside a float", launch{both, []broadcast.Layout{row, row, row, row}, nil, nil}},
		{"in one buffer with a float", launch{both, []broadcast.Layout{at(1, row), at(10, row), row, row}, []string{"x", "x", "y", "z"}, nil}},
		{"beside another", launch{twoBools, []broadcast.Layout{row, at(4, row), row}, nil, nil}},
		{"of a float in the same buffer", launch{isnan, []broadcast.Layout{row, at(10, row)}, []string{"x", "x"}, nil}},
	}
}

func packeds(t testing.TB) []section {
	row, rows := broadcast.RowMajor(10), lay([]int{3, 4}, []int{7, 1}, 1)
	add := func(dt op.DType) *device.Program {
		return program(t, types(dt, dt), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	}
	fused := program(t, types(i8, u8), types(i8), []device.Instr{do(op.Mul, 0, 2), cast(u8, 3), do(op.Mul, 4, 1)}, 5)
	long := program(t, types(f16), nil, []device.Instr{
		do(op.Exp, 0), do(op.Sin, 1), do(op.Add, 2, 0), do(op.Div, 3, 1), cast(op.BFloat16, 4), do(op.Relu, 5)}, 6)
	widths := program(t, types(u8, i16), nil, []device.Instr{cast(i16, 0), do(op.Mul, 1, 2), cast(f32, 3)}, 3, 0, 4)
	same := func(dt op.DType) *device.Program { return program(t, types(dt), nil, nil, 0) }
	return []section{
		{"on words, an input shifted", launch{add(u8), []broadcast.Layout{row, row, at(1, row)}, nil, nil}},
		{"on words, an input repeated", launch{add(i16), []broadcast.Layout{row, row, lay([]int{10}, []int{0}, 3)}, nil, nil}},
		{"fitted on the way", launch{fused, []broadcast.Layout{row, row, row}, nil, []op.Scalar{5}}},
		{"a long program, in a loop", launch{long, []broadcast.Layout{row, row}, nil, nil}},
		{"outputs of several widths", launch{widths, []broadcast.Layout{row, row, row, row, at(1, row)}, nil, nil}},
		{"a row repeated", launch{add(u8), []broadcast.Layout{broadcast.RowMajor(3, 5), broadcast.RowMajor(3, 5), expand2(3, 5)}, nil, nil}},
		{"rows that share words, in place", launch{add(u8), []broadcast.Layout{rows, rows, broadcast.RowMajor(3, 4)}, []string{"x", "x", "y"}, nil}},
		{"rows far apart", launch{add(f16), []broadcast.Layout{lay([]int{3, 4}, []int{90, 1}, 1), broadcast.RowMajor(3, 4), lay([]int{3, 4}, []int{0, 0}, 1)}, nil, nil}},
		{"interleaving axes", launch{same(u8), []broadcast.Layout{lay([]int{3, 2}, []int{2, 3}, 0), broadcast.RowMajor(3, 2)}, nil, nil}},
		{"copy int64", launch{same(op.Int64), []broadcast.Layout{row, at(1, row)}, nil, nil}},
		{"copy float16 backwards", launch{same(f16), []broadcast.Layout{row, lay([]int{10}, []int{-1}, 9)}, nil, nil}},
		{"fill every other uint64", launch{program(t, nil, types(op.Uint64), nil, 0), []broadcast.Layout{lay([]int{5}, []int{2}, 0)}, nil, nil}},
	}
}

func broadcasts(t testing.TB) []section {
	add := program(t, types(f32, f32), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	with := func(shape, strides []int, offset int) launch {
		full := broadcast.RowMajor(shape...)
		return launch{add, []broadcast.Layout{full, full, lay(shape, strides, offset)}, nil, nil}
	}
	return []section{
		{"scalar", with([]int{4, 5}, []int{0, 0}, 3)},
		{"every other element", with([]int{9}, []int{2}, 1)},
		{"reversed", with([]int{9}, []int{-1}, 8)},
		{"row", with([]int{4, 5}, []int{0, 1}, 0)},
		{"column", with([]int{4, 5}, []int{1, 0}, 0)},
		{"rank 3", with([]int{3, 4, 5}, []int{1, 0, 3}, 0)},
		{"rank 5", with([]int{2, 3, 2, 3, 2}, []int{1, 0, 2, 0, 4}, 0)},
		{"output of rank 2, inputs of its order", func() launch {
			gap := lay([]int{4, 5}, []int{8, 1}, 2)
			return launch{add, []broadcast.Layout{gap, gap, gap}, nil, nil}
		}()},
	}
}

// manyElements are what threads compute units of.
func manyElements(t testing.TB) []section {
	add := func(dt op.DType) *device.Program {
		return program(t, types(dt, dt), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	}
	of := func(p *device.Program, layouts ...broadcast.Layout) launch { return launch{p, layouts, nil, nil} }
	row, odd := broadcast.RowMajor(1<<14), broadcast.RowMajor(1<<14+1)
	rows, fewer := broadcast.RowMajor(256, 64), broadcast.RowMajor(255, 64)
	over := func(l broadcast.Layout, strides ...int) broadcast.Layout { return lay(l.Shape, strides, 0) }
	mixed := program(t, types(u8, f32), nil, []device.Instr{cast(f32, 0), do(op.Add, 1, 2), do(op.Lt, 1, 2)}, 3, 4)
	return []section{
		{"contiguous", of(add(f32), row, row, row)},
		{"contiguous, of odd length, beginning anywhere", of(add(f32), at(1, odd), at(5, odd), at(2, odd))},
		{"bytes on words", of(add(u8), row, row, at(1, row))},
		{"pairs of words, a scalar", of(add(op.Int64), row, row, over(row, 0))},
		{"halves", of(add(f16), row, row, row)},
		{"types of several sizes, a bool out", launch{mixed, []broadcast.Layout{row, row, row, row}, nil, nil}},
		{"row", of(add(f32), rows, rows, over(rows, 0, 1))},
		{"column, rows left over", of(add(f32), fewer, fewer, over(fewer, 1, 0))},
		{"transposed", of(add(f32), rows, rows, over(rows, 1, 256))},
		{"rows of odd length", of(add(f32), broadcast.RowMajor(64, 255), broadcast.RowMajor(64, 255), lay([]int{64, 255}, []int{0, 1}, 0))},
		{"small rows of odd length", of(add(u8), broadcast.RowMajor(64, 255), broadcast.RowMajor(64, 255), lay([]int{64, 255}, []int{0, 1}, 0))},
		{"a long program", launch{program(t, types(f32), nil, []device.Instr{do(op.Lgamma, 0), do(op.Tan, 1), do(op.Pow, 2, 0), do(op.Lt, 3, 0)}, 4), []broadcast.Layout{row, row}, nil, nil}},
	}
}

func copies(t testing.TB) []section {
	same := func(dt op.DType) *device.Program { return program(t, types(dt), nil, nil, 0) }
	fill := func(dt op.DType) *device.Program { return program(t, nil, types(dt), nil, 0) }
	row, turned := broadcast.RowMajor(4, 5), lay([]int{4, 5}, []int{1, 4}, 0)
	return []section{
		{"copy float32", launch{same(f32), []broadcast.Layout{row, row}, nil, nil}},
		{"copy bool", launch{same(b8), []broadcast.Layout{row, row}, nil, nil}},
		{"transpose int32", launch{same(i32), []broadcast.Layout{row, turned}, nil, nil}},
		{"transpose bool", launch{same(b8), []broadcast.Layout{row, turned}, nil, nil}},
		{"fill float32", launch{fill(f32), []broadcast.Layout{row}, nil, nil}},
		{"fill bool", launch{fill(b8), []broadcast.Layout{row}, nil, nil}},
		{"fill every other uint32", launch{fill(u32), []broadcast.Layout{lay([]int{5}, []int{2}, 0)}, nil, nil}},
	}
}
