package tensor_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// keeps makes a tensor of the values, and reads them again.
func keeps[T tensor.Element](want tensor.DType, values ...T) func(t *testing.T) {
	return func(t *testing.T) {
		x := tensor.FromSlice(values)
		assert.Equal(t, want, x.DType())
		assert.Equal(t, want, tensor.Full(values[0], 2).DType())
		assert.Equal(t, values, data[T](t, x))
		last, err := tensor.Item[T](x.Index(0, len(values)-1))
		require.NoError(t, err)
		assert.Equal(t, values[len(values)-1], last)
		dst := make([]T, len(values))
		require.NoError(t, tensor.ReadInto(t.Context(), x, dst))
		assert.Equal(t, values, dst)
	}
}

func TestEveryElementTypeHasADTypeThatKeepsItsValues(t *testing.T) {
	t.Run("bool", keeps(tensor.Bool, true, false))
	t.Run("int", keeps(tensor.Int64, math.MinInt, -1, math.MaxInt))
	t.Run("int8", keeps[int8](tensor.Int8, math.MinInt8, math.MaxInt8))
	t.Run("int16", keeps[int16](tensor.Int16, math.MinInt16, math.MaxInt16))
	t.Run("int32", keeps[int32](tensor.Int32, math.MinInt32, math.MaxInt32))
	t.Run("int64", keeps[int64](tensor.Int64, math.MinInt64, math.MaxInt64))
	t.Run("uint8", keeps[uint8](tensor.Uint8, 0, math.MaxUint8))
	t.Run("uint16", keeps[uint16](tensor.Uint16, 0, math.MaxUint16))
	t.Run("uint32", keeps[uint32](tensor.Uint32, 0, math.MaxUint32))
	t.Run("uint64", keeps[uint64](tensor.Uint64, 0, math.MaxUint64))
	t.Run("float32", keeps[float32](tensor.Float32, -1.5, math.SmallestNonzeroFloat32))
	t.Run("float64", keeps(tensor.Float64, -1.5, math.SmallestNonzeroFloat64))
}

func TestWhatIsTypedFirstCompiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		x     *tensor.Tensor
		shape []int
		want  any
	}{
		{"Arange(0, 10, 3)", tensor.Arange(0, 10, 3), []int{4}, []int64{0, 3, 6, 9}},
		{"Scalar(1)", tensor.Scalar(1), []int{}, []int64{1}},
		{"FromSlice of ints", tensor.FromSlice([]int{1, -2}), []int{2}, []int64{1, -2}},
		{"Full(1, 2, 3)", tensor.Full(1, 2, 3), []int{2, 3}, []int64{1, 1, 1, 1, 1, 1}},
		{"Linspace(0, 1, 5)", tensor.Linspace(0, 1, 5), []int{5}, []float64{0, .25, .5, .75, 1}},
		{"Linspace of uint8", tensor.Linspace[uint8](255, 0, 3), []int{3}, []float64{255, 127.5, 0}},
		{"Linspace of float32", tensor.Linspace[float32](0, 1, 2), []int{2}, []float32{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, c.x.Err())
			assert.Equal(t, c.shape, c.x.Shape())
			assert.Equal(t, c.want, elements(t, c.x))
		})
	}
}

// elements are those of a tensor, as a slice of their type.
func elements(t *testing.T, x *tensor.Tensor) any {
	switch x.DType() {
	case tensor.Float64:
		return data[float64](t, x)
	case tensor.Float32:
		return data[float32](t, x)
	}
	return data[int64](t, x)
}

func TestIntsAndInt64sAreTheSameElements(t *testing.T) {
	x := tensor.FromSlice([]int64{1, -2})
	assert.Equal(t, []int{1, -2}, data[int](t, x))
	assert.Equal(t, []int64{1, -2}, data[int64](t, tensor.FromSlice([]int{1, -2})))
	v, err := tensor.Item[int](x.Index(0, 1))
	require.NoError(t, err)
	assert.Equal(t, -2, v)
	_, err = tensor.Data[int](x.AsType(tensor.Int32))
	assert.EqualError(t, err, "tensor: data: the tensor holds int32, not int64; use AsType(tensor.Int64) first")
}

func TestAnInt64ThatIntDoesNotHoldIsAnError(t *testing.T) {
	x := tensor.FromSlice([]int64{5, 1 << 40})
	values, err := tensor.Data[int](x)
	if strconv.IntSize == 64 {
		require.NoError(t, err)
		assert.Equal(t, int64(1<<40), int64(values[1]))
		return
	}
	assert.EqualError(t, err, "tensor: data: element 1, 1099511627776, does not fit int; use int64")
	assert.Error(t, tensor.ReadInto(t.Context(), x, make([]int, 2)))
	_, err = tensor.Item[int](x.Index(0, 1))
	assert.Error(t, err)
	_, err = tensor.ToNested[[]int](x)
	assert.Error(t, err)
}

func TestFullOfFillsWithEveryDType(t *testing.T) {
	for _, dt := range tensor.DefaultDevice().Info().DTypes.List() {
		t.Run(dt.String(), func(t *testing.T) {
			x := tensor.FullOf(dt, 1, 2, 3)
			require.NoError(t, x.Err())
			assert.Equal(t, dt, x.DType())
			got, err := x.Bytes()
			require.NoError(t, err)
			want, err := tensor.Ones(dt, 2, 3).Bytes()
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
	assert.Equal(t, []float32{2}, data32(t, tensor.FullOf(tensor.Float32, tensor.Num(2), 1)))
	half, err := tensor.FullOf(tensor.Float16, 0.1, 2).Float32s()
	require.NoError(t, err)
	assert.Equal(t, []float32{0.099975586, 0.099975586}, half)
	assert.Equal(t, []int{}, tensor.FullOf(tensor.Bool, true).Shape())
}

func TestFullOfRefusesWhatItsDTypeDoesNotHold(t *testing.T) {
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		want string
	}{
		{"too large", tensor.FullOf(tensor.Uint8, 300, 2), "tensor: full of: the value is 300, which does not fit uint8; use a tensor of a wider dtype, or AsType"},
		{"a tensor", tensor.FullOf(tensor.Uint8, tensor.Scalar(1)), "tensor: full of: the value is a *tensor.Tensor; it is a number or a bool"},
		{"nil", tensor.FullOf(tensor.Uint8, nil), "tensor: full of: the value is nil; it is a number or a bool"},
		{"no dtype", tensor.FullOf(0, 1), "tensor: full of: DType(0) is no dtype"},
		{"a negative size", tensor.FullOf(tensor.Int8, 1, -2), "tensor: full of: size -2 of axis 0 is negative in shape [-2]"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.x.Err(), c.want) })
	}
}

func TestTensorsAreMadeOnAGivenDevice(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	x := tensor.FromSliceOn(d, []float32{1, 2, 3, 4}, 2, 2)
	assert.Equal(t, device.Device(d), x.Device())
	assert.Equal(t, []float32{1, 2, 3, 4}, data32(t, x))
	raw, err := x.Bytes()
	require.NoError(t, err)
	y := tensor.FromBytesOn(d, tensor.Float32, raw, 4)
	assert.Equal(t, device.Device(d), y.Device())
	assert.Equal(t, []float32{1, 2, 3, 4}, data32(t, y))
	for _, d := range []device.Device{nil, (*cpu.Device)(nil)} {
		const advice = ": nil device; make one with cpu.New or gpu.Open"
		assert.EqualError(t, tensor.FromSliceOn(d, []int{1}).Err(), "tensor: from slice"+advice)
		assert.EqualError(t, tensor.FromBytesOn(d, tensor.Int8, []byte{1}).Err(), "tensor: from bytes"+advice)
		assert.EqualError(t, tensor.FromReaderOn(d, tensor.Bool, strings.NewReader("")).Err(), "tensor: from reader"+advice)
		assert.EqualError(t, tensor.Ones(tensor.Bool).To(d).Err(), "tensor: to"+advice)
		assert.PanicsWithValue(t, "tensor: SetDefaultDevice of nil", func() { tensor.SetDefaultDevice(d) })
	}
}
