package tensor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// traced is a trace of Chrome's format, as a viewer reads it.
type traced struct {
	TraceEvents []struct {
		Ph, Name, Bp string
		Pid, Tid, ID int
		Ts, Dur      float64
		Args         map[string]any
	}
}

func profile(t *testing.T, f func() error) (events traced) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, tensor.Profile(&b, f))
	require.NoError(t, json.Unmarshal(b.Bytes(), &events))
	return events
}

func TestAProfileHasEachLaunchOnceOnATrackOfCallsAndOneOfItsDevice(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		x := iota32(6, 2, 3)
		events := profile(t, func() error {
			if err := tensor.Eval(context.Background(), x.Mul(2).Add(1)); err != nil {
				return err
			}
			var all sync.WaitGroup
			errs := make([]error, 3)
			for g := range errs {
				all.Add(1)
				go func() {
					defer all.Done()
					errs[g] = tensor.Eval(context.Background(), x.T().Exp())
				}()
			}
			all.Wait()
			return errors.Join(errs...)
		})
		calls, launches := map[string]int{}, map[string]int{}
		starts, ends := map[int]int{}, map[int]int{} // arrows by their number
		busy := map[[2]int]float64{}                 // until when a track is
		for _, e := range events.TraceEvents {
			if e.Ph == "X" {
				assert.GreaterOrEqual(t, e.Ts, busy[[2]int{e.Pid, e.Tid}], "spans of a track overlap")
				busy[[2]int{e.Pid, e.Tid}] = e.Ts + e.Dur
			}
			switch {
			case e.Ph == "X" && e.Pid == 1:
				calls[e.Name]++
				if e.Name == "Run mul+add" {
					assert.Equal(t, "[2 3]", e.Args["shape"])
					assert.Equal(t, []any{"float32, strides [3 1], 24 bytes"}, e.Args["reads"])
					assert.EqualValues(t, 48, e.Args["bytes"])
					assert.NotEmpty(t, e.Args["variant"])
					assert.LessOrEqual(t, e.Args["compiled"], 1.)
					assert.Contains(t, e.Args["waited"], "s")
				}
			case e.Ph == "X":
				launches[e.Name]++
				if e.Name == "mul+add" {
					clock := "^(GPU timestamps, whose tick is .* ns by wall time|wall time of queueing: .*timestamp.*)$"
					if d.Info().Kind == device.CPU {
						clock = "^wall time of the kernels$"
					}
					assert.Regexp(t, clock, e.Args["time"])
					assert.Equal(t, strings.Contains(fmt.Sprint(e.Args["time"]), "queueing"), e.Args["GB/s"] == nil, "of work alone")
				}
			case e.Ph == "s":
				starts[e.ID]++
			case e.Ph == "f":
				ends[e.ID]++
				assert.Equal(t, "e", e.Bp)
			}
		}
		wait := "wait for " + d.Info().Name
		assert.Equal(t, map[string]int{"Run mul+add": 1, "Run exp": 3, "Sync": 1}, calls)
		assert.Equal(t, map[string]int{"mul+add": 1, "exp": 3, wait: 1}, launches)
		assert.Len(t, starts, 5)
		assert.Equal(t, starts, ends)
	})
}

func TestAProfileIsWrittenWhileTheFunctionRuns(t *testing.T) {
	var b bytes.Buffer
	written := 0
	require.NoError(t, tensor.Profile(&b, func() error {
		x := tensor.FromSliceOn(cpu.New(), []float32{1, 2, 3})
		for range 1000 {
			if err := tensor.Eval(context.Background(), x.Exp()); err != nil {
				return err
			}
		}
		written = b.Len()
		return nil
	}))
	assert.Greater(t, written, b.Len()*3/4)
}

func TestAProfileEndsWithTheFunction(t *testing.T) {
	x := iota32(3)
	events := profile(t, func() error { return nil })
	require.NoError(t, tensor.Eval(t.Context(), x.Add(1)))
	assert.Len(t, events.TraceEvents, 1)
	var b bytes.Buffer
	assert.ErrorIs(t, tensor.Profile(&b, func() error { return errBroken }), errBroken)
	assert.NotEmpty(t, b.Bytes(), "what ran is written all the same")
	assert.PanicsWithValue(t, "no", func() { _ = tensor.Profile(&b, func() error { panic("no") }) })
	b.Reset()
	require.NoError(t, tensor.Eval(t.Context(), x.Add(1)))
	assert.Zero(t, b.Len(), "nor is a function that panicked profiled further")
	assert.ErrorIs(t, tensor.Profile(broken{1}, func() error { return nil }), io.ErrShortWrite)
	assert.ErrorContains(t, tensor.Profile(nil, func() error { return nil }), "nil writer")
	assert.ErrorContains(t, tensor.Profile((*bytes.Buffer)(nil), func() error { return nil }), "nil writer")
	assert.ErrorContains(t, tensor.Profile(&b, nil), "nil function")
}

// A device that embeds another device emits no event itself.
func TestALaunchIsToldOfOnceThroughADeviceAroundAnother(t *testing.T) {
	recordTensors(t)
	n := 0
	defer device.OnLaunch(func(e *device.LaunchEvent) {
		n++
		assert.NoError(t, e.Err)
		assert.Equal(t, "add", e.Launch.Program.Name())
	})()
	require.NoError(t, tensor.Eval(context.Background(), iota32(3).Add(1)))
	assert.Equal(t, 1, n)
}

// A launch that another goroutine began before the end of Profile's function ends while Profile
// writes. It may be the first one of its device.
func TestProfileEndsBesideLaunchesOfOtherGoroutines(t *testing.T) {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				d := cpu.New()
				x := tensor.FromSliceOn(d, make([]float32, 3000))
				_ = tensor.Eval(context.Background(), x.Exp())
			}
		})
	}
	end := time.Now().Add(300 * time.Millisecond)
	for time.Now().Before(end) {
		require.NoError(t, tensor.Profile(io.Discard, func() error { time.Sleep(time.Millisecond / 2); return nil }))
	}
	close(stop)
	wg.Wait()
}

func TestAProfileOfADeviceThatIsClosedIsNoError(t *testing.T) {
	assert.NoError(t, tensor.Profile(io.Discard, func() error {
		d := cpu.New()
		if err := tensor.Eval(context.Background(), tensor.FromSliceOn(d, []float32{1}).Exp()); err != nil {
			return err
		}
		return d.Close()
	}))
}
