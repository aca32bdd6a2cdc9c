package fuse

import "slices"

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
		r.domain, r.checking = whole.domain, whole.checking
		r.checks = checks
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
