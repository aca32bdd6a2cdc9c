package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// compositions are the rows that devices never see.
func compositions() (rows []*op.Op) {
	for _, o := range op.All() {
		if o.As != nil {
			rows = append(rows, o)
		}
	}
	return rows
}

func TestACompositionIsOneLaunch(t *testing.T) {
	d := recordTensors(t)
	for _, o := range compositions() {
		t.Run(o.Name, func(t *testing.T) {
			operands := numbersFor(o)
			x := tensor.Apply(o.Name, operands...)
			require.NoError(t, x.Err())
			d.took()
			eval(t, x)
			assert.Len(t, d.took(), 1)
		})
	}
}

func TestCompositionsFuseWithTheirNeighbours(t *testing.T) {
	d := recordTensors(t)
	x, b := iota32(6, 2, 3), iota32(3)
	eval(t, x.Hardswish())
	require.Len(t, d.took(), 1)
	eval(t, x.Sub(1).Elu().Mul(2).Add(b))
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].In, 2, "x and b")
	assert.Len(t, l[0].Out, 1)
	s := x.Softsign()
	eval(t, s.Add(1), s.Mul(2))
	assert.Len(t, d.took(), 1, "its steps are shared")
}

func TestAChoiceByAKnownParameterIsMadeWhenBuilding(t *testing.T) {
	d := recordTensors(t)
	x := iota32(3)
	eval(t, x.Round(2), x.Lerp(5, .25))
	for _, l := range d.took() {
		for _, in := range l.Program.Code() {
			assert.NotContains(t, []string{"pow", "ge"}, in.Op.Name)
		}
	}
}

func TestCompositionsInPlaceWriteStraight(t *testing.T) {
	everywhere(t, func(t *testing.T, on device.Device) {
		for _, o := range sample(on, compositions()) {
			f := inPlaceByName[method(o.Name)]
			operands := numbersFor(o)
			want := tensor.Apply(o.Name, operands...)
			x := operands[0].(*tensor.Tensor)
			if want.Err() != nil || !op.FitsInPlace(want.DType(), x.DType()) {
				assert.Error(t, f(x, operands[1:]), o)
				continue
			}
			eval(t, want)
			require.NoError(t, f(x, operands[1:]), o)
			sameBits(t, want.AsType(x.DType()), x, o)
		}
	})
	d := recordTensors(t)
	x := iota32(6, 2, 3)
	view := x.Slice(1, 0, 2, 1)
	before := d.allocs
	require.NoError(t, x.HardswishInPlace())
	require.NoError(t, view.SoftsignInPlace())
	require.NoError(t, x.LerpInPlace(x, x))
	require.NoError(t, x.AddcmulInPlace(2, x))
	assert.Len(t, d.took(), 4)
	assert.Equal(t, before, d.allocs, "no buffer in between")
}

func TestConversionsOnTheWayIntoMemoryAreNotStored(t *testing.T) {
	d := recordTensors(t)
	x, wide := iota32(4), tensor.FromSlice([]float64{1, 2, 3, 4})
	before := d.allocs
	require.NoError(t, x.AddInPlace(wide))
	require.NoError(t, x.LtInPlace(5))
	require.NoError(t, x.LerpInPlace(wide, .5))
	assert.Len(t, d.took(), 3)
	assert.Equal(t, before, d.allocs)
	assert.Equal(t, []float32{1, 1.5, 1.5, 2}, data32(t, x))
	y := x.Slice(0, 1, 4, 1)
	require.NoError(t, y.LtInPlace(x.Slice(0, 0, 3, 1).Mul(1.2)))
	require.NoError(t, y.AddInPlace(x.Slice(0, 0, 3, 1).AsType(tensor.Float64)))
	assert.Equal(t, []float32{1, 1, 1, 1}, data32(t, x))
}

func TestOverlappingOperandsOfCompositionsAreCopiedFirst(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, compositions()) {
			if o.Needs() < 2 || o.Rule == op.Double || !o.Defined(tensor.Float32) {
				continue
			}
			storage := tensor.FromSlice([]float32{-3, .5, 2, -1, 4, 1.5, 7})
			views := []any{storage.Slice(0, 1, 6, 1), storage.Slice(0, 0, 5, 1), storage.Slice(0, 2, 7, 1)}[:o.Needs()]
			var copies []any
			for _, v := range views {
				copies = append(copies, v.(*tensor.Tensor).Clone())
			}
			want := tensor.Apply(o.Name, copies...)
			if want.DType() != tensor.Float32 {
				continue
			}
			eval(t, want)
			x := views[0].(*tensor.Tensor)
			require.NoError(t, inPlaceByName[method(o.Name)](x, views[1:]), o)
			sameBits(t, want, x, o)
			assert.Equal(t, float32(-3), data32(t, storage)[0], "%v writes nothing beside", o)
			assert.Equal(t, float32(7), data32(t, storage)[6], "%v writes nothing beside", o)
		}
	})
}

func TestCompositionsInPlaceRefuseWhatOthersRefuse(t *testing.T) {
	wide := iota32(3).BroadcastTo(2, 3)
	assert.ErrorContains(t, wide.HardswishInPlace(), "hardswish in place: more than one element of the written-to tensor refers to a single memory location")
	i := tensor.FromSlice([]int32{-1, 5, 9})
	assert.ErrorContains(t, i.LeakyReluInPlace(), "leaky_relu in place: result type float32 can't be cast to the desired output type int32")
	assert.ErrorContains(t, i.LerpInPlace(iota32(6, 2, 3), 1), "output with shape [3] doesn't match the broadcast shape [2, 3]")
	require.NoError(t, i.Relu6InPlace())
	assert.Equal(t, []int32{0, 5, 6}, data[int32](t, i))
	x := iota32(2)
	require.NoError(t, x.LerpInPlace(tensor.FromSlice([]float64{3, 5}), .5))
	assert.Equal(t, []float32{1.5, 3}, data32(t, x), "the type falls back within its category")
}

func TestCompositionsOfEveryShape(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		for _, o := range sample(d, compositions()) {
			if o.Rule == op.Double && !has(d, tensor.Float64) {
				continue
			}
			empty, points, views, clones := numbersFor(o), numbersFor(o), numbersFor(o), numbersFor(o)
			for i := range empty {
				x := views[i].(*tensor.Tensor)
				empty[i] = x.Slice(x.Rank()-1, 0, 0, 1)
				for x = points[i].(*tensor.Tensor); x.Rank() > 0; {
					x = x.Index(0, 0)
				}
				points[i] = x
				views[i] = views[i].(*tensor.Tensor).BroadcastTo(2, 2, 3).Flip(-1).T()
				clones[i] = views[i].(*tensor.Tensor).Clone()
			}
			none := tensor.Apply(o.Name, empty...)
			assert.Equal(t, 0, none.Len(), o)
			eval(t, none)
			point := tensor.Apply(o.Name, points...)
			assert.Empty(t, point.Shape(), o)
			sameBits(t, tensor.Apply(o.Name, numbersFor(o)...).Index(0, 0).Index(0, 0), point, o)
			sameBits(t, tensor.Apply(o.Name, clones...), tensor.Apply(o.Name, views...), o)
		}
	})
}
