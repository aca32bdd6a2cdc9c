package tensortest_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/tensortest"
)

// recorder notes failures and does not fail.
type recorder struct {
	testing.TB
	text string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { r.text += fmt.Sprintf(format, args...) }

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func f64(v ...float64) *tensor.Tensor { return tensor.FromSlice(v) }
func f32(v ...float32) *tensor.Tensor { return tensor.FromSlice(v) }
func ints(v ...int64) *tensor.Tensor  { return tensor.FromSlice(v) }

func TestEqualSaysWhereHowManyAndHowMuch(t *testing.T) {
	for _, c := range []struct {
		name, fails string
		want, got   *tensor.Tensor
	}{
		{"the same", "", f32(1, 2), f32(1, 2)},
		{"NaN and infinities", "", f64(nan, inf, -inf), f64(-nan, inf, -inf)},
		{"zeros of both signs", "", f64(0), f64(math.Copysign(0, -1))},
		{"no elements", "", tensor.Zeros(tensor.Bool, 0, 2), tensor.Zeros(tensor.Bool, 0, 2)},
		{"views", "", f32(1, 2, 3, 4).Reshape(2, 2).T(), f32(1, 3, 2, 4).Reshape(2, 2)},
		{"halves", "", tensor.FullOf(tensor.Float16, .5, 3), tensor.FullOf(tensor.Float16, .5, 3)},
		{"one element", "tensors differ in 1 of 4 elements, shape [2 2], float32:\n  at [1 0]: want 3, got 3.5, off by 0.5",
			f32(1, 2, 3, 4).Reshape(2, 2), f32(1, 2, 3.5, 4).Reshape(2, 2)},
		{"two elements", "tensors differ in 2 of 3 elements, shape [3], int64:\n  at [0]: want 1, got 2, off by 1\n  at [2]: want -3, got 3, off by 6 (the most)",
			ints(1, 2, -3), ints(2, 2, 3)},
		{"integers beside each other that float64 confuses", "tensors differ in 1 of 1 elements, shape [], uint64:\n  at []: want 18446744073709551615, got 18446744073709551614, off by 1",
			tensor.Scalar[uint64](math.MaxUint64), tensor.Scalar[uint64](math.MaxUint64 - 1)},
		{"a NaN", "tensors differ in 1 of 2 elements, shape [2], float64:\n  at [1]: want 1, got NaN, off by NaN", f64(1, 1), f64(1, nan)},
		{"bools", "tensors differ in 1 of 2 elements, shape [2], bool:\n  at [0]: want true, got false", tensor.FromSlice([]bool{true, false}), tensor.FromSlice([]bool{false, false})},
		{"shapes", "want shape [2], got [1 2]", f32(1, 2), f32(1, 2).Reshape(1, 2)},
		{"dtypes", "want dtype float32, got float64", f32(1), f64(1)},
		{"an error", "got has no values: tensor: zeros: size -1 of axis 0 is negative in shape [-1]", f32(1), tensor.Zeros(tensor.Int8, -1)},
		{"nothing", "want has no values: tensor: bytes: nil tensor", nil, f32(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{TB: t}
			assert.Equal(t, c.fails == "", tensortest.Equal(r, c.want, c.got))
			assert.Equal(t, c.fails, r.text)
		})
	}
}

func TestCloseAllowsALimitAndNamesIt(t *testing.T) {
	for _, c := range []struct {
		name, fails string
		want, got   *tensor.Tensor
		rtol, atol  float64
	}{
		{"within atol", "", f64(1, 2), f64(1.5, 1.5), 0, .5},
		{"within rtol of want", "", f64(4), f64(5), .25, 0},
		{"rtol is not of got", "tensors differ in 1 of 1 elements, shape [1], float64, by more than 0 + 0.2*|want|:\n  at [0]: want 4, got 5, off by 1", f64(4), f64(5), .2, 0},
		{"NaN and infinities", "", f64(nan, inf, -inf), f64(nan, inf, -inf), 1, 1},
		{"a float64 reference", "", f64(.1), f32(.1), 1e-7, 0},
		{"an infinity and a number", "tensors differ in 1 of 1 elements, shape [1], float64, by more than 1 + 1*|want|:\n  at [0]: want +Inf, got 1, off by +Inf", f64(inf), f64(1), 1, 1},
		{"a number and an infinity", "tensors differ in 1 of 1 elements, shape [1], float64, by more than 1 + 1*|want|:\n  at [0]: want 1, got +Inf, off by +Inf", f64(1), f64(inf), 1, 1},
		{"integers", "", ints(math.MaxInt64, math.MinInt64), ints(math.MaxInt64-1, math.MinInt64+1), 0, 1},
		{"the whole range of integers", "tensors differ in 1 of 1 elements, shape [1], int64, by more than 1 + 0*|want|:\n  at [0]: want 9223372036854775807, got -9223372036854775808, off by 1.84467e+19",
			ints(math.MaxInt64), ints(math.MinInt64), 0, 1},
		{"integers that float64 confuses", "tensors differ in 1 of 1 elements, shape [1], int64:\n  at [0]: want 9007199254740993, got 9007199254740992, off by 1", ints(1<<53 + 1), ints(1 << 53), 0, 0},
		{"an integer reference", "want dtype int64, got float64", ints(1), f64(1), 1, 1},
		{"a negative limit", "rtol is -1, atol is 0; both have to be at least 0", f64(1), f64(1), -1, 0},
		{"no limit", "rtol is 0, atol is NaN; both have to be at least 0", f64(1), f64(1), 0, nan},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{TB: t}
			assert.Equal(t, c.fails == "", tensortest.Close(r, c.want, c.got, c.rtol, c.atol))
			assert.Equal(t, c.fails, r.text)
		})
	}
}

func TestALongFailureShowsTheFirstAndTheWorst(t *testing.T) {
	want := tensor.Arange[int64](0, 100, 1).Reshape(10, 10)
	got := want.Mul(want)
	r := &recorder{TB: t}
	assert.False(t, tensortest.Equal(r, want, got))
	assert.Equal(t, `tensors differ in 98 of 100 elements, shape [10 10], int64:
  at [0 2]: want 2, got 4, off by 2
  at [0 3]: want 3, got 9, off by 6
  at [0 4]: want 4, got 16, off by 12
  at [0 5]: want 5, got 25, off by 20
  at [0 6]: want 6, got 36, off by 30
  ...
  at [9 9]: want 99, got 9801, off by 9702 (the most)`, r.text)
}
