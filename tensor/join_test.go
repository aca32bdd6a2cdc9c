package tensor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestConcatComputesEachExpressionStraightIntoItsPart(t *testing.T) {
	x, y := iota32(6, 2, 3), iota32(4, 2, 2)
	z := tensor.Concat(1, x.Mul(2).Add(1), y.Neg())
	text, err := tensor.Explain(z)
	require.NoError(t, err)
	assert.Contains(t, text, "2 launches, 40 bytes read, 40 written")
	assert.Equal(t, []float32{1, 3, 5, 0, -1, 7, 9, 11, -2, -3}, data32(t, z))
}

func TestPartsOfOneShapeAreOneLaunch(t *testing.T) {
	x := iota32(6, 2, 3)
	z := tensor.Stack(-1, x, x.Neg(), x.Add(1))
	text, err := tensor.Explain(z)
	require.NoError(t, err)
	assert.Contains(t, text, "1 launch, 24 bytes read, 72 written")
	assert.Equal(t, []float32{0, 0, 1, 1, -1, 2, 2, -2, 3, 3, -3, 4, 4, -4, 5, 5, -5, 6}, data32(t, z))
}

// joined is Concat, Pad and Roll of expressions that other results need, too.
func joined(p [2]*tensor.Tensor) [3]*tensor.Tensor {
	x, y := p[0], p[1]
	sum := x.Add(y)
	both := tensor.Concat(0, sum, y.AsType(tensor.Int32), sum.Neg()).Mul(2)
	padded := sum.Pad(1, 4, 3, tensor.Reflect).Pad(0, 1, 0, tensor.Constant(7))
	return [3]*tensor.Tensor{both, padded.Sum(0), tensor.Stack(0, sum.Roll(1, 1), sum.Roll(0, -1)).Sub(sum)}
}

func joinedData(t *testing.T, r [3]*tensor.Tensor) (all [3][]float32) {
	for i, x := range r {
		all[i] = data32(t, x)
	}
	return all
}

func TestJoinedExpressionsAreThoseOfTheirStoredParts(t *testing.T) {
	want := [3][]float32{
		{0, 4, 8, 12, 16, 20, 0, 2, 4, 6, 8, 10, 0, -4, -8, -12, -16, -20},
		{13, 17, 21, 17, 13, 17, 21, 17, 13, 17},
		{4, -2, -2, 4, -2, -2, 6, 6, 6, -6, -6, -6},
	}
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{0, 1, 2, 3, 4, 5}, 2, 3)
		y, c := x.Clone(), tensor.Compile(joined)
		for range 4 { // schedules and replays, too
			assert.Equal(t, want, joinedData(t, joined([2]*tensor.Tensor{x, y})))
			assert.Equal(t, want, joinedData(t, c.Call([2]*tensor.Tensor{x, y})))
		}
	})
}

func TestPartsMayBeReductions(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := tensor.FromSliceOn(d, []float32{0, 1, 2, 3, 4, 5}, 2, 3)
		z := tensor.Concat(1, x.Along(1).Keep().Sum(), x.Sub(x.Along(1).Keep().Max()), x.Along(1).Keep().Min())
		assert.Equal(t, []float32{3, -2, -1, 0, 0, 12, -2, -1, 0, 3}, data32(t, z))
		assert.Equal(t, []float32{3, 12, 3, 5, 7, 15}, data32(t, tensor.Concat(0, x.Sum(1), x.Sum(0), x.Along().Keep().Sum().Reshape(1))))
		assert.Equal(t, []float32{0, 1, 3, 3, 7, 12, 0, 1, 2, 3, 5, 7}, data32(t, tensor.Concat(0, x.Cumsum(1), x.Cumsum(0))))
	})
}

func TestJoiningTakesAPartOfALargeTensorBeforeItIsWritten(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 1<<16, 4)
	require.NoError(t, tensor.Eval(context.Background(), x))
	z := tensor.Concat(0, x.Slice(0, 0, 2, 1), x.Slice(0, 4, 5, 1))
	require.NoError(t, x.Slice(0, 0, 10, 1).Fill(3))
	assert.Equal(t, make([]float32, 12), data32(t, z))
	require.NoError(t, x.Slice(0, 1, 3, 1).Assign(tensor.Concat(0, x.Slice(0, 11, 12, 1), x.Slice(0, 0, 1, 1).Add(1))))
	assert.Equal(t, []float32{3, 3, 3, 3, 0, 0, 0, 0, 4, 4, 4, 4, 3, 3, 3, 3}, data32(t, x.Slice(0, 0, 4, 1)))
}

func TestAWrongPartLeavesNothingBehind(t *testing.T) {
	x, i := iota32(6, 2, 3), tensor.FromSlice([]int32{5})
	z := tensor.Concat(0, x, x.Take(0, i))
	_, err := z.Bytes()
	assert.ErrorContains(t, err, "index 5 is out of bounds for axis 0 with size 2")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	y := tensor.Concat(0, x.Mul(2), x.Slice(0, 0, 1, 1))
	assert.ErrorIs(t, tensor.Eval(ctx, y), context.Canceled)
	assert.Equal(t, []float32{0, 2, 4, 6, 8, 10, 0, 1, 2}, data32(t, y))
}

func TestJoiningPrintsAndReadsPartsOfItself(t *testing.T) {
	z := tensor.Concat(0, iota32(3), tensor.Zeros(tensor.Int64, 0).AsType(tensor.Float32), iota32(3).Neg())
	assert.Contains(t, fmt.Sprint(z), "[ 0.  1.  2. -0. -1. -2.]")
	assert.Equal(t, []float32{2, 0}, data32(t, tensor.Concat(0, iota32(3), iota32(3)).Slice(0, 2, 4, 1)))
	assert.Equal(t, 0, tensor.Concat(0, tensor.Zeros(tensor.Bool, 0, 2), tensor.Zeros(tensor.Bool, 0, 2)).Len())
}

func TestMistakesOfJoiningSayWhatIsWrong(t *testing.T) {
	x := iota32(6, 2, 3)
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"nothing", tensor.Concat(0).Err(), "tensor: concat: need at least one array to concat"},
		{"0-d", tensor.Concat(0, tensor.Scalar(1)).Err(), "tensor: concat: zero-dimensional arrays cannot be concatenated; use Stack"},
		{"ranks", tensor.Concat(0, x, iota32(3)).Err(), "tensor: concat: tensor 1: all the input array dimensions must match: it has 1 axes (shape [3]), and the first tensor 2 (shape [2 3])"},
		{"shapes", tensor.Stack(0, x, x.T()).Err(), "tensor: stack: all input arrays must have the same shape: tensor 0 has [2 3], tensor 1 has [3 2]"},
		{"empty", tensor.Zeros(tensor.Bool, 0).Pad(0, 1, 0, tensor.Reflect).Err(), "tensor: pad: can't extend empty axis 0 using modes other than 'constant' (shape [0])"},
		{"constant", x.AsType(tensor.Uint8).Pad(0, 1, 0, tensor.Constant(300)).Err(), "tensor: pad: the constant is 300, which does not fit uint8; use a tensor of a wider dtype, or AsType"},
		{"tile", x.Tile(-1).Err(), "tensor: tile: the counts [1 -1]; a count is 0 or more"},
		{"repeat", x.Repeat(0, 1.5).Err(), "tensor: repeat: the count is a float64; it is an integer, or a tensor of integers"},
		{"plane", x.Rot90(0, -2, 1).Err(), "tensor: rot90: the axes 0 and -2 are the same"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.err, c.want) })
	}
	_, err := x.Split(1, 1, 1)
	assert.EqualError(t, err, "tensor: split: the sizes [1 1] are not those of parts of axis 1: they have to be 0 or more, and sum to 3")
}

// Roll and Pad read their argument's parts where they are: the argument itself is never stored.
func TestAChainOfRollsAndPadsReadsAndWritesOnce(t *testing.T) {
	x := iota32(12, 3, 4)
	for _, c := range []struct {
		name string
		of   *tensor.Tensor
		want string
	}{
		{"roll", x.Roll(0, 1).Roll(1, -1), "4 launches, 48 bytes read, 48 written"},
		{"pad", x.Pad(0, 1, 2, tensor.Constant(7)).Pad(1, 2, 1, tensor.Constant(8)), "5 launches, 48 bytes read, 168 written"},
		{"reflect", x.Pad(0, 2, 1, tensor.Reflect).Pad(1, 1, 2, tensor.Reflect), "9 launches, 168 bytes read, 168 written"},
		{"pad and roll", x.Pad(1, 1, 0, tensor.Constant(7)).Roll(1, 2).Roll(0, 1), "4 launches, 48 bytes read, 60 written"},
		{"concat", tensor.Concat(1, x.Roll(0, 1), x.Roll(1, 1)), "4 launches, 96 bytes read, 96 written"},
		{"parts that wait", tensor.Concat(1, x.Mul(2), x.Neg()).Roll(0, 1), "3 launches, 144 bytes read, 192 written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := tensor.Explain(c.of)
			require.NoError(t, err)
			assert.Contains(t, text, c.want)
		})
	}
}

func TestRandomChainsOfJoinedTensorsAreThoseOfTheirSteps(t *testing.T) {
	for name, d := range indexDevices() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(rounds(1000)) {
				sameBits(t, randomJoins(d, seed, true), randomJoins(d, seed, false), "seed %d", seed)
			}
		})
	}
}

// randomJoins joins and joins again. Each tensor is computed at once if stepped is set.
func randomJoins(d device.Device, seed uint64, stepped bool) *tensor.Tensor {
	r := rand.New(rand.NewPCG(seed, 5))
	x := tensor.FromSliceOn(d, iota64(24), 2, 3, 4)
	paddings := []tensor.Padding{tensor.Constant(seed % 9), tensor.Reflect, tensor.Replicate, tensor.Circular}
	for range 2 + r.IntN(4) {
		axis := r.IntN(3)
		switch r.IntN(8) {
		case 0, 1, 2:
			x = x.Roll(axis, r.IntN(9)-4)
		case 3, 4:
			x = x.Pad(axis, r.IntN(6), r.IntN(4), paddings[r.IntN(4)])
		case 5:
			x = tensor.Concat(axis, x.Roll(axis, 1), x.Slice(axis, 0, 1, 1), x.Flip(axis))
		case 6:
			x = x.Slice(axis, 0, r.IntN(2)+1, 1)
		case 7:
			x = []*tensor.Tensor{x.Mul(2), x.Transpose(0, 2), x.Flip(axis), x.AsType(tensor.Float32)}[r.IntN(4)]
		}
		if stepped {
			_ = tensor.Eval(context.Background(), x)
		}
	}
	return x
}
