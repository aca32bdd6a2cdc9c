package main

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "x.png")
	require.NoError(t, run(&out, devices.Open(t, "cpu"), 120, 80, "", file))
	golden.Equal(t, strings.ReplaceAll(out.String(), file, "x.png"))
}

func TestAGPUCompilesNothingAfterTheWarmup(t *testing.T) {
	dev := devices.Open(t, "gpu")
	var out strings.Builder
	require.NoError(t, run(&out, dev, 120, 80, "", filepath.Join(t.TempDir(), "x.png")))
	assert.Contains(t, out.String(), "developed by 6 launches\n")
	before := dev.(*gpu.Device).Stats().Pipelines
	require.NoError(t, run(&out, dev, 120, 80, "", filepath.Join(t.TempDir(), "x.png")))
	assert.Equal(t, before, dev.(*gpu.Device).Stats().Pipelines)
}

func TestEveryPixelIsDeveloped(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		for _, size := range [][2]int{{1, 1}, {23, 37}, {5, 64}} {
			before := randomPixels(size[0], size[1])
			after := develop(before)
			checkDeveloped(t, before, after)
		}
	})
}

func randomPixels(height, width int) *tensor.Tensor {
	random, pixels := rand.New(rand.NewPCG(1, 2)), make([]uint8, 3*height*width)
	for i := range pixels {
		pixels[i] = uint8(random.UintN(256))
	}
	return tensor.FromSlice(pixels, height, width, 3)
}

func TestAHistogramCountsPixels(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		pixels := randomPixels(7, 9)
		want := make([]float64, 3*bins)
		for i, v := range devices.Floats(t, pixels) {
			want[int(v)/(256/bins)*3+i%3]++
		}
		assert.Equal(t, want, devices.Floats(t, histogram(pixels)))
	})
}

func TestPicturesOfFilesStandSideBySide(t *testing.T) {
	dev, folder := devices.Open(t, "cpu"), t.TempDir()
	for _, c := range []struct {
		name   string
		pixels *tensor.Tensor
	}{
		{"colours.png", randomPixels(30, 40)},
		{"gray.png", randomPixels(30, 40).Index(2, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, out := filepath.Join(folder, c.name), filepath.Join(folder, "out "+c.name)
			require.NoError(t, picture.Save(in, c.pixels.AsType(tensor.Float32).Div(255)))
			require.NoError(t, run(io.Discard, dev, 0, 0, in, out))
			all, err := picture.Load(out)
			require.NoError(t, err)
			assert.Equal(t, []int{30 + 10 + 3*8, 2*40 + 3*8, 4}, all.Shape())
			before := all.At(tensor.S(8, 38, 1), tensor.S(8, 48, 1), tensor.S(0, 3, 1))
			assert.Equal(t, devices.Floats(t, c.pixels.Reshape(30, 40, -1).Expand(-1, -1, 3)), devices.Floats(t, before))
		})
	}
}

func TestWhatIsNoPictureIsAnError(t *testing.T) {
	dev := devices.Open(t, "cpu")
	assert.ErrorIs(t, run(io.Discard, dev, 0, 0, "none.png", ""), os.ErrNotExist)
	assert.ErrorContains(t, run(io.Discard, dev, 0, 0, "main.go", ""), "main.go is no PNG or JPEG")
	assert.ErrorContains(t, run(io.Discard, dev, 1, 5, "", ""), "1 x 5 pixels; sizes are from 2 to 4096")
}
