package cpu

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// oneGoroutine skips a test of one goroutine under the race detector. The detector has nothing to
// find there, sees no assembly, and makes the test several times slower.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if slowed {
		t.Skip("one goroutine, and the race detector")
	}
}

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

func pack(dt op.DType, elements ...op.Scalar) []byte {
	data := make([]byte, len(elements)*dt.Size())
	for i, e := range elements {
		dt.Store(data[i*dt.Size():], e)
	}
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

// equal compares bits; one NaN is as good as another.
func equal(dt op.DType, a, b op.Scalar) bool {
	return a == b || dt.IsFloat() && math.IsNaN(dt.Float(a)) && math.IsNaN(dt.Float(b))
}

// element returns a random element: often a special one.
func element(r *rand.Rand, dt op.DType) op.Scalar {
	special := special[dt]
	switch r.IntN(3) {
	case 0:
		return special[r.IntN(len(special))]
	case 1:
		return dt.FromInt(int64(r.IntN(41) - 20))
	}
	if dt == op.Bool {
		return op.Scalar(r.Uint64() & 1)
	}
	return op.Scalar(r.Uint64() >> (64 - 8*dt.Size()))
}

// special has the elements that each type is likely to go wrong on.
var special = func() (all [op.Float64 + 1][]op.Scalar) {
	for _, dt := range op.DTypes() {
		all[dt] = specials(dt)
	}
	return all
}()

func specials(dt op.DType) []op.Scalar {
	if dt == op.Bool {
		return []op.Scalar{0, 1}
	}
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 2.5, -2.5, 7, 31, 32, 33, 63, 64, 65,
		127, 128, 255, 256, 1e10, -1e10, 0x1p31, -0x1p31, 0x1p31 - 1, 0x1p32, 0x1p63, -0x1p63, 0x1p64, 88.7, -104, 709.7,
		math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32, 0x1p-126, 0x1p-149, -0x1p-140,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, math.Pi, -math.Pi / 2, 1e22}
	var all []op.Scalar
	for _, x := range xs {
		all = append(all, dt.FromFloat(x))
		if dt.IsInteger() {
			all = append(all, dt.FromInt(int64(dt.FromFloat(x))+1), dt.FromInt(-dt.Int(dt.FromFloat(x))))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
