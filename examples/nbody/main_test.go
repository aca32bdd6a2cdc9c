package main

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out, open(t, "cpu"), 64, 200))
	golden.Equal(t, out.String())
}

func TestAStepIsWhatTheNaiveLoopComputes(t *testing.T) {
	for _, name := range []string{"cpu", "gpu"} {
		t.Run(name, func(t *testing.T) {
			tensor.SetDefaultDevice(open(t, name))
			for _, n := range []int{1, 3, 24, 37} {
				s := disc(n)
				place, velocity := naive(t, s, 0.01)
				s = s.step(0.01)
				assert.InDeltaSlice(t, place, floats(t, s.place), 1e-6, "%d bodies", n)
				assert.InDeltaSlice(t, velocity, floats(t, s.velocity), 1e-6, "%d bodies", n)
			}
		})
	}
}

func TestAGPUComputesTheBitsOfTheCPUAndCompilesInTheFirstStepOnly(t *testing.T) {
	var texts [2]strings.Builder
	for i, name := range []string{"cpu", "gpu"} {
		require.NoError(t, run(&texts[i], open(t, name), 24, 50))
	}
	text := texts[1].String()
	assert.Regexp(t, `(?m)^step 1: [1-9]\d* pipelines compiled, 6 launches\nstep 2: 0 pipelines compiled, 6 launches$`, text)
	results := func(s string) string {
		_, s, _ = strings.Cut(s, "\nafter ")
		s, _, _ = strings.Cut(s, " shape")
		return s
	}
	assert.NotEmpty(t, results(text))
	assert.Equal(t, results(texts[0].String()), results(text))
}

func TestNoBodiesAreRefusedAndTooMany(t *testing.T) {
	dev := open(t, "cpu")
	assert.ErrorContains(t, run(new(strings.Builder), dev, 0, 1), "0 bodies, 1 steps; both are at least 1")
	assert.ErrorContains(t, run(new(strings.Builder), dev, 1<<30, 1), "and bodies at most 8192")
}

// naive is a step in float64, body by body.
func naive(t *testing.T, s system, time float64) (place, velocity []float64) {
	t.Helper()
	mass, before := floats(t, s.mass), floats(t, s.place)
	place, velocity = floats(t, s.place), floats(t, s.velocity)
	for i := range mass {
		for j, m := range mass {
			var d [3]float64
			square := softening
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
		place[i] += time * v
	}
	return place, velocity
}

func floats(t *testing.T, x *tensor.Tensor) []float64 {
	t.Helper()
	values, err := tensor.Data[float64](x.AsType(tensor.Float64))
	require.NoError(t, err)
	return values
}

func open(t *testing.T, name string) device.Device {
	t.Helper()
	dev, err := device.Open(name)
	if err != nil && name == "gpu" && os.Getenv("WGTENSOR_REQUIRE_GPU") == "" {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, dev.Close()) })
	return dev
}
