package device

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestLaunchesOfADeviceAreCountedUntilStop(t *testing.T) {
	d := &fakeDevice{info: everything}
	l := &Launch{Shape: []int{2, 3}, In: []Operand{operand(op.Float32, 2, 3)}, Out: []Operand{operand(op.Bool, 2, 3)}}
	launch := func(d Device, l *Launch, err error) {
		e := Observe(d, l)
		if e != nil {
			e.Compiled = 2
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
	launch(d, &Launch{Program: copyProgram()}, nil) // measures the rate of copies
	all := stats()
	assert.GreaterOrEqual(t, all.Time, time.Duration(0))
	all.Time = 0
	assert.Equal(t, LaunchStats{Launches: 2, Compiled: 4, Read: 48, Written: 12}, all)
	stop()
	launch(d, l, nil)
	assert.Equal(t, 2, stats().Launches)
}
