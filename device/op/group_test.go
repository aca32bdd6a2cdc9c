package op_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// list makes elements of a type.
func list(dt op.DType, values ...float64) []op.Scalar {
	all := make([]op.Scalar, len(values))
	for i, x := range values {
		all[i] = dt.FromFloat(x)
	}
	return all
}

var nan, inf = math.NaN(), math.Inf(1)

func TestGroupsMeanWhatTheirDocsSay(t *testing.T) {
	big := math.MaxFloat32
	for _, c := range []struct {
		name string
		row  *op.Op
		dt   op.DType
		in   []float64
		want []float64
	}{
		{"a sum is rounded once", op.Sum, op.Float32, []float64{1, 0x1p-24, 0x1p-24}, []float64{1 + 0x1p-23}},
		{"a sum of float16 goes beyond 2048", op.Sum, op.Float16, []float64{2048, 1, 1}, []float64{2050}},
		{"a sum does not overflow on the way", op.Sum, op.Float32, []float64{big, big, -big}, []float64{big}},
		{"a sum beyond the largest number is infinite", op.Sum, op.Float32, []float64{big, big}, []float64{inf}},
		{"infinities of both signs have no sum", op.Sum, op.Float32, []float64{inf, 1, -inf}, []float64{nan}},
		{"a sum of -0 is 0", op.Sum, op.Float32, []float64{math.Copysign(0, -1)}, []float64{0}},
		{"a sum of int8 is wide", op.Sum, op.Int8, []float64{127, 127}, []float64{254}},
		{"nothing sums to 0", op.Sum, op.Bool, nil, []float64{0}},
		{"a product does not overflow on the way", op.Prod, op.Float32, []float64{0x1p100, 0x1p100, 0x1p-100}, []float64{0x1p100}},
		{"a product beyond float64 is infinite", op.Prod, op.Float16, slices.Repeat([]float64{60000}, 70), []float64{inf}},
		{"0 times infinity is NaN", op.Prod, op.Float32, []float64{0, inf}, []float64{nan}},
		{"a product has the sign of infinity", op.Prod, op.Float32, []float64{-2, inf}, []float64{-inf}},
		{"nothing has the product 1", op.Prod, op.Int32, nil, []float64{1}},
		{"a mean is of the exact sum", op.Mean, op.Float32, []float64{big, big}, []float64{big}},
		{"a mean of int64 never wraps", op.Mean, op.Int64, []float64{0x1p62, 0x1p62, 0x1p62}, []float64{0x1p62}},
		{"nothing has no mean", op.Mean, op.Float32, nil, []float64{nan}},
		{"a minimum is NaN if an element is", op.Min, op.Float32, []float64{1, nan, 0}, []float64{nan}},
		{"a maximum takes 0 before -0", op.Max, op.Float32, []float64{0, math.Copysign(0, -1)}, []float64{0}},
		{"a minimum without NaN", op.Nanmin, op.Float32, []float64{nan, 1, nan, 0, math.Copysign(0, -1)}, []float64{math.Copysign(0, -1)}},
		{"a maximum without NaN", op.Nanmax, op.Float16, []float64{nan, -inf, math.Copysign(0, -1), 0}, []float64{0}},
		{"nothing is left without NaN", op.Nanmax, op.Float32, []float64{nan, nan}, []float64{nan}},
		{"a minimum of integers", op.Nanmin, op.Int8, []float64{3, -128, 7}, []float64{-128}},
		{"the first of ties", op.Argmax, op.Float32, []float64{1, 3, 3}, []float64{1}},
		{"zeros are ties", op.Argmax, op.Float32, []float64{math.Copysign(0, -1), 0}, []float64{0}},
		{"the first NaN is greatest", op.Argmax, op.Float32, []float64{1, nan, nan, inf}, []float64{1}},
		{"the first NaN is least", op.Argmin, op.Float32, []float64{1, nan, -inf, nan}, []float64{1}},
		{"NaN is not 0", op.AnyOf, op.Float32, []float64{0, nan}, []float64{1}},
		{"-0 is 0", op.AllOf, op.Float32, []float64{1, math.Copysign(0, -1)}, []float64{0}},
		{"all of nothing", op.AllOf, op.Int8, nil, []float64{1}},
		{"every prefix is exact", op.Cumsum, op.Float32, []float64{1e8, 1, -1e8, 1}, []float64{1e8, 1e8, 1, 2}},
		{"products of prefixes", op.Cumprod, op.Uint8, []float64{16, 16, 2}, []float64{16, 256, 512}},
		{"a logarithm of a sum does not overflow", op.Logcumsumexp, op.Float32, []float64{-inf, 1000, 1000, inf, nan}, []float64{-inf, 1000, 1000.69314718, inf, nan}},
		{"after NaN a sum is NaN", op.Logcumsumexp, op.Float32, []float64{1, nan, 2, inf}, []float64{1, nan, nan, nan}},
		{"NaN stays the greatest", op.Cummax, op.Float32, []float64{1, nan, 3}, []float64{1, nan, nan}},
		{"the last of ties", op.Argcummax, op.Float32, []float64{1, 1, 0, 1}, []float64{0, 1, 1, 3}},
		{"the last NaN", op.Argcummin, op.Float32, []float64{1, nan, 0, nan}, []float64{0, 1, 1, 3}},
		{"NaN is sorted last", op.Sort, op.Float32, []float64{nan, 2, -inf, inf}, []float64{-inf, 2, inf, nan}},
		{"NaN is first descending", op.SortDescending, op.Float32, []float64{1, nan, 2}, []float64{nan, 2, 1}},
		{"sorting is stable", op.Argsort, op.Float32, []float64{0, 1, math.Copysign(0, -1), 0}, []float64{0, 2, 3, 1}},
		{"descending too", op.ArgsortDescending, op.Int8, []float64{0, 1, 0, 1}, []float64{1, 3, 0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			result, err := c.row.Check([]op.DType{c.dt})
			require.NoError(t, err)
			args := [][]op.Scalar{list(c.dt, c.in...)}
			got := c.row.Role.(*op.Group).Eval(args, []op.DType{c.dt}, result)
			assert.Equal(t, list(result, c.want...), got)
		})
	}
}

func TestVarTakesItsCorrection(t *testing.T) {
	for _, c := range []struct {
		name       string
		in         []float64
		correction float64
		want       float64
	}{
		{"of a population", []float64{1, 3}, 0, 1},
		{"of a sample", []float64{1, 3}, 1, 2},
		{"half a correction", []float64{1, 3}, 0.5, 4. / 3},
		{"of all alike, beyond n", []float64{2, 2}, 2, nan},
		{"of others, beyond n", []float64{1, 3}, 5, inf},
		{"of nothing", nil, 0, nan},
		{"of infinity", []float64{1, inf}, 0, nan},
		{"of NaN", []float64{1, nan}, 0, nan},
		{"far from 0", []float64{1e8, 1e8 + 8}, 0, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := op.Float32
			args := [][]op.Scalar{list(f, c.in...), list(f, c.correction)}
			if len(c.in) == 0 {
				args[1] = nil
			}
			assert.Equal(t, list(f, c.want), op.Var.Role.(*op.Group).Eval(args, []op.DType{f, f}, f))
		})
	}
}

func TestBoundsOfGroupsAreKept(t *testing.T) {
	f := op.Float32
	ones := make([]float64, 512)
	for i := range ones {
		ones[i] = 1
	}
	for _, c := range []struct {
		name  string
		row   *op.Op
		args  [][]op.Scalar
		got   float64
		right bool
	}{
		{"a sum is exact", op.Sum, [][]op.Scalar{list(f, 1, 2)}, 3, true},
		{"a sum a unit off", op.Sum, [][]op.Scalar{list(f, 1, 2)}, 3 + 0x1p-22, false},
		{"a product a unit off", op.Prod, [][]op.Scalar{list(f, 1.5, 2)}, 3 + 0x1p-22, true},
		{"a product three units off", op.Prod, [][]op.Scalar{list(f, 1.5, 2)}, 3 + 0x3p-22, false},
		{"a product within its units of infinity", op.Prod, [][]op.Scalar{list(f, math.MaxFloat32, 1)}, inf, true},
		{"an infinite product of the other sign", op.Prod, [][]op.Scalar{list(f, math.MaxFloat32, 1)}, -inf, false},
		{"a dot within its blocks", op.Dot, [][]op.Scalar{list(f, ones...), list(f, ones...)}, 512 * (1 + 0x1p-17), true},
		{"a dot beyond them", op.Dot, [][]op.Scalar{list(f, ones...), list(f, ones...)}, 512 * (1 + 0x1p-15), false},
		{"a dot of one block, just within", op.Dot, [][]op.Scalar{list(f, ones[:256]...), list(f, ones[:256]...)}, 256 + 130*0x1p-15, true},
		{"a dot of one block, just beyond", op.Dot, [][]op.Scalar{list(f, ones[:256]...), list(f, ones[:256]...)}, 256 + 131*0x1p-15, false},
		{"a logarithm of a sum within its units", op.Logcumsumexp, [][]op.Scalar{list(f, 0)}, 8 * 0x1p-24, true},
		{"a logarithm of a sum beyond them", op.Logcumsumexp, [][]op.Scalar{list(f, 0)}, 9 * 0x1p-24, false},
		{"a dot that may overflow on the way", op.Dot, [][]op.Scalar{list(f, 3e38, 3e38), list(f, 1, -1)}, inf, true},
		{"a dot that cannot", op.Dot, [][]op.Scalar{list(f, 1, 3), list(f, 1, -1)}, inf, false},
		{"a dot of NaN", op.Dot, [][]op.Scalar{list(f, nan), list(f, 1)}, 1, false},
		{"a variance four units off", op.Var, [][]op.Scalar{list(f, 1, 3), list(f, 0)}, 1 + 0x1p-21, true},
		{"a variance five units off", op.Var, [][]op.Scalar{list(f, 1, 3), list(f, 0)}, 1 + 0x5p-23, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			types := []op.DType{f, f}[:len(c.args)]
			want := c.row.Role.(*op.Group).Eval(c.args, types, f)[0]
			assert.Equal(t, c.right, c.row.Within(c.args, types, f, 0, f.FromFloat(c.got), want), "want %v", f.Float(want))
		})
	}
}

func TestTheLogarithmOfASumOfFloat64HasUnitsOfFloat64(t *testing.T) {
	d, args := op.Float64, [][]op.Scalar{list(op.Float64, 0)}
	for _, c := range []struct {
		name  string
		got   float64
		right bool
	}{
		{"eight units off", 8 * 0x1p-53, true},
		{"nine units off", 9 * 0x1p-53, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.right, op.Logcumsumexp.Within(args, []op.DType{d}, d, 0, d.FromFloat(c.got), 0))
		})
	}
}

func TestDotOfIntegersWrapsAndOfBoolIsOr(t *testing.T) {
	eval := func(dt op.DType, x, y []float64) op.Scalar {
		return op.Dot.Role.(*op.Group).Eval([][]op.Scalar{list(dt, x...), list(dt, y...)}, []op.DType{dt, dt}, dt)[0]
	}
	assert.EqualValues(t, 0x54, eval(op.Int8, []float64{100, 10}, []float64{3, 4}), "340 modulo 256")
	assert.EqualValues(t, 1, eval(op.Bool, []float64{1, 1}, []float64{1, 1}))
	assert.EqualValues(t, 0, eval(op.Bool, []float64{1, 0}, []float64{0, 1}))
}

func TestRolesAreRows(t *testing.T) {
	assert.NotPanics(t, func() { _ = op.Gives(200).String() })
	for _, o := range op.Roles() {
		t.Run(o.Name, func(t *testing.T) {
			assert.NotEmpty(t, o.Doc)
			assert.Positive(t, o.Arity)
			assert.Same(t, o, op.Instruction(o.Name))
			assert.Nil(t, op.ByName(o.Name), "no method of tensors is made of it")
			_, err := o.Check(nil)
			var refused *op.TypeError
			require.ErrorAs(t, err, &refused)
			assert.Contains(t, err.Error(), o.Name)
		})
	}
}

func TestTypesOfRolesAreRefused(t *testing.T) {
	f, i := op.Float32, op.Int64
	for _, c := range []struct {
		name string
		row  *op.Op
		args []op.DType
		want string
	}{
		{"two operands of a sum", op.Sum, []op.DType{f, f}, "2 operands given, 1 needed"},
		{"var of a wide correction", op.Var, []op.DType{f, op.Float64}, "the second operand is float32"},
		{"dot of two types", op.Dot, []op.DType{f, i}, "the second operand is float32"},
		{"an index of float32", op.LoadAt, []op.DType{f, f}, "indices are integers"},
		{"an index of float32 before a fill", op.LoadOr, []op.DType{f, i, f, f}, "indices are integers"},
		{"an index of bool", op.LoadAt, []op.DType{f, op.Bool}, "indices are integers"},
		{"a fill of another type", op.LoadOr, []op.DType{f, i, i}, "has the type of the input"},
		{"a load without an index", op.LoadOr, []op.DType{f, f}, "an index for each of its places"},
		{"a search for another type", op.FindLeft, []op.DType{f, i}, "an element of its type"},
		{"a key of int64", op.RandomBits, []op.DType{i, op.Uint64}, "both uint64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.row.Check(c.args)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestFindCountsWhatIsBefore(t *testing.T) {
	f := op.Float32
	sorted := list(f, -inf, math.Copysign(0, -1), 0, 2, 2, inf, nan, nan)
	for _, c := range []struct {
		name        string
		x           float64
		left, right int
	}{
		{"zeros are equal", 0, 1, 3},
		{"ties", 2, 3, 5},
		{"between", 1, 3, 3},
		{"NaN is the greatest", nan, 6, 8},
		{"infinity is before it", inf, 5, 6},
		{"the least", -inf, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := func(i int) op.Scalar { return sorted[i] }
			assert.Equal(t, c.left, op.Find{}.Count(f, f.FromFloat(c.x), len(sorted), at))
			assert.Equal(t, c.right, op.Find{Right: true}.Count(f, f.FromFloat(c.x), len(sorted), at))
		})
	}
}
