package tensor_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// Groups without elements have a result or refuse it by name, and no groups have no result.
func TestReductionsOfNoElements(t *testing.T) {
	onGroups(t, func(t *testing.T, d device.Device) {
		groups, nothing := tensor.FromSliceOn(d, []float32{}, 3, 0), tensor.FromSliceOn(d, []float32{}, 0, 3)
		for _, r := range sample(d, tensor.Reductions()) {
			t.Run(r.Name, func(t *testing.T) {
				none := tensor.Reduce(r.Name, nothing.Along(1))
				require.NoError(t, tensor.Eval(t.Context(), none))
				assert.Equal(t, []int{0}, none.Shape())
				each := tensor.Reduce(r.Name, groups.Along().NoAxes())
				require.NoError(t, tensor.Eval(t.Context(), each))
				assert.Equal(t, []int{3, 0}, each.Shape())
				y := tensor.Reduce(r.Name, groups.Along(1))
				if y.Err() != nil {
					assert.ErrorContains(t, y.Err(), "tensor: "+r.Name+": zero-size array to reduction operation "+r.Name)
					return
				}
				require.NoError(t, tensor.Eval(t.Context(), y))
				assert.Equal(t, []int{3}, y.Shape())
			})
		}
	})
}

// Many short groups, few long ones, and more elements than 32 bits count.
func TestReductionsOfManySizes(t *testing.T) {
	if !devicetest.Thorough() || strconv.IntSize == 32 {
		t.Skip("WGTENSOR_THOROUGH is not set, or an int does not count the elements")
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		short := tensor.Arange(0, 3_000_000, 1).To(d).AsType(tensor.Float32).Reshape(1_000_000, 3)
		long := tensor.Arange(0, 100_000_000, 1).AsType(tensor.Uint8).To(d)
		eval(t, short, long)
		sumOfLong := int64(100_000_000)/256*(255*256/2) + func() (sum int64) {
			for i := range 100_000_000 % 256 {
				sum += int64(i)
			}
			return sum
		}()
		ones := tensor.Full(uint8(1)).To(d)
		for _, c := range []struct {
			name string
			y    func() *tensor.Tensor // its elements at these places
			at   []int
			want []float64
		}{
			{"the sum of groups of 3", func() *tensor.Tensor { return short.Sum(1) }, []int{0, 1, 999_999}, []float64{3, 12, 8_999_994}},
			{"the mean of groups of 3", func() *tensor.Tensor { return short.Mean(1) }, []int{0, 999_999}, []float64{1, 2_999_998}},
			{"the argmax of groups of 3", func() *tensor.Tensor { return short.Argmax(1) }, []int{0, 999_999}, []float64{2, 2}},
			{"the variance of groups of 3", func() *tensor.Tensor { return short.Along(1).Correction(1).Nanvar() }, []int{0, 999_999}, []float64{1, 1}},
			{"softmax of groups of 3", func() *tensor.Tensor { return short.Mul(0).Softmax(1).Reshape(-1) }, []int{0, 2_999_999}, []float64{float64(float32(1. / 3)), float64(float32(1. / 3))}},
			{"the sums of 3 long columns", func() *tensor.Tensor { return short.Sum(0) }, []int{0, 1, 2}, []float64{float64(float32(1499998500000)), float64(float32(1499999500000)), float64(float32(1500000500000))}},
			{"the sum of one long group", func() *tensor.Tensor { return long.Sum() }, []int{0}, []float64{float64(sumOfLong)}},
			{"the mean of one long group", func() *tensor.Tensor { return long.Mean() }, []int{0}, []float64{float64(float32(float64(sumOfLong) / 100_000_000))}},
			{"the greatest of one long group", func() *tensor.Tensor { return long.Max() }, []int{0}, []float64{255}},
			{"the first of the greatest of one long group", func() *tensor.Tensor { return long.Argmax() }, []int{0}, []float64{255}},
			{"the sum of floats of one long group", func() *tensor.Tensor { return long.AsType(tensor.Float32).Sum() }, []int{0}, []float64{float64(float32(sumOfLong))}},
			{"prefixes of one long group", func() *tensor.Tensor { return long.Slice(0, 0, 20_000_000, 1).Cumsum(0) }, []int{255, 19_999_999}, []float64{32640, 20_000_000 / 256 * 32640}},
			{"the sum of all 2^32 elements", func() *tensor.Tensor { return ones.BroadcastTo(1<<16, 1<<16).Sum() }, []int{0}, []float64{1 << 32}},
			{"the mean of all 2^32 elements, which is counted", func() *tensor.Tensor { return ones.BroadcastTo(1<<16, 1<<16).Mean() }, []int{0}, []float64{1}},
			{"the sums of rows of 2^32 elements", func() *tensor.Tensor { return ones.BroadcastTo(1<<16, 1<<16).Sum(1) }, []int{0, 65535}, []float64{65536, 65536}},
			{"the maxima of columns of 2^32 elements", func() *tensor.Tensor { return ones.BroadcastTo(1<<16, 1<<16).Max(0) }, []int{0, 65535}, []float64{1, 1}},
			{"whether any of all 5 times 2^30 elements is true", func() *tensor.Tensor { return ones.BroadcastTo(5, 1<<30).Ne(1).Any() }, []int{0}, []float64{0}},
		} {
			t.Run(c.name, func(t *testing.T) {
				y := c.y()
				require.NoError(t, y.Err())
				if strings.Contains(c.name, "counted") && d.Info().Kind != device.CPU {
					assert.ErrorContains(t, tensor.Eval(t.Context(), y), "elements; 4294901759 are the most, as 32 bits count them (reduce along one axis after the other)")
					return
				}
				for i, at := range c.at {
					got, err := y.Reshape(-1).Index(0, at).AsType(tensor.Float64).Float64()
					require.NoError(t, err)
					assert.Equal(t, c.want[i], got, "element %d", at)
				}
			})
		}
	})
}

// An evaluation that ends with its context, or without memory, loses nothing.
func TestReductionsThatCouldNotEndAreComputedAnew(t *testing.T) {
	d := cpu.New(cpu.Memory(1<<20), cpu.Threads(2))
	defer d.Close()
	row := tensor.FromSliceOn(d, make([]float32, 4096)).Add(1)
	eval(t, row)
	wide := row.BroadcastTo(4096, 4096)
	sum, prefixes := wide.Mul(2).Sum(), wide.Cumsum(1)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Microsecond)
	defer cancel()
	assert.ErrorIs(t, tensor.Eval(ctx, sum), context.DeadlineExceeded)
	assert.ErrorIs(t, tensor.Eval(t.Context(), sum, prefixes), device.ErrOutOfMemory, "prefixes take 64 MiB")
	assert.Equal(t, float32(1<<25), item[float32](t, sum), "nothing of it is stored")
	assert.ErrorIs(t, tensor.Eval(t.Context(), prefixes), device.ErrOutOfMemory)
	assert.Equal(t, float32(4096), item[float32](t, row.Sum()))
}

func item[T tensor.Element](t *testing.T, x *tensor.Tensor) T {
	t.Helper()
	v, err := tensor.Item[T](x)
	require.NoError(t, err)
	return v
}
