package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

func TestASnapshotAndItsTensorDoNotSeeEachOthersWrites(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(x *tensor.Tensor) *tensor.Tensor
		want []float32
	}{
		{"whole", func(x *tensor.Tensor) *tensor.Tensor { return x.Snapshot() }, []float32{0, 1, 2}},
		{"a view", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip(0).Snapshot() }, []float32{2, 1, 0}},
		{"a snapshot", func(x *tensor.Tensor) *tensor.Tensor { return x.Snapshot().Snapshot() }, []float32{0, 1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := iota32(3)
			y := c.of(x)
			require.NoError(t, x.AddInPlace(1))
			assert.Equal(t, c.want, data32(t, y))
			require.NoError(t, y.Fill(7))
			assert.Equal(t, []float32{1, 2, 3}, data32(t, x))
			x.Release()
			assert.Equal(t, []float32{7, 7, 7}, data32(t, y))
		})
	}
}

func TestASnapshotTakesNoMemoryBeforeAWrite(t *testing.T) {
	d := recordTensors(t)
	x := iota32(3)
	s := x.Snapshot()
	assert.Equal(t, 1, d.buffers())
	require.NoError(t, x.AddInPlace(1))
	assert.Equal(t, 2, d.buffers())
	s.Release()
	assert.Equal(t, 1, d.buffers())
	x.Snapshot().Release()
	require.NoError(t, x.AddInPlace(1))
	assert.Equal(t, 1, d.buffers(), "without a snapshot a write is in place again")
	x.Release()
	assert.Zero(t, d.buffers())
}

func TestASnapshotOfWhatWaitsIsComputedOnce(t *testing.T) {
	d := recordTensors(t)
	x := iota32(3).Exp()
	s := x.Snapshot()
	assert.Equal(t, data32(t, x), data32(t, s))
	assert.Len(t, d.took(), 1)
}

func TestASnapshotIsReadOnlyWhereItsTensorIs(t *testing.T) {
	assert.True(t, tensor.Ones(tensor.Float32, 1).BroadcastTo(3).Snapshot().ReadOnly())
}

func TestASnapshotOfNothingSaysSo(t *testing.T) {
	x := iota32(3)
	x.Release()
	assert.ErrorContains(t, x.Snapshot().Err(), "use of a tensor after Release")
	assert.ErrorContains(t, new(tensor.Tensor).Snapshot().Err(), "holds nothing")
}

func TestACompiledFunctionTakesAndReturnsSnapshots(t *testing.T) {
	captured := iota32(2)
	f := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor {
		s, of := x.Snapshot(), captured.Snapshot()
		if err := x.AddInPlace(1); err != nil {
			return []*tensor.Tensor{tensor.FromError(err)}
		}
		return []*tensor.Tensor{s, x.Sub(s), of}
	})
	for _, call := range []float32{0, 1, 2} {
		require.NoError(t, captured.Fill(call))
		x := iota32(2)
		all := f.Call(x)
		require.Len(t, all, 3)
		assert.Equal(t, []float32{0, 1}, data32(t, all[0]))
		assert.Equal(t, []float32{1, 1}, data32(t, all[1]))
		assert.Equal(t, []float32{call, call}, data32(t, all[2]), "what the captured tensor has at the call")
		assert.Equal(t, []float32{1, 2}, data32(t, x))
	}
}
