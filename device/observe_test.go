package device

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/trace"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestOnLaunchIsToldOfEveryLaunchUntilItIsStopped(t *testing.T) {
	d, l := &fakeDevice{info: everything}, &Launch{Shape: []int{3}}
	launch := func(err error) { Observe(d, l).End(err) }
	launch(nil)
	require.Nil(t, Observe(d, l), "nothing observes")
	var first, second []LaunchEvent
	stopFirst := OnLaunch(func(e *LaunchEvent) { first = append(first, *e) })
	stopSecond := OnLaunch(func(e *LaunchEvent) { second = append(second, *e) })
	before := time.Now()
	launch(nil)
	failure := errors.New("no")
	launch(failure)
	stopFirst()
	stopFirst()
	launch(nil)
	stopSecond()
	launch(nil)
	require.Nil(t, Observe(d, l))
	require.Len(t, first, 2)
	require.Len(t, second, 3)
	e := first[0]
	assert.Same(t, d, e.Device)
	assert.Same(t, l, e.Launch)
	assert.NoError(t, e.Err)
	assert.ErrorIs(t, first[1].Err, failure)
	assert.False(t, e.Start.Before(before))
	assert.GreaterOrEqual(t, e.Time, time.Duration(0))
}

func TestALaunchThatEndsAfterTheObserverWasStoppedTellsNothing(t *testing.T) {
	stop := OnLaunch(func(*LaunchEvent) { t.Error("it was stopped") })
	e := Observe(&fakeDevice{}, &Launch{})
	stop()
	e.End(nil)
}

func TestObserversMayComeAndGoWhileThereAreLaunches(t *testing.T) {
	var all sync.WaitGroup
	for range 4 {
		all.Add(2)
		go func() {
			defer all.Done()
			for range 200 {
				OnLaunch(func(*LaunchEvent) {})()
			}
		}()
		go func() {
			defer all.Done()
			for range 200 {
				Observe(&fakeDevice{}, &Launch{}).End(nil)
			}
		}()
	}
	all.Wait()
	assert.Zero(t, observers.count.Load())
}

func TestALaunchIsARegionOfAnExecutionTrace(t *testing.T) {
	p, err := Single(op.Exp, op.Float32)
	require.NoError(t, err)
	if trace.IsEnabled() {
		t.Skip("the tests are being traced, and there is one trace")
	}
	var b bytes.Buffer
	require.NoError(t, trace.Start(&b))
	e := Observe(&fakeDevice{}, &Launch{Program: p})
	assert.NotNil(t, e)
	e.End(nil)
	trace.Stop()
	assert.Contains(t, b.String(), "\x03exp", "the name of the region, and its length")
	assert.Nil(t, Observe(&fakeDevice{}, &Launch{Program: p}))
}

func TestALaunchCountsTheBytesThatItNeeds(t *testing.T) {
	row := operand(op.Float32, 3)
	row.Layout.Shape, row.Layout.Strides = []int{2, 3}, []int{0, 1}
	l := &Launch{Shape: []int{2, 3}, In: []Operand{row, operand(op.Float64, 2, 3)}, Out: []Operand{operand(op.Bool, 2, 3)}}
	read, written := l.Bytes()
	assert.Equal(t, []int{12 + 48, 6}, []int{read, written})
	empty := operand(op.Float32, 2, 0)
	empty.Layout.Strides = []int{0, 0}
	assert.Zero(t, empty.Bytes())
	assert.Zero(t, (&Operand{Type: op.Int64, Layout: row.Layout}).Bytes(), "positions lie in no buffer")
}

func TestAnEventCountsWhatItsLaunchWaitedFor(t *testing.T) {
	defer OnLaunch(func(*LaunchEvent) {})()
	e := Observe(&fakeDevice{}, &Launch{Program: new(Program)})
	for range 2 {
		done := e.Wait("its turn")
		time.Sleep(time.Millisecond)
		done()
	}
	e.End(nil)
	assert.GreaterOrEqual(t, e.Waited, 2*time.Millisecond)
	assert.LessOrEqual(t, e.Waited, e.Time)
	var none *LaunchEvent
	none.Wait("")()
	none.End(nil)
}

// What a launch pays for being observable: the clock and an event where it is observed, two loads
// where it is not.
func BenchmarkObserve(b *testing.B) {
	d, l := &fakeDevice{info: everything}, &Launch{Shape: []int{3}}
	for _, observed := range []bool{false, true} {
		b.Run(fmt.Sprintf("observed=%v", observed), func(b *testing.B) {
			if observed {
				defer OnLaunch(func(*LaunchEvent) {})()
			}
			b.ReportAllocs()
			for b.Loop() {
				Observe(d, l).End(nil)
			}
		})
	}
}

func TestOnLaunchRefusesANilFunction(t *testing.T) {
	assert.PanicsWithValue(t, "device: OnLaunch of a nil function", func() { OnLaunch(nil) })
}

func TestLaunchesOfADeviceAreCountedUntilStop(t *testing.T) {
	d := &fakeDevice{info: everything}
	l := &Launch{Shape: []int{2, 3}, In: []Operand{operand(op.Float32, 2, 3)}, Out: []Operand{operand(op.Bool, 2, 3)}}
	launch := func(d Device, l *Launch, err error) {
		e := Observe(d, l)
		if e != nil {
			e.Compiled, e.Dispatches = 2, 3
		}
		e.End(err)
	}
	launch(d, l, nil)
	stats, stop := CountLaunches(d)
	assert.Zero(t, stats())
	launch(d, l, nil)
	launch(d, l, nil)
	launch(d, l, errors.New("no"))
	launch(&fakeDevice{info: everything}, l, nil)
	launch(d, &Launch{Program: copyProgram}, nil) // measures the rate of copies
	all := stats()
	assert.GreaterOrEqual(t, all.Time, time.Duration(0))
	all.Time = 0
	assert.Equal(t, LaunchStats{Launches: 2, Compiled: 4, Dispatches: 6, Read: 48, Written: 12}, all)
	stop()
	launch(d, l, nil)
	assert.Equal(t, 2, stats().Launches)
}
