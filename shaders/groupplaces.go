package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// plan is the nest of the launch, with three operands more: the number of an element in its group, that in
// the launch, and that in the order in which scratch has the elements of a group.
func (g *grouping) plan() broadcast.Nest {
	l, operands := g.launch, len(g.launch.Out)+len(g.launch.In)
	n := l.Nest(&g.planner, numbers(l), broadcast.RowMajor(l.Shape...))
	if n.Elements.Operands == nil { // without groups
		n.Elements.Operands = make([]broadcast.Access, operands+2)
	}
	n.Elements.Operands = append(n.Elements.Operands, broadcast.Access{Strides: broadcast.RowMajor(n.Elements.Shape...).Strides})
	g.size = n.Elements.Len
	return n
}

// numbers is a layout that gives each element its number in its group.
func numbers(l *device.Launch) broadcast.Layout {
	layout := broadcast.RowMajor(l.Shape[l.Kept():]...)
	return broadcast.Layout{Shape: l.Shape, Strides: append(make([]int, l.Kept()), layout.Strides...)}
}

// findWhere finds the number of an element in the launch, if the walk may have to name it.
func (g *grouping) findWhere(w *walk) {
	if w.deal == tiles { // see checkPlaces
		return
	}
	w.checks, w.stores = g.checks, g.stores
	w.marks = g.errors != nil && w.deal != prefixes && w.deal != prefixBlocks && w.deal != mergedParts
	if !w.marks {
		return
	}
	k := len(g.launch.Out) + len(g.launch.In) + 1
	groups, elements := &g.nest.Groups.Operands[k], &g.nest.Elements.Operands[k]
	w.where = slices.Concat(groups.Strides, elements.Strides)
	w.whereAt = [2]int{groups.Offset, groups.Offset + elements.Offset}
}

// bindErrors binds the errors of indices, and makes atomics of what needs them.
func (g *grouping) bindErrors(k *Kernel) {
	if k.walk.marks {
		k.walk.errors = k.bindAll(g.errors, 0, g.errors.Bytes, g.limits.Window, true)
		for _, b := range k.walk.errors.bindings {
			k.bindings[b].atomic = true
		}
	}
	for more := true; more; { // an operand uses all its windows in one way
		more = false
		for i := range k.nest.operands {
			o := &k.nest.operands[i]
			o.atomic = o.atomic || !o.unbound && k.bindings[o.binding].atomic
			for _, b := range o.windows.bindings {
				more = more || k.bindings[b].atomic != o.atomic
				o.atomic = o.atomic || k.bindings[b].atomic
				k.bindings[b].atomic = o.atomic
			}
		}
	}
}

// twin adds the second pass of a walk. It reports the index of the first wrong element, and writes at
// places if no index is wrong. It does all that the first pass did once more.
func (g *grouping) twin(at int) {
	if !g.stages[at].walk.marks {
		return
	}
	other := g.next()
	other.copy(&g.stages[at])
	second := *other.walk
	second.second = true
	other.walk = &second
}

// finishStores adds the second passes of all walks with outputs: all places of all pieces are known then.
// It adds the copies of narrow outputs after them.
func (g *grouping) finishStores() error {
	for _, at := range g.late {
		g.twin(at)
	}
	for i := range g.stores {
		add := g.combine
		if !g.stores[i].sorts {
			add = g.end
		}
		if err := add(i); err != nil {
			return err
		}
	}
	for _, add := range g.after {
		if err := add(); err != nil {
			return err
		}
	}
	return nil
}

// copyAsideLater is copyAside, behind the second passes of stores.
func (g *grouping) copyAsideLater() error {
	if len(g.stores) == 0 {
		return g.copyAside()
	}
	nest, aside := g.nest, g.aside
	g.after = append(g.after, func() error {
		g.nest, g.aside = nest, aside
		return g.copyAside()
	})
	return nil
}

// written are the values of an output: its own, and its places. Behind the outputs there is one more for
// each instruction, in case it is a sort: its argument, which is written to scratch.
func written(p *device.Program, i int) []device.Value {
	if n := len(p.Outputs()); i >= n {
		return p.Code()[i-n].Args
	}
	return append([]device.Value{p.Outputs()[i]}, p.Output(i).At...)
}

func visitAll(visit func(device.Value), values []device.Value) {
	for _, v := range values {
		visit(v)
	}
}

// unread are the loads of level 0 whose indices may be wrong. They run even if nothing reads them.
func (g *grouping) unread() (values []device.Value) {
	p := g.launch.Program
	for i, in := range p.Code() {
		if v := p.Result(i); in.Op.MayFault() && p.Level(v) == 0 {
			values = append(values, v)
		}
	}
	return values
}

// checked lists the instructions of level 1 of the last trip: those that its ends and its outputs need,
// and those that no other trip runs although an index may be wrong.
func (g *grouping) checked(last *device.Phase, ends []int) []int {
	all := g.trip(ends, last.Writes).elements
	if g.errors == nil {
		return all
	}
	p, seen := g.launch.Program, slices.Clone(all)
	for n := range g.phases {
		seen = append(seen, g.trip(g.phases[n].Ends, nil).elements...)
	}
	var values []device.Value
	for _, i := range last.Elements {
		if p.Code()[i].Op.MayFault() && !slices.Contains(seen, i) {
			values = append(values, p.Result(i))
		}
	}
	all = append(all, g.elements(values)...)
	slices.Sort(all)
	return slices.Compact(all)
}
