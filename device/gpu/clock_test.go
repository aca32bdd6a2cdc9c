package gpu

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// openWithClock skips where the adapter has no clock.
func openWithClock(t *testing.T) *Device {
	t.Helper()
	d := open(t)
	if !d.driver.Limits().Timestamps {
		t.Skipf("%v has no feature timestamp-query", d)
	}
	return d
}

// timedDevice opens a device with a clock, and returns the Work of the launches since the last call.
func timedDevice(t *testing.T) (d *Device, works func() []*device.Work) {
	t.Helper()
	d = openWithClock(t)
	var all []*device.Work
	t.Cleanup(device.OnLaunch(func(e *device.LaunchEvent) { all = append(all, e.Work) }))
	return d, func() []*device.Work {
		defer func() { all = nil }()
		return all
	}
}

func TestTimesSayWhenTheDeviceWorkedOnLaunches(t *testing.T) {
	deadline(t)
	d, works := timedDevice(t)
	stop := device.TimeWork()
	t.Cleanup(stop)
	elements := 1 << 22
	if d.kernels.software {
		elements = many(elements, 1<<20)
	}
	small, large := alloc(t, d, 1), alloc(t, d, make([]int32, elements)...)
	before := time.Now()
	const n = 150 // more than a batch has
	for range n / 2 {
		require.NoError(t, d.Run(ctx, launch(t, op.Mul, small, small, small)))
		require.NoError(t, d.Run(ctx, launch(t, op.Mul, large, large, large)))
	}
	clock, err := d.Times(ctx)
	after := time.Now()
	require.NoError(t, err)
	assert.Regexp(t, `^GPU timestamps, whose tick is \d+\.\d{4} ns by wall time$`, clock)
	all := works()
	require.Len(t, all, n)
	var times [2][]time.Duration       // of the short launches, and of the long ones
	const slack = 5 * time.Millisecond // of the comparison with the wall clock
	for i, w := range all {
		require.Positive(t, w.Time)
		assert.WithinRange(t, w.Start, before.Add(-slack), after)
		assert.WithinRange(t, w.Start.Add(w.Time), before, after.Add(slack))
		if i > 0 {
			assert.False(t, w.Start.Before(all[i-1].Start.Add(all[i-1].Time)), "launches are worked on one after the other")
		}
		times[i%2] = append(times[i%2], w.Time)
	}
	// A median, because a software driver's time is that of a processor that others use too.
	short, long := median(times[0]), median(times[1])
	assert.Greater(t, long, 4*short, "%d elements, and one", elements)
	t.Logf("%s; a launch of one element took %v, of %d %v", clock, short, elements, long)
	assert.Nil(t, d.recorder.clock)

	stop()
	require.NoError(t, d.Run(ctx, launch(t, op.Mul, small, small, small)))
	assert.Equal(t, []*device.Work{nil}, works())
	again, err := d.Times(ctx)
	assert.NoError(t, err)
	assert.Equal(t, clock, again, "no launch was timed")
}

func median(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}

func TestWithoutAClockTimesSaysWhy(t *testing.T) {
	d, works := timedDevice(t)
	t.Cleanup(device.TimeWork())
	d.recorder.clock = &clock{err: assert.AnError}
	add(t, d, alloc(t, d, 1), alloc(t, d, 1), alloc(t, d, 1))
	assert.Equal(t, []*device.Work{{}}, works())
	_, err := d.Times(ctx)
	assert.ErrorIs(t, err, assert.AnError)
	_, err = d.Times(ctx)
	assert.NoError(t, err)
}

func TestALaunchOfSeveralDispatchesLastsFromTheFirstToTheLast(t *testing.T) {
	begun := time.Now()
	all := []reading{{tick: 1000, at: begun.Add(time.Hour), by: time.Hour}, {tick: 1000, at: begun, by: time.Millisecond}}
	for len(all) < 2*clockReadings {
		all = append(all, all[0])
	}
	all[len(all)-1] = reading{tick: 3000, at: begun.Add(20 * time.Microsecond), by: time.Microsecond}
	s, err := newScale(all)
	require.NoError(t, err)
	assert.InDelta(t, 10, s.tick, 1e-9)
	var w device.Work
	s.extend(&w, 2000, 2010)
	s.extend(&w, 1900, 1990)
	s.extend(&w, 2005, 2020)
	assert.Equal(t, device.Work{Start: begun.Add(9 * time.Microsecond), Time: 1200 * time.Nanosecond}, w)
	all[len(all)-1].tick = 1000
	_, err = newScale(all)
	assert.ErrorContains(t, err, "went from 1000 to 1000")
	_, err = newScale(all[1:])
	assert.ErrorContains(t, err, "read 9 times, not 10")
}

func TestEachOfSeveralCallsOfTimesHasFilledInTheEarlierLaunches(t *testing.T) {
	deadline(t)
	d := openWithClock(t)
	t.Cleanup(device.TimeWork())
	var mu sync.Mutex
	var all []*device.Work
	t.Cleanup(device.OnLaunch(func(e *device.LaunchEvent) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, e.Work)
	}))
	x := alloc(t, d, make([]int32, 1000)...)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			out := alloc(t, d, make([]int32, 1000)...)
			for range 2 {
				if !assert.NoError(t, d.Run(ctx, launch(t, op.Mul, out, x, x))) {
					return
				}
				mu.Lock()
				earlier := all[:len(all):len(all)]
				mu.Unlock()
				if _, err := d.Times(ctx); !assert.NoError(t, err) {
					return
				}
				for i, w := range earlier {
					if !assert.Positive(t, w.Time, "launch %d of %d before Times", i, len(earlier)) {
						return
					}
				}
			}
		})
	}
	wg.Wait()
	require.NotEmpty(t, all)
}
