package broadcast_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

func TestToRepeatsByStrideZero(t *testing.T) {
	l := Layout{Shape: []int{3, 1}, Strides: []int{-1, 7}, Offset: 2}
	m, err := l.To([]int{2, 3, 4})
	require.NoError(t, err)
	assert.Equal(t, Layout{Shape: []int{2, 3, 4}, Strides: []int{0, -1, 0}, Offset: 2}, m)
	assert.True(t, m.Expanded())

	m, err = RowMajor(1, 3).To([]int{0, 3})
	require.NoError(t, err)
	assert.Equal(t, []int{0, 3}, m.Shape, "a size 1 also becomes 0")

	m, err = RowMajor().To([]int{})
	require.NoError(t, err)
	assert.Equal(t, RowMajor(), m)
}

func TestExpandKeepsAxesGivenAsMinusOne(t *testing.T) {
	m, err := RowMajor(3, 1).Expand([]int{2, -1, 4})
	require.NoError(t, err)
	assert.Equal(t, Layout{Shape: []int{2, 3, 4}, Strides: []int{0, 1, 0}}, m)
	_, err = RowMajor(3, 1).To([]int{2, -1, 4})
	assert.Error(t, err, "broadcast_to knows no -1")
}

func TestWhatCannotBeExpandedSaysSoInPyTorchsWords(t *testing.T) {
	for _, c := range []struct {
		name          string
		shape, target []int
		axis          int
		want          string
	}{
		{
			name:   "the last axis is neither 1 nor the target's",
			shape:  []int{3, 1, 7},
			target: []int{1, 3, 1},
			axis:   2,
			want: "The expanded size of the tensor (1) must match the existing size (7) " +
				"at non-singleton dimension 2.  Target sizes: [1, 3, 1].  Tensor sizes: [3, 1, 7]\n" +
				"  from: 3 1 7\n" +
				"    to: 1 3 1\n" +
				"            ^",
		},
		{
			name:   "-1 for an axis that the tensor lacks",
			shape:  []int{3},
			target: []int{-1, 3},
			axis:   0,
			want: "The expanded size of the tensor (-1) isn't allowed in a leading, " +
				"non-existing dimension 0.  Target sizes: [-1, 3].  Tensor sizes: [3]\n" +
				"  from:    3\n" +
				"    to: -1 3\n" +
				"        ^^",
		},
		{
			name:   "fewer axes than the tensor's",
			shape:  []int{2, 3},
			target: []int{3},
			axis:   -1,
			want: "the number of sizes provided (1) must be greater or equal to the number of " +
				"dimensions in the tensor (2).  Target sizes: [3].  Tensor sizes: [2, 3]\n" +
				"  from: 2 3\n" +
				"    to:   3\n" +
				"        ^",
		},
		{
			name:   "a negative size",
			shape:  []int{1},
			target: []int{-2},
			axis:   0,
			want: "The expanded size of the tensor (-2) must not be negative at dimension 0.  " +
				"Target sizes: [-2].  Tensor sizes: [1]\n" +
				"  from:  1\n" +
				"    to: -2\n" +
				"        ^^",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := RowMajor(c.shape...).Expand(c.target)
			assert.EqualError(t, err, c.want)
			assert.Equal(t, &ExpandError{Shape: c.shape, Target: c.target, Axis: c.axis}, err)
		})
	}
}

func TestToRefusesMoreElementsThanAnIntCounts(t *testing.T) {
	_, err := RowMajor(1).To([]int{math.MaxInt / 2, math.MaxInt / 2})
	assert.ErrorContains(t, err, "more than")
}
