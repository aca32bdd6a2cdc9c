package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// bench measures one device.
type bench struct {
	*options
	w      io.Writer
	dev    device.Device
	report deviceReport
}

// section measures the cases that were asked for and that fit. It measures them in batches that fit
// into memory together, and prints them.
func (b *bench) section(name string, jobs []*job, print func(io.Writer, []*job)) error {
	var chosen []*job
	for _, j := range jobs {
		j.Section = name
		switch why := b.misfit(j); {
		case !b.cases.MatchString(j.id()):
		case why != "":
			b.leaveOut(j, why)
		default:
			chosen = append(chosen, j)
		}
	}
	waiting := b.batches(chosen, b.max)
	for done := 0; len(waiting) > 0; {
		batch := waiting[0]
		waiting = waiting[1:]
		for _, j := range batch {
			if j.Section = name; done > 0 { // its copies are measured again, beside its cases
				j.Section = fmt.Sprintf("%s %d", name, done+1)
			}
		}
		err := b.measure(batch)
		switch own := slices.DeleteFunc(slices.Clone(batch), func(j *job) bool { return j.reference }); {
		case err == nil:
			done++
			b.keep(batch)
			print(b.w, batch)
		case !errors.Is(err, device.ErrOutOfMemory):
			return err
		case len(own) == 1:
			own[0].Section = name
			b.leaveOut(own[0], err.Error())
		default:
			restart(batch)
			waiting = append(b.batches(own, together(batch)/2), waiting...)
		}
	}
	return nil
}

// alone measures the cases one after the other, because it measures the memory of the process.
func (b *bench) alone(name string, jobs []*job, print func(io.Writer, []*job)) error {
	var measured []*job
	for _, j := range jobs {
		keep := func(_ io.Writer, batch []*job) { measured = append(measured, batch...) }
		if err := b.section(name, []*job{j}, keep); err != nil {
			return err
		}
	}
	if len(measured) > 0 {
		print(b.w, measured)
	}
	return nil
}

// restart forgets the measurements of the jobs.
func restart(jobs []*job) {
	for _, j := range jobs {
		j.Samples, j.Record, j.mallocs, j.spent = nil, nil, nil, 0
	}
}

func (b *bench) leaveOut(j *job, why string) {
	b.report.LeftOut = append(b.report.LeftOut, leftOut{j.id(), why})
	fmt.Fprintf(b.w, "left out: %s: %s\n", j.id(), why)
}

// measure takes the samples of a batch: in every round one of each case, so that other work of the
// machine disturbs all cases alike. A case that has used up its time rests, but gets three samples.
func (b *bench) measure(jobs []*job) error {
	defer device.Collect() // memory that the next batch does not need
	for _, j := range jobs {
		if j.Work != nil && j.dev == nil {
			j.dev = b.dev
		}
		if j.release != nil {
			defer j.release()
		}
	}
	stores, err := fillStores(jobs)
	for _, s := range stores {
		defer s.release()
	}
	if err != nil {
		return err
	}
	for _, j := range jobs {
		if err := b.ready(j, stores[j.dev]); err != nil {
			return fmt.Errorf("%s: %w", j.id(), err)
		}
	}
	for round := range b.repeat {
		for _, j := range jobs {
			if round >= 3 && b.budget > 0 && j.spent >= b.budget {
				continue
			}
			if err := j.sample(round); err != nil {
				return fmt.Errorf("%s: %w", j.id(), err)
			}
		}
	}
	return nil
}

// ready prepares the job and runs it for the first time.
func (b *bench) ready(j *job, s *store) error {
	if j.Work != nil {
		if err := j.bind(s); err != nil {
			return err
		}
	}
	if j.prepare != nil {
		if err := j.prepare(); err != nil {
			return err
		}
	}
	return j.warmUp(b.budget / time.Duration(b.repeat))
}

// fillStores makes the tensors of the jobs, on the device of each.
func fillStores(jobs []*job) (map[device.Device]*store, error) {
	slots := map[device.Device]map[slot]int{}
	for _, j := range jobs {
		if j.Work != nil {
			slots[j.dev] = union(slots[j.dev], j.slots())
		}
	}
	stores := map[device.Device]*store{}
	for dev, s := range slots {
		stores[dev] = newStore(dev)
		if err := stores[dev].fill(s); err != nil {
			return stores, err
		}
	}
	return stores, nil
}

// keep puts the batch into the report, floors worked out.
func (b *bench) keep(jobs []*job) {
	for _, j := range jobs {
		if c := j.floor; c != nil {
			j.CopyBytes = c.Bytes
			part := float64(j.Bytes) / float64(c.Bytes)
			j.FloorNS, j.FloorMin = part*median(c.Samples), part*fastest(c.Samples)
		}
		b.report.Cases = append(b.report.Cases, j.result)
	}
}
