package main

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestOutput(t *testing.T) {
	devices.Open(t, "cpu")
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "x.png")
	require.NoError(t, run(&out, picture.Mountains(40, 60), 5, 9, file))
	golden.File(t, strings.ReplaceAll(out.String(), file, "x.png"))
	painted, err := picture.Load(file)
	require.NoError(t, err)
	bytes, err := tensor.Data[uint8](painted.Slice(2, 0, 3, 1).Contiguous())
	require.NoError(t, err)
	colours := map[[3]uint8]bool{}
	for i := 0; i < len(bytes); i += 3 {
		colours[[3]uint8(bytes[i:])] = true
	}
	assert.Len(t, colours, 5, "a picture of five colours")
}

// naive moves colours to the means of the points that are nearest to them.
func naive(points, colours [][3]float64) [][3]float64 {
	sums, counts := make([][3]float64, len(colours)), make([]float64, len(colours))
	for _, p := range points {
		best, least := 0, math.Inf(1)
		for i, c := range colours {
			if d := math.Hypot(math.Hypot(p[0]-c[0], p[1]-c[1]), p[2]-c[2]); d < least {
				best, least = i, d
			}
		}
		counts[best]++
		for k := range p {
			sums[best][k] += p[k]
		}
	}
	for i := range sums {
		for k := range sums[i] {
			if sums[i][k] /= counts[i]; counts[i] == 0 {
				sums[i][k] = colours[i][k]
			}
		}
	}
	return sums
}

func triples(values []float64) (all [][3]float64) {
	for i := 0; i < len(values); i += 3 {
		all = append(all, [3]float64(values[i:]))
	}
	return all
}

func TestAStepMovesColoursToTheMeansOfTheirPoints(t *testing.T) {
	devices.Each(t, testStep)
}

func testStep(t *testing.T, _ device.Device) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) *tensor.Tensor {
		values := make([]float32, 3*n)
		for i := range values {
			values[i] = r.Float32()
		}
		return tensor.FromSlice(values, n, 3)
	}
	points := random(200)
	for _, k := range []int{1, 2, 7, 40} {
		colours := random(k)
		want := naive(triples(devices.Floats(t, points)), triples(devices.Floats(t, colours)))
		for i, c := range triples(devices.Floats(t, means(points, nearest(points, colours), colours))) {
			assert.InDeltaSlice(t, want[i][:], c[:], 1e-5, "colour %d of %d", i, k)
		}
	}
}

func TestWrongNumbersAreRefused(t *testing.T) {
	devices.Open(t, "cpu")
	x := picture.Mountains(4, 4)
	assert.ErrorContains(t, run(nil, x, 0, 1, "x.png"), "0 colours and 1 steps; colours are 1 to 256")
	assert.ErrorContains(t, run(nil, x, 300, 1, "x.png"), "300 colours")
	assert.ErrorContains(t, run(nil, x, 3, -1, "x.png"), "-1 steps")
	assert.ErrorContains(t, run(nil, x, 3, 1, "x.gif"), "ends in none of .png")
}
