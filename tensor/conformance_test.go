package tensor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/tensor"
)

// The conformance data are results of PyTorch, NumPy and ONNX. A selection lies in testdata (see
// selection_test.go); WGTENSOR_CONFORMANCE names the folder of all data.

// conform runs a test on the selection, and on all data if they are at hand, on every device. A
// device that compiles kernels meets all data in a thorough run only: it compiles for minutes.
func conform(t *testing.T, test func(t *testing.T, d device.Device, data folder)) {
	eachFolder(t, func(t *testing.T, data folder) {
		everywhere(t, func(t *testing.T, d device.Device) {
			if data != carried && d.Info().Kind != device.CPU && !devicetest.Thorough() {
				t.Skip("it takes minutes: WGTENSOR_THOROUGH=1 runs it")
			}
			test(t, d, data)
		})
	})
}

const carried folder = "testdata"

func eachFolder(t *testing.T, test func(*testing.T, folder)) {
	t.Run("selection", func(t *testing.T) { test(t, carried) })
	t.Run("full", func(t *testing.T) {
		if tensor.Slowed {
			t.Skip("one goroutine, and the race detector")
		}
		test(t, full(t))
	})
}

// full is the folder of all the data. It is an error if it should be there and is not.
func full(t *testing.T) folder {
	dir := os.Getenv(outside.Env)
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
	all, err := outside.Lines[T](file)
	require.NoError(t, err)
	return all
}

type (
	dtype = outside.DType
	array = outside.Array
)

// archives reads arrays out of the zip files of a folder.
type archives struct{ *outside.Archives }

func openArchives(t *testing.T, dir folder) *archives {
	z := outside.OpenArchives(string(dir))
	t.Cleanup(z.Close)
	return &archives{z}
}

// member is the array in NumPy's format.
func (z *archives) member(t *testing.T, a array) []byte {
	t.Helper()
	raw, err := z.Member(a)
	require.NoError(t, err)
	return raw
}

// bytes are the array's elements, as FromBytes takes them.
func (z *archives) bytes(t *testing.T, a array) []byte {
	t.Helper()
	raw, err := z.Bytes(a)
	require.NoError(t, err)
	return raw
}

// tensor is the array on the default device.
func (z *archives) tensor(t *testing.T, a array) *tensor.Tensor {
	return tensor.FromBytes(a.DType.DType, z.bytes(t, a), a.Len()).Reshape(a.Shape...)
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
