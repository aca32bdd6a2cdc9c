package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestConvolutionsAreThoseOfNumPy(t *testing.T) {
	const full, same, valid = tensor.ConvolveFull, tensor.ConvolveSame, tensor.ConvolveValid
	onGroups(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []int32{1, 2, 3, 4})
		of := func(all ...int32) *tensor.Tensor { return tensor.FromSliceOn(d, all) }
		for _, c := range sample(d, []struct {
			name string
			got  *tensor.Tensor
			want []float64
		}{
			{"the middle of a longer one", x.Convolve(of(1, 2, 3, 4, 5), same), []float64{4, 10, 20, 30, 34}},
			{"all of a shorter one", x.Convolve(of(1, 2), full), []float64{1, 4, 7, 10, 8}},
			{"all of a longer one", x.Convolve(of(1, 2, 3, 4, 5), full), []float64{1, 4, 10, 20, 30, 34, 31, 20}},
			{"the middle of one element", x.Convolve(of(2), same), []float64{2, 4, 6, 8}},
			{"the middle of an even number", x.Convolve(of(1, 2), same), []float64{1, 4, 7, 10}},
			{"the middle of an odd number", x.Convolve(of(1, 2, 3), same), []float64{4, 10, 16, 17}},
			{"the middle of as many", x.Convolve(x, same), []float64{4, 10, 20, 25}},
			{"whole overlaps", x.Convolve(of(1, 2, 3), valid), []float64{10, 16}},
			{"whole overlaps in a longer one", x.Convolve(of(1, 2, 3, 4, 5), valid), []float64{20, 30}},
			{"a correlation", x.Convolve(x.Flip(), full), []float64{4, 11, 20, 30, 20, 11, 4}},
			{"of every second element", x.Slice(0, 0, tensor.End, 2).Convolve(of(1, 2), full), []float64{1, 5, 6}},
			{"integers that wrap", tensor.FromSliceOn(d, []uint8{200, 100}).Convolve(tensor.FromSliceOn(d, []uint8{2, 3}), full), []float64{144, 32, 44}},
			{"bools", x.Gt(3).Convolve(x.Gt(2), full), []float64{0, 0, 0, 0, 0, 1, 1}},
			{"of two dtypes", x.Convolve(tensor.FromSliceOn(d, []float32{.5, .5}), same), []float64{.5, 1.5, 2.5, 3.5}},
			{"of infinity", tensor.FromSliceOn(d, []float64{1, inf, 3, 4, 5}).Convolve(tensor.FromSliceOn(d, []float64{1, 2}), full), []float64{1, inf, inf, 10, 13, 10}},
			{"by infinity", x.Convolve(tensor.FromSliceOn(d, []float64{1, inf}), valid), []float64{inf, inf, inf}},
		}) {
			t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, data[float64](t, c.got.AsType(tensor.Float64))) })
		}
	})
}

// NumPy leaves out what does not overlap.
func TestAnInfiniteElementBeyondTheEndsOfAConvolutionGivesNaN(t *testing.T) {
	got := data[float64](t, tensor.Ones(tensor.Float64, 3).Convolve(tensor.FromSlice([]float64{inf, 1}), tensor.ConvolveFull))
	assert.Equal(t, []float64{inf, inf, inf}, got[:3])
	assert.NotEqual(t, got[3], got[3])
}

func TestAConvolutionIsOneLaunch(t *testing.T) {
	x := tensor.FromSlice([]float32{1, 2, 3, 4})
	assert.Equal(t, 1, launchesOf(t, x.Convolve(tensor.FromSlice([]float32{1, 2}), tensor.ConvolveSame)))
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Convolve(x, tensor.ConvolveFull) })
	for range 3 {
		assert.Equal(t, []float32{1, 4, 10, 20, 25, 24, 16}, data[float32](t, f.Call(x)))
	}
}

func TestAConvolutionThatCannotBeIsAnError(t *testing.T) {
	x := tensor.FromSlice([]int64{1, 2})
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"of two axes", tensor.Ones(tensor.Float32, 2, 1).Convolve(x, tensor.ConvolveFull), "x has shape [2 1]; it has one axis, which is not empty"},
		{"by nothing", x.Convolve(x.Slice(0, 0, 0, 1), tensor.ConvolveFull), "y has shape [0]; it has one axis, which is not empty"},
		{"by nil", x.Convolve(nil, tensor.ConvolveFull), "y: nil tensor"},
		{"a mode", x.Convolve(x, 7), "mode 7 is none; it is ConvolveFull, ConvolveSame or ConvolveValid"},
		{"integers with no common dtype", x.Convolve(x.AsType(tensor.Uint64), tensor.ConvolveFull), "result type: not defined for uint64 and int64"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.got.Err(), "tensor: convolve: "+c.want) })
	}
}
