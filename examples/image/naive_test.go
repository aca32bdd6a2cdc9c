package main

import (
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkDeveloped compares a file with what becomes of the picture pixel by pixel.
func checkDeveloped(t *testing.T, picture *image.NRGBA, file string) {
	t.Helper()
	got, err := load(file)
	require.NoError(t, err)
	require.Equal(t, picture.Rect, got.Rect)
	size := picture.Rect.Max
	for y := range size.Y {
		for x := range size.X {
			before, after := picture.NRGBAAt(x, y), got.NRGBAAt(x, y)
			want := naive(before.R, before.G, before.B, place(x, size.X), place(y, size.Y))
			if before.A != after.A { // require formats its arguments first
				require.Equal(t, before.A, after.A, "alpha at %d, %d", x, y)
			}
			for i, v := range [3]uint8{after.R, after.G, after.B} {
				// Rounded to the nearest, from float32 and so from a bit beside.
				if math.Abs(float64(v)-want[i]) > 0.5+1e-3 {
					require.InDelta(t, want[i], v, 0.5, "channel %d at %d, %d of %v", i, x, y, before)
				}
			}
		}
	}
}

// place is a pixel's, from -1 to 1.
func place(i, n int) float64 {
	if n == 1 {
		return -1
	}
	return 2*float64(i)/float64(n-1) - 1
}

// naive is develop of one pixel, before it is rounded.
func naive(r, g, b uint8, x, y float64) (shown [3]float64) {
	var light [3]float64
	luma := 0.0
	for i, v := range [3]uint8{r, g, b} {
		light[i] = math.Pow(float64(v)/255, gamma) * float64(balance[i])
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
