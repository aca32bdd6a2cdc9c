package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// Where no element is read or written, a wrong index is an error nevertheless.
func TestAWrongIndexOfNoElementsIsAnError(t *testing.T) {
	none := tensor.S(0, 0, 1)
	type given struct{ X, Wrong, None *tensor.Tensor } // 2 by 3 numbers, the index 5, and no index
	empty := func(g given) *tensor.Tensor { return g.X.Take(0, g.Wrong).Slice(0, 0, 0, 1) }
	for _, c := range []struct {
		name string
		of   func(g given) *tensor.Tensor
	}{
		{"beside an empty index", func(g given) *tensor.Tensor { return g.X.At(g.Wrong, g.None) }},
		{"behind an empty index", func(g given) *tensor.Tensor { return g.X.At(g.None, g.Wrong) }},
		{"without axes", func(g given) *tensor.Tensor { return g.X.At(g.None, g.Wrong.Reshape()) }},
		{"beside an empty part", func(g given) *tensor.Tensor { return g.X.At(g.Wrong, none) }},
		{"of an empty tensor", func(g given) *tensor.Tensor { return g.X.At(none).Take(1, g.Wrong) }},
		{"of an empty axis", func(g given) *tensor.Tensor { return g.X.At(none).Take(0, g.Wrong) }},
		{"IndexAdd into size 0", func(g given) *tensor.Tensor { return g.X.At(none).IndexAdd(0, g.Wrong, g.X.Slice(0, 0, 1, 1)) }},
		{"IndexAdd of no columns", func(g given) *tensor.Tensor {
			return g.X.At(all, none).IndexAdd(0, g.Wrong, g.X.At(none).Reshape(1, 0))
		}},
		{"ScatterAdd into size 0", func(g given) *tensor.Tensor {
			return g.X.At(0, none).ScatterAdd(0, g.Wrong, g.X.At(0, tensor.S(0, 1, 1)))
		}},
		{"an empty part of Concat", func(g given) *tensor.Tensor { return tensor.Concat(0, g.X, empty(g)) }},
		{"the one part of Concat", func(g given) *tensor.Tensor { return tensor.Concat(0, empty(g)) }},
		{"Stack", func(g given) *tensor.Tensor { return tensor.Stack(0, empty(g), empty(g)) }},
		{"Pad", func(g given) *tensor.Tensor { return empty(g).Pad(0, 1, 1, tensor.Constant(3)) }},
		{"Roll", func(g given) *tensor.Tensor { return empty(g).Roll(0, 1) }},
		{"a map", func(g given) *tensor.Tensor { return empty(g).Add(1) }},
		{"a sum", func(g given) *tensor.Tensor { return empty(g).Sum(0) }},
		{"no element of a wrong tensor", func(g given) *tensor.Tensor { return empty(g).Take(0, g.None) }},
		{"no wrong index", func(g given) *tensor.Tensor { return g.X.Take(0, empty(g).AsType(tensor.Int64)) }},
		{"a wrong value nowhere", func(g given) *tensor.Tensor { return g.X.Scatter(1, g.None.Reshape(0, 1), empty(g)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			onIndexDevices(t, func(t *testing.T, d device.Device) {
				compiled := tensor.Compile(c.of)
				for _, index := range []int64{0, 5, -1, 5} {
					g := given{tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3), tensor.FromSlice([]int64{index}), tensor.FromSlice([]int64{})}
					for _, y := range []*tensor.Tensor{c.of(g), compiled.Call(g)} {
						_, err := y.Bytes()
						switch {
						case index == 5:
							assert.ErrorContains(t, err, "index 5 is out of bounds for axis ")
						case err != nil:
							assert.ErrorContains(t, err, "for axis 0 with size 0") // no index is right
						}
					}
				}
			})
		})
	}
	for _, c := range []struct {
		name  string
		value func(g given) any
		index func(g given) []any
	}{
		{"a list", func(given) any { return 1 }, func(g given) []any { return []any{[]int{5}, g.None} }},
		{"a tensor", func(given) any { return 1 }, func(g given) []any { return []any{g.Wrong, g.None} }},
		{"a value", func(g given) any { return empty(g) }, func(g given) []any { return []any{g.None} }},
		{"a value of a view", func(g given) any { return empty(g) }, func(g given) []any { return []any{none} }},
	} {
		t.Run("SetAt/"+c.name, func(t *testing.T) {
			onIndexDevices(t, func(t *testing.T, d device.Device) {
				g := given{tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3), tensor.FromSlice([]int64{5}), tensor.FromSlice([]int64{})}
				assert.ErrorContains(t, g.X.SetAt(c.value(g), c.index(g)...), "index 5 is out of bounds for axis 0 with size 2")
				assert.Equal(t, []float32{1, 2, 3, 4, 5, 6}, data32(t, g.X))
				y := tensor.Compile(func(g given) *tensor.Tensor {
					y := g.X.Add(1)
					if err := y.SetAt(c.value(g), c.index(g)...); err != nil {
						return tensor.FromError(err)
					}
					return y
				}).Call(g)
				_, err := y.Bytes()
				assert.ErrorContains(t, err, "index 5 is out of bounds for axis 0 with size 2")
			})
		})
	}
	require.NoError(t, tensor.Zeros(tensor.Bool, 2).SetAt(true, []int{}))
}

func TestAnAxisWithoutElementsHasAsManyChunksAsAsked(t *testing.T) {
	chunks, err := tensor.Zeros(tensor.Float32, 0, 3).Chunk(0, 5)
	require.NoError(t, err)
	require.Len(t, chunks, 5)
	assert.Equal(t, []int{0, 3}, chunks[4].Shape())
}
