package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/tensor"
)

// checkDeveloped compares a picture with what becomes of it pixel by pixel.
func checkDeveloped(t *testing.T, before, after *tensor.Tensor) {
	t.Helper()
	require.Equal(t, before.Shape(), after.Shape())
	height, width := before.Shape()[0], before.Shape()[1]
	in, out := devices.Floats(t, before), devices.Floats(t, after)
	for i := range height * width {
		want := naive(in[3*i:], coordinate(i%width, width), coordinate(i/width, height))
		for k, v := range want {
			// Rounded to the nearest, from float32 and so from a bit beside.
			require.InDelta(t, v, out[3*i+k], 0.5+1e-3, "channel %d of pixel %d of %v", k, i, in[3*i:3*i+3])
		}
	}
}

// coordinate is a pixel's, from -1 to 1.
func coordinate(i, n int) float64 {
	if n == 1 {
		return -1
	}
	return 2*float64(i)/float64(n-1) - 1
}

// naive is develop of one pixel, before it is rounded.
func naive(pixel []float64, x, y float64) (shown [3]float64) {
	var light [3]float64
	luma := 0.0
	for i := range light {
		light[i] = exposure * max(0, math.Pow(pixel[i]/255, gamma)-black) * float64(balance[i])
		luma += light[i] * float64(weights[i])
	}
	for i, v := range light {
		v = luma + saturation*(v-luma)
		v = unit(v * (1 - darkening/2*(x*x+y*y)))
		shown[i] = 255 * unit((math.Pow(v, 1/gamma)-0.5)*contrast+0.5)
	}
	return shown
}

// unit is v, between 0 and 1.
func unit(v float64) float64 { return max(0, min(v, 1)) }
