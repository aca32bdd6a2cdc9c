package shaders

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAFunctionHasALetForEachInstruction(t *testing.T) {
	for _, c := range []struct {
		name     string
		function function
		text     string
	}{
		{
			name:     "a result that another instruction takes passes a barrier",
			function: function{program: program(t, types(f32), types(f32), []device.Instr{do(op.Mul, 0, 1), do(op.Add, 2, 0)}, 3)},
			text:     "fn apply(x0: f32, s1: f32) -> f32 {\n  let v2 = m_bar(x0 * s1);\n  let v3 = v2 + x0;\n  return v3;\n}\n\n",
		},
		{
			name:     "a value that is taken twice is hidden",
			function: function{program: program(t, types(f32), nil, []device.Instr{do(op.Sub, 0, 0)}, 1)},
			text:     "fn apply(x0: f32) -> f32 {\n  let t1_1 = m_twin(x0);\n  let v1 = x0 - t1_1;\n  return v1;\n}\n\n",
		},
		{
			name:     "inputs that are copied are no arguments",
			function: function{program: program(t, types(f32, i32), nil, []device.Instr{do(op.Neg, 1)}, 0, 2)},
			text:     "fn apply(x1: i32) -> i32 {\n  let v2 = -x1;\n  return v2;\n}\n\n",
		},
		{
			name:     "whole words are computed at once",
			function: function{program(t, types(u8), nil, []device.Instr{do(op.BitwiseNot, 0)}, 1), true},
			text:     "fn apply(x0: u32) -> u32 {\n  let v1 = ~x0;\n  return v1;\n}\n\n",
		},
		{name: "a copy computes nothing", function: function{program: program(t, types(f32), nil, nil, 0)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var body text
			c.function.write(&body)
			assert.Equal(t, c.text, body.String())
		})
	}
}

func TestAnOutputIsAResultACopyOrAScalar(t *testing.T) {
	f := function{program: program(t, types(f32), types(op.Int64), []device.Instr{do(op.Neg, 0)}, 0, 1, 2)}
	copyOf := func(input int) string { return fmt.Sprint("b", input) }
	assert.Equal(t, "b0", f.resultBits(0, "y", copyOf))
	assert.Equal(t, "vec2<u32>(params.s1, params.high1)", f.resultBits(1, "y", copyOf))
	assert.Equal(t, "bitcast<u32>(y)", f.resultBits(2, "y", copyOf))
}

func TestAFloatScalarPassesABarrier(t *testing.T) {
	f := function{program: program(t, types(f32), types(f32, i32, u8), nil, 0)}
	assert.Equal(t, "m_bar(bitcast<f32>(params.s1))", f.scalar(1))
	assert.Equal(t, "bitcast<i32>(params.s2)", f.scalar(2))
	f.words = true
	assert.Equal(t, "(params.s3) * 0x01010101u", f.scalar(3))
}

func TestACallListsTheValuesThatAreTaken(t *testing.T) {
	f := function{program: program(t, types(f32, f32), types(f32), []device.Instr{do(op.Add, 1, 2)}, 3, 0)}
	assert.Equal(t, "apply(x1, s2)", f.call(f.value))
	assert.True(t, f.copies(0))
	assert.False(t, f.takes(0))
}

func TestTheLengthOfAProgramFollowsFromItsTextAndItsOperands(t *testing.T) {
	pow := []device.Instr{do(op.Pow, 0, 1)}
	for _, c := range []struct {
		name string
		in   []op.DType
		code []device.Instr
		want length
	}{
		{"a negation", types(i32), []device.Instr{do(op.Neg, 0)}, brief},
		{"a fused chain", types(f32, f32, f32),
			[]device.Instr{do(op.Mul, 0, 1), do(op.Add, 3, 2), do(op.Relu, 4), do(op.Mul, 5, 1), do(op.Add, 6, 2), do(op.Relu, 7)}, brief},
		{"five operands", types(f32, f32, f32, f32), []device.Instr{do(op.Add, 0, 1), do(op.Add, 2, 3), do(op.Mul, 4, 5)}, short},
		{"a function of much text", types(f32), []device.Instr{do(op.Sin, 0)}, medium},
		{"a loop in little text", types(i32, i32), pow, medium},
		{"a function of float64, which brings the machine", types(op.Float64), []device.Instr{do(op.Exp, 0)}, long},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := device.Value(len(c.in) + len(c.code) - 1)
			f := function{program: program(t, c.in, nil, c.code, result)}
			assert.Equal(t, c.want, f.length(Repair{}))
		})
	}
}
