package op_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	. "github.com/wgtensor/wgtensor/device/op"
)

func TestIntegersMeanWhatNumPySays(t *testing.T) {
	for _, e := range readLines[outside.Edge](t, conformance(t, "tables", "int_edge.jsonl")) {
		o := e.Row()
		require.NotNil(t, o, e.Op)
		compute, result, err := o.Types(e.DType.DType)
		require.NoError(t, err)
		args := e.In(compute)
		want, _, err := e.Answer(result)
		require.NoError(t, err)
		types := []DType{compute, compute}[:len(args)]
		assert.Zero(t, o.Distance(args, types, want), "%s: %s %v", e.Name, e.Op, e.Args)
	}
}

func TestIntegersMeanWhatWeDecided(t *testing.T) {
	const lowest = -128
	for _, c := range []struct {
		op   *Op
		x, y int64
		want int64
	}{
		{FloorDivide, -7, 2, -4}, {TruncDivide, -7, 2, -3}, {Remainder, -7, 2, 1}, {Fmod, -7, 2, -1},
		{FloorDivide, 7, -2, -4}, {TruncDivide, 7, -2, -3}, {Remainder, 7, -2, -1}, {Fmod, 7, -2, 1},
		{FloorDivide, 7, 0, 0}, {TruncDivide, 7, 0, 0}, {Remainder, 7, 0, 0}, {Fmod, 7, 0, 0},
		{FloorDivide, lowest, -1, lowest}, {TruncDivide, lowest, -1, lowest}, {Remainder, lowest, -1, 0},
		{Fmod, lowest, -1, 0},
		{BitwiseLeftShift, 1, 7, lowest}, {BitwiseLeftShift, 1, 8, 0}, {BitwiseLeftShift, 1, 64, 0},
		{BitwiseLeftShift, 1, -1, 0},
		{BitwiseRightShift, lowest, 7, -1}, {BitwiseRightShift, lowest, 100, -1},
		{BitwiseRightShift, lowest, -1, -1}, {BitwiseRightShift, 64, -1, 0},
		{Pow, 2, 7, lowest}, {Pow, 3, -1, 0}, {Pow, 0, -1, 0}, {Pow, 1, -5, 1}, {Pow, -1, -5, -1},
		{Pow, -1, -4, 1}, {Pow, 0, 0, 1},
		{Mul, 127, 127, 1}, {Add, 127, 1, lowest}, {Sub, lowest, 1, 127},
	} {
		t.Run(fmt.Sprint(c.op, c.x, c.y), func(t *testing.T) {
			got := c.op.Eval([]Scalar{Int8.FromInt(c.x), Int8.FromInt(c.y)}, []DType{Int8, Int8})
			assert.Equal(t, c.want, Int8.Int(got))
		})
	}
	for _, o := range []*Op{Neg, Abs} {
		got := o.Eval([]Scalar{Int8.FromInt(lowest)}, []DType{Int8})
		assert.EqualValues(t, lowest, Int8.Int(got), o)
	}
}
