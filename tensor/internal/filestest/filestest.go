// Package filestest has what the tests of several file formats need. testdata is that of the
// package under test.
package filestest

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// Silent does not tell how many bytes it has.
type Silent struct{ io.Reader }

// CountAllocated counts all bytes that f allocates, also those that are free again.
func CountAllocated(f func()) int {
	tensor.DefaultDevice() // opening it takes memory
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// Expected returns the tensor that testdata/make.py makes for the name of a dtype, such as float32,
// and the sizes of a shape, such as 2x3 or 0d.
func Expected(tb testing.TB, dtype, sizes string) *tensor.Tensor {
	dt, err := tensor.ParseDType(dtype)
	must(tb, err)
	shape, n := []int{}, 1
	if sizes != "0d" {
		for _, text := range strings.Split(sizes, "x") {
			size, err := strconv.Atoi(text)
			must(tb, err)
			shape, n = append(shape, size), n*size
		}
	}
	values := make([]float32, n)
	for k := range values {
		v := k*37%101 - 5
		values[k] = float32(v)
		switch {
		case dt == tensor.Bool:
			values[k] = float32(max(0, 1-k%3))
		case dt.IsFloat():
			values[k] = float32(v) / 4
		case strings.HasPrefix(dtype, "uint"):
			values[k] = float32(uint8(v))
		}
	}
	return tensor.FromSlice(values, n).AsType(dt).Reshape(shape...)
}

// Equal stops the test unless the tensors have one dtype, one shape and the same bits.
func Equal(tb testing.TB, want, got *tensor.Tensor) {
	tb.Helper()
	a, err := want.Bytes()
	must(tb, err)
	b, err := got.Bytes()
	must(tb, err)
	if want.DType() != got.DType() || !slices.Equal(want.Shape(), got.Shape()) || !bytes.Equal(a, b) {
		tb.Fatalf("want %v, got %v", want, got)
	}
}

// Read is a way to read the tensor 0, 1, 2 of float32.
type Read struct {
	Name string
	Read func() (*tensor.Tensor, error)
}

// On fails unless each way reads the tensor to the device.
func On(t *testing.T, d device.Device, ways []Read) {
	for _, way := range ways {
		t.Run(way.Name, func(t *testing.T) {
			got, err := way.Read()
			must(t, err)
			if got.Device() != d {
				t.Errorf("it is on %v", got.Device())
			}
			Equal(t, tensor.Arange[float32](0, 3, 1), got)
		})
	}
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
