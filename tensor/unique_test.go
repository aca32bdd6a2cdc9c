package tensor_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestUniqueElementsAreInOrderWithTheirPlacesAndCounts(t *testing.T) {
	nan, zero := float32(math.NaN()), float32(math.Copysign(0, -1))
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{3, 1, nan, 3, zero, 0, nan, 1}, 2, 4)
		for _, c := range []struct {
			name    string
			of      *tensor.Tensor
			inverse []int64
		}{
			{"a tensor", x, []int64{2, 1, 3, 2, 0, 0, 4, 1}},
			{"an expression", x.Mul(1), []int64{2, 1, 3, 2, 0, 0, 4, 1}},
			{"a view", x.T().T(), []int64{2, 1, 3, 2, 0, 0, 4, 1}},
		} {
			t.Run(c.name, func(t *testing.T) {
				values, indices, inverse, counts := c.of.UniqueAll()
				list := data32(t, values)
				require.Len(t, list, 5)
				assert.Equal(t, []float32{0, 1, 3}, list[:3])
				assert.True(t, math.Signbit(float64(list[0])), "the first of the zeros")
				assert.True(t, list[3] != list[3] && list[4] != list[4], "NaN differs from NaN")
				assert.Equal(t, []int64{4, 1, 0, 2, 6}, data[int64](t, indices))
				assert.Equal(t, []int{2, 4}, inverse.Shape())
				assert.Equal(t, c.inverse, data[int64](t, inverse))
				assert.Equal(t, []int64{2, 2, 2, 1, 1}, data[int64](t, counts))
			})
		}
	})
}

func TestUniqueElementsOfEachDtypeAreTheSameByEachFunction(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	onSorts(t, func(t *testing.T, d device.Device) {
		for _, dt := range sample(d, op.DTypes()) {
			t.Run(dt.String(), func(t *testing.T) {
				x := tensor.FromSliceOn(d, randomInts(r, 60), 3, 20).AsType(dt)
				values, indices, inverse, counts := x.UniqueAll()
				want := slices.Compact(packed(t, x.Reshape(-1).Sort(0)))
				assert.Equal(t, want, packed(t, values))
				assert.Equal(t, want, packed(t, x.Reshape(-1).Take(0, indices)))
				assert.Equal(t, packed(t, x), packed(t, values.Take(0, inverse)))
				assert.Equal(t, packed(t, inverse.Reshape(-1).Bincount(0)), packed(t, counts))
				assert.Equal(t, want, packed(t, x.UniqueValues()))
				v, c := x.UniqueCounts()
				assert.Equal(t, [2]any{want, packed(t, counts)}, [2]any{packed(t, v), packed(t, c)})
				v, c = x.UniqueInverse()
				assert.Equal(t, [2]any{want, packed(t, inverse)}, [2]any{packed(t, v), packed(t, c)})
			})
		}
	})
}

func TestUniqueElementsOfNothingAndOfOneElement(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		values, indices, inverse, counts := tensor.FromSliceOn(d, []int8{}, 0, 3).UniqueAll()
		for _, c := range []struct {
			name  string
			got   *tensor.Tensor
			shape []int
		}{{"values", values, []int{0}}, {"indices", indices, []int{0}}, {"inverse", inverse, []int{0, 3}}, {"counts", counts, []int{0}}} {
			t.Run(c.name, func(t *testing.T) {
				assert.Empty(t, packed(t, c.got))
				assert.Equal(t, c.shape, c.got.Shape())
			})
		}
		values, indices, inverse, counts = tensor.FromSliceOn(d, []int8{7}).Reshape().UniqueAll()
		assert.Equal(t, []int8{7}, data[int8](t, values))
		assert.Equal(t, []int64{0}, data[int64](t, indices))
		assert.Equal(t, []int{}, inverse.Shape())
		assert.Equal(t, []int64{1}, data[int64](t, counts))
	})
}

// firstOf drops the other results.
func firstOf(x *tensor.Tensor, _ ...*tensor.Tensor) *tensor.Tensor { return x }

func TestWhatHasAShapeOfValuesEndsWithItsContextAndIsRefusedInCompiledFunctions(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	x := tensor.FromSlice([]int64{1, 0, 2})
	for _, c := range []struct {
		name string
		with func(context.Context, *tensor.Tensor) *tensor.Tensor
		of   func(*tensor.Tensor) *tensor.Tensor
	}{
		{"unique_values", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor { return x.UniqueValuesContext(ctx) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.UniqueValues() }},
		{"unique_counts", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor { return firstOf(x.UniqueCountsContext(ctx)) },
			func(x *tensor.Tensor) *tensor.Tensor { return firstOf(x.UniqueCounts()) }},
		{"unique_inverse", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor {
			return firstOf(x.UniqueInverseContext(ctx))
		},
			func(x *tensor.Tensor) *tensor.Tensor { return firstOf(x.UniqueInverse()) }},
		{"unique_all", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor { return firstOf(x.UniqueAllContext(ctx)) },
			func(x *tensor.Tensor) *tensor.Tensor { return firstOf(x.UniqueAll()) }},
		{"bincount", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor { return x.BincountContext(ctx, 0) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Bincount(0) }},
		{"bincount_weighted", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor {
			return x.BincountWeightedContext(ctx, x, 0)
		},
			func(x *tensor.Tensor) *tensor.Tensor { return x.BincountWeighted(x, 0) }},
		{"repeat", func(ctx context.Context, x *tensor.Tensor) *tensor.Tensor { return x.RepeatContext(ctx, 0, x) },
			func(x *tensor.Tensor) *tensor.Tensor { return x.Repeat(0, x) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorIs(t, c.with(ended, x.Add(1)).Err(), context.Canceled)
			require.NoError(t, c.of(x).Err())
			err := tensor.Compile(c.of).Call(x).Err()
			assert.ErrorContains(t, err, c.name+": ")
			assert.ErrorContains(t, err, "the shape of the result depends on values, which a function that is being compiled does not have; ")
			assert.ErrorContains(t, err, "call "+c.name+" outside of the function")
			assert.ErrorContains(t, err, "unique_test.go:")
		})
	}
}
