package op

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDistanceIsCountedInUnitsOfTheResult(t *testing.T) {
	for _, c := range []struct {
		dt        DType
		got, want float64
		ulp       float64
	}{
		{Float32, 1, 1, 0}, {Float32, inf, inf, 0}, {Float32, nan, nan, 0}, {Float32, 0, 0, 0},
		{Float32, negative, negative, 0},
		{Float32, nan, 1, inf}, {Float32, 1, nan, inf}, {Float32, inf, nan, inf}, {Float32, 0, negative, inf},
		{Float32, negative, 0, inf},

		{Float32, 1 + 0x1p-23, 1, 1}, {Float32, 1, 1 + 0x1p-25, 0.25}, {Float64, 1 + 0x1p-52, 1, 1},
		{Float16, 1 + 0x1p-10, 1, 1}, {BFloat16, 1 + 0x1p-7, 1, 1}, {Float32, -1, 1, 0x1p24},
		{Float32, 1 - 0x1p-24, 1, 0.5}, // below a power of two the units are smaller; the result's count

		// Subnormals.
		{Float32, 0x1p-149, 0, 1}, {Float32, 0, 0x1p-150, 0.5}, {Float32, 0x1p-149, 0x1p-148, 1},
		{Float64, 5e-324, 0, 1}, {Float64, 0, 1e-323, 2}, {Float16, 0x1p-24, 0x1p-25, 0.5},
		{Float64, 0x1p-1022, 0x1p-1022 - 5e-324, 1},

		{Float32, inf, math.MaxFloat32, 1}, {Float32, math.MaxFloat32, inf, 1},
		{Float32, math.MaxFloat32, 1e300, 1},
		{Float32, inf, 1e300, 0}, {Float32, inf, math.MaxFloat32 + 0x1p103, 0.5},
		{Float64, inf, math.MaxFloat64, 1}, {Float64, math.MaxFloat64, inf, 1}, {Float16, inf, 65504, 1},
		{Float32, inf, -inf, 0x1p25}, {Float64, inf, 5e-324, inf},
	} {
		t.Run(fmt.Sprintf("%v: %v for %v", c.dt, c.got, c.want), func(t *testing.T) {
			assert.Equal(t, c.ulp, ULP(c.dt, c.got, c.want))
		})
	}
}

func TestToleranceOfFloat64IsFourUnitsWhereAnErrorIsAllowed(t *testing.T) {
	assert.Equal(t, 4.0, ULPs(2.5).For(Float64))
	assert.Equal(t, 2.5, ULPs(2.5).For(Float32))
	assert.Zero(t, Exact.For(Float64))
}
