package op

import (
	"go/types"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheLargestNumberIsThatOfTheType(t *testing.T) {
	for _, c := range []struct {
		dt   DType
		want float64
	}{
		{Float16, 65504},
		{BFloat16, 0x1.fep127},
		{Float32, math.MaxFloat32},
		{Float64, math.MaxFloat64},
	} {
		t.Run(c.dt.String(), func(t *testing.T) {
			assert.Equal(t, c.want, c.dt.Float(Largest.In(c.dt)))
			assert.Equal(t, -c.want, c.dt.Float(Lowest.In(c.dt)))
		})
	}
	for _, c := range []struct {
		dt   DType
		want [2]int64
	}{
		{Int8, [2]int64{-128, 127}},
		{Int16, [2]int64{-1 << 15, 1<<15 - 1}},
		{Int32, [2]int64{math.MinInt32, math.MaxInt32}},
		{Int64, [2]int64{math.MinInt64, math.MaxInt64}},
		{Uint8, [2]int64{0, 255}},
		{Uint16, [2]int64{0, 1<<16 - 1}},
		{Uint32, [2]int64{0, 1<<32 - 1}},
		{Uint64, [2]int64{0, -1}},
	} {
		t.Run(c.dt.String(), func(t *testing.T) {
			assert.Equal(t, c.want, [2]int64{c.dt.Int(Lowest.In(c.dt)), c.dt.Int(Largest.In(c.dt))})
		})
	}
	assert.Equal(t, "the largest number, the lowest number", Largest.String()+", "+Lowest.String())
}

func TestConstantsAreRoundedToTheType(t *testing.T) {
	hundredth := Const(0.01)
	assert.Equal(t, 0.01, Float64.Float(hundredth.In(Float64)))
	assert.Equal(t, float64(float32(0.01)), Float32.Float(hundredth.In(Float32)))
	assert.Equal(t, 0.01000213623046875, Float16.Float(hundredth.In(Float16)))
	assert.EqualValues(t, -3, Int8.Int(Const(-3).In(Int8)))
	assert.Equal(t, "0.01", hundredth.String())
}

func TestARowSaysWhatItTakes(t *testing.T) {
	for _, c := range []struct {
		want string
		op   *Op
	}{
		{"x", Exp},
		{"x, exponent", Pow},
		{"cond, a, b", Where},
		{"x and optionally negative_slope", LeakyRelu},
		{"x and optionally beta, threshold", Softplus},
		{"x, y and optionally rtol, atol, equal_nan", Isclose},
		{"x, factor1, factor2 and optionally value", Addcmul},
		{"x, y and optionally alpha", Add}, // which another row has
		{"x and optionally decimals", Round},
	} {
		t.Run(c.op.Name, func(t *testing.T) {
			assert.Equal(t, c.want, c.op.Takes())
		})
	}
}

func TestOperandsHaveNames(t *testing.T) {
	for _, o := range rows() {
		t.Run(o.Name, func(t *testing.T) {
			require.Len(t, o.Operands, o.Needs())
			for i := range o.Arity {
				name := o.OperandName(i)
				assert.Regexp(t, `^[a-z][a-z0-9_]*$`, name)
				assert.Nil(t, types.Universe.Lookup(name), "%s is a builtin of Go", name)
				if i < o.Needs() && o.With == nil && o.Rule != Retype {
					assert.Regexp(t, `\b`+name+`\b`, o.Doc, "the Doc says what %s does", name)
				}
			}
		})
	}
}

func TestParametersAcceptTheirDefaults(t *testing.T) {
	for _, o := range rows() {
		assert.GreaterOrEqual(t, o.Needs(), 1, o)
		for _, p := range o.Params {
			assert.Regexp(t, `^[a-z_]+$`, p.Name, o)
			if p.Accept.Has != nil {
				assert.True(t, p.Accept.Has(float64(p.Default)) || p.Default.String() == "none", "%v: %s", o, p.Name)
				assert.NotEmpty(t, p.Accept.Text, "%v: %s", o, p.Name)
				assert.False(t, p.Accept.Has(math.NaN()), "%v: %s", o, p.Name)
			}
		}
	}
}

func TestRangesHoldWhatTheirTextsSay(t *testing.T) {
	for _, c := range []struct {
		r             Range
		text          string
		first, beyond float64
	}{
		{nonNegative, "at least 0", 0, -5e-324},
		{positive, "greater than 0", 5e-324, 0},
		{whole, "a whole number", -2, 0.5},
	} {
		t.Run(c.text, func(t *testing.T) {
			assert.Equal(t, c.text, c.r.Text)
			assert.True(t, c.r.Has(c.first))
			assert.False(t, c.r.Has(c.beyond))
		})
	}
}
