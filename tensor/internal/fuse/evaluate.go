package fuse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Evaluate stores the roots, all of one device. It returns when the work is queued;
// reading a buffer waits for it. On an error what could not be computed goes on
// waiting, and may be asked for again.
func Evaluate(roots ...*graph.Storage) error { return EvaluateContext(context.Background(), roots...) }

// EvaluateContext is Evaluate that begins no more launches when ctx has ended, and leaves
// the one under way if the device can. What others compute is waited for, whatever ctx does.
func EvaluateContext(ctx context.Context, roots ...*graph.Storage) error {
	if len(roots) == 1 && store(roots[0]) {
		return nil
	}
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	if ctx.Done() != nil {
		e.ctx = ctx
	}
	return e.compute(roots)
}

// compute stores the versions that the storages have, and others.
func (e *evaluation) compute(storages []*graph.Storage, versions ...*graph.Version) error {
	return e.retry(func() error {
		if err := e.claim.Take(storages, versions...); err != nil {
			return err
		}
		return e.run()
	})
}

// retry runs f again, keeping nothing for later, if there is no memory for that.
func (e *evaluation) retry(f func() error) error {
	e.keeps = true
	err := f()
	if e.kept > 0 && errors.Is(err, device.ErrOutOfMemory) {
		e.keeps = false
		err = f()
	}
	return err
}

// evaluation is what one evaluation needs. It is used again: nothing of it may be
// reached from elsewhere when it has ended.
type evaluation struct {
	claim  graph.Claim
	to     target
	ctx    context.Context // nil if it never ends
	warmer device.Warmer   // nil but for a Warmup, which computes nothing
	builder
}

var evaluations = sync.Pool{New: func() any { return new(evaluation) }}

// recycle keeps the evaluation for another, and nothing of this one alive.
func (e *evaluation) recycle() {
	e.to, e.ctx, e.warmer = target{}, nil, nil
	evaluations.Put(e)
}

// run computes what has been claimed.
func (e *evaluation) run() error {
	nodes := e.claim.Nodes()
	if len(nodes) == 0 {
		e.claim.End(nil)
		return nil
	}
	e.prepare(nodes, e.claim.Roots)
	defer e.end()
	for _, r := range e.closed {
		if e.ctx != nil && e.ctx.Err() != nil {
			return e.ctx.Err()
		}
		if err := e.launch(r); err != nil {
			return err
		}
	}
	if e.warmer == nil {
		for _, n := range nodes {
			n.Expr.Reached = true
		}
	}
	return e.place()
}

// end stores what was computed, whatever came of the rest.
func (e *evaluation) end() {
	if e.warmer != nil {
		clear(e.made)
	}
	e.claim.End(e.made)
	e.reset()
}

// launch launches one region and notes the buffers it fills.
func (e *evaluation) launch(r *region) error {
	l, err := e.build(r)
	if err != nil {
		return err
	}
	defer e.built.reset()
	if err := e.alloc(r); err != nil {
		return err
	}
	if !slices.Contains(l.Shape, 0) {
		err = e.hand(l, r.nodes[0].Device)
	}
	if err != nil {
		e.release(r, len(r.outputs))
		return fmt.Errorf("%s: %w", names(r), err)
	}
	for i, n := range r.outputs {
		if n != e.to.root {
			e.made[n.Expr.Index] = l.Out[i].Buffer
		}
	}
	return nil
}

// alloc finds buffers for the outputs of a region.
func (e *evaluation) alloc(r *region) (err error) {
	for i, n := range r.outputs {
		out := &e.built.launch.Out[i]
		*out = device.Operand{Type: n.Type, Layout: *n.Layout}
		if n == e.to.root {
			err = e.aim(r, out)
		} else {
			out.Buffer, err = e.room(n)
		}
		if err != nil {
			e.release(r, i)
			return err
		}
	}
	return nil
}

// room returns a new buffer for a version's elements.
func (e *evaluation) room(n *graph.Version) (device.Buffer, error) {
	size, err := broadcast.Size(n.Layout.Shape)
	if err != nil {
		return nil, err
	}
	if e.warmer != nil {
		return &standIn{size * n.Type.Size()}, nil
	}
	return Alloc(n.Device, size*n.Type.Size())
}

// hand gives the launch to the device.
func (e *evaluation) hand(l *device.Launch, d device.Device) error {
	if e.warmer != nil {
		return e.warmer.Warm(l)
	}
	ctx := e.ctx
	if ctx == nil { // a write to a target
		ctx = context.Background()
	}
	return d.Run(ctx, l)
}

// release gives back the buffers of the first outputs, which were not computed.
func (e *evaluation) release(r *region, outputs int) {
	for i, n := range r.outputs[:outputs] {
		if n != e.to.root { // whose buffer is the target's
			e.built.launch.Out[i].Buffer.Release()
		}
	}
}

// names lists the operations of a region, for errors.
func names(r *region) string {
	s, count := "copy", 0
	for _, n := range r.nodes {
		if n.Expr.Op == nil {
			continue
		}
		switch count++; {
		case count == 1:
			s = n.Expr.Op.Name
		case count < 5:
			s += "+" + n.Expr.Op.Name
		case count == 5:
			s += "+…"
		}
	}
	return s
}
