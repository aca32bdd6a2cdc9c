//go:build !nogpu

package webgpu_test

import (
	"context"
	"errors"
	"runtime"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// long is a launch that takes the CPU a hundred milliseconds.
func long(d device.Device) *tensor.Tensor {
	x := tensor.FromSliceOn(d, make([]float32, 1<<17), 1<<17)
	for range 4 {
		x = x.Add(0.5).Exp().Log()
	}
	return x
}

func TestALongLaunchOfTheCPUGivesThePageItsTurn(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	ticks := 0
	tick := js.FuncOf(func(js.Value, []js.Value) any { ticks++; return nil })
	defer tick.Release()
	timer := js.Global().Call("setInterval", tick, 1)
	defer js.Global().Call("clearInterval", timer)
	require.NoError(t, tensor.Eval(context.Background(), long(d)))
	assert.Greater(t, ticks, 2)
}

func TestAnEventOfThePageEndsALaunchOfTheCPU(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	ctx, cancel := context.WithCancel(context.Background())
	press := js.FuncOf(func(js.Value, []js.Value) any { cancel(); return nil })
	defer press.Release()
	js.Global().Call("setTimeout", press, 1)
	assert.ErrorIs(t, tensor.Eval(ctx, long(d)), context.Canceled)
}

func TestADeadlineEndsALaunchOfTheCPU(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	assert.ErrorIs(t, tensor.Eval(ctx, long(d)), context.DeadlineExceeded)
}

func TestAnEventHandlerGetsResultsOfTheCPUAndAnErrorWhereItWouldWait(t *testing.T) {
	host := cpu.New()
	defer host.Close()
	card, err := gpu.Open()
	require.NoError(t, err)
	defer func() { require.NoError(t, card.Close()) }()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var values, waits []error
	handler := js.FuncOf(func(js.Value, []js.Value) any {
		for _, ctx := range []context.Context{context.Background(), ctx} {
			values = append(values, tensor.Eval(ctx, tensor.FromSliceOn(host, []float32{1, 2}, 2).Add(1)))
			x := tensor.FromSliceOn(card, []float32{1, 2, 3}, 3).Add(1)
			waits = append(waits, tensor.Eval(ctx, x), card.Sync(ctx))
		}
		waits = append(waits, card.Close())
		return nil
	})
	defer handler.Release()
	handler.Invoke()
	for _, err := range values {
		assert.NoError(t, err)
	}
	for _, err := range waits {
		assert.ErrorContains(t, err, "go func() { … }()")
	}
	got, err := tensor.Data[float32](tensor.FromSliceOn(card, []float32{1, 2, 3}, 3).Add(1))
	require.NoError(t, err)
	assert.Equal(t, []float32{2, 3, 4}, got)
}

func TestAnEventHandlerThatWritesWhatALaunchWritesGetsAnError(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	x, y := tensor.FromSliceOn(d, make([]float32, 1<<17), 1<<17), tensor.FromSliceOn(d, []float32{1}, 1)
	add := tensor.Compile(func(all []*tensor.Tensor) *tensor.Tensor {
		_, _ = all[0].AddInPlace(1), all[1].AddInPlace(1)
		return all[0].Add(1)
	})
	require.NoError(t, add.Call([]*tensor.Tensor{x, y}).Err())
	var errs []error
	handler := js.FuncOf(func(js.Value, []js.Value) any {
		errs = append(errs, x.AddInPlace(1), x.Assign(make([]float32, 1<<17)), x.Fill(1), x.SetAt(1, 0), add.Call([]*tensor.Tensor{x, y}).Err())
		return nil
	})
	defer handler.Release()
	js.Global().Call("setTimeout", handler, 1)
	require.NoError(t, x.Assign(long(d)))
	require.NotEmpty(t, errs)
	for _, err := range errs {
		assert.ErrorContains(t, err, "go func() { … }()")
	}
	assert.NoError(t, errors.Join(y.AddInPlace(1), x.AddInPlace(1)), "no lock is kept")
}

// What the page keeps for the program, such as promises and objects of the GPU, is on its heap.
func TestASteadyAnimationLeavesNothingOnTheHeapOfThePage(t *testing.T) {
	collect := js.Global().Get("gc")
	if collect.IsUndefined() {
		t.Skip("this browser does not collect when it is asked")
	}
	d, err := gpu.Open()
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	x := tensor.FromSliceOn(d, make([]float32, 1<<12), 64, 64)
	wave := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(0.9).Add(x.T()).Clamp(-1, 1) })
	const frames = 60
	heap := func() int {
		for range frames {
			require.NoError(t, x.Assign(wave.Call(x)))
			_, err := tensor.Data[float32](x)
			require.NoError(t, err)
		}
		for range 3 { // the program drops objects, and then the page frees them
			runtime.GC()
			time.Sleep(5 * time.Millisecond)
			collect.Invoke()
		}
		return js.Global().Get("performance").Get("memory").Get("usedJSHeapSize").Int()
	}
	for range 2 { // until the lists of objects are as long as they get
		heap()
	}
	before := heap()
	heap()
	more := heap() - before
	assert.Less(t, more, 2*frames*64, "less than the smallest object for each frame")
	t.Logf("%d bytes more after %d frames", more, 2*frames)
}

func TestAutoSaysWhyAPageHasNoGPU(t *testing.T) {
	d, err := device.Open("auto")
	require.NoError(t, err)
	defer d.Close()
	if d.Info().Kind != device.GPU {
		assert.Contains(t, d.Info().Why, "no hardware GPU: the adapter found is a software gpu")
	}
}
