package op_test

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// ulps is how far y is from a real number, in units of the last place of float32 there.
func ulps(y float32, exact float64) float64 {
	_, e := math.Frexp(exact)
	return math.Abs(float64(y)-exact) / math.Ldexp(1, max(e, -125)-24)
}

// stride is the distance of the tested inputs: 1 with WGTENSOR_THOROUGH.
func stride() uint32 {
	if os.Getenv("WGTENSOR_THOROUGH") != "" {
		return 1
	}
	return 127
}

func TestNormalNumbersAreWithinTheirBound(t *testing.T) {
	worst := 0.0
	for m := uint32(0); m < 1<<23; m += stride() {
		k := 4*int(m) - (1<<24 - 1)
		exact := math.Sqrt2 * math.Erfinv(float64(k)/(1<<24))
		worst = max(worst, ulps(op.Normal(m<<9|m&511), exact))
	}
	t.Logf("at most %.3f ULP", worst)
	assert.LessOrEqual(t, worst, 2.24)
	assert.InDelta(t, 5.22, op.Normal(1<<32-1), .001, "the greatest")
	assert.InDelta(t, -5.42, op.Normal(0), .001, "the least")
}

func TestExponentialNumbersAreWithinTheirBound(t *testing.T) {
	worst := 0.0
	for m := uint32(1); m < 1<<23; m += stride() {
		worst = max(worst, ulps(op.Exponential(m<<9|m&511), -math.Log1p(-float64(m)/(1<<23))))
	}
	t.Logf("at most %.3f ULP", worst)
	assert.LessOrEqual(t, worst, .88)
	assert.Equal(t, uint32(0), math.Float32bits(op.Exponential(0)), "0, and not -0")
	assert.InDelta(t, 15.94, op.Exponential(1<<32-1), .01, "the greatest is finite")
}
