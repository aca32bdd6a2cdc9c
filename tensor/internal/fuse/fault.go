package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"

	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// separate divides a closed region whose results depend on different places that may be wrong. If a
// launch has an index error, all its results are unspecified, so each of its results depends on all of
// its places. What several of the new regions need is computed by each of them. Such a region has results of
// one level, so it knows its shape also without a group.
func (c *cutter) separate(at int32) {
	outputs := c.regions[at].outputs
	if !slices.ContainsFunc(outputs, func(i int32) bool { return c.notes[i].checks != c.regions[at].checks }) {
		return
	}
	whole := c.regions[at] // a copy, whose lists the parts do not share
	whole.nodes, outputs = slices.Clone(whole.nodes), slices.Clone(outputs)
	whole.inputs, whole.scalars = nil, nil
	for first := true; len(outputs) > 0; first = false {
		part := at
		if !first {
			part = c.newRegion(whole.shape)
			c.order = append(c.order, part)
		}
		checks, level := c.notes[outputs[0]].checks, c.notes[outputs[0]].level
		r := &c.regions[part]
		r.domain, r.checks, r.named, r.name, r.of = whole.domain, checks, whole.named, whole.name, whole.of
		r.outputs = r.outputs[:0]
		for _, i := range outputs {
			if c.notes[i].checks == checks && c.notes[i].level == level {
				r.outputs = append(r.outputs, i)
			}
		}
		outputs = slices.DeleteFunc(outputs, func(i int32) bool { return slices.Contains(r.outputs, i) })
		c.fill(r, whole.nodes, at+1)
		r.parted = whole.grouped && !r.grouped
		if r.parted && level == 0 { // it goes over the kept axes alone
			r.shape = nil
			for axis, n := range whole.shape {
				if !slices.Contains(whole.axes, axis) {
					r.shape = append(r.shape, n)
				}
			}
			r.axes = nil
		}
	}
}

// check notes nodes of a shape that may have an index error, along axes of an operation.
func (r *region) check(nodes uint64, axes []int, name string, shape []int) {
	if r.checks != 0 && r.name != name {
		name = "" // the error may be that of either
	}
	if r.checks != 0 && len(r.of) > len(shape) {
		shape = r.of
	}
	r.checks |= nodes
	r.named, r.name, r.of = axes, name, shape
}

// fill gives a region those of the nodes of another one, its home, that its outputs need.
func (c *cutter) fill(r *region, nodes []int32, home int32) {
	needed := slices.Clone(r.outputs)
	for _, i := range slices.Backward(nodes) {
		if !slices.Contains(needed, i) {
			continue
		}
		for k := range c.nodes[i].Expr.Args {
			if a := &c.nodes[i].Expr.Args[k]; c.homeOf(a) == home { // what a store keeps has another home
				needed = append(needed, int32(a.Version.Expr.Index))
			}
		}
	}
	r.nodes, r.inputs, r.scalars, r.grouped = r.nodes[:0], r.inputs[:0], r.scalars[:0], false
	for _, i := range nodes {
		if !slices.Contains(needed, i) {
			continue
		}
		r.nodes = append(r.nodes, i)
		r.grouped = r.grouped || c.nodes[i].Expr.Group() != nil
	}
	c.read(r, r.nodes, home)
}

// elementAt returns the index of an element of the launch, in the shape that its nodes go over. Among groups a
// node may go over the axes that are kept; then it is in the shape of that node, where axes of size 1 may be
// missing, or more.
func (d *domain) elementAt(number int, shape []int) []int {
	switch {
	case !d.grouped && !d.parted:
		return unravel(number, d.shape, nil)
	case d.isKept(shape):
		return unravel(number/max(d.groupLen(), 1), shape, nil) // the groups' axes are the last of the launch
	}
	return unravel(number, d.shape, d.order())
}

// unravel returns the index of an element of a shape by its number. The order of its axes is that of the
// numbers, and theirs if it is nil.
func unravel(number int, shape, order []int) []int {
	index := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		axis := k
		if order != nil {
			axis = order[k]
		}
		index[axis] = number % shape[axis]
		number /= shape[axis]
	}
	return index
}

// doubts are the faults that the results of a launch may have. Most launches have none.
type doubts struct {
	own   *graph.Fault   // of the launch, if it may have an index error
	given []graph.Faults // of the inputs; nil if there are none
	old   graph.Faults   // of the elements that a store keeps
}

// any reports whether there are doubts.
func (d *doubts) any() bool { return d.own != nil || d.given != nil || d.old != nil }

// fault gives the launch of a region a Fault.
func (e *evaluation) fault(r *region) {
	d, of := r.domain, r.of
	element := func(number int) []int { return d.elementAt(number, of) }
	e.own = graph.NewFault(&graph.Places{Name: r.name, Axes: r.named, Element: element})
	r.launch.Fault = &e.own.Fault
}

// read notes the faults of an input of a region, but for those that are known to be fine.
func (e *evaluation) read(r *region, input int, faults graph.Faults) {
	open := graph.Faults(nil).Add(faults)
	if open == nil {
		return
	}
	if e.given == nil {
		e.given = make([]graph.Faults, len(r.inputs))
	}
	e.given[input] = open
}

// tell gives the results of a launch their faults, and ends the doubts.
func (e *evaluation) tell(r *region) {
	if e.warmer == nil && e.recorder == nil {
		for i, at := range r.outputs {
			faults := e.faultsOf(r, i)
			switch x := e.nodes[at].Expr; {
			case e.inPlace(e.nodes[at]):
				e.stored = faults
			case x.Whole != nil:
				whole := x.Whole.Expr
				whole.SetFaults(whole.Faults().Add(faults).Short(e.device))
			case x.Made != nil:
				x.SetFaults(faults)
			}
		}
	}
	e.doubts = doubts{}
}

// faultsOf returns the faults of an output of the launch that has run.
func (e *evaluation) faultsOf(r *region, output int) (all graph.Faults) {
	if e.nodes[r.outputs[output]].Expr.Store() != nil {
		all = e.old
	}
	if e.given != nil {
		for _, i := range Inputs(r.launch.Program, output) {
			all = all.Add(e.given[i])
		}
	}
	if e.own != nil {
		all = all.Add(graph.Faults{e.own})
	}
	return all.Short(e.device)
}

// Inputs returns the inputs of a program that one of its outputs depends on, in ascending order.
func Inputs(p *device.Program, output int) (all []int) {
	needed := make([]bool, p.Result(len(p.Code())))
	out := p.Output(output)
	for _, v := range append([]device.Value{out.Value}, out.At...) {
		needed[v] = true
	}
	for i, in := range slices.Backward(p.Code()) {
		if needed[p.Result(i)] {
			for _, v := range in.Args {
				needed[v] = true
			}
		}
	}
	for i := range p.Inputs() {
		if needed[i] {
			all = append(all, i)
		}
	}
	return all
}
