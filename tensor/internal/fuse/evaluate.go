package fuse

import (
	"fmt"
	"runtime"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Evaluate stores the roots, all of one device. It returns when the work is queued;
// reading a buffer waits for it. On an error what could not be computed goes on
// waiting, and may be asked for again.
func Evaluate(roots ...*graph.Node) error { return evaluate(roots, nil) }

// target is a place for a root to be computed into.
type target struct {
	root   *graph.Node
	node   *graph.Node // stored; its elements at layout are written
	layout broadcast.Layout
}

// Into computes root, a graph.NewWrite, straight into the elements of dst at layout,
// which have root's shape and type. What root and the other graph.NewWrite below it read
// of dst must be just these elements, or none of them. Expressions that read dst are
// computed first, so that they see its old values.
func Into(dst *graph.Node, layout broadcast.Layout, root *graph.Node) error {
	defer runtime.KeepAlive(dst) // its buffer
	if err := Evaluate(dst); err != nil {
		return err
	}
	if err := settle(dst.Readers()); err != nil {
		return err
	}
	return evaluate([]*graph.Node{root}, &target{root, dst, layout})
}

// settle computes the readers of what is to be written.
func settle(readers []*graph.Node) error {
	err := Evaluate(readers...)
	for _, r := range readers {
		r.Release()
	}
	return err
}

func evaluate(roots []*graph.Node, to *target) error {
	claim, err := graph.Take(roots)
	if err != nil {
		return err
	}
	nodes := claim.Nodes()
	if len(nodes) == 0 {
		return nil
	}
	b := &builder{
		cutter: cut(nodes, roots, nodes[0].Device.Info().Limits.Buffers),
		values: make([]device.Value, len(nodes)),
		made:   make([]device.Buffer, len(nodes)),
	}
	defer func() {
		b.store(nodes)
		claim.End()
	}()
	for _, r := range b.closed {
		if err := b.run(r, to); err != nil {
			return err
		}
	}
	return nil
}

// run launches one region and notes the buffers it fills.
func (b *builder) run(r *region, to *target) error {
	l, err := b.build(r)
	if err != nil {
		return err
	}
	l.Out = make([]device.Operand, len(r.outputs))
	for i, n := range r.outputs {
		out := &l.Out[i]
		if to != nil && n == to.root {
			*out = device.Operand{Buffer: to.node.Buffer, Type: n.Type, Layout: to.layout}
			continue
		}
		*out = device.Operand{Type: n.Type, Layout: rowMajor(n)}
		if out.Buffer, err = alloc(n); err != nil {
			release(l.Out[:i], to)
			return err
		}
	}
	if size, _ := broadcast.Size(l.Shape); size > 0 {
		if err := r.nodes[0].Device.Run(l); err != nil {
			release(l.Out, to)
			return fmt.Errorf("%s: %w", names(r), err)
		}
	}
	for i, n := range r.outputs {
		if to == nil || n != to.root {
			b.made[n.Index] = l.Out[i].Buffer
		}
	}
	return nil
}

// release gives back the buffers of outputs that were not computed.
func release(out []device.Operand, to *target) {
	for _, o := range out {
		if to == nil || o.Buffer != to.node.Buffer {
			o.Buffer.Release()
		}
	}
}

// store hands the nodes the buffers that were filled.
func (b *builder) store(nodes []*graph.Node) {
	graph.Lock()
	defer graph.Unlock()
	for i, n := range nodes {
		if b.made[i] != nil {
			n.Store(b.made[i])
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

// rowMajor is how a computed node lies in its buffer.
func rowMajor(n *graph.Node) broadcast.Layout { return broadcast.RowMajor(n.Shape...) }
