package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// phase is a [device.Phase] in steps. Lists of numbers are of steps.
type phase struct {
	elements []int          // computed for each element: maps and scans
	ends     []int          // reductions and sorts of the group's elements
	then     []int          // computed once for each group, after the walk
	reads    []device.Value // inputs of level 1 that elements and ends need
	writes   bool           // outputs of level 1 are written
}

// empty reports whether the phase does not walk over the elements.
func (ph *phase) empty() bool { return len(ph.elements)+len(ph.ends) == 0 && !ph.writes }

// bare reports whether no step has a result for each element.
func (c *compiled) bare() bool {
	return !slices.ContainsFunc(c.phases, func(ph phase) bool { return len(ph.elements) > 0 })
}

// wholeBytes is the memory that rows need for each element of a group which they take at once.
func (c *compiled) wholeBytes(sideBySide bool) (bytes int) {
	if !c.whole {
		return 0
	}
	for i := range c.steps {
		switch s := &c.steps[i]; {
		case s.sorts:
			bytes = max(bytes, s.sort.Scratch(sideBySide))
		case s.group != nil && !s.reduces && !s.scans:
			bytes = max(bytes, meaningBytes)
		}
	}
	return bytes
}

// meaningBytes is how much the meaning of a row needs for an element.
const meaningBytes = 32

// meaningCost is the cost of an element of a row of groups that is computed by its meaning.
const meaningCost = 128

// groupOf is the role of a row of groups, or nil.
func groupOf(o *op.Op) *op.Group {
	g, _ := o.Role.(*op.Group)
	return g
}

// addGroup finds the kernel of a row of groups.
func (c *compiled) addGroup(s *step, in device.Instr) {
	c.numbered = c.numbered || s.group.Numbered || s.group.Ordered
	if s.reduction, s.reduces = c.set.Reduction(in.Op, s.chain.From, s.chain.To); s.reduces {
		s.Cost, s.Set, s.factors = s.reduction.Cost, s.reduction.Set, c.factorsOf(s)
		return
	}
	if s.scan, s.scans = c.set.Scan(in.Op, s.chain.From, s.chain.To); s.scans {
		s.Cost, s.Set, c.inOrder = s.scan.Cost, s.scan.Set, true
		return
	}
	c.whole = true
	if s.sort, s.sorts = c.set.Sort(in.Op, s.chain.From); s.sorts {
		s.Cost = kernel.SortCost
		return
	}
	s.Cost = meaningCost
}

// factorsOf are the operands of the product that a reduction alone reads, if it can add products of elements.
func (c *compiled) factorsOf(s *step) []device.Value {
	for i := range c.steps {
		m := &c.steps[i]
		if !s.reduction.Products || m.to != s.from[0] || c.values[m.to].uses != 1 || c.values[m.to].level == 0 {
			continue
		}
		switch m.chain.Ops {
		case vector.Ops{op.Mul}:
			return m.from
		case vector.Ops{op.Square}:
			return []device.Value{m.from[0], m.from[0]}
		}
	}
	return nil
}

// addPhases finds the phases of a program with groups. Copies to outputs belong to the last one.
func (c *compiled) addPhases() {
	for _, from := range c.source.Phases() {
		c.phases = append(c.phases, phase{elements: c.stepsOf(from.Elements), ends: c.stepsOf(from.Ends),
			then: c.stepsOf(from.Then), writes: len(from.Writes) > 0})
	}
	if len(c.phases) == 0 {
		return
	}
	last := &c.phases[len(c.phases)-1]
	for i := range c.steps {
		switch v := c.steps[i].to; {
		case v < c.source.Result(len(c.source.Code())):
		case c.values[v].level > 0:
			last.elements = append(last.elements, i)
		default:
			last.then = append(last.then, i)
		}
	}
	for _, v := range c.stored() { // what is stored from where it is read
		if c.values[v].operand >= 0 && c.values[v].level > 0 {
			last.reads = append(last.reads, v)
		}
	}
	var before phase
	for n := range c.phases {
		ph := &c.phases[n]
		for _, i := range slices.Concat(ph.elements, ph.ends) {
			for _, v := range c.steps[i].from {
				if c.values[v].operand >= 0 && c.values[v].level > 0 && !slices.Contains(ph.reads, v) {
					ph.reads = append(ph.reads, v)
				}
			}
		}
		c.resident = append(c.resident, phase{without(ph.elements, before.elements), ph.ends, ph.then, without(ph.reads, before.reads), ph.writes})
		before.elements, before.reads = slices.Concat(before.elements, ph.elements), slices.Concat(before.reads, ph.reads)
	}
}

// without returns those of all that are not among others.
func without[T comparable](all, others []T) (rest []T) {
	for _, x := range all {
		if !slices.Contains(others, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// stepsOf are the steps whose results are those of the instructions. A step that was merged into
// another has no result of its own.
func (c *compiled) stepsOf(code []int) (steps []int) {
	for i := range c.steps {
		if slices.Contains(code, int(c.steps[i].to-c.source.Result(0))) {
			steps = append(steps, i)
		}
	}
	return steps
}

// turns are the steps in the order in which they are computed. A step of several phases has several
// turns.
func (c *compiled) turns() (turns []int) {
	for i := range c.steps {
		if len(c.phases) == 0 {
			turns = append(turns, i)
		}
	}
	for n := range c.phases {
		turns = slices.Concat(turns, c.phases[n].elements, c.phases[n].ends, c.phases[n].then)
	}
	return turns
}

// tiled reports whether a value has an element for each element of a tile. Others, of a program with
// groups, have one for each group.
func (c *compiled) tiled(v device.Value) bool { return len(c.phases) == 0 || c.values[v].level > 0 }
