package tensor

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// calls visits operands of every type for every operation: tensors of one type, and numbers
// or tensors of other shapes in the place of one of them.
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
				row, column, scalar := x.Index(0, 1), x.Slice(1, 1, 2, 1), x.Index(0, 0).Index(0, 0)
				larger, neither := x.Reshape(1, 2, 3).Expand(4, 2, 3), x.Slice(0, 0, 1, 1).Reshape(3, 1)
				for _, other := range []any{3, -2, 300, 2.5, float32(0.1), true, uint8(200), nil, row, column, scalar, larger, neither} {
					operands := append([]any{}, all...)
					operands[at] = other
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
		want, about := applyAny(o, operands), o.Name+" of "+got.DType().String()
		require.NoError(t, want.Err(), about)
		assert.Equal(t, want.DType(), got.DType(), about)
		assert.Equal(t, *want.layout, *got.layout, about)
		a, b := expr(t, want), expr(t, got)
		assert.Equal(t, a.Op, b.Op, about)
		assert.Len(t, b.Args, len(a.Args), about)
		for i, a := range a.Args {
			b := b.Args[i]
			assert.True(t, a.Version == b.Version && a.DType() == b.DType() && a.Scalar == b.Scalar, about)
			assert.True(t, a.Version == nil || a.Same(&b), about)
		}
	})
	assert.Greater(t, count, 1000)
}

// expr is what a tensor waits for.
func expr(t *testing.T, x *Tensor) *graph.Expr {
	v, err := x.storage.Load().Version()
	require.NoError(t, err)
	return v.Expr
}

func TestAUsualCallInPlaceIsWhatAnyCallInPlaceDoes(t *testing.T) {
	calls(func(o *op.Op, operands []any) {
		x, ok := operands[0].(*Tensor)
		if !ok || o.Rule == op.Select || o.Rule == op.Retype {
			return
		}
		got, want := x.Clone(), x.Clone()
		errGot, errWant := applyInPlace(o, got, operands[1:]...), applyInPlaceAny(o, want, operands[1:])
		about := o.Name + " of " + x.DType().String()
		require.Equal(t, errWant, errGot, about)
		a, err := want.Bytes()
		require.NoError(t, err)
		b, err := got.Bytes()
		require.NoError(t, err)
		assert.Equal(t, a, b, about)
	})
}

func TestATooLargeResultOfBroadcastingIsAnErrorAtOnce(t *testing.T) {
	x := Zeros(Float64, 1).Clone()
	row, column := x.Expand(math.MaxInt/16), x.Reshape(1, 1).Expand(4, 1)
	require.NoError(t, row.Err())
	require.NoError(t, column.Err())
	assert.ErrorContains(t, row.Add(column).Err(), "more bytes than an int counts")
}
