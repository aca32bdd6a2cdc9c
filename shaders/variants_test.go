package shaders

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// kernelFile is a golden file of whole kernels.
type kernelFile struct {
	name     string
	sections []section
	repair   Repair
}

// section is one kernel in a golden file.
type section struct {
	title string
	launch
	window int // as Limits has it; where it is not 0 the kernel is of the launch's second piece
}

func (f kernelFile) kernel(t testing.TB, s section) *Kernel {
	t.Helper()
	w, err := Lower(s.device(), Limits{Window: s.window}, f.repair)
	require.NoError(t, err)
	if s.window > 0 {
		return &w.stages[1]
	}
	return &w.stages[0]
}

// kernelFiles lists the goldens of whole kernels.
func kernelFiles(t testing.TB) []kernelFile {
	files := []kernelFile{
		{"kernel/dtypes", everyDType(t), Repair{}},
		{"kernel/shared_buffers", sharings(t), Repair{}},
		{"kernel/several_outputs", severalOutputs(t), Repair{}},
		{"kernel/vectors_flat", flatVectors(t), Repair{}},
		{"kernel/vectors_row_blocked", rowVectors(t), Repair{}},
		{"kernel/random_bits", randomBits(t), Repair{}},
		{"kernel/repaired", repairSections(t), Repair{Div: true, Sqrt: true}},
	}
	for _, v := range variants() {
		var sections []section
		for _, p := range v.programs(t) {
			sections = append(sections, section{p.name, v.launch(p.program), 0})
		}
		files = append(files, kernelFile{"kernel/" + v.name, sections, Repair{}})
	}
	return files
}

// example is a way to deal elements to threads, and layouts that choose it: of the output,
// the first input and the second.
type example struct {
	name           string
	programs       func(testing.TB) []named
	out, in, other broadcast.Layout
}

type named struct {
	name    string
	program *device.Program
}

func (v example) launch(p *device.Program) launch {
	return launch{program: p, layouts: []broadcast.Layout{v.out, v.in, v.other}[:1+len(p.Inputs())]}
}

func variants() []example {
	f := broadcast.RowMajor
	row, odd, few := f(1<<14), f(1<<14+1), f(5)
	rows, fewer, deep := f(256, 64), f(255, 64), []int{3, 4, 5}
	woven, gaps := lay([]int{3, 2}, []int{2, 3}, 0), lay([]int{4, 5}, []int{7, 1}, 2)
	return []example{
		{name: "element", programs: floats, out: few, in: few, other: few},
		{name: "element_strided", programs: floats, out: lay(deep, []int{60, 12, 2}, 1),
			in: lay(deep, []int{1, 3, 12}, 0), other: lay(deep, []int{0, 0, 0}, 0)},
		{name: "vec4", programs: floats, out: row, in: row, other: row},
		{name: "vec4_tail_misaligned", programs: floats, out: odd, in: odd, other: at(1, odd)},
		{name: "rows", programs: floats, out: rows, in: lay(rows.Shape, []int{1, 0}, 0), other: rows},
		{name: "rows_tail", programs: floats, out: fewer, in: lay(fewer.Shape, []int{0, 1}, 0), other: fewer},
		{name: "transposed", programs: floats, out: rows,
			in: lay(rows.Shape, []int{1, 256}, 0), other: lay(rows.Shape, []int{0, 0}, 0)},
		{name: "words", programs: onWords, out: row, in: row, other: row},
		{name: "words_misaligned_tail", programs: onWords, out: odd, in: at(1, odd), other: odd},
		{name: "words_loop", programs: narrow, out: f(10), in: at(1, f(10)), other: at(4, f(10))},
		{name: "packed", programs: narrow, out: gaps, in: f(4, 5), other: lay([]int{4, 5}, []int{0, 0}, 2)},
		{name: "multi_pass", programs: narrow, out: woven, in: lay([]int{3, 2}, []int{1, 3}, 0), other: f(3, 2)},
	}
}

func copying(t testing.TB, dt op.DType) *device.Program { return program(t, types(dt), nil, nil, 0) }

func adding(t testing.TB, dt op.DType) *device.Program {
	return program(t, types(dt, dt), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
}

func casting(t testing.TB, from, to op.DType) *device.Program {
	return program(t, types(from), nil, []device.Instr{cast(to, 0)}, 1)
}

func floats(t testing.TB) []named {
	return []named{
		{"copy", copying(t, f32)}, {"add", adding(t, f32)}, {"cast", casting(t, u8, f32)},
		{"fused", program(t, types(f32, f32), types(f32), []device.Instr{do(op.Mul, 0, 2), do(op.Add, 3, 1), do(op.Relu, 4)}, 5)},
	}
}

// onWords are programs that compute small elements a word at a time.
func onWords(t testing.TB) []named {
	return []named{
		{"copy", copying(t, f16)}, {"add", adding(t, u8)}, {"cast", casting(t, i8, b8)},
		{"fused", program(t, types(u8, u8), types(u8), []device.Instr{
			do(op.Add, 0, 2), do(op.Maximum, 3, 1), do(op.Minimum, 4, 0), do(op.Lt, 5, 1), do(op.LogicalNot, 6)}, 7)},
	}
}

// narrow are programs that compute small elements one by one, but for a copy and an add.
func narrow(t testing.TB) []named {
	return []named{
		{"copy", copying(t, f16)}, {"add", adding(t, u8)}, {"cast", casting(t, f32, u8)},
		{"fused", program(t, types(i8, f16), nil, []device.Instr{cast(f16, 0), do(op.Mul, 2, 1), cast(i8, 3)}, 4)},
	}
}
