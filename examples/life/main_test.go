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

func TestAStepIsWhatTheNaiveLoopComputes(t *testing.T) {
	devices.Each(t, func(t *testing.T, _ device.Device) {
		const height, width = 13, 21
		w := newWorld(2, height, width)
		for range 3 {
			before, after := devices.Floats(t, w.Alive), w.step()
			want := make([]float64, height*width)
			for y := range height {
				for x := range width {
					neighbours := -before[y*width+x]
					for dy := -1; dy <= 1; dy++ {
						for dx := -1; dx <= 1; dx++ {
							neighbours += before[(y+dy+height)%height*width+(x+dx+width)%width]
						}
					}
					if neighbours == 3 || neighbours == 2 && before[y*width+x] == 1 {
						want[y*width+x] = 1
					}
				}
			}
			assert.Equal(t, want, devices.Floats(t, after.Alive))
			w = after
		}
	})
}

func TestAGliderComesBackAroundTheWorld(t *testing.T) {
	devices.Open(t, "cpu")
	alive := tensor.Zeros(tensor.Uint8, 6, 6)
	require.NoError(t, alive.SetAt(1, []int{0, 1, 2, 2, 2}, []int{1, 2, 0, 1, 2}))
	w := world{alive, alive.AsType(tensor.Float32)}
	step := tensor.Compile(world.step)
	for k := range 4 * 6 { // it needs four steps for a cell
		if k > 0 && k%4 == 0 {
			back, cells := k/4, w.Alive
			assert.Equal(t, devices.Floats(t, alive), devices.Floats(t, cells.Roll(0, -back).Roll(1, -back)))
		}
		w = step.Call(w)
	}
	assert.Equal(t, devices.Floats(t, alive), devices.Floats(t, w.Alive))
}

func TestACellIsASquareOfPixels(t *testing.T) {
	devices.Each(t, func(t *testing.T, dev device.Device) {
		file := filepath.Join(t.TempDir(), "x.png")
		require.NoError(t, run(io.Discard, dev, 50, 31, 3, 2, file))
		x, err := picture.Load(file)
		require.NoError(t, err)
		assert.Equal(t, []int{30, 48, 4}, x.Shape())
		corner := x.At(tensor.S(0, tensor.End, 3), tensor.S(0, tensor.End, 3))
		assert.Equal(t, devices.Floats(t, corner), devices.Floats(t, x.At(tensor.S(2, tensor.End, 3), tensor.S(2, tensor.End, 3))))
	})
}

func TestAPictureThatCannotBeMadeIsAnError(t *testing.T) {
	dev := devices.Open(t, "cpu")
	for _, c := range [][4]int{{0, 9, 1, 1}, {9, 9, 0, 1}, {9, 9, 4, 1}, {9, 9, 1, -1}, {1 << 20, 9, 1, 1}} {
		assert.ErrorContains(t, run(io.Discard, dev, c[0], c[1], c[2], c[3], ""), "sizes are from 3 cells to 8192, steps from 0")
	}
	assert.ErrorIs(t, run(io.Discard, dev, 9, 9, 1, 1, filepath.Join(t.TempDir(), "no folder", "x.png")), os.ErrNotExist)
}
