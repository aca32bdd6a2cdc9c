package tensor_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// held is a device whose launches wait until the test lets them go. They ignore their context, as a
// driver does.
type held struct {
	*recorder
	entered, leave chan struct{}
}

func (h *held) Info() device.Info {
	info := h.recorder.Info()
	info.Kind = device.Other
	return info
}

func (h *held) Run(ctx context.Context, l *device.Launch) error {
	h.entered <- struct{}{}
	<-h.leave
	return h.recorder.Run(context.Background(), l)
}

func TestEvalReturnsWhenItsContextEndsThoughALaunchGoesOn(t *testing.T) {
	deadline(t, time.Minute)
	d := &held{newRecorder(), make(chan struct{}, 9), make(chan struct{})}
	on(t, d)
	x := iota32(3)
	first := x.Add(1)
	// second has another shape, so it is another launch.
	second := tensor.Ones(tensor.Float32, 2).Mul(first.Index(0, 2))
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-d.entered; cancel() }()
	require.ErrorIs(t, tensor.Eval(ctx, first, second), context.Canceled)

	other, cancelOther := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancelOther()
	require.ErrorIs(t, tensor.Eval(other, first), context.DeadlineExceeded, "it waits for the same launch")
	assert.Empty(t, d.took())

	close(d.leave)
	assert.Equal(t, []float32{1, 2, 3}, data32(t, first))
	assert.Len(t, d.took(), 1, "nothing is computed twice, and nothing more was begun")
	assert.Equal(t, []float32{3, 3}, data32(t, second), "what was not begun goes on waiting")
}

func TestReadsReturnWhenTheirContextEndsThoughALaunchGoesOn(t *testing.T) {
	deadline(t, time.Minute)
	d := &held{newRecorder(), make(chan struct{}, 9), make(chan struct{})}
	on(t, d)
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		read func(ctx context.Context, x *tensor.Tensor) error
	}{
		{"into a slice", iota32(3).Add(1), readInto},
		{"of a flipped tensor", iota32(3).Flip(0), readInto},
		{"with the data", iota32(3).Add(1), func(ctx context.Context, x *tensor.Tensor) error {
			return tensor.WithData(ctx, x, func([]float32) error { return nil })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			go func() { <-d.entered; cancel() }()
			assert.ErrorIs(t, c.read(ctx, c.x), context.Canceled)
		})
	}
	close(d.leave)
}

func readInto(ctx context.Context, x *tensor.Tensor) error {
	return tensor.ReadInto(ctx, x, make([]float32, x.Len()))
}

// Values are right after a context ended, whenever it ended.
func TestCancelledEvaluationsLoseNothing(t *testing.T) {
	deadline(t, 5*time.Minute)
	everywhere(t, func(t *testing.T, d device.Device) {
		r := rand.New(rand.NewPCG(1, 2))
		n := 1 << 17
		x := tensor.Zeros(tensor.Int32, n)
		for i := range int32(rounds(50)) {
			y := x.Add(1).Mul(3)
			z := y.Reshape(2, n/2).Slice(1, 0, 7, 1).Clone().Sub(1)
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(1000))*time.Microsecond)
			if err := tensor.Eval(ctx, y, z); err != nil {
				require.ErrorIs(t, err, context.DeadlineExceeded)
			}
			cancel()
			require.NoError(t, x.AddInPlace(1), "which y reads: its old value")
			got := data[int32](t, y)
			for k := 0; k < n; k += n/16 - 1 {
				require.Equal(t, 3*(i+1), got[k])
			}
			require.Equal(t, 3*(i+1)-1, data[int32](t, z)[13])
			y.Release()
			z.Release()
		}
	})
}

// BenchmarkCancel measures how long evaluations go on after their contexts have ended. Eight
// goroutines evaluate at once.
func BenchmarkCancel(b *testing.B) {
	x := tensor.Arange[float64](0, 1<<20, 1)
	require.NoError(b, tensor.Eval(b.Context(), x))
	late := make([]time.Duration, 8*b.N)
	for i := range b.N {
		var all sync.WaitGroup
		for g := range 8 {
			all.Go(func() {
				end := time.Now().Add(time.Duration(20+g) * time.Millisecond)
				ctx, cancel := context.WithDeadline(b.Context(), end)
				defer cancel()
				y := x
				for range 60 {
					y = y.Lgamma()
				}
				assert.ErrorIs(b, tensor.Eval(ctx, y), context.DeadlineExceeded)
				late[8*i+g] = time.Since(end)
			})
		}
		all.Wait()
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(late[len(late)-1].Microseconds()), "worst-µs")
}
