package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Call has the inputs and results of one run of a plan.
type Call struct {
	Inputs  []*graph.Storage // by their index; each once
	Shifts  []int            // for each input: its offset less the recorded one, in elements
	Numbers []op.Scalar      // number k is Numbers[k-1]
	Results []*graph.Storage // zero storages, which Run fills with new buffers
}

// Run runs the launches, and returns when they are queued. After an error there are no results, and
// storages have their old elements. The exception is a storage that a launch has begun to write in
// place. Its version carries the error. If the device panics, Run ends in the same way.
func (p *Plan) Run(c *Call) (err error) {
	s, err := p.take()
	if err != nil {
		return err
	}
	if err := s.lock(p, c); err != nil {
		p.states.Put(s)
		return err
	}
	err = errPanic
	defer func() {
		s.end(p, c, err)
		s.unlock()
		p.states.Put(s)
	}()
	err = s.compute(p, c)
	return err
}

var errPanic = errors.New("the device panicked")

// compute finds the buffers of the launches, and runs them.
func (s *state) compute(p *Plan, c *Call) error {
	if err := s.hold(p, c); err != nil {
		return err
	}
	if err := s.alloc(p, c); err != nil {
		return err
	}
	if err := s.run(p, c); err != nil || !s.doubtful {
		return err
	}
	return s.settle(p)
}

// settle waits for the index errors of what is written. Errors of results stay with these.
func (s *state) settle(p *Plan) error {
	var faults graph.Faults
	for k := range p.inputs {
		if in := &p.inputs[k]; in.written() {
			faults = faults.Add(s.faultsOf(&in.origin))
		}
	}
	return faults.Settle(context.Background(), p.device)
}

// lock locks the storages that are written, in the order of their addresses, so two runs never wait
// for each other. If one cannot be locked, none is.
func (s *state) lock(p *Plan, c *Call) error {
	for k := range p.inputs {
		if p.inputs[k].written() {
			s.locked = append(s.locked, c.Inputs[k])
		}
	}
	slices.SortFunc(s.locked, func(a, b *graph.Storage) int {
		return cmp.Compare(uintptr(unsafe.Pointer(a)), uintptr(unsafe.Pointer(b)))
	})
	for i, l := range s.locked {
		if err := l.Lock(); err != nil {
			clear(s.locked[i:])
			s.locked = s.locked[:i]
			s.unlock()
			return err
		}
	}
	return nil
}

func (s *state) unlock() {
	for i, l := range s.locked {
		l.Unlock()
		s.locked[i] = nil
	}
	s.locked = s.locked[:0]
}

// hold holds the versions that the run reads, so that no write changes them. It computes those that
// wait first.
func (s *state) hold(p *Plan, c *Call) error {
	var wait []*graph.Storage
	for k := range p.inputs {
		if p.inputs[k].read && !c.Inputs[k].Stored() {
			wait = append(wait, c.Inputs[k])
		}
	}
	if wait != nil {
		if err := fuse.Evaluate(context.Background(), p.device, wait...); err != nil {
			return err
		}
	}
	for k := range p.inputs {
		if !p.inputs[k].read {
			continue
		}
		v, err := c.Inputs[k].Hold(context.Background())
		if err != nil {
			return err
		}
		s.held[k] = v
		s.doubtful = s.doubtful || v.Expr != nil
		s.bind(p.inputs[k].given, v.Buffer(), c.Shifts[k])
	}
	return nil
}

// alloc allocates the results and the new versions of written storages. A storage is written in
// place if the plan allows it and nothing else holds its version.
func (s *state) alloc(p *Plan, c *Call) error {
	for i := range p.results {
		r := &p.results[i]
		buf, err := graph.Alloc(p.device, r.layout.Len()*r.dtype.Size())
		if err != nil {
			return err
		}
		s.fresh[i] = buf
		s.bind(r.slot, buf, 0)
	}
	for k := range p.inputs {
		in := &p.inputs[k]
		if !in.written() {
			continue
		}
		if in.direct && len(s.faultsOf(&in.origin)) == 0 {
			holds := 0
			if in.read {
				holds = 1
			}
			if v, ok := c.Inputs[k].Own(holds); ok {
				s.owned[k] = v
				s.bind(in.after, v.Buffer(), 0)
				continue
			}
		}
		if s.spare[k] == nil {
			v, err := p.version(in.dtype, *in.layout)
			if err != nil {
				return err
			}
			s.spare[k] = v
		}
		s.bind(in.after, s.spare[k].Buffer(), 0)
	}
	return nil
}

// run passes the launches to the device, with the call's numbers among their scalars.
func (s *state) run(p *Plan, c *Call) error {
	for i := range s.launches {
		l, of := &s.launches[i], &p.launches[i]
		// The write is in place, so the copy would copy a buffer to itself.
		if of.copies && l.In[0].Buffer == l.Out[0].Buffer {
			continue
		}
		for k, n := range of.numbers {
			if n > 0 {
				l.Scalars[k] = c.Numbers[n-1]
			}
		}
		if of.fault != nil {
			s.faults[i], s.doubtful = of.fault.Again(), true
			l.Fault = &s.faults[i].Fault
		}
		s.begun = i + 1
		if err := p.device.Run(context.Background(), l); err != nil {
			return fmt.Errorf("%s: %w", l.Program.Name(), err)
		}
		if of.fault != nil && !p.device.Info().Kind.Queues() {
			s.faults[i].SetKnown()
		}
	}
	return nil
}

// end lets go of what was read. It fills the storages of the results, and gives each written storage
// its new version. After an error it drops the results. Storages whose writes in place had begun get
// the error.
func (s *state) end(p *Plan, c *Call, err error) {
	for i, buf := range s.fresh {
		if err == nil {
			r := &p.results[i]
			made := c.Results[i].InitStored(r.dtype, r.layout, buf)
			if s.doubtful {
				made.SetFaults(s.faultsOf(&r.origin).Short(p.device))
			}
		} else if buf != nil {
			buf.Release()
		}
		s.fresh[i] = nil
	}
	for k, v := range s.owned {
		if held := s.held[k]; held != nil {
			held.Let() // first: an old version that nothing else holds serves again
			s.held[k] = nil
		}
		switch in := &p.inputs[k]; {
		case v != nil:
			if err != nil && in.begin < s.begun {
				c.Inputs[k].Fail(err)
			}
			v.Written()
			s.owned[k] = nil
		case err == nil && in.written():
			if s.spare[k] = c.Inputs[k].Exchange(s.spare[k]); s.spare[k] != nil && s.spare[k].Expr != nil {
				s.spare[k].SetFaults(nil)
			}
		}
	}
	if s.doubtful {
		clear(s.faults)
		s.doubtful = false
	}
	s.begun = 0
}
