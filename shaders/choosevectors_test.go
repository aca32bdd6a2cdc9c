package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestTheVariantFollowsFromThePlan(t *testing.T) {
	f := broadcast.RowMajor
	add := func(dt op.DType) *device.Program {
		return program(t, types(dt, dt), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	}
	less := program(t, types(f32, f32), nil, []device.Instr{do(op.Lt, 0, 1)}, 2)
	medium := program(t, types(f32, f32), nil, []device.Instr{do(op.Exp, 0), do(op.Tanh, 2), do(op.Add, 3, 1)}, 4)
	lengthy := program(t, types(f32, f32), nil, []device.Instr{do(op.Pow, 0, 1), do(op.Lgamma, 2), do(op.Tan, 3)}, 4)
	softplus := program(t, types(f32, f32, f32), nil, []device.Instr{do(op.Softplus, 0, 1, 2)}, 3)
	compared := program(t, types(f32, f32), nil, []device.Instr{do(op.Pow, 0, 1), do(op.Lgamma, 2), do(op.Lt, 3, 1)}, 4)
	wide := func(strides ...int) broadcast.Layout { return lay([]int{512, 32}, strides, 0) }
	many := []int{8, 4, 6, 64}
	for _, c := range []struct {
		name    string
		program *device.Program
		layouts []broadcast.Layout
		key     string // its end
	}{
		{"few elements", add(f32), []broadcast.Layout{f(4095), f(4095), f(4095)},
			"out0 contiguous @1, in0 contiguous @2, in1 contiguous @3"},
		{"few, a word", less, []broadcast.Layout{f(64), f(64), f(64)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 1xvec4 looped"},
		{"contiguous", add(f32), []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 4xvec4 no-tail exact-grid"},
		{"some elements left over", add(f32), []broadcast.Layout{f(4099), f(4099), f(4099)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 4xvec4"},
		{"beginning anywhere", add(f32), []broadcast.Layout{at(3, f(4096)), at(7, f(4096)), at(1, f(4096))},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous @3, flat 4xvec4"},
		{"a scalar operand", add(f32), []broadcast.Layout{f(4096), f(4096), lay([]int{4096}, []int{0}, 5)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 scalar @3, flat 4xvec4 no-tail exact-grid"},
		{"reversed", add(f32), []broadcast.Layout{f(4096), f(4096), lay([]int{4096}, []int{-1}, 4095)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 strided @3, rank 1, flat 4xvec4 no-tail exact-grid"},
		{"into every other element", add(f32), []broadcast.Layout{lay([]int{4096}, []int{2}, 0), f(4096), f(4096)},
			"out0 strided @1, in0 contiguous @2, in1 contiguous @3, rank 1, flat 4xvec1 no-tail exact-grid"},
		{"16 bytes", add(u8), []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 4xvec16 no-tail"},
		{"words that begin elsewhere", add(u8), []broadcast.Layout{f(4096), f(4096), at(1, f(4096))},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous misaligned @3, flat 4xvec16 no-tail"},
		{"a word of bools", less, []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 4xvec4 no-tail exact-grid"},
		{"an inner row", add(f32), []broadcast.Layout{f(512, 32), f(512, 32), wide(0, 1)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4 no-tail exact-grid"},
		{"an inner constant", add(f32), []broadcast.Layout{f(512, 32), f(512, 32), wide(1, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided column-broadcast @3, rank 2, row-blocked 4xvec4 no-tail exact-grid"},
		{"an inner constant of every other row", add(f32), []broadcast.Layout{f(512, 32), f(512, 32), wide(2, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided splat @3, rank 2, row-blocked 4xvec4 no-tail exact-grid"},
		{"a workgroup that is not full", add(f32),
			[]broadcast.Layout{f(512, 36), f(512, 36), lay([]int{512, 36}, []int{0, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4 no-tail"},
		{"threads beyond what floats count", add(f32),
			[]broadcast.Layout{f(1<<14, 1<<12), f(1<<14, 1<<12), lay([]int{1 << 14, 1 << 12}, []int{0, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4 no-tail exact-grid large-grid"},
		{"more workgroups than a row has", add(f32),
			[]broadcast.Layout{f(1<<14, 1<<15), f(1<<14, 1<<15), lay([]int{1 << 14, 1 << 15}, []int{0, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4 no-tail large-grid"},
		{"transposed", add(f32), []broadcast.Layout{f(512, 32), f(512, 32), wide(1, 512)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided transposed-load @3, rank 2, row-blocked 4xvec4 no-tail tiled exact-grid"},
		{"transposed, of few rows", add(f32),
			[]broadcast.Layout{f(12, 512), f(12, 512), lay([]int{12, 512}, []int{1, 12}, 4)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided transposed-load @3, rank 2, row-blocked 4xvec4 no-tail"},
		{"transposed, beginning inside a vector", add(f32),
			[]broadcast.Layout{f(512, 32), f(512, 32), lay([]int{512, 32}, []int{1, 512}, 1)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided @3, rank 2, row-blocked 4xvec4 no-tail exact-grid"},
		{"rows left over", add(f32), []broadcast.Layout{f(511, 32), f(511, 32), lay([]int{511, 32}, []int{0, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4"},
		{"few rows", add(f32), []broadcast.Layout{f(3, 2048), f(3, 2048), lay([]int{3, 2048}, []int{0, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned @3, rank 2, row-blocked 1xvec4 no-tail exact-grid"},
		{"rows of odd length", add(f32),
			[]broadcast.Layout{f(512, 31), f(512, 31), lay([]int{512, 31}, []int{0, 1}, 0)},
			"out0 strided @1, in0 strided @2, in1 strided loop-invariant @3, rank 2, row-blocked 4xvec1 no-tail"},
		{"steps along another axis than the last but one", add(f32),
			[]broadcast.Layout{f(many...), lay(many, []int{256, 0, 0, 1}, 0), lay(many, []int{0, 64, 256, 1}, 0)},
			"out0 strided aligned @1, in0 strided aligned loop-invariant @2, in1 strided aligned @3, rank 4, row-blocked 4xvec4 no-tail exact-grid"},
		{"rows with gaps", add(f32), []broadcast.Layout{wide(40, 1), f(512, 32), wide(0, 1)},
			"out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned loop-invariant @3, rank 2, row-blocked 4xvec4 no-tail exact-grid"},
		{"small rows of odd length", add(u8),
			[]broadcast.Layout{f(512, 31), f(512, 31), lay([]int{512, 31}, []int{0, 1}, 0)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 strided @3, rank 2, flat 1xvec4 looped"},
		{"a program of some length", medium, []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 1xvec4 no-tail exact-grid"},
		{"the longest function that is computed four times", softplus, []broadcast.Layout{f(4096), f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, in2 contiguous aligned @4, flat 1xvec4 no-tail exact-grid"},
		{"a long program", lengthy, []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous @1, in0 contiguous @2, in1 contiguous @3"},
		{"a long program, a word", compared, []broadcast.Layout{f(4096), f(4096), f(4096)},
			"out0 contiguous aligned @1, in0 contiguous aligned @2, in1 contiguous aligned @3, flat 1xvec4 looped"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := launch{c.program, c.layouts, nil, nil}.kernel(t)
			assert.Equal(t, c.program.String()+"\n"+c.key, k.Key())
		})
	}
}

func TestOperandsInOneBufferShareTheShortestVectors(t *testing.T) {
	p := program(t, types(u8, f32), nil, []device.Instr{cast(f32, 0), do(op.Add, 1, 2)}, 3)
	row := broadcast.RowMajor(4096)
	k := launch{p, []broadcast.Layout{at(4096, row), row, at(16, row)}, []string{"x", "x", "x"}, nil}.kernel(t)
	assert.Equal(t, 1, k.nest.vectorOf(0))
	k = launch{p, []broadcast.Layout{row, row, at(16, row)}, []string{"x", "y", "x"}, nil}.kernel(t)
	assert.Equal(t, 4, k.nest.vectorOf(0))
	assert.Equal(t, 1, k.nest.vectorOf(1))
}

func TestEveryElementIsOneThreadsAndTheyAreFew(t *testing.T) {
	p := program(t, types(f32), nil, nil, 0)
	for n := 4096; n < 4160; n++ {
		for offset := range 5 {
			row := at(offset, broadcast.RowMajor(n))
			k := launch{p, []broadcast.Layout{row, row}, nil, nil}.kernel(t)
			assert.LessOrEqual(t, k.Threads(), n/16+16+4, "%d elements at %d", n, offset)
		}
	}
}
