package safetensors_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

// expectedTensor is the tensor that testdata/make.py makes for a name such as float32_2x3.
func expectedTensor(t testing.TB, name string) *tensor.Tensor {
	typeName, sizes, _ := strings.Cut(name, "_")
	return filestest.Expected(t, typeName, sizes)
}

func TestWhatPythonSavesIsRead(t *testing.T) {
	f, err := safetensors.Open("testdata/tensors.safetensors")
	require.NoError(t, err)
	defer f.Close()
	require.Equal(t, 13*7, len(f.Names()))
	assert.Nil(t, f.Metadata())
	raw, err := os.ReadFile("testdata/tensors.safetensors")
	require.NoError(t, err)
	all, err := safetensors.Read(bytes.NewReader(raw))
	require.NoError(t, err)
	streamed, err := safetensors.Read(io.MultiReader(bytes.NewReader(raw)))
	require.NoError(t, err)
	for _, name := range f.Names() {
		t.Run(name, func(t *testing.T) {
			want := expectedTensor(t, name)
			filestest.Equal(t, want, all[name])
			filestest.Equal(t, want, streamed[name])
			got, err := f.Tensor(name)
			require.NoError(t, err)
			filestest.Equal(t, want, got)
			info, ok := f.Info(name)
			require.True(t, ok)
			assert.Equal(t, want.DType(), info.DType)
			assert.Equal(t, want.Shape(), info.Shape)
			if want.Rank() > 0 {
				everySection(t, f, name, want)
			}
		})
	}
}

func everySection(t *testing.T, f *safetensors.File, name string, want *tensor.Tensor) {
	rows := want.Shape()[0]
	for start := range rows + 1 {
		for stop := start; stop <= rows; stop++ {
			got, err := f.Section(name, start, stop)
			require.NoError(t, err)
			filestest.Equal(t, want.Slice(0, start, stop, 1), got)
		}
		got, err := f.Section(name, start, tensor.End)
		require.NoError(t, err)
		filestest.Equal(t, want.Slice(0, start, tensor.End, 1), got)
	}
	for _, bad := range [][2]int{{-1, 0}, {1, 0}, {0, rows + 1}} {
		_, err := f.Section(name, bad[0], bad[1])
		require.ErrorContains(t, err, "of an axis of size "+strconv.Itoa(rows))
	}
}

func TestFilesAreWrittenAsPythonDoes(t *testing.T) {
	for _, name := range []string{"testdata/tensors.safetensors", "testdata/metadata.safetensors"} {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			f, err := safetensors.NewFile(bytes.NewReader(want), int64(len(want)))
			require.NoError(t, err)
			tensors := map[string]*tensor.Tensor{}
			for _, name := range f.Names() {
				x, err := f.Tensor(name)
				require.NoError(t, err)
				tensors[name] = x
			}
			var out bytes.Buffer
			require.NoError(t, safetensors.Write(&out, tensors, f.Metadata()))
			require.True(t, bytes.Equal(want, out.Bytes()))
		})
	}
}

func TestARefusedWriteLeavesAnOldFileAlone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	x := tensor.Ones(tensor.Float32, 2)
	require.Error(t, safetensors.WriteFile(name, map[string]*tensor.Tensor{"a": x, "b": x.Reshape(3)}, nil))
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "old", string(raw))
}

func TestFilesOnDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.safetensors")
	x := tensor.FromSlice([]float32{1, 2, float32(math.NaN()), 4, 5, 6}, 2, 3)
	tensors := map[string]*tensor.Tensor{"x": x, "x.T": x.T(), "half": x.AsType(tensor.BFloat16), "": tensor.Scalar(true)}
	require.NoError(t, safetensors.WriteFile(name, tensors, map[string]string{"format": "pt"}))
	read, err := safetensors.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, len(tensors), len(read))
	for name, want := range tensors {
		filestest.Equal(t, want, read[name])
	}
	f, err := safetensors.Open(name)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"format": "pt"}, f.Metadata())
	_, err = f.Tensor("y")
	assert.EqualError(t, err, "safetensors: "+name+`: tensor "y": the file has no such tensor`)
	_, ok := f.Info("y")
	assert.False(t, ok)
	require.NoError(t, f.Close())
	_, err = f.Tensor("x")
	assert.ErrorIs(t, err, os.ErrClosed)
	_, err = safetensors.ReadFile(name + "s")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestTensorsOfUnknownTypesAreListedAndRefusedAlone(t *testing.T) {
	header := `{"a":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[2],"data_offsets":[8,10]}}`
	raw := string(rune(len(header))) + "\x00\x00\x00\x00\x00\x00\x00" + header + "12345678ab"
	f, err := safetensors.NewFile(strings.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	info, ok := f.Info("a")
	assert.Equal(t, safetensors.Info{Type: "F8_E4M3", Shape: []int{8}}, info)
	assert.True(t, ok)
	b, err := f.Tensor("b")
	require.NoError(t, err)
	filestest.Equal(t, tensor.FromSlice([]uint8("ab")), b)
	const want = `safetensors: tensor "a": tensors do not hold F8_E4M3; they hold bool, integers and floats of 16 bits and more`
	_, err = f.Tensor("a")
	assert.EqualError(t, err, want)
	_, err = f.Section("a", 0, 1)
	assert.EqualError(t, err, want)
	_, err = safetensors.Read(strings.NewReader(raw))
	assert.EqualError(t, err, want)
}

func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	x := tensor.FromSlice([]float32{1})
	type tensors = map[string]*tensor.Tensor
	for _, c := range []struct {
		name     string
		tensors  tensors
		metadata map[string]string
		want     string
	}{
		{"nil", tensors{"a": nil}, nil, "nil tensor"},
		{"a mistake", tensors{"a": x.Reshape(2)}, nil, "reshape"},
		{"the name of the metadata", tensors{"__metadata__": x}, nil, "the name is the format's own; choose another"},
		{"no UTF-8", tensors{"\xff": x}, nil, "not valid UTF-8"},
		{"no UTF-8 in the metadata", tensors{"a": x}, map[string]string{"a": "\xff"}, "not valid UTF-8"},
		{"many axes", tensors{"a": x.Reshape(slices.Repeat([]int{1}, 65)...)}, nil, "it has 65 axes, at most 64 are read; Reshape it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			assert.ErrorContains(t, safetensors.Write(&out, c.tensors, c.metadata), c.want)
			assert.Zero(t, out.Len(), "nothing is written")
		})
	}
	r, w := io.Pipe()
	require.NoError(t, r.Close())
	assert.ErrorIs(t, safetensors.Write(w, tensors{"a": x}, nil), io.ErrClosedPipe)
	assert.ErrorIs(t, safetensors.WriteFile(t.TempDir()+"/none/x", tensors{"a": x}, nil), os.ErrNotExist)
}

func TestAReadThatFailsIsNoMistakeOfTheFile(t *testing.T) {
	raw, err := os.ReadFile("testdata/metadata.safetensors")
	require.NoError(t, err)
	for n := range raw {
		_, err := safetensors.Read(io.MultiReader(bytes.NewReader(raw[:n]), iotest.ErrReader(os.ErrDeadlineExceeded)))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded, n)
		var format *safetensors.FormatError
		require.False(t, errors.As(err, &format), n)
	}
}
