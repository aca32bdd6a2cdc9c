package fuse

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Evaluate stores the roots, all of one device. It returns when the work is queued;
// reading a buffer waits for it. On an error what could not be computed goes on
// waiting, and may be asked for again.
func Evaluate(roots ...*graph.Node) error { return EvaluateContext(context.Background(), roots...) }

// EvaluateContext is Evaluate that begins no more launches when ctx has ended, and leaves
// the one under way if the device can. What others compute is waited for, whatever ctx does.
func EvaluateContext(ctx context.Context, roots ...*graph.Node) error {
	if len(roots) == 1 && store(roots[0]) {
		return nil
	}
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	if ctx.Done() != nil {
		e.ctx = ctx
	}
	e.roots = append(e.roots, roots...)
	if err := e.claim.Take(e.roots); err != nil {
		return err
	}
	return e.run(target{})
}

// target is a place for a root to be computed into.
type target struct {
	root   *graph.Node       // none if nil
	buffer device.Buffer     // whose elements at layout are written
	layout *broadcast.Layout // of root's shape
}

// Into computes root, a graph.NewWrite, straight into the elements of dst at layout,
// which have root's shape and type. What root and the other graph.NewWrite below it read
// of dst must be just these elements, or none of them. Expressions that read dst are
// computed first, so that they see its old values.
func Into(dst *graph.Node, layout *broadcast.Layout, root *graph.Node) error {
	if done, err := Straight(dst, layout, root); done || err != nil {
		return err
	}
	if err := settle(dst); err != nil {
		return err
	}
	buf, err := dst.Hold()
	if err != nil {
		return err
	}
	defer dst.Release()
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	e.roots = append(e.roots, root)
	if err := e.claim.Take(e.roots); err != nil {
		return err
	}
	return e.run(target{root, buf, layout})
}

// Straight is Into for any root, which goes on waiting. It is done if there is nothing to
// be computed before: if dst is stored, and no expression reads it, and if root waits.
func Straight(dst *graph.Node, layout *broadcast.Layout, root *graph.Node) (done bool, err error) {
	if write(dst, layout, root) {
		return true, nil
	}
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	return e.straight(dst, layout, root)
}

// Update is Straight for an expression that is made only for that, of dst's type and of
// the shape of layout. An argument must not be released meanwhile: that is an error.
func Update(dst *graph.Node, layout *broadcast.Layout, o *op.Op, args []graph.Arg) (done bool, err error) {
	if writeNew(dst, layout, o, args) {
		return true, nil
	}
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	e.update.Update(dst.Device, dst.Type, layout, o, args)
	defer e.update.Forget()
	return e.straight(dst, layout, &e.update)
}

func (e *evaluation) straight(dst *graph.Node, layout *broadcast.Layout, root *graph.Node) (done bool, err error) {
	e.roots = append(e.roots, root)
	ok, err := e.claim.TakeWrite(dst, e.roots)
	if !ok || err != nil || len(e.claim.Nodes()) == 0 {
		return false, err
	}
	defer dst.Release()
	return true, e.run(target{root, dst.Buffer(), layout})
}

// settle stores a node that is to be written, and computes its readers.
func settle(n *graph.Node) error {
	if err := Evaluate(n); err != nil {
		return err
	}
	readers := n.Readers()
	err := Evaluate(readers...)
	for _, r := range readers {
		r.Release()
	}
	return err
}

// evaluation is what one evaluation needs. It is used again: nothing of it may be
// reached from elsewhere when it has ended.
type evaluation struct {
	claim  graph.Claim
	roots  []*graph.Node
	to     target
	ctx    context.Context // nil if it never ends
	update graph.Node
	warmer device.Warmer // nil but for a Warmup, which computes nothing
	builder
}

var evaluations = sync.Pool{New: func() any { return new(evaluation) }}

// recycle keeps the evaluation for another, and nothing of this one alive.
func (e *evaluation) recycle() {
	clear(e.roots)
	e.roots, e.to, e.ctx, e.warmer = e.roots[:0], target{}, nil, nil
	evaluations.Put(e)
}

// run computes what has been claimed.
func (e *evaluation) run(to target) error {
	nodes := e.claim.Nodes()
	if len(nodes) == 0 {
		return nil
	}
	e.to = to
	e.prepare(nodes, e.roots)
	defer e.end()
	for _, r := range e.closed {
		if e.ctx != nil && e.ctx.Err() != nil {
			return e.ctx.Err()
		}
		if err := e.launch(r); err != nil {
			return err
		}
	}
	return nil
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
	for i, n := range r.outputs {
		out := &l.Out[i]
		if n == e.to.root {
			*out = device.Operand{Buffer: e.to.buffer, Type: n.Type, Layout: *e.to.layout}
			continue
		}
		*out = device.Operand{Type: n.Type, Layout: *n.Layout}
		if out.Buffer, err = e.alloc(n); err != nil {
			e.release(r, i)
			return err
		}
	}
	if !slices.Contains(l.Shape, 0) {
		if err := e.hand(l, r.nodes[0].Device); err != nil {
			e.release(r, len(r.outputs))
			return fmt.Errorf("%s: %w", names(r), err)
		}
	}
	for i, n := range r.outputs {
		if n != e.to.root {
			e.made[n.Expr.Index] = l.Out[i].Buffer
		}
	}
	return nil
}

// hand gives the launch to the device.
func (e *evaluation) hand(l *device.Launch, d device.Device) error {
	if e.warmer != nil {
		return e.warmer.Warm(l)
	}
	if e.ctx != nil { // which no write to a target has
		if i, ok := device.Own[device.Interruptible](d); ok {
			return i.RunContext(e.ctx, l)
		}
	}
	return d.Run(l)
}

// release gives back the buffers of the first outputs, which were not computed.
func (e *evaluation) release(r *region, outputs int) {
	for i, n := range r.outputs[:outputs] {
		if n != e.to.root {
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
