package main

import (
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "sunset.png")
	require.NoError(t, run(&out, open(t, "cpu"), "", file))
	golden.Equal(t, out.String())
	checkDeveloped(t, sunset(320, 200), file)
}

func TestAGPUCompilesNothingAfterTheWarmup(t *testing.T) {
	dev := open(t, "gpu")
	var out strings.Builder
	file := filepath.Join(t.TempDir(), "sunset.png")
	require.NoError(t, run(&out, dev, "", file))
	assert.Regexp(t, regexp.MustCompile(`(?m)^warming up: [1-9]\d* pipelines compiled, 0 launches\ndeveloping: 0 pipelines compiled, 6 launches$`), out.String())
	checkDeveloped(t, sunset(320, 200), file)
	before := dev.(*gpu.Device).Stats().Pipelines
	require.NoError(t, run(&out, dev, "", file))
	assert.Equal(t, before, dev.(*gpu.Device).Stats().Pipelines)
}

func TestAnyPictureIsDevelopedAndKeepsItsAlpha(t *testing.T) {
	for _, name := range []string{"cpu", "gpu"} {
		t.Run(name, func(t *testing.T) {
			dev, random := open(t, name), rand.New(rand.NewPCG(1, 2))
			for _, size := range []image.Point{{1, 1}, {37, 23}, {64, 5}} {
				picture := image.NewNRGBA(image.Rectangle{Max: size})
				for i := range picture.Pix {
					picture.Pix[i] = uint8(1 + random.IntN(255)) // of what cannot be seen a PNG keeps no colours
				}
				in, out := filepath.Join(t.TempDir(), "in.png"), filepath.Join(t.TempDir(), "out.png")
				require.NoError(t, save(in, picture))
				require.NoError(t, run(new(strings.Builder), dev, in, out))
				checkDeveloped(t, picture, out)
			}
		})
	}
}

func TestWhatIsNoPictureIsAnError(t *testing.T) {
	dev := open(t, "cpu")
	assert.ErrorIs(t, run(new(strings.Builder), dev, "none.png", ""), os.ErrNotExist)
	assert.ErrorContains(t, run(new(strings.Builder), dev, "main.go", ""), "main.go is no PNG, or not a whole one: png: invalid format")
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
