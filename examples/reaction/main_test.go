package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/examples/reaction/dish"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAStepIsWhatTheNaiveLoopComputes(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		d := dish.New(13, 21)
		for range 3 {
			u, v := naive(t, d)
			after := d.Step()
			assert.InDeltaSlice(t, u, devices.Floats(t, after.U), 1e-6)
			assert.InDeltaSlice(t, v, devices.Floats(t, after.V), 1e-6)
			require.NoError(t, d.Inner().U.Assign(after.U.Clone()))
			require.NoError(t, d.Inner().V.Assign(after.V.Clone()))
		}
	})
}

// naive is a step in float64, pixel by pixel.
func naive(t *testing.T, d dish.Dish) (u, v []float64) {
	all := map[string][]float64{"u": devices.Floats(t, d.U), "v": devices.Floats(t, d.V)}
	feed, kill := devices.Floats(t, d.Feed), devices.Floats(t, d.Kill)
	height, width := d.Kill.Shape()[0], d.Kill.Shape()[1]
	for y := 1; y <= height; y++ {
		for x := 1; x <= width; x++ {
			i, row := y*(width+2)+x, width+2
			laplacian := func(s []float64) float64 {
				return .1*(s[i-1]+s[i+1]+s[i-row]+s[i+row]) + .025*(s[i-row-1]+s[i-row+1]+s[i+row-1]+s[i+row+1]) - .5*s[i]
			}
			a, b := all["u"][i], all["v"][i]
			f, k := feed[x-1], kill[(y-1)*width+x-1]
			u = append(u, a+laplacian(all["u"])-a*b*b+f*(1-a))
			v = append(v, b+laplacian(all["v"])/2+a*b*b-(f+k)*b)
		}
	}
	return u, v
}

func TestWithoutDropsNothingGrows(t *testing.T) {
	devices.Open(t, "cpu")
	d := dish.New(5, 7)
	require.NoError(t, d.U.Fill(1))
	require.NoError(t, d.V.Fill(0))
	after := d.Step()
	same, err := tensor.AllClose(after.U, tensor.Ones(tensor.Float32, 5, 7), 0, 0)
	require.NoError(t, err)
	assert.True(t, same)
	assert.Equal(t, make([]float64, 35), devices.Floats(t, after.V))
}

func TestThePictureHasAPixelForEachElement(t *testing.T) {
	devices.Each(t, func(t *testing.T, dev device.Device) {
		file := filepath.Join(t.TempDir(), "x.png")
		require.NoError(t, run(io.Discard, dev, 32, 20, 3, file))
		x, err := picture.Load(file)
		require.NoError(t, err)
		assert.Equal(t, []int{20, 32, 4}, x.Shape())
	})
}

func TestAPictureThatCannotBeMadeIsAnError(t *testing.T) {
	dev := devices.Open(t, "cpu")
	assert.ErrorContains(t, run(io.Discard, dev, 0, 1, 1, ""), "0 x 1 pixels, 1 steps; sizes are from 1 to 8192, steps from 0")
	assert.ErrorContains(t, run(io.Discard, dev, 1<<20, 1<<20, 1, ""), "sizes are from 1 to 8192, steps from 0")
	assert.ErrorIs(t, run(io.Discard, dev, 3, 3, 1, filepath.Join(t.TempDir(), "no folder", "x.png")), os.ErrNotExist)
}
