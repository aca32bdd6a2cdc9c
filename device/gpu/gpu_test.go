package gpu

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	_ "github.com/wgtensor/wgtensor/device/gpu/internal/unoptimized"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestMain(m *testing.M) {
	if os.Getenv("XDG_RUNTIME_DIR") == "" {
		_ = os.Setenv("XDG_RUNTIME_DIR", os.TempDir()) // else Mesa complains on standard error
	}
	if c := children[os.Getenv(childVar)]; c != nil {
		c()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// inPage says that a browser runs the tests.
const inPage = runtime.GOOS == "js"

var adapters = sync.OnceValues(webgpu.Adapters)

// open skips where there is no adapter.
func open(t testing.TB, opts ...Option) *Device {
	t.Helper()
	all, err := adapters()
	if (errors.Is(err, errors.ErrUnsupported) || len(all) == 0) && os.Getenv("WGTENSOR_REQUIRE_GPU") != "1" {
		t.Skipf("no adapter on this machine (error %v); WGTENSOR_REQUIRE_GPU=1 makes this a failure", err)
	}
	d, err := Open(opts...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// thorough leaves a test out that takes long.
func thorough(t *testing.T) {
	t.Helper()
	if !devicetest.Thorough() {
		t.Skip("it takes long: WGTENSOR_THOROUGH=1 runs it")
	}
}

// many returns the number of cases: all of a thorough run, or few.
func many(all, few int) int {
	if devicetest.Thorough() {
		return all
	}
	return few
}

// deadline ends the process, and shows where each goroutine waits, if the test takes five minutes.
func deadline(t *testing.T) {
	late := time.AfterFunc(5*time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " hangs: it has not ended after five minutes")
	})
	t.Cleanup(func() { late.Stop() })
}

// oneGoroutine skips a test of one goroutine under the race detector, which can find nothing there.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if slowed {
		t.Skip("one goroutine, and the race detector")
	}
}

var ctx = context.Background()

// alloc makes a buffer of the values.
func alloc(t testing.TB, d *Device, values ...int32) device.Buffer {
	t.Helper()
	b, err := d.Alloc(4 * len(values))
	require.NoError(t, err)
	put(t, b, values...)
	return b
}

func put(t testing.TB, b device.Buffer, values ...int32) {
	t.Helper()
	require.NoError(t, b.Write(0, raw(values...)))
}

// raw is how the values lie in a buffer.
func raw(values ...int32) (raw []byte) {
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(v))
	}
	return raw
}

func get(t testing.TB, b device.Buffer) []int32 {
	t.Helper()
	raw := make([]byte, b.Len())
	require.NoError(t, b.Read(ctx, 0, raw))
	values := make([]int32, len(raw)/4)
	for i := range values {
		values[i] = int32(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return values
}

// launch is out = x op y, over whole buffers of one int32 length.
func launch(t testing.TB, o *op.Op, out, x, y device.Buffer) *device.Launch {
	t.Helper()
	p, err := device.Single(o, op.Int32, op.Int32)
	require.NoError(t, err)
	return &device.Launch{Program: p, Shape: []int{out.Len() / 4},
		Out: []device.Operand{operand(out)}, In: []device.Operand{operand(x), operand(y)}}
}

// operand is all of a buffer.
func operand(b device.Buffer) device.Operand {
	return device.Operand{Buffer: b, Type: op.Int32, Layout: broadcast.RowMajor(b.Len() / 4)}
}

func add(t testing.TB, d *Device, out, x, y device.Buffer) {
	t.Helper()
	require.NoError(t, d.Run(t.Context(), launch(t, op.Add, out, x, y)))
}
