package composition

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestACompositionIsTheProgramOfItsSteps(t *testing.T) {
	for _, c := range []struct {
		name              string
		row               *op.Op
		dtype             op.DType
		operands, scalars int
		steps             []*op.Op
	}{
		{"a parameter is a scalar", op.LeakyRelu, op.Float32, 1, 2, []*op.Op{op.Gt, op.Mul, op.Where}},
		{"a step that a parameter decides is none", op.Softshrink, op.Float64, 1, 5, []*op.Op{op.Gt, op.Sub, op.Lt, op.Add, op.Isnan, op.Where, op.Where, op.Where}},
		{"halves are computed in float32", op.Prelu, op.BFloat16, 2, 1, []*op.Op{op.Cast, op.Cast, op.Gt, op.Mul, op.Where, op.Cast}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Of(c.row, c.dtype)
			require.Len(t, p.Inputs(), c.operands)
			require.Len(t, p.Scalars(), c.scalars)
			var steps []*op.Op
			for _, in := range p.Code() {
				steps = append(steps, in.Op)
			}
			require.Equal(t, c.steps, steps)
		})
	}
}

func TestWhatOneKernelCannotComputeIsNoComposition(t *testing.T) {
	for _, c := range []struct {
		name  string
		row   *op.Op
		dtype op.DType
	}{
		{"an instruction", op.Add, op.Float32},
		{"one step", op.Relu6, op.Float32},
		{"a result of another type", op.Isclose, op.Float32},
		{"operands of another type", op.Selu, op.Int32},
		{"what is a copy", op.NanToNum, op.Int32},
	} {
		t.Run(c.name, func(t *testing.T) { require.Nil(t, Of(c.row, c.dtype)) })
	}
}
