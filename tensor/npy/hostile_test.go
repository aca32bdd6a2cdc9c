package npy_test

import (
	"bytes"
	"errors"
	"hash/crc32"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// verdict is what NumPy says of a file: an error, one array, or the arrays of an archive.
type verdict struct {
	Error  string
	DType  string
	Shape  []int
	CRC    uint32
	Arrays map[string]verdict
}

// reader reads the arrays of a file; one that is no archive has the name "".
type reader func(raw []byte) (map[string]*tensor.Tensor, error)

func one(x *tensor.Tensor, err error) (map[string]*tensor.Tensor, error) {
	return map[string]*tensor.Tensor{"": x}, err
}

func readStream(raw []byte) (map[string]*tensor.Tensor, error) {
	return one(npy.Read(filestest.Silent{Reader: bytes.NewReader(raw)}))
}

func readBytes(raw []byte) (map[string]*tensor.Tensor, error) {
	return one(npy.Read(bytes.NewReader(raw)))
}

func readAt(raw []byte) (map[string]*tensor.Tensor, error) {
	f, err := npy.NewFile(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	return one(f.Tensor())
}

func readArchive(raw []byte) (map[string]*tensor.Tensor, error) {
	z, err := npy.NewZip(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	arrays := map[string]*tensor.Tensor{}
	for _, name := range z.Names() {
		if arrays[name], err = z.Tensor(name); err != nil {
			return nil, err
		}
	}
	return arrays, nil
}

var readers = map[string][]reader{"npy.json": {readStream, readBytes, readAt}, "npz.json": {readArchive}}

func TestHostileFilesAreAnsweredByAnError(t *testing.T) {
	for file, readers := range readers {
		for _, h := range filestest.HostileFiles[verdict](t, file) {
			t.Run(file+"/"+h.Name, func(t *testing.T) {
				for _, read := range readers {
					err := agree(t, read, h.File, h.Python)
					if strconv.IntSize == 32 && err != nil && strings.Contains(err.Error(), "does not fit an int") {
						continue // a rule that comes before the others there
					}
					if h.Rule != "" {
						require.ErrorContains(t, err, h.Rule)
					} else if !h.Either {
						require.NoError(t, err)
					}
				}
			})
		}
	}
}

// agree reads a file. An accepted array has Python's values. A file that Python refuses is refused,
// with a *FormatError. Then the reader takes at most 1 MiB more memory than the file has bytes.
func agree(t testing.TB, read reader, raw []byte, python verdict) error {
	var got map[string]*tensor.Tensor
	var err error
	taken := filestest.CountAllocated(func() { got, err = read(raw) })
	if err != nil {
		assert.LessOrEqual(t, taken, len(raw)+1<<20, "bytes allocated")
		var format *npy.FormatError
		require.ErrorAs(t, err, &format)
		require.NotEmpty(t, format.Rule)
		return err
	}
	require.Empty(t, python.Error, "Python refuses what we accept")
	if python.Arrays == nil {
		python.Arrays = map[string]verdict{"": python}
	}
	require.Len(t, got, len(python.Arrays))
	for name, want := range python.Arrays {
		same(t, want, got[name])
	}
	return nil
}

// same compares an array with NumPy's verdict.
func same(t testing.TB, want verdict, got *tensor.Tensor) {
	raw, err := got.Bytes()
	require.NoError(t, err)
	require.Equal(t, want, verdict{DType: got.DType().String(), Shape: got.Shape(), CRC: crc32.ChecksumIEEE(raw)})
}

func FuzzRead(f *testing.F) { fuzz(f, "npy.json") }

func FuzzZip(f *testing.F) { fuzz(f, "npz.json") }

// fuzz compares readers with the recorded verdicts of NumPy. With WGTENSOR_THOROUGH=1 it asks NumPy
// about each other input.
func fuzz(f *testing.F, file string) {
	recorded := map[string]verdict{}
	for _, h := range filestest.HostileFiles[verdict](f, file) {
		recorded[string(h.File)] = h.Python
		f.Add(h.File)
	}
	live := filestest.NewOracle[verdict](f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, read := range readers[file] {
			python, ok := recorded[string(raw)]
			if !ok && live != nil && len(raw) <= longest {
				python, ok = live.Verdict(t, raw), true
			}
			if ok {
				_ = agree(t, read, raw, python) // agree compares the results
				continue
			}
			var format *npy.FormatError
			if _, err := read(raw); err != nil && !errors.As(err, &format) {
				t.Fatal(err)
			}
		}
	})
}

// longest bounds the files about which NumPy is asked. For some malformed headers of maxHeader
// bytes it takes 20 seconds.
const longest = 500
