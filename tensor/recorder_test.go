package tensor_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// recorder is a CPU device that remembers its launches, counts its buffers, fails on
// demand, and may claim to do less than it does.
type recorder struct {
	device.Device
	info device.Info

	sync.Mutex
	launches []*device.Launch
	live     int                       // buffers not yet given back
	allocs   int                       // buffers ever
	bytes    int                       // of all buffers ever
	fail     error                     // what Run answers, if not nil
	fails    func(*device.Launch) bool // Run fails with errBroken for these, if not nil
	dry      bool                      // whether it claims all types and computes nothing
	collect  bool                      // whether garbage is collected before everything it does
}

func newRecorder() *recorder {
	d := cpu.New()
	return &recorder{Device: d, info: d.Info()}
}

func (r *recorder) Info() device.Info { return r.info }

func (r *recorder) Alloc(bytes int) (device.Buffer, error) {
	b, err := r.Device.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	r.Lock()
	defer r.Unlock()
	r.live++
	r.allocs++
	r.bytes += bytes
	return &counted{Buffer: b, of: r}, nil
}

func (r *recorder) Run(ctx context.Context, l *device.Launch) error {
	r.disturb()
	if err := l.Check(r.info); err != nil {
		return err
	}
	r.Lock()
	r.launches = append(r.launches, l.Clone())
	fail := r.fail
	if fail == nil && r.fails != nil && r.fails(l) {
		fail = errBroken
	}
	r.Unlock()
	if fail != nil || r.dry {
		return fail
	}
	inner := *l
	inner.In, inner.Out = bare(l.In), bare(l.Out)
	return r.Device.Run(context.Background(), &inner)
}

func bare(operands []device.Operand) []device.Operand {
	operands = slices.Clone(operands)
	for i, o := range operands {
		operands[i].Buffer = o.Buffer.(*counted).Buffer
	}
	return operands
}

// counted is a buffer whose first Release is counted.
type counted struct {
	device.Buffer
	of   *recorder
	once sync.Once
}

func (b *counted) Release() {
	b.once.Do(func() {
		b.of.Lock()
		b.of.live--
		b.of.Unlock()
		b.Buffer.Release()
	})
}

func (b *counted) Read(ctx context.Context, offset int, dst []byte) error {
	b.of.disturb()
	return b.Buffer.Read(ctx, offset, dst)
}

// disturb collects unreachable memory, and lets the cleanups run.
func (r *recorder) disturb() {
	if r.collect {
		runtime.GC()
		time.Sleep(2 * time.Millisecond)
	}
}

// took forgets and returns the launches so far.
func (r *recorder) took() []*device.Launch {
	r.Lock()
	defer r.Unlock()
	l := r.launches
	r.launches = nil
	return l
}

func (r *recorder) buffers() int {
	r.Lock()
	defer r.Unlock()
	return r.live
}

func (r *recorder) failWith(err error) {
	r.Lock()
	defer r.Unlock()
	r.fail = err
}

func (r *recorder) mostOperands() int {
	most := 0
	for _, l := range r.took() {
		most = max(most, len(l.In)+len(l.Out))
	}
	return most
}

// collected reports whether holds becomes true after collections and their cleanups. It waits for
// some seconds, and for at least a number of attempts, because a stopped process makes none.
func collected(holds func() bool) bool {
	for began, attempt := time.Now(), 0; attempt < 1000 || time.Since(began) < 10*time.Second; attempt++ {
		runtime.GC()
		if holds() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// on makes tensors on a device until the test ends.
func on(t testing.TB, d device.Device) {
	t.Helper()
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(d)
	t.Cleanup(func() { tensor.SetDefaultDevice(before) })
}

// recordTensors returns a recorder that tensors are made on.
func recordTensors(t testing.TB) *recorder {
	t.Helper()
	r := newRecorder()
	on(t, r)
	return r
}

// dryRun is a device that claims to compute in every type, and computes nothing: for
// rules about types alone.
func dryRun(t testing.TB) *recorder {
	t.Helper()
	r := recordTensors(t)
	r.dry, r.info.DTypes = true, op.SetOf(op.DTypes()...)
	return r
}

// everywhere runs a test on the CPU, and on the GPU if one opens.
func everywhere(t *testing.T, f func(*testing.T, device.Device)) {
	for _, name := range device.Names() { // "cpu", and "gpu" where device/gpu/tensors runs the tests
		t.Run(name, func(t *testing.T) {
			d, err := device.Open(name)
			if err != nil {
				require.Empty(t, os.Getenv("WGTENSOR_REQUIRE_GPU"), "WGTENSOR_REQUIRE_GPU is set: %v", err)
				t.Skipf("no GPU: %v", err)
			}
			t.Cleanup(func() { require.NoError(t, d.Close()) })
			on(t, d)
			f(t, d)
		})
	}
}

// sample returns all of the rows or cases on the CPU and in a thorough run. On a device that compiles
// kernels, and under the race detector, they are every eighth: devicetest asks there for each row.
func sample[T any](d device.Device, rows []T) (some []T) {
	if !tensor.Slowed && (d.Info().Kind == device.CPU || devicetest.Thorough()) {
		return rows
	}
	for i := 0; i < len(rows); i += 8 {
		some = append(some, rows[i])
	}
	return some
}

var errBroken = errors.New("the device is broken")

func eval(tb testing.TB, ts ...*tensor.Tensor) {
	tb.Helper()
	require.NoError(tb, tensor.Eval(context.Background(), ts...))
}
