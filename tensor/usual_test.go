package tensor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// calls visits operands of every type for every operation: tensors of one shape and type,
// and numbers in the place of one of them.
func calls(visit func(o *op.Op, operands []any)) {
	for _, o := range op.All() {
		for _, dt := range op.DTypes() {
			x := Ones(Int32, 2, 3).Clone().AsType(dt)
			all := []any{x, x.T().Contiguous().Reshape(2, 3), x.Clone(), x, x}[:o.Needs()]
			visit(o, all)
			if o.Rule == op.Select {
				all[0] = x.Ne(0)
				visit(o, all)
			}
			for at := range all {
				for _, number := range []any{3, -2, 300, 2.5, float32(0.1), true, uint8(200), nil} {
					operands := append([]any{}, all...)
					operands[at] = number
					visit(o, operands)
				}
			}
		}
	}
}

func TestAUsualCallIsWhatAnyCallMakesOfItsOperands(t *testing.T) {
	count := 0
	calls(func(o *op.Op, operands []any) {
		got := applyUsual(o, operands)
		if got == nil {
			return
		}
		count++
		want, about := applyAny(o, operands), fmt.Sprint(o, " of ", got.DType(), operands[1:])
		require.NoError(t, want.err, about)
		assert.Equal(t, want.DType(), got.DType(), about)
		assert.Equal(t, *want.layout, *got.layout, about)
		assert.Equal(t, want.node.Expr.Op, got.node.Expr.Op, about)
		assert.Len(t, got.node.Expr.Args, len(want.node.Expr.Args), about)
		for i, a := range want.node.Expr.Args {
			b := got.node.Expr.Args[i]
			assert.True(t, a.Node == b.Node && a.DType() == b.DType() && a.Scalar == b.Scalar, about)
			assert.True(t, a.Node == nil || a.Same(&b), about)
		}
	})
	assert.Greater(t, count, 1000)
}

func TestAUsualCallInPlaceIsWhatAnyCallInPlaceDoes(t *testing.T) {
	calls(func(o *op.Op, operands []any) {
		x, ok := operands[0].(*Tensor)
		if !ok || o.Rule == op.Select || o.Rule == op.Retype {
			return
		}
		got, want := x.Clone(), x.Clone()
		errGot, errWant := applyInPlace(o, got, operands[1:]...), applyInPlaceAny(o, want, operands[1:])
		about := fmt.Sprint(o, " of ", x.DType(), operands[1:])
		require.Equal(t, errWant, errGot, about)
		a, err := want.Bytes()
		require.NoError(t, err)
		b, err := got.Bytes()
		require.NoError(t, err)
		assert.Equal(t, a, b, about)
	})
}
