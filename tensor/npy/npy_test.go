package npy_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// saved is an array that NumPy has saved, and its elements.
type saved struct {
	name    string
	raw     []byte
	fortran bool
	big     bool
	want    *tensor.Tensor
}

// savedArrays returns the arrays of testdata/arrays.npz: all dtypes, byte orders, memory orders
// and ranks.
func savedArrays(t testing.TB) (all []saved) {
	archive, err := zip.OpenReader("testdata/arrays.npz")
	require.NoError(t, err)
	defer archive.Close()
	for _, member := range archive.File {
		r, err := member.Open()
		require.NoError(t, err)
		raw, err := io.ReadAll(r)
		require.NoError(t, err)
		parts := strings.Split(strings.TrimSuffix(member.Name, ".npy"), "_")
		all = append(all, saved{member.Name, raw, parts[2] == "F", parts[3] == "big", filestest.Expected(t, parts[0], parts[1])})
	}
	require.Equal(t, 352, len(all))
	return all
}

func TestWhatNumPySavesIsRead(t *testing.T) {
	for _, s := range savedArrays(t) {
		t.Run(s.name, func(t *testing.T) {
			r := bytes.NewReader(append(bytes.Clone(s.raw), "more"...))
			got, err := npy.Read(r, npy.V2AsBFloat16())
			require.NoError(t, err)
			filestest.Equal(t, s.want, got)
			assert.Equal(t, 4, r.Len(), "it reads to the last element, and not beyond")
			streamed, err := npy.Read(io.MultiReader(bytes.NewReader(s.raw)), npy.V2AsBFloat16())
			require.NoError(t, err)
			filestest.Equal(t, s.want, streamed)
			f, err := npy.NewFile(bytes.NewReader(s.raw), int64(len(s.raw)), npy.V2AsBFloat16())
			require.NoError(t, err)
			assert.Equal(t, s.want.Shape(), f.Shape())
			assert.Equal(t, s.want.DType(), f.DType())
			got, err = f.Tensor()
			require.NoError(t, err)
			filestest.Equal(t, s.want, got)
			everySection(t, f, s.want)
		})
	}
}

func everySection(t *testing.T, f *npy.File, want *tensor.Tensor) {
	if want.Rank() == 0 {
		return
	}
	rows := want.Shape()[0]
	for start := range rows + 1 {
		for stop := start; stop <= rows; stop++ {
			got, err := f.Section(start, stop)
			require.NoError(t, err)
			filestest.Equal(t, want.Slice(0, start, stop, 1), got)
		}
		got, err := f.Section(start, tensor.End)
		require.NoError(t, err)
		filestest.Equal(t, want.Slice(0, start, tensor.End, 1), got)
	}
	for _, bad := range [][2]int{{-1, 0}, {1, 0}, {0, rows + 1}} {
		_, err := f.Section(bad[0], bad[1])
		require.ErrorContains(t, err, fmt.Sprintf("section %d:%d of an axis of size %d", bad[0], bad[1], rows))
	}
}

func TestEveryNameThatNumPyHasForADTypeIsRead(t *testing.T) {
	for _, c := range []struct {
		descr string
		want  tensor.DType
	}{
		{"?", tensor.Bool}, {"bool", tensor.Bool}, {"d", tensor.Float64}, {"float64", tensor.Float64}, {"<d", tensor.Float64},
		{"=f4", tensor.Float32}, {"half", tensor.Float16}, {"bool_", tensor.Bool}, {"longlong", tensor.Int64}, {"float", tensor.Float64}, {"B", tensor.Uint8}, {"uint16", tensor.Uint16}, {"q", tensor.Int64},
	} {
		t.Run(c.descr, func(t *testing.T) {
			dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (0,), }", c.descr)
			got, err := npy.Read(strings.NewReader("\x93NUMPY\x01\x00" + string(rune(len(dict))) + "\x00" + dict))
			require.NoError(t, err)
			assert.Equal(t, c.want, got.DType())
		})
	}
}

func TestFilesAreWrittenAsNumPyDoes(t *testing.T) {
	for _, s := range savedArrays(t) {
		if s.big || s.want.DType() == tensor.BFloat16 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			x := s.want
			if s.fortran {
				x = x.T().Contiguous().T()
			}
			var out bytes.Buffer
			require.NoError(t, npy.Write(&out, x))
			require.Equal(t, s.raw, out.Bytes())
		})
	}
}

func TestArraysFollowOneAnotherInAStream(t *testing.T) {
	var stream bytes.Buffer
	for i := range 3 {
		require.NoError(t, npy.Write(&stream, tensor.Full(int32(i), i, 2)))
	}
	for i := range 3 {
		got, err := npy.Read(&stream)
		require.NoError(t, err)
		filestest.Equal(t, tensor.Full(int32(i), i, 2), got)
	}
	_, err := npy.Read(&stream)
	assert.ErrorIs(t, err, io.EOF)
}

func TestArraysInFortranOrderAreViews(t *testing.T) {
	var out bytes.Buffer
	x := tensor.Arange[int64](0, 6, 1).Reshape(2, 3).T()
	require.NoError(t, npy.Write(&out, x))
	got, err := npy.Read(&out)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 3}, got.Strides())
	assert.False(t, got.ReadOnly())
	filestest.Equal(t, x, got)
}

func TestARefusedWriteLeavesAnOldFileAlone(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	x := tensor.Ones(tensor.Float32, 2)
	closed := cpu.New()
	lost := x.To(closed)
	require.NoError(t, tensor.Eval(t.Context(), lost))
	require.NoError(t, closed.Close())
	for _, c := range []struct {
		name string
		bad  *tensor.Tensor
	}{
		{"on a closed device", lost}, {"bfloat16", x.AsType(tensor.BFloat16)}, {"a mistake", x.Reshape(3)}, {"nil", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Error(t, npy.WriteFile(name, c.bad))
			require.Error(t, npy.WriteZip(name, map[string]*tensor.Tensor{"a": x, "b": c.bad}))
			raw, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, "old", string(raw))
		})
	}
	require.Error(t, npy.WriteFile(name+"/x", x))
}

func TestFilesAndArchivesOnDisk(t *testing.T) {
	dir := t.TempDir()
	x := tensor.FromSlice([]float32{1, 2, float32(math.Inf(1)), 4}, 2, 2)
	require.NoError(t, npy.WriteFile(filepath.Join(dir, "x.npy"), x))
	got, err := npy.ReadFile(filepath.Join(dir, "x.npy"))
	require.NoError(t, err)
	filestest.Equal(t, x, got)

	arrays := map[string]*tensor.Tensor{"x": x, "layer/0": x.T(), "é": tensor.Scalar(true), "": tensor.Zeros(tensor.Uint8, 0)}
	name := filepath.Join(dir, "x.npz")
	require.NoError(t, npy.WriteZip(name, arrays))
	read, err := npy.ReadZip(name)
	require.NoError(t, err)
	require.Len(t, read, len(arrays))
	for name, want := range arrays {
		filestest.Equal(t, want, read[name])
	}
	z, err := npy.OpenZip(name)
	require.NoError(t, err)
	assert.Equal(t, []string{"", "layer/0", "x", "é"}, z.Names())
	f, err := z.Open("layer/0")
	require.NoError(t, err)
	everySection(t, f, x.T())
	_, err = z.Tensor("y")
	assert.EqualError(t, err, "npy: "+name+": array \"y\": the archive has no such array")
	require.NoError(t, z.Close())
	_, err = npy.ReadFile(filepath.Join(dir, "none.npy"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestAnIntegerWhoseSizeDependsOnTheMachineIsRefused(t *testing.T) {
	for _, name := range []string{"l", "<L", "int", "uintp"} {
		t.Run(name, func(t *testing.T) {
			dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (0,), }", name)
			_, err := npy.Read(strings.NewReader(fmt.Sprintf("\x93NUMPY\x01\x00v\x00%-117s\n", dict)))
			assert.ErrorContains(t, err, "the machine that wrote it says; save it as int64 or uint64")
		})
	}
}

func TestAFileOfTheOtherKindIsRefusedWithItsFunctions(t *testing.T) {
	one, several, none := filepath.Join(t.TempDir(), "x"), filepath.Join(t.TempDir(), "x"), filepath.Join(t.TempDir(), "x")
	x := tensor.FromSlice([]float32{1})
	require.NoError(t, npy.WriteFile(one, x))
	require.NoError(t, npy.WriteZip(several, map[string]*tensor.Tensor{"x": x}))
	require.NoError(t, npy.WriteZip(none, nil))
	for _, name := range []string{several, none} {
		_, err := npy.ReadFile(name)
		assert.EqualError(t, err, "npy: "+name+": it is an .npz file; use ReadZip, OpenZip or NewZip")
	}
	_, err := npy.ReadZip(one)
	assert.EqualError(t, err, "npy: "+one+": it is an .npy file; use ReadFile, Open or NewFile")
}

func TestTheArraysOfAnArchiveBeginAtMultiplesOf64(t *testing.T) {
	arrays := map[string]*tensor.Tensor{}
	for n := range 130 {
		arrays[strings.Repeat("x", n)] = tensor.Zeros(tensor.Uint8, n)
	}
	var file bytes.Buffer
	require.NoError(t, npy.WriteZipTo(&file, arrays))
	archive, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	require.Len(t, archive.File, len(arrays))
	for _, member := range archive.File {
		start, err := member.DataOffset() // a header has a multiple of 64 bytes
		require.NoError(t, err)
		assert.Zero(t, start%64, member.Name)
	}
}

func TestArchivesThatNumPySavedAreRead(t *testing.T) {
	all := savedArrays(t)
	read, err := npy.ReadZip("testdata/arrays.npz", npy.V2AsBFloat16())
	require.NoError(t, err)
	require.Len(t, read, len(all))
	for _, s := range all {
		filestest.Equal(t, s.want, read[strings.TrimSuffix(s.name, ".npy")])
	}
	z, err := npy.OpenZip("testdata/stored.npz")
	require.NoError(t, err)
	defer z.Close()
	assert.Equal(t, []string{"a", "b/c", "é"}, z.Names())
	f, err := z.Open("b/c")
	require.NoError(t, err)
	everySection(t, f, filestest.Expected(t, "int64", "2x2").T())
	compressed, err := npy.OpenZip("testdata/arrays.npz")
	require.NoError(t, err)
	defer compressed.Close()
	_, err = compressed.Open(compressed.Names()[0])
	assert.ErrorContains(t, err, "it is compressed, and cannot be read in sections; use Tensor")
}

func TestBFloat16IsRefusedWithAWayOut(t *testing.T) {
	x := tensor.FromSlice([]float32{1}).AsType(tensor.BFloat16)
	assert.EqualError(t, npy.Write(io.Discard, x), "npy: NumPy has no bfloat16; use AsType(tensor.Float32), or package safetensors")
	_, err := npy.ReadZip("testdata/arrays.npz")
	assert.ErrorContains(t, err, `dtype "<V2" is two raw bytes; if they are bfloat16, read with npy.V2AsBFloat16()`)
}

func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	x := tensor.FromSlice([]float32{1})
	assert.ErrorContains(t, npy.Write(io.Discard, nil), "nil tensor")
	assert.ErrorContains(t, npy.Write(io.Discard, x.Reshape(2)), "reshape")
	assert.ErrorContains(t, npy.Write(io.Discard, x.Reshape(slices.Repeat([]int{1}, 65)...)), "at most 64")
	r, w := io.Pipe()
	require.NoError(t, r.Close())
	assert.ErrorIs(t, npy.Write(w, x), io.ErrClosedPipe)
	assert.ErrorIs(t, npy.WriteZipTo(w, map[string]*tensor.Tensor{"x": x}), io.ErrClosedPipe)
	assert.ErrorContains(t, npy.WriteZipTo(io.Discard, map[string]*tensor.Tensor{"\xff": x}), "UTF-8")
	assert.ErrorIs(t, npy.WriteFile(t.TempDir()+"/none/x.npy", x), os.ErrNotExist)
}
