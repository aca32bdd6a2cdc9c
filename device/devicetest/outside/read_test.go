package outside

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// packFolder makes a folder with one archive of one member.
func packFolder(t *testing.T, member string) string {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "a.zip"))
	require.NoError(t, err)
	defer f.Close()
	z := zip.NewWriter(f)
	w, err := z.Create("m.npy")
	require.NoError(t, err)
	_, err = w.Write([]byte(member))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return dir
}

const npy = "\x93NUMPY\x01\x00\x02\x00{}"

func TestAnArrayIsReadAsItsManifestSays(t *testing.T) {
	z := OpenArchives(packFolder(t, npy+"\x01\x02\x03\x04"))
	defer z.Close()
	got, err := z.Elements(Array{File: "a.zip", Member: "m.npy", DType: DType{op.Uint16}, Shape: []int{2, 1}})
	assert.NoError(t, err)
	assert.Equal(t, []op.Scalar{0x0201, 0x0403}, got)
}

func TestAnArrayThatIsNotWhatItsManifestSaysIsAnError(t *testing.T) {
	for _, c := range []struct {
		name, text, member string
		array              Array
	}{
		{
			name:   "too few bytes",
			text:   "has 16 bytes; uint16 of shape [3] takes 18",
			member: npy + "1234",
			array:  Array{DType: DType{op.Uint16}, Shape: []int{3}},
		},
		{"another format", "is not in NumPy's format", "PK", Array{DType: DType{op.Uint8}}},
		{
			name:   "a negative size",
			text:   "the shape of m.npy is [-1 -1]",
			member: npy + "1",
			array:  Array{DType: DType{op.Uint8}, Shape: []int{-1, -1}},
		},
		{"an unknown dtype", "has an unknown dtype", npy, Array{Shape: []int{0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := OpenArchives(packFolder(t, c.member))
			c.array.File, c.array.Member = "a.zip", "m.npy"
			_, err := z.Elements(c.array)
			assert.ErrorContains(t, err, c.text)
			z.Close()
		})
	}
	z := OpenArchives(t.TempDir())
	_, err := z.Bytes(Array{File: "a.zip"})
	assert.ErrorContains(t, err, "a.zip")
}

func TestAManifestThatIsNotOneObjectALineIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "manifest.jsonl")
	for _, c := range []struct {
		name, text, content string
	}{
		{"nothing", "is empty", ""},
		{"half an object", "line 2 of", "{}\n{"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(c.content), 0o644))
			_, err := Lines[Case](file)
			assert.ErrorContains(t, err, c.text)
		})
	}
	_, err := Cases("nowhere", "torch")
	assert.ErrorContains(t, err, filepath.Join("nowhere", "torch", "manifest.jsonl"))
}

func TestAnExceptionSaysWhatIsGivenInstead(t *testing.T) {
	c := &Case{Op: "sign", Kind: "elementwise", Class: "exact"}
	nan := op.Float32.FromFloat(0) | 0x7fc00000
	e := Sample{Case: c, Types: []op.DType{op.Float32}, In: []op.Scalar{nan}, DType: op.Float32, Want: 0, Got: nan}
	assert.Equal(t, "PyTorch's sign of NaN is 0, ours NaN", e.Judge(0, true))
	e.Got = op.Float32.FromFloat(1)
	assert.Equal(t, Wrong, e.Judge(0, true))
	e.Got = 0
	assert.Equal(t, Right, e.Judge(0, true))
}

func TestSubnormalsAreForgivenWhereTheyAreNotKept(t *testing.T) {
	c := &Case{Op: "abs", Kind: "elementwise", Class: "exact"}
	e := Sample{Case: c, Types: []op.DType{op.Float32}, In: []op.Scalar{1}, DType: op.Float32, Want: 1, Got: 0}
	assert.Equal(t, Wrong, e.Judge(0, true))
	assert.Equal(t, Flushed, e.Judge(0, false))

	one, smallest := op.Scalar(0x3f800000), op.Scalar(0x800000)
	product := Sample{Case: c, Types: []op.DType{op.Float32}, In: []op.Scalar{one}, DType: op.Float32, Want: smallest, Got: 0}
	assert.Equal(t, Wrong, product.Judge(0, true))
	assert.Equal(t, Flushed, product.Judge(0, false), "it may have been less before it was rounded")
	product.Want = smallest + 1
	assert.Equal(t, Wrong, product.Judge(0, false))
}
