package main

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	"github.com/wgtensor/wgtensor/examples/mandelbrot/plane"
	"github.com/wgtensor/wgtensor/tensor"
)

// radius2 is the square of the distance at which z has left.
const radius2 = 256

// whole is all of the set.
var whole = view{plane.View{Width: 31, Height: 17, X: -.75, Across: 4.4}, 42}

func TestCountsAreThoseOfALoop(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		p, err := whole.iterate(whole.Width, whole.Height, progress.New(io.Discard))
		require.NoError(t, err)
		counts, err := tensor.Data[float32](p.Count)
		require.NoError(t, err)
		for i, n := range counts {
			x := float32(-.75 - 2.2 + 4.4*float64(i%whole.Width)/30)
			top := 2.2 * 17 / 31.
			y := float32(top - 2*top*float64(i/whole.Width)/16)
			assert.Equal(t, count(x, y, whole.iterations), n, "x %v, y %v", x, y)
		}
	})
}

func count(x, y float32, iterations int) (n float32) {
	re, im := x, y
	for range iterations {
		re2, im2 := re*re, im*im // assigned, so that each product is rounded
		if float32(re2)+float32(im2) > radius2 {
			return n
		}
		n++
		both := float32(re * im)
		re, im = float32(float32(re2)-float32(im2))+x, float32(2*both)+y
	}
	return n
}

func TestThePictureIsBlackInTheSetAndTheSameOnEveryDevice(t *testing.T) {
	var pictures [][]float64
	devices.Each(t, func(t *testing.T, dev device.Device) {
		file := filepath.Join(t.TempDir(), "x.png")
		require.NoError(t, run(io.Discard, dev, whole, file))
		x, err := picture.Load(file)
		require.NoError(t, err)
		require.Equal(t, []int{17, 31, 4}, x.Shape())
		pictures = append(pictures, devices.Floats(t, x))
		assert.Equal(t, []float64{0, 0, 0, 255}, devices.Floats(t, x.At(8, 18)), "-.2")
		assert.Greater(t, devices.Floats(t, x.At(0, 0, 2))[0], 20., "far away it is blue")
	})
	for _, p := range pictures {
		for i := range p {
			assert.LessOrEqual(t, math.Abs(p[i]-pictures[0][i]), 1., "logarithms differ in the last place")
		}
	}
}

func TestAPictureThatCannotBeMadeIsAnError(t *testing.T) {
	dev := devices.Open(t, "cpu")
	for _, v := range []view{{plane.View{Width: -1, Height: 1, Across: 1}, 1}, {plane.View{Width: 1 << 20, Height: 1 << 20, Across: 1}, 1}, {plane.View{Width: 1, Height: 1, Across: math.NaN()}, 1}} {
		assert.ErrorContains(t, run(io.Discard, dev, v, ""), "all are above 0, and sizes at most 8192")
	}
	assert.ErrorContains(t, run(io.Discard, dev, view{plane.View{Width: 1, Height: 1, Across: 1, X: math.Inf(1)}, 1}, ""), "1 across at +Inf, 0; all are finite")
	small := view{plane.View{Width: 1, Height: 1, Across: 1}, 1}
	assert.ErrorIs(t, run(io.Discard, dev, small, filepath.Join(t.TempDir(), "no folder", "x.png")), os.ErrNotExist)
}
