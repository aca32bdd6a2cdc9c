package tensor_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestMakersWithoutAShape(t *testing.T) {
	assert.Equal(t, []int{3}, tensor.FromSlice([]int32{1, 2, 3}).Shape())
	assert.Equal(t, []int{0}, tensor.FromSlice([]int32(nil)).Shape())
	assert.Equal(t, []int{2}, tensor.FromBytes(tensor.Float32, make([]byte, 8)).Shape())
	for _, x := range []*tensor.Tensor{tensor.Full[float32](1), tensor.Zeros(tensor.Bool), tensor.Ones(tensor.Int64), tensor.Scalar(true), iota32(1).Reshape()} {
		assert.Equal(t, []int{}, x.Shape())
		assert.Equal(t, []int{}, x.Strides())
		assert.Equal(t, 1, x.Len())
		assert.Zero(t, x.Rank())
	}
	assert.Error(t, iota32(2).Reshape().Err())
}

func TestFromSliceCopies(t *testing.T) {
	v := []int64{1, 2}
	x := tensor.FromSlice(v)
	v[0] = 9
	assert.Equal(t, []int64{1, 2}, data[int64](t, x))
	got := data[int64](t, x)
	got[1] = 9
	assert.Equal(t, []int64{1, 2}, data[int64](t, x))
}

func TestBytesAreWhatFromBytesTakes(t *testing.T) {
	for _, dt := range tensor.DefaultDevice().Info().DTypes.List() {
		raw := pack(dt, []op.Scalar{dt.FromInt(1), dt.FromInt(0), dt.FromInt(1), dt.FromInt(1)})
		x := tensor.FromBytes(dt, raw, 2, 2)
		got, err := x.Bytes()
		assert.NoError(t, err)
		assert.Equal(t, raw, got, dt)
		back, err := tensor.ParseDType(x.DType().String())
		assert.NoError(t, err)
		assert.Equal(t, dt, back)
	}
	raw, err := tensor.FromSlice([]int32{1, -2}).Bytes()
	assert.NoError(t, err)
	assert.Equal(t, []byte{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff}, raw)
}

func TestArange(t *testing.T) {
	assert.Equal(t, []int32{0, 1, 2}, data[int32](t, tensor.Arange[int32](0, 3, 1)))
	assert.Equal(t, []int32{3, 1, -1}, data[int32](t, tensor.Arange[int32](3, -3, -2)))
	assert.Equal(t, []int32{0, 30, 60, 90}, data[int32](t, tensor.Arange[int32](0, 100, 30)))
	assert.Equal(t, []uint8{250, 253}, data[uint8](t, tensor.Arange[uint8](250, 255, 3)))
	assert.Equal(t, []float32{0, .25, .5, .75}, data32(t, tensor.Arange[float32](0, 1, .25)))
	assert.Equal(t, []float64{1, .5}, data[float64](t, tensor.Arange(1, 0, -.5)))
	assert.Equal(t, []int64{math.MinInt64, -1, math.MaxInt64 - 1}, data[int64](t, tensor.Arange[int64](math.MinInt64, math.MaxInt64, math.MaxInt64)))
	for _, x := range []*tensor.Tensor{tensor.Arange[int32](3, 0, 1), tensor.Arange[int32](0, 3, -1), tensor.Arange[uint8](3, 3, 1), tensor.Arange(3, 3, -1), tensor.Arange(0., 0, 1), tensor.Arange(1., 0, 1)} {
		assert.NoError(t, x.Err())
		assert.Equal(t, []int{0}, x.Shape())
	}
	for _, x := range []*tensor.Tensor{tensor.Arange[int32](0, 3, 0), tensor.Arange(0, 1, math.NaN()), tensor.Arange(0, math.Inf(1), 1),
		tensor.Arange[int64](math.MinInt64, math.MaxInt64, 1), tensor.Arange(false, true, true)} {
		assert.Error(t, x.Err())
	}
}

func TestAStepFarBeyondTheStopGivesTheStartAsInNumPy(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name              string
		start, stop, step float64
		want              []float64
	}{
		{"an infinite step", 2, 5, inf, []float64{2}},
		{"an infinite step downwards", 5, 2, -inf, []float64{5}},
		{"a quotient that underflows", 0, 1e-300, 1e300, []float64{0}},
		{"away from the stop", 2, 5, -inf, []float64{}},
		{"no way to go", 2, 2, inf, []float64{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, data[float64](t, tensor.Arange(c.start, c.stop, c.step)))
		})
	}
}

func TestLinspace(t *testing.T) {
	assert.Equal(t, []float32{0, .25, .5, .75, 1}, data32(t, tensor.Linspace[float32](0, 1, 5)))
	assert.Equal(t, []float64{3}, data[float64](t, tensor.Linspace[float64](3, 7, 1)))
	assert.Equal(t, []float64{5, 5, 5}, data[float64](t, tensor.Linspace[float64](5, 5, 3)))
	assert.Equal(t, []int{0}, tensor.Linspace[float32](0, 1, 0).Shape())
	assert.Error(t, tensor.Linspace[float32](0, 1, math.MaxInt).Err())
	ends := data[float64](t, tensor.Linspace(-math.MaxFloat64, math.MaxFloat64, 3))
	assert.Equal(t, []float64{-math.MaxFloat64, 0, math.MaxFloat64}, ends)
}

func TestGoNumbersOfEveryTypeAreOperands(t *testing.T) {
	type celsius float32
	type count uint16
	type flag bool
	x := iota32(2)
	for _, v := range []any{int8(2), int16(2), int32(2), int64(2), uint(2), uint8(2), uint16(2), uint32(2), uint64(2), uintptr(2), 2, float32(2), 2., celsius(2), count(2)} {
		assert.Equal(t, []float32{2, 3}, data32(t, x.Add(v)), "%T", v)
	}
	assert.Equal(t, []float32{1, 2}, data32(t, x.Add(flag(true))))
	assert.Equal(t, []float32{0x1p63, 0x1p63}, data32(t, x.Add(uint64(1<<63))))
	i := tensor.FromSlice([]uint8{1})
	assert.Equal(t, []uint8{255}, data[uint8](t, i.Mul(255)))
	for _, v := range []any{256, -1, uint64(math.MaxUint64), int64(1 << 40)} {
		assert.ErrorContains(t, i.Mul(v).Err(), "does not fit uint8")
	}
	assert.Equal(t, []bool{true}, data[bool](t, i.LogicalAnd(300)))
	assert.Equal(t, []uint8{2}, data[uint8](t, i.Add(true)))
	for _, v := range []any{nil, "1", 1i, []int{1}, struct{}{}, &x, (*tensor.Tensor)(nil)} {
		assert.Error(t, x.Add(v).Err(), "%T", v)
	}
}

func TestNumbersAloneAreAnOperation(t *testing.T) {
	x := tensor.Apply("add", 1, 2)
	assert.Equal(t, []int64{3}, data[int64](t, x))
	assert.Equal(t, []int{}, x.Shape())
	v, err := tensor.Item[float32](tensor.Where(true, 1.5, 2))
	assert.NoError(t, err)
	assert.EqualValues(t, 1.5, v)
}

func TestToMovesBetweenDevices(t *testing.T) {
	d := cpu.New()
	x := iota32(6, 2, 3)
	y := x.T().Mul(2).To(d)
	assert.Equal(t, device.Device(d), y.Device())
	assert.Equal(t, []float32{0, 6, 2, 8, 4, 10}, data32(t, y))
	assert.Error(t, x.Add(y.T()).Err())
	assert.NoError(t, x.Add(y.T().To(x.Device())).Err())
	assert.Panics(t, func() { tensor.SetDefaultDevice(nil) })
}

func TestADeviceThatLacksATypeSaysSo(t *testing.T) {
	d := newRecorder()
	d.info.DTypes = op.SetOf(tensor.Float32, tensor.Bool)
	on(t, d)
	x := iota32(2)
	for _, c := range []struct {
		name string
		y    *tensor.Tensor
	}{
		{"elements of int32", tensor.FromSlice([]int32{1})},
		{"zeros of float64", tensor.Zeros(tensor.Float64, 2)},
		{"a number that is a float64", tensor.Full(1.)},
		{"a conversion", x.AsType(tensor.Int64)},
		{"a sum of bools and an integer", x.Gt(1).Add(1)},
		{"bools compared with an integer", x.Gt(1).Eq(2)},
		{"numbers alone", tensor.Apply("add", 1, 2)},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorIs(t, c.y.Err(), errors.ErrUnsupported) })
	}
	assert.NoError(t, x.Add(tensor.Zeros(tensor.Float32, 2)).Gt(1).Err())
	var refused *op.TypeError
	assert.ErrorAs(t, x.BitwiseNot().Err(), &refused)
	d.info.DTypes = op.SetOf(tensor.Float32)
	assert.ErrorIs(t, x.Gt(1).Err(), errors.ErrUnsupported, "without bool nothing is compared")
}

func TestADeviceWithoutInt64IsNoPlaceForGoIntegersAlone(t *testing.T) {
	d := newRecorder()
	d.info.DTypes, d.info.Kind = op.SetOf(tensor.Bool, tensor.Int32, tensor.Uint32), device.GPU
	on(t, d)
	x := tensor.Zeros(tensor.Bool, 2)
	assert.ErrorContains(t, x.Add(1).Err(), "Go integers count as int64 where no operand has an integer dtype; pass one as tensor.Scalar[int32](…)")
	assert.NoError(t, x.Add(tensor.Scalar[int32](1)).Err())
	tensors := tensor.Zeros(tensor.Uint32, 2).Add(tensor.Zeros(tensor.Int32, 2)).Err()
	assert.ErrorContains(t, tensors, "convert with AsType, or move the operands")
	assert.NotContains(t, tensors.Error(), "Go integers")
}
