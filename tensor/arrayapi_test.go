package tensor_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// The expected texts are those of NumPy 2.4.
func TestTheRestOfTheArrayAPIIsNumPys(t *testing.T) {
	x := tensor.Arange[float32](0, 6, 1).Reshape(2, 3)
	i := tensor.FromSlice([]int64{1, -1, 1})
	grid := func(indexing tensor.Indexing, k int) *tensor.Tensor {
		all, err := tensor.Meshgrid(indexing, tensor.FromSlice([]int{1, 2, 3}), tensor.FromSlice([]int{4, 5}))
		require.NoError(t, err)
		return all[k]
	}
	filled := func(x *tensor.Tensor, v any) *tensor.Tensor {
		require.NoError(t, x.FillDiagonal(v))
		return x
	}
	nan, inf := float32(math.NaN()), math.Inf(1)
	for _, c := range []struct {
		name, want string
		got        *tensor.Tensor
	}{
		{"zeros_like", "[[0. 0. 0.]\n [0. 0. 0.]]", tensor.ZerosLike(x)},
		{"ones_like", "[1 1 1]", tensor.OnesLike(i)},
		{"full_like", "[7 7 7]", tensor.FullLike(i, 7)},
		{"empty_like", "[0 0 0]", tensor.EmptyLike(i)},
		{"swapaxes", "[[0. 3.]\n [1. 4.]\n [2. 5.]]", x.Swapaxes(0, 1)},
		{"ravel", "[0. 3. 1. 4. 2. 5.]", x.T().Ravel()},
		{"flatten", "[0. 1. 2. 3. 4. 5.]", x.Flatten()},
		{"flatten from an axis", "[[0. 1. 2.]\n [3. 4. 5.]]", x.Reshape(2, 3, 1).Flatten(1)},
		{"flatten between axes", "[[[0.]\n  [1.]\n  [2.]\n  [3.]\n  [4.]\n  [5.]]]", x.Reshape(1, 2, 3, 1).Flatten(1, -2)},
		{"hstack", "[[0. 1. 2. 0. 1. 2.]\n [3. 4. 5. 3. 4. 5.]]", tensor.Hstack(x, x)},
		{"hstack of vectors", "[ 1 -1  1  1 -1  1]", tensor.Hstack(i, i)},
		{"hstack of scalars", "[1 2]", tensor.Hstack(tensor.Scalar(1), tensor.Scalar(2))},
		{"vstack", "[[ 1 -1  1]\n [ 1 -1  1]]", tensor.Vstack(i, i)},
		{"meshgrid ij", "[[1 1]\n [2 2]\n [3 3]]", grid(tensor.IJ, 0)},
		{"meshgrid xy", "[[1 2 3]\n [1 2 3]]", grid(tensor.XY, 0)},
		{"meshgrid xy, the second", "[[4 4 4]\n [5 5 5]]", grid(tensor.XY, 1)},
		{"logspace", "[   1.   10.  100. 1000.]", tensor.Logspace[float64](0, 3, 4, 10)},
		{"trace", "4.0", x.Trace(0, 1, 0)},
		{"trace above", "6.0", x.Trace(0, 1, 1)},
		{"diag of a matrix", "[3.]", x.Diag(-1)},
		{"diag of a vector", "[[ 1  0  0]\n [ 0 -1  0]\n [ 0  0  1]]", i.Diag(0)},
		{"diag above", "[[ 0  1  0  0]\n [ 0  0 -1  0]\n [ 0  0  0  1]\n [ 0  0  0  0]]", i.Diag(1)},
		{"diag below", "[[ 0  0  0  0]\n [ 1  0  0  0]\n [ 0 -1  0  0]\n [ 0  0  1  0]]", i.Diag(-1)},
		{"diag of nothing", "[[0.]]", tensor.Zeros(tensor.Float32, 0).Diag(-1)},
		{"fill_diagonal", "[[9 0 0]\n [0 9 0]]", filled(tensor.Zeros(tensor.Int32, 2, 3), 9)},
		{"index_copy", "[[0. 1. 2.]\n [6. 7. 8.]]", x.IndexCopy(0, tensor.FromSlice([]int32{1}), tensor.FromSlice([]float32{6, 7, 8}, 1, 3))},
		{"index_fill", "[[ 0. -1. -1.]\n [ 3. -1. -1.]]", x.IndexFill(1, i, -1)},
		{"put_along_axis", "[[0. 9. 2.]\n [9. 4. 5.]]", x.PutAlongAxis(1, tensor.FromSlice([]int{1, 0}, 2, 1), tensor.Scalar[float32](9))},
		{"put_along_axis, one index for all", "[[0. 1. 9.]\n [3. 4. 8.]]", x.PutAlongAxis(1, tensor.FromSlice([]int{-1}, 1, 1), tensor.FromSlice([]float32{9, 8}, 2, 1))},
		{"put", "[[ 0. 12.  2.]\n [ 3.  4. 11.]]", x.Put(i, tensor.FromSlice([]float32{10, 11, 12}))},
		{"argwhere", "[[0 1]\n [0 2]\n [1 0]\n [1 1]\n [1 2]]", x.Argwhere()},
		{"argwhere of a scalar", "[]", tensor.Scalar(3).Argwhere()},
		{"choose", "[20  1 22]", tensor.FromSlice([]int{2, 0, -1}).Choose(tensor.FromSlice([]int{0, 1, 2}), tensor.FromSlice([]int{10, 11, 12}), tensor.FromSlice([]int{20, 21, 22}))},
		{"isin", "[ True False  True]", i.Isin(tensor.FromSlice([]float32{7, 1, nan}))},
		{"isin of NaN", "[False]", tensor.FromSlice([]float32{nan}).Isin(tensor.FromSlice([]float32{nan}))},
		{"isin of nothing", "[False False False]", i.Isin(tensor.Zeros(tensor.Int64, 0))},
		{"digitize", "[0 1 2 3]", tensor.FromSlice([]float64{.5, 1, 2.5, 9}).Digitize(tensor.FromSlice([]float64{1, 2, 3}), tensor.Left)},
		{"digitize by descending bins", "[4 3 3 2 1 1 0 0]", tensor.FromSlice([]float64{-1, 0, .5, 1, 2, 2.5, 9, math.NaN()}).Digitize(tensor.FromSlice([]float64{3, 2, 1, 0}), tensor.Left)},
		{"digitize by descending bins, closed on the right", "[4 4 3 3 2 1 0 0]", tensor.FromSlice([]float64{-1, 0, .5, 1, 2, 2.5, 9, math.NaN()}).Digitize(tensor.FromSlice([]float64{3, 2, 1, 0}), tensor.Right)},
		{"digitize, closed on the right", "[0 0 2 3]", tensor.FromSlice([]float64{.5, 1, 2.5, 9}).Digitize(tensor.FromSlice([]float64{1, 2, 3}), tensor.Right)},
		{"interp", "[10. 10. 15. 30. 30. nan]", tensor.FromSlice([]float64{-1, 0, 1, 3, 9, math.NaN()}).Interp(tensor.FromSlice([]float64{0, 2, 3}), tensor.FromSlice([]float64{10, 20, 30}))},
		{"interp of one point by a 0-d tensor", "5.0", tensor.Scalar(1.0).Interp(tensor.FromSlice([]float64{0}), tensor.FromSlice([]float64{5}))},
		{"interp at a point beside an infinity", "[ 1. inf  2.]", tensor.FromSlice([]float64{0, 1, 2}).Interp(tensor.FromSlice([]float64{0, 1, 2}), tensor.FromSlice([]float64{1, math.Inf(1), 2}))},
		{"interp above a point at -inf, and below one at inf", "[1. 2. 2. 2. 3.]", tensor.FromSlice([]float64{-inf, -5, 0, 5, inf}).Interp(tensor.FromSlice([]float64{-inf, 0, inf}), tensor.FromSlice([]float64{1, 2, 3}))},
		{"interp between equal infinities", "[inf inf nan]", tensor.FromSlice([]float64{0, .5, math.NaN()}).Interp(tensor.FromSlice([]float64{0, 1}), tensor.FromSlice([]float64{inf, inf}))},
		{"interp of integers that float32 does not hold", "[1. 2. 3.]", tensor.FromSlice([]int64{1700000000, 1700000001, 1700000002}).Interp(tensor.FromSlice([]int64{1700000000, 1700000002}), tensor.FromSlice([]float32{1, 3}))},
		{"interp of one point", "[ 5. nan]", tensor.FromSlice([]float32{1, nan}).Interp(tensor.FromSlice([]float32{0}), tensor.FromSlice([]float32{5}))},
		{"lexsort", "[2 0 4 6 5 3 1]", tensor.Lexsort(tensor.FromSlice([]int{9, 4, 0, 4, 0, 2, 1}), tensor.FromSlice([]int{1, 5, 1, 4, 3, 4, 4}))},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, _, _ := strings.Cut(c.got.String(), " shape=")
			assert.Equal(t, c.want, text)
		})
	}
}

func TestTheRestOfTheArrayAPINamesWhatIsWrong(t *testing.T) {
	x := tensor.Zeros(tensor.Float32, 2, 3)
	i := tensor.FromSlice([]int64{1, 5})
	_, grid := tensor.Meshgrid(tensor.XY, x)
	_, finfo := tensor.Finfo(tensor.Int8)
	_, iinfo := tensor.Iinfo(tensor.Bool)
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"flatten backwards", x.Flatten(1, 0).Err(), "tensor: flatten: the first axis, 1, comes after the last, 0"},
		{"vstack", tensor.Vstack(x, i).Err(), "tensor: vstack: tensor 1: all the input array dimensions except for the concatenation axis must match exactly: along axis 1 it has size 2 (shape [1 2]), and the first tensor 3 (shape [2 3])"},
		{"full_like", tensor.FullLike(i.AsType(tensor.Int8), 300).Err(), "tensor: full_like: the value is 300, which does not fit int8; use a tensor of a wider dtype, or AsType"},
		{"meshgrid", grid, "tensor: meshgrid: tensor 0 has shape [2 3]; it takes tensors of one axis"},
		{"trace", i.Trace(0, 1, 0).Err(), "tensor: trace: axis 1 is out of range for rank 1 (use -1 to 0)"},
		{"diag", x.Reshape(1, 2, 3).Diag(0).Err(), "tensor: diag: the tensor has 3 axes (shape [1 2 3]); it takes one or two"},
		{"fill_diagonal", x.Reshape(1, 2, 3).FillDiagonal(1), "tensor: fill_diagonal: all sizes have to be the same, and the shape is [1 2 3]"},
		{"index_copy", tensor.Eval(t.Context(), x.IndexCopy(0, i, x)), "tensor: eval: index_copy: index 5 is out of bounds for axis 0 with size 2 (element [1 0])"},
		{"index_fill", x.IndexFill(0, x, 1).Err(), "tensor: index_fill: the index has 2 axes (shape [2 3]); it has to have one"},
		{"choose", tensor.Eval(t.Context(), i.Choose(i, i)), "tensor: eval: choose: index 5 is out of bounds for axis 0 with size 2 (element [1])"},
		{"put", tensor.Eval(t.Context(), x.Put(tensor.FromSlice([]int{6}), tensor.Scalar[float32](1))), "tensor: eval: put: index 6 is out of bounds for axis 0 with size 6 (element [0])"},
		{"interp", x.Interp(i, x).Err(), "tensor: interp: the points have shape [2], and the values [2 3]; they have one axis of one size, at least 1"},
		{"lexsort", tensor.Lexsort(x, i).Err(), "tensor: lexsort: key 1 has shape [2], and the first [2 3]; keys have one shape, of one axis at least"},
		{"finfo", finfo, "tensor: finfo: int8 is no float dtype; use Iinfo for integers"},
		{"iinfo", iinfo, "tensor: iinfo: bool is no integer dtype; use Finfo for floats"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.err, c.want) })
	}
}

func TestDTypesTellWhatTheyHold(t *testing.T) {
	for _, dt := range tensor.DefaultDevice().Info().DTypes.List() {
		t.Run(dt.String(), func(t *testing.T) {
			switch {
			case dt.IsFloat():
				info, err := tensor.Finfo(dt)
				require.NoError(t, err)
				one := tensor.FullOf(dt, 1.0)
				assert.True(t, isTrue(t, one.Add(info.Eps).Gt(one)))
				assert.False(t, isTrue(t, one.Add(info.Eps/2).Gt(one)))
				assert.False(t, isTrue(t, tensor.FullOf(dt, info.Max).Isinf()))
				assert.True(t, isTrue(t, tensor.FullOf(dt, info.Min).Nextafter(tensor.FullOf(dt, math.Inf(-1))).Isinf()))
				assert.True(t, tensor.Isdtype(dt, tensor.KindBool, tensor.KindRealFloating))
			case dt.IsInteger():
				info, err := tensor.Iinfo(dt)
				require.NoError(t, err)
				assert.NoError(t, tensor.FullOf(dt, info.Max).Err())
				assert.NoError(t, tensor.FullOf(dt, info.Min).Err())
				assert.Equal(t, info.Min < 0, tensor.Isdtype(dt, tensor.KindSignedInteger))
				assert.True(t, tensor.Isdtype(dt, tensor.KindNumeric))
				assert.False(t, tensor.Isdtype(dt, tensor.KindRealFloating, "what"))
			}
			assert.True(t, tensor.CanCast(tensor.Bool, dt))
			assert.Equal(t, dt == tensor.Float64, tensor.CanCast(tensor.Float64, dt))
		})
	}
}

func isTrue(t *testing.T, x *tensor.Tensor) bool {
	v, err := tensor.Item[bool](x)
	require.NoError(t, err)
	return v
}
