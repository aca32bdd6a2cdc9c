package fuse

import (
	"fmt"
	"slices"

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

// Into computes root straight into the elements of dst at layout, which have root's
// shape and type. Expressions that read dst are computed first, so that they see its
// old values; so is an operand of root that overlaps the elements without being them.
func Into(dst *graph.Node, layout broadcast.Layout, root *graph.Node) error {
	if err := Evaluate(dst); err != nil {
		return err
	}
	graph.Lock()
	readers := slices.DeleteFunc(dst.Readers(), func(r *graph.Node) bool { return r == root })
	graph.Unlock()
	if err := Evaluate(readers...); err != nil {
		return err
	}
	for i, a := range root.Expr.Args {
		if a.Node == dst && !a.Layout.Equal(layout) && broadcast.Overlap(a.Layout, layout) {
			c := graph.New(dst.Device, dst.Type, root.Shape, nil, a)
			if err := Evaluate(c); err != nil {
				return err
			}
			root.Replace(i, graph.Arg{Node: c, Layout: rowMajor(c)})
			c.Release()
		}
	}
	return evaluate([]*graph.Node{root}, &target{root, dst, layout})
}

func evaluate(roots []*graph.Node, to *target) error {
	claim := graph.Take(roots)
	defer claim.End()
	nodes := claim.Nodes()
	if len(nodes) == 0 {
		return nil
	}
	made := map[*graph.Node]device.Buffer{}
	defer store(made)
	for _, r := range cut(nodes, roots, nodes[0].Device.Info().Limits.Buffers) {
		if err := run(r, to, made); err != nil {
			return err
		}
	}
	return nil
}

// run launches one region and notes the buffers it fills in made.
func run(r *region, to *target, made map[*graph.Node]device.Buffer) error {
	l, err := build(r)
	if err != nil {
		return err
	}
	fresh := map[*graph.Node]device.Buffer{}
	out := make([]device.Operand, len(r.outputs))
	for i, n := range r.outputs {
		if to != nil && n == to.root {
			out[i] = device.Operand{Buffer: to.node.Buffer, Type: n.Type, Layout: to.layout}
			continue
		}
		buf, err := alloc(n)
		if err != nil {
			release(fresh)
			return err
		}
		fresh[n] = buf
		out[i] = device.Operand{Buffer: buf, Type: n.Type, Layout: rowMajor(n)}
	}
	if size, _ := broadcast.Size(r.nodes[0].Shape); size > 0 {
		if err := r.nodes[0].Device.Run(l.bind(out, made)); err != nil {
			release(fresh)
			return fmt.Errorf("%s: %w", names(r), err)
		}
	}
	for n, buf := range fresh {
		made[n] = buf
	}
	return nil
}

// names lists the operations of a region, for errors.
func names(r *region) string {
	s := "copy"
	for i, n := range slices.DeleteFunc(slices.Clone(r.nodes), func(n *graph.Node) bool { return n.Expr.Op == nil }) {
		switch {
		case i == 0:
			s = n.Expr.Op.Name
		case i < 4:
			s += "+" + n.Expr.Op.Name
		case i == 4:
			s += "+…"
		}
	}
	return s
}

func store(made map[*graph.Node]device.Buffer) {
	graph.Lock()
	defer graph.Unlock()
	for n, buf := range made {
		n.Store(buf)
	}
}

func release(bufs map[*graph.Node]device.Buffer) {
	for _, b := range bufs {
		b.Release()
	}
}
