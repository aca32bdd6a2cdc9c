package cpu

import (
	"context"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// long is a launch of a minute of one processor, so that many together take no less than a
// second, and its output.
func long(t *testing.T, d *Device) (*device.Launch, device.Buffer) {
	code := make([]device.Instr, 64)
	for i := range code {
		code[i] = device.Instr{Op: op.Pow, Args: []device.Value{device.Value(i + 1), 1}}
	}
	code[0].Args[0] = 0
	p, err := device.NewProgram([]op.DType{op.Float64, op.Float64}, nil, code, device.Value(1+len(code)))
	require.NoError(t, err)
	const n = 1 << 22
	out, err := d.Alloc(8 * n)
	require.NoError(t, err)
	require.NoError(t, out.Write(0, make([]byte, 8*n)))
	one, err := d.Alloc(8)
	require.NoError(t, err)
	require.NoError(t, one.Write(0, []byte{1, 2, 3, 4, 5, 6, 0xf0, 0x3f}))
	all := device.Operand{Buffer: out, Type: op.Float64, Layout: broadcast.RowMajor(n)}
	same := device.Operand{Buffer: one, Type: op.Float64, Layout: broadcast.Layout{Shape: []int{n}, Strides: []int{0}}}
	return &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{all}, In: []device.Operand{same, same}}, out
}

// deadline ends the process, and shows where each goroutine waits, if the test takes five minutes.
func deadline(t *testing.T) {
	late := time.AfterFunc(5*time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " hangs: it has not ended after five minutes")
	})
	t.Cleanup(func() { late.Stop() })
}

// await returns when a launch is under way.
func await(d *Device) {
	for d.engine.Working.Load() == 0 {
		time.Sleep(100 * time.Microsecond)
	}
	time.Sleep(time.Millisecond)
}

func TestALaunchIsLeftWhenItsContextEnds(t *testing.T) {
	deadline(t)
	d := New(KernelSet(kernel.Plain))
	l, out := long(t, d)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { await(d); cancel() }()
	require.ErrorIs(t, d.Run(ctx, l), context.Canceled)
	last := make([]byte, 8)
	require.NoError(t, out.Read(context.Background(), out.Len()-8, last))
	assert.Equal(t, make([]byte, 8), last, "what had not been begun is not computed")

	small := *l
	small.Shape = []int{1000}
	small.Out = []device.Operand{{Buffer: out, Type: op.Float64, Layout: broadcast.RowMajor(1000)}}
	small.In = []device.Operand{small.Out[0], small.Out[0]}
	live, end := context.WithCancel(context.Background())
	defer end()
	assert.NoError(t, d.Run(live, &small))
	assert.ErrorIs(t, d.Run(ctx, &small), context.Canceled)
	assert.NoError(t, d.Run(t.Context(), &small))
}

// ending is a context that has ended when it is looked at again.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks++; e.looks == 1 {
		return nil
	}
	return context.Canceled
}

func (e *ending) Done() <-chan struct{} {
	ended := make(chan struct{})
	close(ended)
	return ended
}

func TestNoTileIsBegunOnceTheContextHasEnded(t *testing.T) {
	deadline(t)
	d := New(KernelSet(kernel.Plain))
	l, out := long(t, d)
	require.ErrorIs(t, d.Run(&ending{Context: context.Background()}, l), context.Canceled)
	assert.Equal(t, -1, slices.IndexFunc(download(t, out), func(b byte) bool { return b != 0 }), "the first byte that was written")
}

// late is a context that ends when its error is asked for a second time.
type late struct {
	context.Context
	end   func()
	looks int
}

func (c *late) Err() error {
	if c.looks++; c.looks > 1 {
		c.end()
	}
	return c.Context.Err()
}

func TestALaunchThatIsDoneSucceedsEvenIfItsContextHasEnded(t *testing.T) {
	for threads := 1; threads <= 2; threads++ {
		d := New(Threads(threads))
		const n = 1 << 20
		ops := onFloats(t, d, ramp(n, 1), ramp(n, 0))
		l := &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{n}, In: ops[:1], Out: ops[1:]}
		ctx, end := context.WithCancel(t.Context())
		require.NoError(t, d.Run(&late{Context: ctx, end: end}, l), "%d threads", threads)
		end()
		assert.Equal(t, floats32(ramp(n, -1)...), download(t, ops[1].Buffer))
	}
}

func TestCloseWaitsForALaunchAndOtherCallsDoNot(t *testing.T) {
	deadline(t)
	d := New(KernelSet(kernel.Plain))
	l, _ := long(t, d)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- d.Run(ctx, l) }()
	await(d)
	require.NoError(t, d.Sync(context.Background()))
	closed := make(chan error)
	go func() { closed <- d.Close() }()
	require.Eventually(t, func() bool { return d.Sync(context.Background()) == device.ErrClosed }, time.Minute, time.Millisecond)
	_, err := d.Alloc(8)
	assert.ErrorIs(t, err, device.ErrClosed, "though Close still waits for the launch")
	select {
	case <-closed:
		t.Error("Close did not wait for the launch")
	default:
	}
	cancel()
	assert.ErrorIs(t, <-done, context.Canceled)
	assert.NoError(t, <-closed)
}
