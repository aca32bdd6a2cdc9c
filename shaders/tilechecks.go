package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// A tile of a product reads an element of a table for many columns, in many tiles, and a second pass over tiles would
// multiply again. Stages of their own therefore check the places before: once for each that differs.

// checksEarly reports whether all places of the launch can be checked before its dot is known.
func (g *grouping) checksEarly() bool {
	for _, c := range g.checks {
		if c.instr < 0 || c.size == 0 || slices.ContainsFunc(g.placesBelow(c), func(v device.Value) bool { return g.endsIn(v) }) {
			return false
		}
	}
	return true
}

// placesBelow are the values that the places of a check are computed from, and these places.
func (g *grouping) placesBelow(c check) (all []device.Value) {
	p := g.launch.Program
	all = slices.Clone(p.Code()[c.instr].Args[1:])
	for n := 0; n < len(all); n++ {
		if i := int(all[n] - p.Result(0)); i >= 0 {
			for _, v := range p.Code()[i].Args {
				if !slices.Contains(all, v) {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// endsIn reports whether a value is the result of a reduction.
func (g *grouping) endsIn(v device.Value) bool {
	i := int(v - g.launch.Program.Result(0))
	return i >= 0 && g.rows[i].Words > 0
}

// checkPlaces adds the stages that check places.
func (g *grouping) checkPlaces() error {
	p, whole := g.launch.Program, g.nest
	defer func() { g.nest = whole }()
	for n, c := range g.checks {
		if n > 0 && g.checks[n-1].instr == c.instr {
			continue
		}
		below := g.placesBelow(c)
		g.nest = broadcast.Nest{Groups: g.firsts(&whole.Groups, below), Elements: g.firsts(&whole.Elements, below)}
		v := p.Result(c.instr)
		w := walk{deal: wholeGroups, unread: []device.Value{v}}
		if p.Level(v) > 0 {
			w = walk{deal: wholeGroups, trips: []trip{{elements: g.elements([]device.Value{v})}}}
		}
		if err := g.walk(w); err != nil {
			return err
		}
	}
	return nil
}

// firsts is a plan with the first element alone along the axes that none of some values varies along. It is the one
// with the least number in the launch.
func (g *grouping) firsts(plan *broadcast.Plan, values []device.Value) broadcast.Plan {
	outs := len(g.launch.Out)
	number := outs + len(g.launch.In) + 1 // see plan
	of := broadcast.Plan{Shape: slices.Clone(plan.Shape), Len: plan.Len, Operands: slices.Clone(plan.Operands)}
	for axis, n := range plan.Shape {
		varies := slices.ContainsFunc(values, func(v device.Value) bool {
			return int(v) < len(g.launch.In) && plan.Operands[outs+int(v)].Strides[axis] != 0
		})
		if varies || n < 2 {
			continue
		}
		if stride := plan.Operands[number].Strides[axis]; stride < 0 {
			of.Operands[number].Offset += stride * (n - 1)
		}
		of.Shape[axis] = 1
		of.Len /= n
	}
	return of
}
