package main

import (
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
	"github.com/wgtensor/wgtensor/examples/nbody/gravity"
	"github.com/wgtensor/wgtensor/tensor"
)

// small is little to compute and to draw.
var small = size{bodies: 24, steps: 50, width: 40, height: 25}

func TestOutput(t *testing.T) {
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "x.png")
	require.NoError(t, run(&out, devices.Open(t, "cpu"), small, file))
	golden.Equal(t, strings.ReplaceAll(out.String(), file, "x.png"))
}

func TestAStepIsWhatTheNaiveLoopComputes(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		for _, n := range []int{1, 3, 24, 37} {
			s := gravity.Galaxies(n)
			position, velocity := naive(t, s, 0.01)
			s = s.Step(0.01)
			assert.InDeltaSlice(t, position, devices.Floats(t, s.Position), 1e-6, "%d bodies", n)
			assert.InDeltaSlice(t, velocity, devices.Floats(t, s.Velocity), 1e-6, "%d bodies", n)
		}
	})
}

func TestAGPUComputesTheBitsOfTheCPUAndCompilesInTheFirstStepOnly(t *testing.T) {
	var texts []string
	devices.Each(t, func(t *testing.T, dev device.Device) {
		var out strings.Builder
		require.NoError(t, run(&out, dev, small, filepath.Join(t.TempDir(), "x.png")))
		compiled := ", [1-9] kernels compiled"
		if dev.Info().Kind == device.CPU {
			compiled = ""
		}
		assert.Regexp(t, `(?m)^step 1: 2 launches`+compiled+`\nstep 2: 2 launches$`, out.String())
		_, after, _ := strings.Cut(out.String(), "\nafter ")
		after, _, found := strings.Cut(after, " shape")
		assert.True(t, found)
		texts = append(texts, after)
	})
	for _, text := range texts {
		assert.Equal(t, texts[0], text)
	}
}

func TestABodyLightsThePixelsAroundIt(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		f := newFilm(25, 41)
		column3 := float32(devices.Floats(t, f.x.Index(0, 3))[0])
		require.NoError(t, f.expose(tensor.FromSlice([]float32{0, 0, 5, column3, upright / 2, -7}, 2, 3)))
		require.NoError(t, f.expose(tensor.FromSlice([]float32{9, 9, 9, 9, 9, 9}, 2, 3)), "beside the picture")
		for group, pixel := range []int{12*41 + 20, 3} {
			light := devices.Floats(t, f.light[group])
			assert.InDelta(t, fading, light[pixel], 1e-6)
			assert.InDelta(t, fading*math.Exp(-.5/(spot*spot)), light[pixel+1], .03, "a pixel beside it")
			assert.Equal(t, slices.Max(light), light[pixel])
		}
	})
}

func TestNoBodiesAreRefusedAndTooMany(t *testing.T) {
	dev := devices.Open(t, "cpu")
	assert.ErrorContains(t, run(io.Discard, dev, size{0, 1, 1, 1}, ""), "0 bodies, 1 steps, 1 x 1 pixels; all are at least 1")
	assert.ErrorContains(t, run(io.Discard, dev, size{1 << 30, 1, 1, 1}, ""), "bodies at most 8192")
	assert.ErrorContains(t, run(io.Discard, dev, size{1, 1, 1 << 15, 1 << 15}, ""), "sizes 4096")
}

// naive is a step in float64, body by body.
func naive(t *testing.T, s gravity.System, time float64) (position, velocity []float64) {
	t.Helper()
	mass, before := devices.Floats(t, s.Mass), devices.Floats(t, s.Position)
	position, velocity = devices.Floats(t, s.Position), devices.Floats(t, s.Velocity)
	for i := range mass {
		for j, m := range mass {
			var d [3]float64
			square := gravity.Softening
			for k := range d {
				d[k] = before[3*j+k] - before[3*i+k]
				square += d[k] * d[k]
			}
			for k := range d {
				velocity[3*i+k] += time * m * d[k] / (square * math.Sqrt(square))
			}
		}
	}
	for i, v := range velocity {
		position[i] += time * v
	}
	return position, velocity
}
