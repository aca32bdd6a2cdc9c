package cpu

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

const slowed = cputest.Slowed

var pack, equal, element, oneGoroutine = cputest.Pack, cputest.Equal, cputest.Element, cputest.OneGoroutine

// sets names the kernel sets that launches are tested with: under the race detector the one that it
// sees.
func sets() []string {
	if slowed {
		return []string{kernel.Plain}
	}
	return kernel.Names()
}

func alloc(t testing.TB, d *Device, bytes int) device.Buffer {
	t.Helper()
	b, err := d.Alloc(bytes)
	require.NoError(t, err)
	return b
}

// upload allocates a buffer with the given bytes.
func upload(t testing.TB, d *Device, data []byte) device.Buffer {
	t.Helper()
	b := alloc(t, d, len(data))
	require.NoError(t, b.Write(0, data))
	return b
}

func download(t testing.TB, b device.Buffer) []byte {
	t.Helper()
	data := make([]byte, b.Len())
	require.NoError(t, b.Read(context.Background(), 0, data))
	return data
}

func floats32(xs ...float32) []byte {
	elements := make([]op.Scalar, len(xs))
	for i, x := range xs {
		elements[i] = op.Scalar(math.Float32bits(x))
	}
	return pack(op.Float32, elements...)
}

// operand is a whole buffer, as a tensor of the given shape.
func whole(b device.Buffer, dt op.DType, shape ...int) device.Operand {
	return device.Operand{Buffer: b, Type: dt, Layout: broadcast.RowMajor(shape...)}
}

func single(t testing.TB, o *op.Op, inputs ...op.DType) *device.Program {
	t.Helper()
	p, err := device.Single(o, inputs...)
	require.NoError(t, err)
	return p
}

// kernels are those of a kernel set; "" is the best one.
func kernels(name string) *kernel.Set {
	t, err := kernel.Find(name)
	if err != nil {
		panic(err)
	}
	return t
}
