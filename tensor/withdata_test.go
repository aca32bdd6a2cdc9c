package tensor_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// copyShown returns a copy of the slice that WithData passes.
func copyShown[T tensor.Element](t *testing.T, x *tensor.Tensor) (data []T) {
	t.Helper()
	require.NoError(t, tensor.WithData(context.Background(), x, func(d []T) error {
		data = slices.Clone(d)
		return nil
	}))
	return data
}

func TestWithDataShowsTheElementsRowMajor(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.Arange[float32](0, 6, 1).Reshape(2, 3)
		for _, c := range []struct {
			name string
			x    *tensor.Tensor
			want []float32
		}{
			{"as they lie", x, []float32{0, 1, 2, 3, 4, 5}},
			{"from an offset", x.Index(0, 1), []float32{3, 4, 5}},
			{"of a strided view", x.T(), []float32{0, 3, 1, 4, 2, 5}},
			{"of what is repeated", x.Index(0, 1).BroadcastTo(2, 3), []float32{3, 4, 5, 3, 4, 5}},
			{"of a strided view that waits", x.Add(1).T(), []float32{1, 4, 2, 5, 3, 6}},
			{"of what waits to be computed", x.Add(1), []float32{1, 2, 3, 4, 5, 6}},
			{"of none", tensor.Zeros(tensor.Float32, 0, 3), []float32{}},
		} {
			t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, copyShown[float32](t, c.x)) })
		}
		assert.Equal(t, []bool{false, true}, copyShown[bool](t, tensor.FromSlice([]float64{0, 2}).Ne(0)))
	})
}

func TestWithDataStaysAsItIsWhateverIsWritten(t *testing.T) {
	x := tensor.FromSlice([]int64{1, 2, 3})
	require.NoError(t, tensor.WithData(context.Background(), x, func(d []int64) error {
		require.NoError(t, x.Fill(9))
		assert.Equal(t, []int64{9, 9, 9}, copyShown[int64](t, x))
		x.Release()
		assert.Equal(t, []int64{1, 2, 3}, d)
		return nil
	}))
}

func TestWithDataAnswersWhatItsFunctionDoes(t *testing.T) {
	own := errors.New("its own")
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
	}{{"as they lie", tensor.FromSlice([]int32{1, 2})}, {"of a strided view", tensor.FromSlice([]int32{1, 2, 3}).Slice(0, 0, 3, 2)}} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, own, tensor.WithData(context.Background(), c.x, func([]int32) error { return own }))
		})
	}
}

func TestWithDataRefuses(t *testing.T) {
	x := tensor.FromSlice([]int32{1, 2})
	fail := func([]int32) error { panic("it is called") }
	ended, end := context.WithCancel(context.Background())
	end()
	var none context.Context
	assert.EqualError(t, tensor.WithData(none, x, fail), "tensor: with data: nil context; use context.Background()")
	assert.ErrorContains(t, tensor.WithData(context.Background(), x, func([]float32) error { panic("it is called") }), "the tensor holds int32, not float32; use AsType(tensor.Float32) first")
	assert.ErrorIs(t, tensor.WithData(ended, x, fail), context.Canceled)
	assert.EqualError(t, tensor.WithData[int32](context.Background(), x, nil), "tensor: with data: nil function")
	x.Release()
	assert.EqualError(t, tensor.WithData(context.Background(), x, fail), "tensor: with data: use of a tensor after Release")
}

func TestWithDataMakesAStridedViewContiguousByOneLaunch(t *testing.T) {
	r := newRecorder() // its buffers cannot be viewed
	x := tensor.FromSliceOn(r, []int32{1, 2, 3, 4}, 2, 2)
	assert.Equal(t, []int32{1, 3, 2, 4}, copyShown[int32](t, x.T()))
	assert.Len(t, r.launches, 1)
}

// short is a device that shows one byte less than it is asked for.
type short struct{ *cpu.Device }

type shortBuffer struct{ device.Buffer }

func (d short) Alloc(bytes int) (device.Buffer, error) {
	b, err := d.Device.Alloc(bytes)
	return shortBuffer{b}, err
}

func (b shortBuffer) View(ctx context.Context, offset, n int, f func(bytes []byte) error) error {
	return b.Buffer.(device.Viewer).View(ctx, offset, n-1, f)
}

func TestADeviceThatShowsTooFewBytesIsAnError(t *testing.T) {
	x := tensor.FromSliceOn(short{cpu.New()}, make([]float32, 1000))
	err := tensor.WithData(t.Context(), x, func([]float32) error { panic("it is called") })
	assert.EqualError(t, err, "tensor: with data: the device shows 3999 bytes, not 4000")
}
