package tensor_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

func TestViewsShareStorage(t *testing.T) {
	for _, c := range []struct {
		name string
		view func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"reshape", func(x *tensor.Tensor) *tensor.Tensor { return x.Reshape(3, -1) }},
		{"permute", func(x *tensor.Tensor) *tensor.Tensor { return x.Permute(1, 0) }},
		{"transpose", func(x *tensor.Tensor) *tensor.Tensor { return x.Transpose(0, -1) }},
		{"t", func(x *tensor.Tensor) *tensor.Tensor { return x.T() }},
		{"squeeze", func(x *tensor.Tensor) *tensor.Tensor { return x.Unsqueeze(1).Squeeze(1) }},
		{"slice", func(x *tensor.Tensor) *tensor.Tensor { return x.Slice(0, 0, tensor.End, 1) }},
		{"flip", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(1) }},
		{"strided", func(x *tensor.Tensor) *tensor.Tensor { return x.AsStrided([]int{6}, []int{1}, 0) }},
		{"expand", func(x *tensor.Tensor) *tensor.Tensor { return x.Expand(2, -1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := iota32(6, 2, 3)
			v := c.view(x)
			require.NoError(t, v.Err())
			assert.False(t, v.ReadOnly())
			require.NoError(t, v.MulInPlace(10))
			assert.Equal(t, []float32{0, 10, 20, 30, 40, 50}, data32(t, x))
		})
	}
}

func TestViewsOfWaitingExpressionsAreViewsOfTheirValue(t *testing.T) {
	x := iota32(6, 2, 3)
	y := x.Add(1)
	v := y.T()
	require.NoError(t, y.Fill(5))
	assert.Equal(t, []float32{5, 5, 5, 5, 5, 5}, data32(t, v))
	require.NoError(t, v.Index(0, 0).Assign(tensor.FromSlice([]float32{1, 2})))
	assert.Equal(t, []float32{1, 5, 5, 2, 5, 5}, data32(t, y))
	assert.Equal(t, []float32{0, 1, 2, 3, 4, 5}, data32(t, x))
}

func TestSlicesArePythons(t *testing.T) {
	x := iota32(5)
	for _, c := range []struct {
		name              string
		start, stop, step int
		want              []float32
	}{
		{"all", 0, tensor.End, 1, []float32{0, 1, 2, 3, 4}},
		{"from 1 to the last but one", 1, -1, 1, []float32{1, 2, 3}},
		{"the last two", -2, tensor.End, 1, []float32{3, 4}},
		{"every second, beyond the end", 0, 100, 2, []float32{0, 2, 4}},
		{"backwards", tensor.End, tensor.End, -1, []float32{4, 3, 2, 1, 0}},
		{"every second backwards", -1, 0, -2, []float32{4, 2}},
		{"none", 3, 1, 1, []float32{}},
		{"from before the start", -100, 2, 1, []float32{0, 1}},
		{"every third backwards", 4, tensor.End, -3, []float32{4, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, data32(t, x.Slice(0, c.start, c.stop, c.step)))
		})
	}
}

func TestReadOnlyViews(t *testing.T) {
	x := iota32(3, 1, 3)
	assert.True(t, x.BroadcastTo(1, 3).ReadOnly(), "even of its own shape")
	assert.False(t, x.Expand(-1, 3).ReadOnly())
	assert.True(t, x.Expand(2, -1).ReadOnly())
	assert.True(t, x.Expand(2, -1).Index(0, 0).ReadOnly(), "and what is made from one")
	assert.True(t, x.AsStrided([]int{2, 2}, []int{1, 1}, 0).ReadOnly())
	assert.False(t, x.AsStrided([]int{2}, []int{2}, 0).ReadOnly())
	wide := x.BroadcastTo(2, 3)
	for _, err := range []error{wide.AddInPlace(1), wide.Fill(1), wide.Assign(1), wide.Reshape(2, 3).NegInPlace()} {
		assert.ErrorContains(t, err, "Clone it first")
	}
	require.NoError(t, x.AddInPlace(1))
	assert.Equal(t, []float32{1, 2, 3, 1, 2, 3}, data32(t, wide), "it sees later changes")
	flat := wide.Reshape(-1)
	assert.False(t, flat.ReadOnly(), "no strides can say it, so it is a copy")
	for _, w := range []*tensor.Tensor{wide.Clone(), wide.Contiguous(), wide.Add(0), flat} {
		assert.False(t, w.ReadOnly())
		require.NoError(t, w.Fill(0))
	}
	assert.Equal(t, []float32{1, 2, 3}, data32(t, x))
}

func TestMetadataIsTheCallersToChange(t *testing.T) {
	x := iota32(6, 2, 3)
	x.Shape()[0], x.Strides()[0] = 9, 9
	shape, strides := []int{2}, []int{1}
	v := x.AsStrided(shape, strides, 0)
	z := tensor.Zeros(tensor.Float32, shape...)
	shape[0], strides[0] = 100, 100
	assert.Equal(t, []int{2, 3}, x.Shape())
	assert.Equal(t, []int{3, 1}, x.Strides())
	assert.Equal(t, []float32{0, 1}, data32(t, v))
	assert.Equal(t, []float32{0, 0}, data32(t, z))
}

func TestBroadcastWarningsReportShapesOfEqualLength(t *testing.T) {
	var got []tensor.BroadcastWarning
	tensor.OnBroadcastWarning(func(w tensor.BroadcastWarning) { got = append(got, w) })
	defer tensor.OnBroadcastWarning(nil)
	a, b := iota32(4, 4, 1), iota32(4)
	sum := a.Add(b)
	require.Len(t, got, 1, "when the expression is built")
	assert.Equal(t, tensor.BroadcastWarning{Op: "add", A: []int{4, 1}, B: []int{4}, Result: []int{4, 4}}, got[0])
	assert.Contains(t, got[0].String(), "Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as 1-dimensional")
	eval(t, sum, a.Add(iota32(1)), a.Add(1), a.Add(a), iota32(6, 2, 3).Add(iota32(3)))
	assert.Len(t, got, 1)
	assert.Error(t, iota32(6, 2, 3).Add(iota32(6, 3, 2)).Err())
	assert.Len(t, got, 1)
	a.Clamp(b, nil)
	require.Len(t, got, 2)
	assert.Equal(t, "clamp", got[1].Op, "the name that was called")
	tensor.OnBroadcastWarning(nil)
	a.Mul(b)
	assert.Len(t, got, 2)
}

func TestAFunctionForBroadcastWarningsMayWriteToTheOperands(t *testing.T) {
	x, y := iota32(4, 1, 4), iota32(4)
	tensor.OnBroadcastWarning(func(tensor.BroadcastWarning) { assert.NoError(t, x.MulInPlace(2)) })
	defer tensor.OnBroadcastWarning(nil)
	written := make(chan error)
	go func() { written <- x.AddInPlace(y) }()
	select {
	case err := <-written:
		require.NoError(t, err)
		assert.Equal(t, float32(0), data32(t, x)[0])
		assert.Greater(t, data32(t, x)[3], float32(6), "both writes are there")
	case <-time.After(10 * time.Second):
		require.Fail(t, "the call waits for itself")
	}
}
