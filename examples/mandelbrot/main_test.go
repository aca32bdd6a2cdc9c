package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// everywhere runs a test on the CPU, and on the GPU where there is one.
func everywhere(t *testing.T, test func(t *testing.T)) {
	for _, name := range []string{"cpu", "gpu"} {
		t.Run(name, func(t *testing.T) {
			dev, err := device.Open(name)
			if err != nil && name == "gpu" && os.Getenv("WGTENSOR_REQUIRE_GPU") == "" {
				t.Skipf("no GPU: %v", err)
			}
			require.NoError(t, err)
			defer dev.Close()
			before := tensor.DefaultDevice()
			tensor.SetDefaultDevice(dev)
			defer tensor.SetDefaultDevice(before)
			test(t)
		})
	}
}

func TestThePictureOfTheReadmeIsThisPrograms(t *testing.T) {
	everywhere(t, func(t *testing.T) {
		picture, err := draw(768, 384, 200)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), "mandelbrot.png")
		require.NoError(t, save(file, picture))
		want, err := os.Open("mandelbrot.png")
		require.NoError(t, err)
		defer want.Close()
		expected, err := png.Decode(want)
		require.NoError(t, err)
		assert.True(t, assert.ObjectsAreEqual(expected, picture), "run the example here if the change is meant")
	})
}

func TestCountsAreThoseOfALoop(t *testing.T) {
	const width, height, steps = 31, 17, 40
	everywhere(t, func(t *testing.T) {
		counts, err := tensor.Data[int32](iterate(width, height, steps))
		require.NoError(t, err)
		x, err := tensor.Data[float32](tensor.Linspace[float32](-2.8, 1.6, width))
		require.NoError(t, err)
		y, err := tensor.Data[float32](tensor.Linspace[float32](1.1, -1.1, height))
		require.NoError(t, err)
		for i, n := range counts {
			assert.Equal(t, count(x[i%width], y[i/width], steps), n, "x %v, y %v", x[i%width], y[i/width])
		}
	})
}

func count(x, y float32, steps int) (n int32) {
	re, im := x, y
	for range steps {
		re2, im2 := re*re, im*im // assigned, so that each product is rounded
		if float32(re2)+float32(im2) > 4 {
			return n
		}
		n++
		both := float32(re * im)
		re, im = float32(float32(re2)-float32(im2))+x, float32(2*both)+y
	}
	return n
}

func TestAPictureThatCannotBeMadeIsAnError(t *testing.T) {
	_, err := draw(-1, 1, 1)
	assert.ErrorContains(t, err, "is negative")
	_, err = draw(1, 1, 1)
	assert.NoError(t, err)
	assert.Error(t, save(filepath.Join(t.TempDir(), "no folder", "x.png"), nil))
}
