package device

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Phase is one walk over the elements of a group. A value is ready in a phase if it needs the result
// of no reduction or sort of that phase or of a later one. Instructions are named by their number in
// the code, and stand in its order.
type Phase struct {
	// Elements are the instructions that are computed for each element: maps, loads and scans of
	// level 1. They are all that the phase needs, also those that an earlier phase has computed. A
	// device that has kept their results need not compute them again.
	Elements []int
	// Ends are the reductions and sorts of the group's elements, which are known at its end. The next
	// phases use them.
	Ends []int
	// Then are the instructions of level 0 that are computed once, after the walk.
	Then []int
	// Writes are the outputs of level 1, which are all written in the last phase, because an output may
	// lie on an input. Outputs of level 0 are written after all phases.
	Writes []int
	unused []Value // loads that may have an index error, and whose results nothing reads
}

// Phases cuts a program of groups where it needs all elements of a group. First come the
// instructions of level 0 that need no phase; they are the Then of a phase without a walk, so the
// first phase has no Elements and no Ends. A program without groups has no phases. Do not change them.
func (p *Program) Phases() []Phase { return p.phases }

func (p *Program) setPhases() {
	if !p.groups() {
		return
	}
	ready := make([]int, len(p.types)) // the phase from which on a value may be used
	last := 1
	for i, in := range p.code {
		v := p.Result(i)
		for _, a := range in.Args {
			ready[v] = max(ready[v], ready[a])
		}
		if p.levels[v] > 0 || p.ends(i) {
			ready[v] = max(ready[v], 1)
		}
		if p.ends(i) {
			last = max(last, ready[v])
			ready[v]++ // of the values that read it
		}
	}
	for k, v := range p.outputs {
		if p.OutputLevel(k) > 0 {
			for _, u := range append([]Value{v}, p.outs[k].At...) {
				last = max(last, ready[u])
			}
		}
	}
	for i, in := range p.code {
		if v := p.Result(i); in.Op.MayFault() && p.levels[v] > 0 {
			last = max(last, ready[v])
		}
	}
	p.phases = make([]Phase, last+1)
	for i := range p.code {
		v := p.Result(i)
		switch {
		case p.ends(i):
			ph := &p.phases[ready[v]-1]
			ph.Ends = append(ph.Ends, i)
		case p.levels[v] == 0:
			ph := &p.phases[max(ready[v]-1, 0)]
			ph.Then = append(ph.Then, i)
		}
	}
	for k := range p.outputs {
		if p.OutputLevel(k) > 0 {
			p.phases[last].Writes = append(p.phases[last].Writes, k)
		}
	}
	for n := range p.phases {
		p.phases[n].Elements = p.elements(&p.phases[n])
	}
	p.addUnused(&p.phases[last])
}

// addUnused adds loads to the last phase that no phase needs, as their indices may be wrong.
func (p *Program) addUnused(ph *Phase) {
	for i, in := range p.code {
		if in.Op.MayFault() && p.levels[p.Result(i)] > 0 && !slices.ContainsFunc(p.phases, func(of Phase) bool { return slices.Contains(of.Elements, i) }) {
			ph.unused = append(ph.unused, p.Result(i))
		}
	}
	if len(ph.unused) > 0 {
		ph.Elements = p.elements(ph)
	}
}

// ends reports whether an instruction needs all elements of a group before it has a result.
func (p *Program) ends(i int) bool {
	g, ok := p.code[i].Op.Role.(*op.Group)
	return ok && g.Gives != op.Prefixes
}

// elements lists the instructions of level 1 that a phase needs for each element.
func (p *Program) elements(ph *Phase) (all []int) {
	var need func(v Value)
	need = func(v Value) {
		i := int(v) - p.operands
		if i < 0 || p.levels[v] == 0 || p.ends(i) || slices.Contains(all, i) {
			return
		}
		all = append(all, i)
		for _, a := range p.code[i].Args {
			need(a)
		}
	}
	for _, i := range ph.Ends {
		for _, a := range p.code[i].Args {
			need(a)
		}
	}
	for _, v := range ph.unused {
		need(v)
	}
	for _, k := range ph.Writes {
		need(p.outputs[k])
		for _, v := range p.outs[k].At {
			need(v)
		}
	}
	slices.Sort(all)
	return all
}
