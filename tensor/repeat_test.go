package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestEachElementIsRepeatedAsOftenAsItsCountSays(t *testing.T) {
	onSorts(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{0, 1, 2, 3, 4, 5}, 2, 3)
		counts := tensor.FromSliceOn(d, []int8{2, 0, 1})
		for _, c := range []struct {
			name  string
			got   *tensor.Tensor
			shape []int
			want  []float32
		}{
			{"columns", x.Repeat(-1, counts), []int{2, 3}, []float32{0, 0, 2, 3, 3, 5}},
			{"rows of a view", x.T().Repeat(0, counts), []int{3, 2}, []float32{0, 3, 0, 3, 2, 5}},
			{"an expression, by an expression", x.Mul(2).Repeat(1, counts.Add(1)), []int{2, 6}, []float32{0, 0, 0, 2, 4, 4, 6, 6, 6, 8, 10, 10}},
			{"one count for all", x.Repeat(0, tensor.FromSliceOn(d, []uint64{2})), []int{4, 3}, []float32{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}},
			{"a part of the counts", x.Repeat(0, counts.Slice(0, 0, 2, 1)), []int{2, 3}, []float32{0, 1, 2, 0, 1, 2}},
			{"never", x.Repeat(0, tensor.FromSliceOn(d, []int32{0, 0})), []int{0, 3}, []float32{}},
			{"nothing", x.Slice(1, 3, 3, 1).Repeat(1, tensor.FromSliceOn(d, []int64{})), []int{2, 0}, []float32{}},
		} {
			t.Run(c.name, func(t *testing.T) {
				assert.Equal(t, c.want, data32(t, c.got))
				assert.Equal(t, c.shape, c.got.Shape())
			})
		}
	})
}

func TestWrongCountsOfRepeatsSayWhatIsWrong(t *testing.T) {
	x := iota32(6, 2, 3)
	for _, c := range []struct {
		name   string
		counts *tensor.Tensor
		want   string
	}{
		{"negative", tensor.FromSlice([]int32{1, -2}), "tensor: repeat: the count -2; repeats may not contain negative values"},
		{"huge", tensor.FromSlice([]int64{math.MaxInt64, 1}), "tensor: repeat: the count 9223372036854775807; the result would have too many elements"},
		{"beyond int64", tensor.FromSlice([]uint64{math.MaxUint64, 1}), "tensor: repeat: the count 18446744073709551615; the result would have too many elements"},
		{"floats", tensor.Ones(tensor.Float32, 2), "tensor: repeat: the counts are float32, and have to be integers; convert with AsType"},
		{"too many", tensor.Ones(tensor.Int64, 3), "tensor: repeat: the counts have shape [3], and have to have shape [2], the size of axis 0, or [1]"},
		{"0-d", tensor.Scalar(2), "tensor: repeat: the counts have shape [], and have to have shape [2], the size of axis 0, or [1]"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, x.Repeat(0, c.counts).Err(), c.want) })
	}
}
