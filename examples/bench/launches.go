package main

import (
	"context"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// launchRates are additions so small that only the launch itself costs. They run on the device
// alone, as an expression into existing memory, and into a new tensor. The wait is at the end of a
// sample, or after each launch.
func launchRates(d device.Device) []*job {
	var jobs []*job
	for _, n := range []int{1, 1000} {
		flat := operand{Type: single, Shape: []int{n}}
		w := &work{In: []operand{flat, flat}, Steps: []step{{Op: "add", Args: []any{"b"}}}, Out: flat, Mode: into}
		for _, wait := range []bool{false, true} {
			jobs = append(jobs, runs(d, w, wait), assigns(d, w, wait))
		}
		jobs = append(jobs, evals(d, w))
	}
	return jobs
}

// tiny is a job about launches, with the inputs' tensors to be made by prepare.
func tiny(d device.Device, w *work, name string, wait bool) *job {
	if wait {
		name += ", waited for"
	}
	j := &job{dev: d, wait: wait, needs: w.traffic()}
	j.Name, j.Type, j.N, j.Bytes = name, w.Out.Type, w.Out.len(), w.traffic()
	return j
}

// runs are calls of the device's Run with a launch that is ready.
func runs(d device.Device, w *work, wait bool) *job {
	j := tiny(d, w, "device.Run", wait)
	var l *device.Launch
	j.prepare = func() (err error) {
		l, err = launch(d, w)
		return err
	}
	j.do = func() error { return d.Run(context.Background(), l) }
	j.verify = func(seed uint64, samples int) error {
		raw := make([]byte, w.Out.bytes())
		if err := l.Out[0].Buffer.Read(context.Background(), 0, raw); err != nil {
			return err
		}
		for i := range samples {
			at, size := sample(j.N, seed, i), w.Out.Type.Size()
			if err := w.judge(at, w.Out.Type.Load(raw[at*size:])); err != nil {
				return err
			}
		}
		return nil
	}
	j.release = func() {
		if l != nil {
			for _, o := range append(l.Out, l.In...) {
				o.Buffer.Release()
			}
		}
	}
	return j
}

// launch is work of one step, as the device gets it.
func launch(d device.Device, w *work) (*device.Launch, error) {
	var types []op.DType
	for _, in := range w.In {
		types = append(types, in.Type.DType)
	}
	program, err := device.Single(op.ByName(w.Steps[0].Op), types...)
	if err != nil {
		return nil, err
	}
	l := &device.Launch{Program: program, Shape: w.Out.Shape}
	for role, o := range append([]operand{w.Out}, w.In...) {
		buf, err := d.Alloc(int(o.bytes()))
		if err != nil {
			return nil, err
		}
		if err := buf.Write(0, pattern(o.Type.DType, role+output, o.len())); err != nil {
			return nil, err
		}
		x := device.Operand{Buffer: buf, Type: o.Type.DType, Layout: broadcast.RowMajor(o.Shape...)}
		if role == 0 {
			l.Out = append(l.Out, x)
		} else {
			l.In = append(l.In, x)
		}
	}
	return l, nil
}

// assigns are expressions computed into a tensor.
func assigns(d device.Device, w *work, wait bool) *job {
	j := tiny(d, w, "out.Assign(a.Add(b))", wait)
	overTensors(j, d, w)
	return j
}

// evals are expressions computed into new tensors. Eval waits for each.
func evals(d device.Device, w *work) *job {
	j := tiny(d, w, "Eval(a.Add(b))", false)
	anew := *w
	anew.Mode = fresh
	overTensors(j, d, &anew)
	return j
}

// overTensors makes j run the work on tensors of its own.
func overTensors(j *job, d device.Device, w *work) {
	var s *store
	j.prepare = func() error {
		s = newStore(d)
		if err := s.fill(w.slots()); err != nil {
			return err
		}
		x, err := execute(w, s)
		if err != nil {
			return fmt.Errorf("%v: %w", w, err)
		}
		j.do, j.poison, j.verify = x.run, x.poison, x.verify
		return nil
	}
	j.release = func() {
		if s != nil {
			s.release()
		}
	}
}
