package main

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// job is a case and how to run it. Cases of work get the last five fields when they are
// prepared; others bring them.
type job struct {
	result
	dev   device.Device // whose launches it waits for; nil for the host alone
	procs int           // GOMAXPROCS for the case; 0 leaves it as it is
	meter *meter        // of its memory; nil where that is not measured
	base  *job          // another case that it is compared with; may be nil
	needs int64         // bytes of memory of its own
	wait  bool          // after every launch, not after a sample's last

	prepare   func() error                         // brings memory; may be nil
	do        func() error                         // one launch
	others    []func() error                       // launches of other goroutines at the same time
	control   *job                                 // that says which rounds count
	poison    func() error                         // spoils the result; may be nil
	verify    func(seed uint64, samples int) error // judges the result of the last launch
	release   func()                               // gives the memory of prepare back; may be nil
	reference bool                                 // it only serves the floors of other cases
	floor     *job                                 // the copy of as many bytes; nil where there is none
	spent     time.Duration                        // on samples
	mallocs   []float64
}

// bytes is the memory that the job needs.
func (j *job) bytes() int64 {
	if j.Work == nil {
		return j.needs
	}
	return footprint(j.slots()) + j.Work.extra()
}

// slots are the slots of its work.
func (j *job) slots() map[slot]int {
	if j.Work == nil {
		return nil
	}
	return j.Work.slots()
}

// bind brings the work's tensors.
func (j *job) bind(s *store) error {
	x, err := execute(j.Work, s)
	if err != nil {
		return err
	}
	j.do, j.poison, j.verify = x.run, x.poison, x.verify
	return nil
}

// sync waits for everything launched.
func (j *job) sync() error {
	if j.dev == nil {
		return nil
	}
	return j.dev.Sync(context.Background())
}

// timing is the time and the allocations of some launches together.
type timing struct {
	total, record time.Duration
	mallocs       uint64
}

// time runs the job's launches and waits for them.
func (j *job) time(launches int) (t timing, err error) {
	if j.procs > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(j.procs))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	if err := j.launch(launches); err != nil {
		return t, err
	}
	t.record = time.Since(start)
	err = j.sync()
	t.total = time.Since(start)
	runtime.ReadMemStats(&after)
	t.mallocs = after.Mallocs - before.Mallocs
	return t, err
}

// launch runs the job so many times, on each of its goroutines.
func (j *job) launch(launches int) error {
	errs := make([]error, len(j.others))
	var all sync.WaitGroup
	for i, do := range j.others {
		all.Go(func() { errs[i] = j.repeat(do, launches) })
	}
	err := j.repeat(j.do, launches)
	all.Wait()
	return errors.Join(append(errs, err)...)
}

func (j *job) repeat(do func() error, launches int) error {
	for range launches {
		if err := do(); err != nil {
			return err
		}
		if j.wait {
			if err := j.sync(); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostLaunches bounds the launches that are queued without waiting.
const mostLaunches = 1 << 16

// warmUp runs the job from a spoiled result, judges it, and finds how many launches last
// as long as a sample should. It also watches the memory, which takes time from other goroutines.
func (j *job) warmUp(sample time.Duration) error {
	if j.meter != nil {
		defer j.meter.watch()()
	}
	if j.poison != nil {
		if err := j.poison(); err != nil {
			return err
		}
	}
	if _, err := j.time(1); err != nil {
		return err
	}
	if err := j.verify(0, 64); err != nil {
		return err
	}
	if j.meter != nil {
		if err := j.meter.count(10, j.launch); err != nil {
			return err
		}
	}
	j.Launches = 1
	for sample > 0 {
		t, err := j.time(j.Launches)
		if err != nil {
			return err
		}
		factor := float64(sample) / float64(max(t.total, 1))
		if factor < 1.5 || j.Launches == mostLaunches {
			return nil
		}
		j.Launches = min(int(float64(j.Launches)*min(factor, 10)), mostLaunches)
	}
	return nil
}

// sample takes one sample and judges the result.
func (j *job) sample(round int) error {
	t, err := j.time(j.Launches)
	if err != nil {
		return err
	}
	j.spent += t.total
	n := float64(j.Launches * (1 + len(j.others)))
	j.Samples = append(j.Samples, float64(t.total)/n)
	j.Record = append(j.Record, float64(t.record)/n)
	j.mallocs = append(j.mallocs, float64(t.mallocs)/n)
	j.Allocs = median(j.mallocs)
	return j.verify(uint64(round+1), 8)
}
