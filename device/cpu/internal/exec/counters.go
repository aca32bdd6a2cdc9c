package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// addCounters makes positions that are counters of random numbers count in 64 bits. Their casts have no steps then.
func (c *compiled) addCounters(code []device.Instr) {
	for i, in := range code {
		if in.Op != op.Cast || in.Type != op.Uint64 || !c.position(in.Args[0]) || c.values[in.Args[0]].uses != 1 {
			continue
		}
		v, count := c.source.Result(i), 0
		for _, in := range code {
			if drawsBits(in.Op) && len(in.Args) == 2 && in.Args[1] == v {
				count++
			}
		}
		if count != c.values[v].uses {
			continue
		}
		for k, in := range code {
			if slices.Contains(in.Args, v) {
				code[k].Args = []device.Value{in.Args[0], code[i].Args[0]}
			}
		}
		at := &c.values[code[i].Args[0]]
		at.counter, at.bytes, at.uses, c.values[v].uses = true, op.Uint64.Size(), count, 0
	}
}

// position reports whether a value is an input of positions.
func (c *compiled) position(v device.Value) bool {
	return int(v) < len(c.source.Inputs()) && c.source.Input(int(v)).Position
}

// drawsBits reports whether an operation makes random bits. A copy has none.
func drawsBits(o *op.Op) bool {
	if o == nil {
		return false
	}
	_, ok := o.Role.(*op.Bits)
	return ok
}
