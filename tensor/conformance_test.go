package tensor_test

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// The conformance data are results of PyTorch, NumPy and ONNX. A selection lies in
// testdata (see selection_test.go); WGTENSOR_CONFORMANCE names the folder of all.

// conform runs a test on the selection, and on all data if they are at hand, on every
// device.
func conform(t *testing.T, test func(t *testing.T, d device.Device, data folder)) {
	eachFolder(t, func(t *testing.T, data folder) {
		everywhere(t, func(t *testing.T, d device.Device) { test(t, d, data) })
	})
}

func eachFolder(t *testing.T, test func(*testing.T, folder)) {
	t.Run("selection", func(t *testing.T) { test(t, "testdata") })
	t.Run("full", func(t *testing.T) { test(t, full(t)) })
}

// full is the folder of all the data. It is an error if it should be there and is not.
func full(t *testing.T) folder {
	dir := os.Getenv("WGTENSOR_CONFORMANCE")
	if dir == "" {
		t.Skip("WGTENSOR_CONFORMANCE does not name the folder of the conformance data")
	}
	require.DirExists(t, dir, "WGTENSOR_CONFORMANCE is set, so the data must be there")
	return folder(dir)
}

// folder holds conformance data.
type folder string

func (f folder) path(parts ...string) string {
	return filepath.Join(append([]string{string(f)}, parts...)...)
}

// lines decodes a file of one JSON object a line.
func lines[T any](t *testing.T, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var all []T
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var v T
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &v), scanner.Text())
		all = append(all, v)
	}
	require.NoError(t, scanner.Err())
	require.NotEmpty(t, all, file)
	return all
}

// dtype is a DType by its name; 0 if we do not have it.
type dtype struct{ tensor.DType }

func (d *dtype) UnmarshalText(name []byte) error {
	d.DType, _ = tensor.ParseDType(string(name))
	return nil
}

// array names an array: a member of a zip file, in NumPy's format version 1.0, whose
// header repeats what stands here.
type array struct {
	File, Member string
	DType        dtype
	Shape        []int
}

// archives reads arrays out of the zip files of a folder, and opens each once.
type archives struct {
	dir  folder
	open map[string]*zip.ReadCloser
}

func openArchives(t *testing.T, dir folder) *archives {
	a := &archives{dir, map[string]*zip.ReadCloser{}}
	t.Cleanup(func() {
		for _, z := range a.open {
			z.Close()
		}
	})
	return a
}

// member is the array in NumPy's format.
func (z *archives) member(t *testing.T, a array) []byte {
	t.Helper()
	if z.open[a.File] == nil {
		r, err := zip.OpenReader(z.dir.path(a.File))
		require.NoError(t, err)
		z.open[a.File] = r
	}
	f, err := z.open[a.File].Open(a.Member)
	require.NoError(t, err)
	defer f.Close()
	raw, err := io.ReadAll(f)
	require.NoError(t, err)
	return raw
}

// bytes are the array's elements, as FromBytes takes them.
func (z *archives) bytes(t *testing.T, a array) []byte {
	raw := z.member(t, a)
	return raw[10+binary.LittleEndian.Uint16(raw[8:]):]
}

// tensor is the array on the default device.
func (z *archives) tensor(t *testing.T, a array) *tensor.Tensor {
	return tensor.FromBytes(a.DType.DType, z.bytes(t, a), len(z.bytes(t, a))/a.DType.Size()).Reshape(a.Shape...)
}

// has reports whether the device computes in all types.
func has(d device.Device, dts ...tensor.DType) bool {
	for _, dt := range dts {
		if !d.Info().DTypes.Has(dt) {
			return false
		}
	}
	return true
}
