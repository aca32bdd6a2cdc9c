package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// checking is the nodes of a region that may have an index error, and how it is told to users.
type checking struct {
	checks uint64 // the nodes: see standing
	named  []int  // the axes of their places, by the numbers of an index error
	name   string // of the operation that has them; "" if there are several
	of     []int  // the shape of the nodes
	view   []step // through which the launch reads them; nil if it goes over their axes
}

// check adds nodes.
func (c *checking) check(more checking) {
	if c.checks != 0 {
		if c.name != more.name { // the error may be that of either
			more.name = ""
		}
		if len(c.of) > len(more.of) {
			more.of = c.of
		}
		more.checks |= c.checks
	}
	*c = more
}

// recheck finds anew which nodes of a region depend on an index error, after nodes have left it or come to it.
func (c *cutter) recheck(at int32) {
	r := &c.regions[at]
	r.checking = checking{}
	for k, i := range r.nodes {
		n, stands := c.nodes[i], &c.notes[i].standing
		stands.checks = 0
		for j := range n.Expr.Args {
			if a := &n.Expr.Args[j]; c.homeOf(a) == at+1 {
				stands.checks |= c.note(a.Version).checks
			}
		}
		if n.Expr.Checks() {
			stands.checks |= 1 << k
			r.check(c.checkOf(i))
		}
	}
}

// checkOf is what a region checks for a node that it has.
func (c *cutter) checkOf(i int32) checking {
	n, note := c.nodes[i], &c.notes[i]
	of := checking{checks: note.checks, named: n.Expr.Axes(), name: n.Expr.Name(), of: n.Layout.Shape}
	if note.view > 0 {
		of.view = c.views[note.view-1]
	}
	return of
}

// elementAt returns the index of an element of the launch, in the shape that its nodes go over. Among groups a
// node may go over the axes that are kept; then it is in the shape of that node, where axes of size 1 may be
// missing, or more. So it is where the launch reads a node through a view.
func (d *domain) elementAt(number int, of checking) []int {
	switch {
	case of.view != nil:
		all, index := unravel(number, d.shape, d.order()), make([]int, len(of.of))
		for axis, s := range of.view {
			if s.by > 0 {
				index[s.axis] += s.by * all[axis]
			}
		}
		return index
	case !d.grouped && !d.parted:
		return unravel(number, d.shape, nil)
	case d.isKept(of.of):
		return unravel(number/max(d.groupLen(), 1), of.of, nil) // the groups' axes are the last of the launch
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
	if r.told == nil {
		d, of := r.domain, r.checking
		r.told = &graph.Places{Name: r.name, Axes: r.named, Element: func(number int) []int { return d.elementAt(number, of) }}
	}
	e.own = graph.NewFault(r.told)
	r.launch.Fault = &e.own.Fault
}

// doubt notes the faults of an input of a region, but for those that are known to be fine.
func (e *evaluation) doubt(r *region, input int, faults graph.Faults) {
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
