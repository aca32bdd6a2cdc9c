package main

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestALoopIsJudgedByItsRule(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	for _, l := range loops {
		for _, c := range []struct {
			name  string
			spoil func(l *loop)
			wrong bool
		}{
			{"as it is", func(*loop) {}, false},
			{"a step that does nothing", func(l *loop) { l.step = func(_, _ *tensor.Tensor) error { return nil } }, true},
			{"a step that assigns what was there", func(l *loop) { l.step = func(x, y *tensor.Tensor) error { return y.Assign(x) } }, true},
			{"another rule", func(l *loop) { l.want = func(x func(down, right int) float32) float32 { return x(0, 1) } }, true},
		} {
			t.Run(l.name+"/"+c.name, func(t *testing.T) {
				l := l
				c.spoil(&l)
				j := l.job(d, 20)
				require.NoError(t, j.prepare())
				defer j.release()
				if err := j.verify(1, 200); c.wrong {
					assert.ErrorContains(t, err, "the element at [")
				} else {
					assert.NoError(t, err)
				}
			})
		}
	}
}

// Worked out by hand: a blinker turns.
func TestLifeKeepsTwoNeighboursAndBearsOfThree(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	tensor.SetDefaultDevice(d)
	x := tensor.FromSlice([]uint8{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, 5, 5)
	y := tensor.Zeros(tensor.Uint8, 5, 5)
	require.NoError(t, life(x, y))
	got, err := tensor.Data[uint8](y)
	require.NoError(t, err)
	assert.Equal(t, []uint8{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, got)
}

func TestAJobRunsOnItsGoroutinesAndProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	var calls, procs atomic.Int64
	do := func() error {
		calls.Add(1)
		procs.Store(int64(runtime.GOMAXPROCS(0)))
		return nil
	}
	j := &job{do: do, others: []func() error{do, do}, procs: before + 1}
	_, err := j.time(5)
	require.NoError(t, err)
	assert.EqualValues(t, 15, calls.Load())
	assert.EqualValues(t, before+1, procs.Load())
	assert.Equal(t, before, runtime.GOMAXPROCS(0))
	broken := errors.New("broken")
	j.others[1] = func() error { return broken }
	_, err = j.time(5)
	assert.ErrorIs(t, err, broken)
}

func TestOnlyRoundsInWhichTheControlGainedCount(t *testing.T) {
	take := func(base, control *job, samples ...float64) *job {
		return &job{result: result{Samples: samples}, base: base, control: control}
	}
	one := take(nil, nil, 100, 100, 100, 100, 100)
	two := take(one, nil, 50, 90, 51, 30, 50)
	pair := take(take(nil, nil, 10, 10, 30, 10), two, 5, 10, 20, 5)
	list, all := pair.gains()
	assert.Equal(t, []float64{2, 1.5}, list)
	assert.Equal(t, 4, all)
}
