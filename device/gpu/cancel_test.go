package gpu

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// Submitting holds the lock as long as the driver likes, on llvmpipe until earlier work is
// done.
func TestSyncAndReadReturnWhenTheirContextsEndWhateverTheDriverHoldsOnTo(t *testing.T) {
	d := open(t)
	x := alloc(t, d, 1, 2, 3)
	add(t, d, x, x, x)
	d.driver.Lock()
	short, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	dst := []byte{7, 7, 7, 7}
	assert.ErrorIs(t, d.Sync(short), context.DeadlineExceeded)
	short, cancel = context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	assert.ErrorIs(t, x.Read(short, 0, dst), context.DeadlineExceeded)
	assert.ErrorIs(t, x.Read(short, 0, dst), context.DeadlineExceeded, "of a context that has ended")
	d.driver.Unlock()
	assert.Equal(t, []int32{2, 4, 6}, get(t, x))
	assert.Equal(t, []byte{7, 7, 7, 7}, dst, "memory of a Read that returned is its caller's")
}

// longWork queues launches that together take about the given time on a software adapter, in one
// batch. They leave -1 in every element of x.
func longWork(t *testing.T, d *Device, long time.Duration) (x device.Buffer) {
	t.Helper()
	const n = 1 << 20 // a batch is submitted when it binds 256 MiB
	x, err := d.Alloc(4 * n)
	require.NoError(t, err)
	layout, err := broadcast.RowMajor(1).To([]int{n})
	require.NoError(t, err)
	base := device.Operand{Buffer: alloc(t, d, -1), Type: op.Int32, Layout: layout}
	odd := device.Operand{Buffer: alloc(t, d, math.MaxInt32), Type: op.Int32, Layout: layout}
	var code []device.Instr
	for v := range device.Value(8) {
		code = append(code, device.Instr{Op: op.Pow, Args: []device.Value{v + 1, 1}})
	}
	code[0].Args[0] = 0
	p, err := device.NewProgram([]op.DType{op.Int32, op.Int32}, nil, code, device.Value(1+len(code)))
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{operand(x)}, In: []device.Operand{base, odd}}
	took := time.Duration(math.MaxInt)
	for range 4 { // the first compiles
		began := time.Now()
		require.NoError(t, d.Run(t.Context(), l))
		require.NoError(t, d.Sync(ctx))
		took = min(took, time.Since(began))
	}
	launches := min(int(long/took), maxDispatches-1)
	t.Logf("%d launches of at least %v", launches, took)
	l.In[0] = operand(x)
	for range launches {
		require.NoError(t, d.Run(t.Context(), l))
	}
	return x
}

// A device that is released with work in flight crashes the process, so Close has to wait.
func closesAfterLongWork(t *testing.T) {
	thorough(t)
	open(t)
	d, err := Open()
	require.NoError(t, err)
	longWork(t, d, 7*time.Second)
	began := time.Now()
	require.NoError(t, d.Close())
	t.Logf("closed after %v", time.Since(began))
	d.driver.Lock()
	defer d.driver.Unlock()
	assert.Zero(t, d.driver.Live(), "objects left behind")
	after := open(t)
	assert.Equal(t, []int32{1, 2}, get(t, alloc(t, after, 1, 2)))
}

// A blocking poll of the implementation gives up after 5 seconds as if it had succeeded,
// and what is read then is zeros.
func longWorkIsReadAsItIs(t *testing.T) {
	thorough(t)
	d := open(t)
	x := longWork(t, d, 7*time.Second)
	began := time.Now()
	var latest time.Duration
	for i := range 20 {
		const after = 20 * time.Millisecond
		short, cancel := context.WithTimeout(ctx, after)
		began := time.Now()
		err := d.Sync(short)
		if i%2 == 0 {
			err = x.Read(short, 0, make([]byte, x.Len()))
		}
		latest = max(latest, time.Since(began)-after)
		cancel()
		if err != nil { // else the work is done
			require.ErrorIs(t, err, context.DeadlineExceeded)
		}
	}
	got := make([]byte, 4)
	require.NoError(t, x.Read(ctx, x.Len()-4, got))
	assert.Equal(t, raw(-1), got)
	t.Logf("read after %v; the longest wait after a cancel %v", time.Since(began), latest)
}

// dear returns a launch that takes a software driver seconds: it sets x to odd powers of -1.
func dear(t *testing.T, d *Device, x device.Buffer, base device.Operand) *device.Launch {
	t.Helper()
	n := x.Len() / 4
	layout, err := broadcast.RowMajor(1).To([]int{n})
	require.NoError(t, err)
	odd := device.Operand{Buffer: alloc(t, d, math.MaxInt32), Type: op.Int32, Layout: layout}
	var code []device.Instr
	for v := range device.Value(8) {
		code = append(code, device.Instr{Op: op.Pow, Args: []device.Value{v + 1, 1}})
	}
	code[0].Args[0] = 0
	p, err := device.NewProgram([]op.DType{op.Int32, op.Int32}, nil, code, device.Value(1+len(code)))
	require.NoError(t, err)
	return &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{operand(x)}, In: []device.Operand{base, odd}}
}

// endAfter returns a context that ends when the device has recorded n more dispatches.
func endAfter(t *testing.T, d *Device, n int) context.Context {
	ending, end := context.WithCancel(ctx)
	t.Cleanup(end)
	d.driver.Lock()
	n += d.recorder.dispatched
	d.driver.Unlock()
	go func() {
		defer end()
		for now := 0; now < n; time.Sleep(100 * time.Microsecond) {
			d.driver.Lock()
			now = d.recorder.dispatched
			d.driver.Unlock()
		}
	}()
	return ending
}

func TestALongLaunchOfASoftwareDriverIsLeftWhereItsContextEnds(t *testing.T) {
	deadline(t)
	d := open(t)
	if !d.kernels.software {
		t.Skipf("%v takes launches whole", d)
	}
	x, err := d.Alloc(4 << 23)
	require.NoError(t, err)
	defer x.Release()
	layout, err := broadcast.RowMajor(1).To([]int{1 << 23})
	require.NoError(t, err)
	l := dear(t, d, x, device.Operand{Buffer: alloc(t, d, -1), Type: op.Int32, Layout: layout})
	pieces := stages(t, d, l)
	require.Greater(t, pieces, 120, "each takes 3 ms, for a power takes 31 iterations")
	before := d.recorder.dispatched
	assert.ErrorIs(t, d.Run(endAfter(t, d, 1), l), context.Canceled)
	began := time.Now()
	one := alloc(t, d, 1)
	add(t, d, one, one, one)
	assert.Equal(t, []int32{2}, get(t, one))
	t.Logf("free after %v", time.Since(began))
	assert.Less(t, d.recorder.dispatched-before, pieces)
}

func TestALaunchInPlaceIsFinishedWhateverItsContextDoes(t *testing.T) {
	deadline(t)
	d := open(t)
	if !d.kernels.software {
		t.Skipf("%v takes launches whole", d)
	}
	x := alloc(t, d, slices.Repeat([]int32{-1}, 1<<20)...)
	l := dear(t, d, x, operand(x))
	require.Greater(t, stages(t, d, l), 1)
	require.NoError(t, d.Run(endAfter(t, d, 1), l))
	assert.Equal(t, slices.Repeat([]int32{-1}, 1<<20), get(t, x))
}

// stages is how many dispatches a launch takes.
func stages(t *testing.T, d *Device, l *device.Launch) int {
	t.Helper()
	var w shaders.Lowering
	require.NoError(t, d.kernels.lower(&w, l))
	return len(w.Stages())
}
