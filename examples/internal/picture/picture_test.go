package picture_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/picture"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAPixelOfAHalvedPictureIsTheMeanOfFour(t *testing.T) {
	x := tensor.Arange[float32](0, 24, 1).Reshape(2, 4, 3)
	values, err := tensor.Data[float32](picture.Halve(x))
	require.NoError(t, err)
	assert.Equal(t, []float32{7.5, 8.5, 9.5, 13.5, 14.5, 15.5}, values)
}

func TestAPictureIsReadAsItWasWritten(t *testing.T) {
	colours := tensor.FromSlice([]float32{-1, 0, .5, 1, 1, 2}, 1, 2, 3)
	for _, c := range []struct {
		name   string
		pixels []uint8
	}{
		{"x.png", []uint8{0, 0, 128, 255, 255, 255, 255, 255}},
		{"x.jpg", nil}, // which has other colours than were written
		{"x.JPEG", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.name)
			require.NoError(t, picture.Check(file))
			require.NoError(t, picture.Save(file, colours))
			x, err := picture.Load(file)
			require.NoError(t, err)
			require.Equal(t, []int{1, 2}, x.Shape()[:2])
			if c.pixels != nil {
				values, err := tensor.Data[uint8](x)
				require.NoError(t, err)
				assert.Equal(t, c.pixels, values)
			}
		})
	}
}

func TestWhatIsNoPictureIsAnError(t *testing.T) {
	_, err := picture.Load("none.png")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = picture.Load("file.go")
	assert.ErrorContains(t, err, "file.go is no PNG or JPEG, or not a whole one: image: unknown format")
	assert.ErrorContains(t, picture.Save(filepath.Join(t.TempDir(), "x.png"), tensor.Zeros(tensor.Float32, 5)), "shape [5]")
	for _, c := range []struct{ name, file, want string }{
		{"in no folder", filepath.Join(t.TempDir(), "no folder", "x.png"), "no folder"},
		{"of another format", filepath.Join(t.TempDir(), "x.gif"), `x.gif" ends in none of .png, .jpg and .jpeg`},
		{"without a name", "", `"" ends in none of`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, picture.Check(c.file), c.want)
			assert.ErrorContains(t, picture.Save(c.file, tensor.Zeros(tensor.Float32, 2, 2)), c.want)
		})
	}
}
