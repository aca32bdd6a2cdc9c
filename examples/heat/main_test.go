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
	"github.com/wgtensor/wgtensor/tensor"
)

func TestHeatFlowsBetweenNeighboursThatAreNoObstacleAndGoesOn(t *testing.T) {
	const height, width = 24, 38
	devices.Each(t, func(t *testing.T, _ device.Device) {
		p := newPlate(height, width)
		require.NoError(t, p.Heat.SetAt(.75, tensor.S(3, 9, 1), tensor.S(5, 30, 1)))
		solid, last, before := devices.Floats(t, p.Solid), devices.Floats(t, p.Last), devices.Floats(t, p.Heat)
		advance(t, &p)
		after := devices.Floats(t, p.Heat)
		assert.Equal(t, before, devices.Floats(t, p.Last))
		free := func(y, x int) bool { return x == 0 || x == width+1 || solid[(y-1)*width+x-1] > 0 }
		for y := 1; y <= height; y++ {
			for x := 1; x <= width; x++ {
				at := y*(width+2) + x
				want := before[at] + (1-3.6/width)*(before[at]-last[at])
				for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
					if to := y + d[0]; to >= 1 && to <= height && free(y, x) && free(to, x+d[1]) {
						want += .45 * (before[to*(width+2)+x+d[1]] - before[at])
					}
				}
				require.InDelta(t, want, after[at], 1e-6, "row %d, column %d", y, x)
			}
		}
	})
}

// advance makes a step as it is written, without compiling it.
func advance(t *testing.T, p *plate) {
	require.NoError(t, inner(p.Last).Assign(p.step()))
	p.Heat, p.Last = p.Last, p.Heat
}

func TestInTheEndAsMuchFlowsThroughEachColumn(t *testing.T) {
	devices.Open(t, "cpu")
	p := newPlate(32, 52)
	for range 10 * 52 {
		advance(t, &p)
	}
	_, right := p.flows()
	flow := devices.Floats(t, right)
	var through [53]float64
	for i, f := range flow {
		through[i%53] += f
	}
	for _, f := range through {
		assert.InDelta(t, through[0], f, 1e-3)
	}
	assert.Greater(t, through[0], .1)
}

func TestThePictureIsPaleAtTheWarmEdgeAndDarkInAnObstacle(t *testing.T) {
	devices.Each(t, func(t *testing.T, dev device.Device) {
		file := filepath.Join(t.TempDir(), "x.png")
		require.NoError(t, run(io.Discard, dev, 160, 96, 4, file))
		x, err := picture.Load(file)
		require.NoError(t, err)
		require.Equal(t, []int{96, 160, 4}, x.Shape())
		assert.Greater(t, devices.Floats(t, x.At(5, 0, 0))[0], 240.)
		assert.Equal(t, []float64{0x1b, 0x1f, 0x2a, 255}, devices.Floats(t, x.At(25, 29)))
	})
}

func TestAPictureThatCannotBeMadeIsAnError(t *testing.T) {
	dev := devices.Open(t, "cpu")
	for _, c := range [][3]int{{0, 16, 1}, {16, 0, 1}, {16, 16, 0}, {1 << 20, 16, 1}} {
		assert.ErrorContains(t, run(io.Discard, dev, c[0], c[1], c[2], ""), "all are at least 1, and sizes at most 8192")
	}
	assert.ErrorIs(t, run(io.Discard, dev, 16, 16, 1, filepath.Join(t.TempDir(), "no folder", "x.png")), os.ErrNotExist)
}
