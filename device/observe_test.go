package device

import (
	"bytes"
	"errors"
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
	launch := func(err error) {
		if done := Observe(d, l); done != nil {
			done(err)
		}
	}
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
	done := Observe(&fakeDevice{}, &Launch{})
	stop()
	done(nil)
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
				if done := Observe(&fakeDevice{}, &Launch{}); done != nil {
					done(nil)
				}
			}
		}()
	}
	all.Wait()
	assert.Nil(t, observers.Load())
}

func TestALaunchIsARegionOfAnExecutionTrace(t *testing.T) {
	p, err := Single(op.Exp, op.Float32)
	require.NoError(t, err)
	if trace.IsEnabled() {
		t.Skip("the tests are being traced, and there is one trace")
	}
	var b bytes.Buffer
	require.NoError(t, trace.Start(&b))
	done := Observe(&fakeDevice{}, &Launch{Program: p})
	if assert.NotNil(t, done) {
		done(nil)
	}
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
}
