package safetensors_test

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
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

// verdict is what the reference implementation says of a file: an error, or the tensors.
type verdict struct {
	Error   string
	Tensors map[string]sum
}

// sum describes a tensor.
type sum struct {
	Type  string
	Shape []int64 // also of files that hosts of 32 bits have to refuse
	CRC   uint32
}

// reader reads the tensors of a file.
type reader func(raw []byte) (map[string]*tensor.Tensor, error)

func readStream(raw []byte) (map[string]*tensor.Tensor, error) {
	return safetensors.Read(filestest.Silent{Reader: bytes.NewReader(raw)})
}

func readBytes(raw []byte) (map[string]*tensor.Tensor, error) {
	return safetensors.Read(bytes.NewReader(raw))
}

func readAt(raw []byte) (map[string]*tensor.Tensor, error) {
	f, err := safetensors.NewFile(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, err
	}
	tensors := map[string]*tensor.Tensor{}
	for _, name := range f.Names() {
		if tensors[name], err = f.Tensor(name); err != nil {
			return nil, err
		}
	}
	return tensors, nil
}

var readers = []reader{readStream, readBytes, readAt}

func TestHostileFilesAreAnsweredByAnError(t *testing.T) {
	for _, h := range filestest.HostileFiles[verdict](t, "hostile.json") {
		t.Run(h.Name, func(t *testing.T) {
			for _, read := range readers {
				err := agree(t, read, h.File, h.Python)
				if strconv.IntSize == 32 && err != nil && strings.Contains(err.Error(), "is above 2147483647") {
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

// types are the dtypes' names in the format.
var types = map[tensor.DType]string{
	tensor.Bool: "BOOL", tensor.Uint8: "U8", tensor.Int8: "I8", tensor.Int16: "I16", tensor.Uint16: "U16", tensor.Float16: "F16", tensor.BFloat16: "BF16",
	tensor.Int32: "I32", tensor.Uint32: "U32", tensor.Float32: "F32", tensor.Float64: "F64", tensor.Int64: "I64", tensor.Uint64: "U64",
}

// agree reads a file. Accepted tensors have Python's values. A file that Python refuses is refused,
// with a *FormatError. Then the reader takes at most 1 MiB more memory than the file has bytes.
func agree(t testing.TB, read reader, raw []byte, python verdict) error {
	var got map[string]*tensor.Tensor
	var err error
	taken := filestest.CountAllocated(func() { got, err = read(raw) })
	if err != nil {
		assert.LessOrEqual(t, taken, len(raw)+1<<20, "bytes allocated")
		var format *safetensors.FormatError
		require.ErrorAs(t, err, &format)
		require.NotEmpty(t, format.Rule)
		return err
	}
	require.Empty(t, python.Error, "Python refuses what we accept")
	require.Len(t, got, len(python.Tensors))
	for name, want := range python.Tensors {
		raw, err := got[name].Bytes()
		require.NoError(t, err)
		require.Equal(t, want, sum{types[got[name].DType()], wide(got[name].Shape()), crc32.ChecksumIEEE(raw)})
	}
	return nil
}

// FuzzRead compares readers with the recorded verdicts of the reference implementation. With
// WGTENSOR_THOROUGH=1 it asks that implementation about each other input.
func FuzzRead(f *testing.F) {
	recorded := map[string]verdict{}
	for _, h := range filestest.HostileFiles[verdict](f, "hostile.json") {
		recorded[string(h.File)] = h.Python
		f.Add(h.File)
	}
	live := filestest.NewOracle[verdict](f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		python, ok := recorded[string(raw)]
		if !ok && live != nil {
			python, ok = live.Verdict(t, raw), true
		}
		for _, read := range readers {
			if ok {
				_ = agree(t, read, raw, python) // agree compares the results
				continue
			}
			var format *safetensors.FormatError
			if _, err := read(raw); err != nil && !errors.As(err, &format) {
				t.Fatal(err)
			}
		}
	})
}

// wide returns a shape in the type that verdicts have.
func wide(shape []int) []int64 {
	list := make([]int64, len(shape))
	for i, size := range shape {
		list[i] = int64(size)
	}
	return list
}
