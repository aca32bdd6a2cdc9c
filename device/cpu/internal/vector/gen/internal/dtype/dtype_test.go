package dtype

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBitsAreThoseOfTheNumbers(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uint64
	}{
		{"1 of int32", Int32.One(), 1},
		{"1 of float32", Float32.One(), uint64(math.Float32bits(1))},
		{"1 of float64", Float64.One(), math.Float64bits(1)},
		{"-0 of float32", Float32.SignBit(), uint64(math.Float32bits(float32(math.Copysign(0, -1))))},
		{"-0 of float64", Float64.SignBit(), math.Float64bits(math.Copysign(0, -1))},
		{"infinity of bfloat16", BFloat16.Infinity(), uint64(math.Float32bits(float32(math.Inf(1))) >> 16)},
		{"infinity of float32", Float32.Infinity(), uint64(math.Float32bits(float32(math.Inf(1))))},
		{"infinity of float64", Float64.Infinity(), math.Float64bits(math.Inf(1))},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, c.got) })
	}
}

func TestTheLastDigitOfTheSmallestNormalNumberIsTheSmallestNumber(t *testing.T) {
	require.Equal(t, math.SmallestNonzeroFloat32, math.Ldexp(Float32.SmallestNormal(), 1-Float32.Digits()))
	require.Equal(t, math.SmallestNonzeroFloat64, math.Ldexp(Float64.SmallestNormal(), 1-Float64.Digits()))
}

func TestNumbersAreWholeFromTheirLastDigitOn(t *testing.T) {
	for _, d := range Floats {
		require.Equal(t, math.Ldexp(1, d.Digits()), d.Whole(), d.Name)
	}
}

func TestNoQuotientOverflowsDividedByTheScaleTwice(t *testing.T) {
	for _, d := range Floats {
		smallest := math.Ldexp(d.SmallestNormal(), 1-d.Digits())
		largest := math.Log2(d.Largest())
		require.Less(t, largest-math.Log2(smallest)-2*math.Log2(d.QuotientScale()), largest, d.Name)
	}
}

func TestInstructionsAreNamedForTheDtype(t *testing.T) {
	for _, c := range []struct {
		dtype Type
		want  string
	}{{Float32, "VADDPS"}, {Float64, "VADDPD"}, {Named("Int8"), "VPADDB"}, {Named("Uint16"), "VPADDW"}, {Int32, "VPADDD"}, {Uint64, "VPADDQ"}} {
		t.Run(c.dtype.Name, func(t *testing.T) { require.Equal(t, c.want, c.dtype.Instruction("ADD")) })
	}
}
