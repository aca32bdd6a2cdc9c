//go:build !nogpu

package webgpu

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inHandler calls f in an event handler of the page.
func inHandler(f func()) {
	handler := js.FuncOf(func(js.Value, []js.Value) any {
		f()
		return nil
	})
	defer handler.Release()
	handler.Invoke()
}

// replace sets a property of an object of the page for the test.
func replace(t *testing.T, of js.Value, name string, value any) {
	before := of.Get(name)
	set := func(v any) {
		js.Global().Get("Object").Call("defineProperty", of, name, map[string]any{"value": v, "configurable": true})
	}
	set(value)
	t.Cleanup(func() { set(before) })
}

func jsFunc(t *testing.T, f func() any) js.Func {
	made := js.FuncOf(func(js.Value, []js.Value) any { return f() })
	t.Cleanup(made.Release)
	return made
}

func promise(how string, v any) any { return js.Global().Get("Promise").Call(how, v) }

func TestACallThatWouldWaitInAnEventHandlerSaysToUseAGoroutine(t *testing.T) {
	r := newRig(t, 64, 2)
	var errs []error
	inHandler(func() {
		_, pipeline := withLock(r.Device, func() (*Pipeline, error) { return r.NewPipeline("add", addWGSL, addBindings) })
		_, opened := Open(Options{})
		_, listed := Adapters()
		errs = append(errs, r.Wait(context.Background()), r.WaitMark(context.Background()), r.Close(),
			readInto(r.Device, context.Background(), r.back, 0, make([]byte, 4)), pipeline, opened, listed)
	})
	for _, err := range errs {
		assert.ErrorContains(t, err, "call it in a goroutine: go func() { … }()")
	}
	r.run(1)
}

func TestWorkThatDoesNotWaitRunsInAnEventHandler(t *testing.T) {
	r := newRig(t, 64, 2)
	inHandler(func() {
		r.Lock()
		defer r.Unlock()
		require.NoError(t, r.add(1))
		require.NoError(t, r.Copy(r.back, 0, r.c, 0, 8))
		require.NoError(t, r.Submit())
	})
	raw := make([]byte, 8)
	require.NoError(t, readInto(r.Device, context.Background(), r.back, 0, raw))
	assert.Equal(t, []byte{10, 0, 0, 0, 11, 0, 0, 0}, raw)
}

func TestAPageWithoutAGPUSaysWhy(t *testing.T) {
	asks := func(answer any) any {
		return map[string]any{"requestAdapter": jsFunc(t, func() any { return answer })}
	}
	for _, c := range []struct {
		name   string
		secure bool
		gpu    any
		want   string
	}{
		{"a browser without WebGPU", true, js.Undefined(), "navigator.gpu is missing"},
		{"a page over http", false, js.Undefined(), "no secure context: serve it over https"},
		{"no adapter", true, asks(promise("resolve", nil)), "the browser offers none to this page"},
		{"a browser that blocks it", true, asks(promise("reject", js.Global().Get("Error").New("blocked by a policy"))), "request adapter: blocked by a policy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			replace(t, js.Global().Get("navigator"), "gpu", c.gpu)
			replace(t, js.Global(), "isSecureContext", c.secure)
			_, err := Open(Options{})
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestADeviceHasTheLimitsOfItsAdapter(t *testing.T) {
	d := open(t)
	ref, _, err := adapters()
	require.NoError(t, err)
	for _, name := range limitNames {
		assert.Equal(t, ref.Get("limits").Get(name).Float(), d.impl.dev.Get("limits").Get(name).Float(), name)
	}
}

// The browser reports it after Submit.
func TestWorkThatTheBrowserDropsLosesTheDevice(t *testing.T) {
	r := newRig(t, 256, 1)
	r.Lock()
	r.limits.Workgroups = 1 << 30
	require.NoError(t, r.Dispatch(r.p, r.g, 0, 1<<20, 1, 1))
	require.NoError(t, r.Copy(r.back, 0, r.c, 0, 4))
	require.NoError(t, r.Submit())
	r.Unlock()
	err := readInto(r.Device, context.Background(), r.back, 0, make([]byte, 4))
	assert.ErrorIs(t, err, ErrLost)
	assert.ErrorContains(t, err, "work was dropped: ")
}

func TestADeviceThatThePageDestroysIsLost(t *testing.T) {
	r := newRig(t, 256, 1)
	r.impl.dev.Call("destroy")
	_, err := r.values(0)
	assert.ErrorIs(t, err, ErrLost)
	assert.ErrorIs(t, r.Wait(context.Background()), ErrLost)
}

func TestABufferWithoutMemoryIsAnErrorOnceTheBrowserHasSaidSo(t *testing.T) {
	d := open(t)
	full := js.Global().Get("GPUOutOfMemoryError").New("the card is full")
	d.impl.dev.Set("popErrorScope", jsFunc(t, func() any { return promise("resolve", full) }))
	b := must[*Buffer](t)(withLock(d, func() (*Buffer, error) { return d.NewBuffer(1<<10, Storage) }))
	d.impl.dev.Delete("popErrorScope")
	err := d.Granted(b)
	assert.ErrorIs(t, err, ErrOutOfMemory)
	assert.ErrorContains(t, err, "the card is full")
	b = must[*Buffer](t)(withLock(d, func() (*Buffer, error) { return d.NewBuffer(1<<10, Storage) }))
	assert.NoError(t, d.Granted(b))
	assert.Nil(t, b.made)
}

func TestCloseWaitsForTheAnswerWhetherThereIsMemory(t *testing.T) {
	deadline(t)
	d := open(t)
	answer := js.Global().Get("Promise").Call("withResolvers")
	d.impl.dev.Set("popErrorScope", jsFunc(t, func() any { return answer.Get("promise") }))
	b := must[*Buffer](t)(withLock(d, func() (*Buffer, error) { return d.NewBuffer(1<<10, Storage) }))
	d.impl.dev.Delete("popErrorScope")
	granted, closed := make(chan error, 1), make(chan error, 1)
	go func() { granted <- d.Granted(b) }()
	time.Sleep(10 * time.Millisecond)
	go func() { closed <- d.Close() }()
	time.Sleep(100 * time.Millisecond)
	assert.Empty(t, closed)
	answer.Call("resolve", nil)
	assert.NoError(t, <-granted)
	assert.NoError(t, <-closed)
}

func TestAWriteAfterOneWithoutMemoryOfThePageGoesOn(t *testing.T) {
	d := open(t)
	b := must[*Buffer](t)(withLock(d, func() (*Buffer, error) { return d.NewBuffer(1<<10, Storage) }))
	array := d.impl.array
	d.impl.array = plain("", "throw new RangeError('Array buffer allocation failed')")
	write := func() error {
		_, err := withLock(d, func() (any, error) { return nil, d.Write(b, 0, make([]byte, 1<<10)) })
		return err
	}
	assert.ErrorContains(t, write(), "Array buffer allocation failed")
	d.impl.array = array
	assert.NoError(t, write())
}

func TestALongWriteTakesTheMemoryOfTheProgramOrACopy(t *testing.T) {
	r := newRig(t, minDirect, 1)
	memory := r.impl.memory
	require.False(t, memory.IsUndefined(), "Go's script shows it")
	moved := js.Global().Get("ArrayBuffer").New(8)
	moved.Call("transfer")
	for i, c := range []struct {
		name   string
		memory any
	}{
		{"the memory is there", memory},
		{"another script than Go's", js.Undefined()},
		{"the memory has grown", map[string]any{"buffer": moved}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.impl.memory = js.ValueOf(c.memory)
			raw := bytes.Repeat([]byte{byte(i + 1), 0, 0, 0}, minDirect)
			_, err := withLock(r.Device, func() (any, error) { return nil, r.Write(r.a, 0, raw) })
			require.NoError(t, err)
			got, err := r.values(0)
			require.NoError(t, err)
			assert.Equal(t, slices.Repeat([]uint32{uint32(i + 1)}, minDirect), got)
		})
	}
}

func TestThousandsOfSmallWritesArriveWhileTheMemoryOfTheProgramGrows(t *testing.T) {
	const n, writes = 64, 4000
	r := newRig(t, n, 1)
	size := func() int { return r.impl.memory.Get("buffer").Get("byteLength").Int() }
	before, want := size(), make([]uint32, n)
	var kept [][]byte
	for i := uint32(0); i < writes || size() == before; i++ {
		kept = append(kept, make([]byte, 1<<12))
		raw := kept[i][:4]
		binary.LittleEndian.PutUint32(raw, i)
		want[i%n] = i
		_, err := withLock(r.Device, func() (any, error) { return nil, r.Write(r.a, int(4*(i%n)), raw) })
		require.NoError(t, err)
	}
	got, err := r.values(0)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// The page frees what it no longer refers to when it likes, and it does not see how large that is.
func TestMemoryGoesBackToTheDriverWhenItIsReleased(t *testing.T) {
	d := open(t)
	d.Lock()
	defer d.Unlock()
	destroyed := 0
	count := jsFunc(t, func() any { destroyed++; return nil })
	for u := range Usage(len(usages)) {
		b := must[*Buffer](t)(d.NewBuffer(1<<10, u))
		b.buf.Set("destroy", count)
		b.Release()
		b.Release()
		assert.Equal(t, 1+int(u), destroyed)
	}
	if d.limits.Timestamps {
		q := must[*Queries](t)(d.NewQueries(2))
		q.queries.Set("destroy", count)
		q.Release()
		assert.Equal(t, 1+len(usages), destroyed)
	}
}

func TestAGoroutineThatWaitsDoesNotStopThePage(t *testing.T) {
	deadline(t)
	r := newRig(t, 64, 1)
	ctx, cancel := context.WithCancel(context.Background())
	tick := jsFunc(t, func() any { cancel(); return nil })
	js.Global().Call("setTimeout", tick, 20)
	r.asked = func(string) error { return Silent(time.Minute) }
	err := r.Wait(ctx)
	r.asked = nil
	assert.ErrorIs(t, err, context.Canceled)
}
