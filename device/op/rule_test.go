package op

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The table below is the order of Rule; each rule by an operation that has it.
func TestRulesTypeAnOperation(t *testing.T) {
	for _, c := range []struct {
		op              *Op
		common          DType
		compute, result DType // 0 for refused
	}{
		{Add, Bool, Bool, Bool}, {Add, Int8, Int8, Int8}, {Add, Float64, Float64, Float64},
		{Sub, Bool, 0, 0}, {Sub, Uint8, Uint8, Uint8},
		{Div, Int64, Float32, Float32}, {Div, Bool, Float32, Float32}, {Div, Float16, Float16, Float16},
		{FloatPower, Int8, Float64, Float64}, {FloatPower, Float16, Float64, Float64},
		{Square, Bool, Int64, Int64}, {Square, Int16, Int16, Int16},
		{Lt, Float16, Float16, Bool}, {Isnan, Int32, Int32, Bool},
		{LogicalAnd, Float32, Bool, Bool},
		{Where, BFloat16, BFloat16, BFloat16},
		{LeakyRelu, Int8, Float32, Float32}, {Isclose, Int8, Int8, Bool}, {Muladd, Int8, Int8, Int8},
		{Relu6, Bool, 0, 0}, {Add.With, Bool, Bool, Bool},
		{BitwiseAnd, Float32, 0, 0}, {BitwiseLeftShift, Bool, 0, 0}, {Neg, Bool, 0, 0},
		{Floor, Int32, Int32, Int32},
	} {
		t.Run(fmt.Sprint(c.op, c.common), func(t *testing.T) {
			compute, result, err := c.op.Types(c.common)
			assert.Equal(t, c.compute, compute)
			assert.Equal(t, c.result, result)
			assert.Equal(t, c.compute == 0, err != nil)
		})
	}
}

func TestInstructionsAreChecked(t *testing.T) {
	for _, c := range []struct {
		name string
		op   *Op
		args []DType
		want string
	}{
		{"an operand missing", Add, []DType{Int8}, "add: not defined for int8; 1 operands given, 2 needed"},
		{
			name: "two dtypes",
			op:   Add,
			args: []DType{Int8, Int16},
			want: "add: not defined for int8 and int16; operands of an instruction share one dtype",
		},
		{
			name: "an integer where a float is needed",
			op:   Exp,
			args: []DType{Int32},
			want: "exp: not defined for int32; convert the operands to float32 first",
		},
		{
			name: "a float where a bool is needed",
			op:   LogicalNot,
			args: []DType{Float32},
			want: "logical_not: not defined for float32; convert the operands to bool first",
		},
		{
			name: "a condition of int8",
			op:   Where,
			args: []DType{Int8, Int8, Int8},
			want: "where: not defined for int8 and int8 and int8; the condition must be bool",
		},
		{
			name: "a float where bits are needed",
			op:   BitwiseNot,
			args: []DType{Float32},
			want: "bitwise_not: not defined for float32; use an integer or bool tensor, or convert with AsType",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.op.Check(c.args)
			assert.EqualError(t, err, c.want)
		})
	}
	dt, err := Where.Check([]DType{Bool, Float16, Float16})
	assert.NoError(t, err)
	assert.Equal(t, Float16, dt)
	dt, err = Eq.Check([]DType{Int8, Int8})
	assert.NoError(t, err)
	assert.Equal(t, Bool, dt)
}
