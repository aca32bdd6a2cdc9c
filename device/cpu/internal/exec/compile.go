package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// compile finds the steps of a program: one for each instruction, or for several instructions with
// a kernel in common.
func compile(p *device.Program, set *kernel.Set) *compiled {
	c := compileForm(p, set, nil)
	if all := choices(p); len(all) > 0 && !c.faulty {
		c.choosing = compileForm(p, set, all)
	}
	return c
}

// compileForm is compile for launches with some choices.
func compileForm(p *device.Program, set *kernel.Set, all []choice) *compiled {
	c := &compiled{source: p, set: set, widest: 1}
	code := c.withCopies()
	c.addValues(code)
	c.addCounters(code)
	c.choose(all)
	c.addSteps(code)
	c.addStores()
	c.addPhases()
	c.ranks = c.ranksOf()
	c.addUp()
	c.assignSlots()
	c.plain = len(c.phases)+len(c.stores) == 0 && !c.faulty
	return c
}

// withCopies returns the instructions, and gives each output a value of its own. A copy, which has
// no operation, makes one of an input or a scalar, or of the value of an earlier output.
func (c *compiled) withCopies() []device.Instr {
	code := slices.Clone(c.source.Code())
	for k, v := range c.source.Outputs() {
		repeated := c.source.Level(v) < c.source.OutputLevel(k) // for places of the elements of a group
		switch stored := len(c.source.Output(k).At) > 0; {
		case stored && !repeated && int(v) < len(c.source.Inputs()): // it is stored from where it is read
		case stored && !repeated && v < c.source.Result(0) && !c.source.Output(k).Distinct: // so is a scalar that is kept
		case v < c.source.Result(0) || repeated || slices.Contains(c.outputs, v):
			code = append(code, device.Instr{Type: c.source.Type(v), Args: []device.Value{v}})
			v = c.source.Result(len(code) - 1)
		}
		c.outputs = append(c.outputs, v)
	}
	return code
}

// addValues makes the values, and counts where each is read.
func (c *compiled) addValues(code []device.Instr) {
	types := slices.Concat(c.source.Inputs(), c.source.Scalars())
	for v := range c.source.Inputs() {
		if c.source.Input(v).Places > 0 {
			types[v] = tableType
		}
	}
	for _, in := range code {
		types = append(types, in.Type)
	}
	for _, dt := range types {
		v := value{bytes: dt.Size(), operand: -1, most: ^uint64(0) >> (64 - 8*dt.Size()), slot: -1}
		if dt == op.Bool {
			v.most = 1
		}
		c.values, c.bytes = append(c.values, v), max(c.bytes, v.bytes)
		if c.widest = max(c.widest, v.bytes); dt.IsFloat() {
			c.widest = max(c.widest, float) // halves are computed in float32
		}
	}
	for v := range c.source.Inputs() {
		c.values[v].level, c.values[v].operand = c.source.Level(device.Value(v)), len(c.outputs)+v
	}
	for i, in := range code {
		for _, v := range c.reads(code, in) {
			c.values[v].uses++
		}
		c.values[c.source.Result(i)].level = c.level(in, i)
	}
	for k, v := range c.outputs {
		c.values[v].uses++
		c.values[v].full = c.values[v].operand >= 0
		for _, at := range c.source.Output(k).At {
			c.values[at].uses++
		}
	}
}

// reads are the values that an instruction reads: its arguments. A conversion between integers of one size keeps the
// bits, so a row of groups reads the input that is converted.
func (c *compiled) reads(code []device.Instr, in device.Instr) []device.Value {
	converted := int(in.Args[0] - c.source.Result(0))
	if in.Op == nil || groupOf(in.Op) == nil || len(in.Args) > 1 || converted < 0 || code[converted].Op != op.Cast {
		return in.Args
	}
	from, to := code[converted].Args[0], code[converted].Type
	if dt := c.source.Type(from); int(from) >= len(c.source.Inputs()) || !dt.IsInteger() || !to.IsInteger() || dt.Size() != to.Size() {
		return in.Args
	}
	return []device.Value{from}
}

// level is the level of the result of instruction i. A copy has that of its output.
func (c *compiled) level(in device.Instr, i int) int {
	if in.Op == nil {
		return c.source.OutputLevel(slices.Index(c.outputs, c.source.Result(i)))
	}
	return c.source.Level(c.source.Result(i))
}

// addSteps finds the instructions' kernels.
func (c *compiled) addSteps(code []device.Instr) {
	found, taken := c.compositions()
	for i, in := range code {
		if m := found[i]; m != nil {
			c.steps = append(c.steps, step{Kernel: m.Kernel, to: c.source.Result(i), from: m.operands(), constants: m.constants(), name: m.Name})
			continue
		}
		if i < len(taken) && taken[i] {
			continue
		}
		s := step{to: c.source.Result(i), from: c.reads(code, in), access: c.accessOf(in, i)}
		switch from := c.typeOf(in.Args[len(in.Args)-1]); { // as op.Computes finds from a list of all types
		case c.values[s.to].uses == 0 && (s.access == nil || !s.access.faulty):
			continue
		case in.Op == nil:
			s.name, s.Kernel = "copy", c.set.Copy(in.Type.Size())
		case groupOf(in.Op) != nil:
			s.name, s.group, s.chain = in.Op.Name, groupOf(in.Op), kernel.One(in.Op, c.source.Type(in.Args[0]), in.Type)
			c.addGroup(&s, in)
		case s.access != nil:
			s.name, s.Cost = in.Op.Name, s.access.cost
			c.faulty = c.faulty || s.access.faulty
		default:
			s.name, s.chain = in.Op.Name, kernel.One(in.Op, from, in.Type)
			if turned := kernel.Turned(in.Op); turned != nil {
				s.chain.Ops[0], s.from = turned, []device.Value{s.from[1], s.from[0]}
			}
			if !c.join(&s) {
				s.Kernel = c.set.For(s.chain.Ops[0], from, in.Type)
			}
		}
		c.steps = append(c.steps, s)
	}
}

// mostOperands is how many operands a kernel of a map takes.
const mostOperands = 3

// fusedBack is how many of the last steps an instruction may join.
const fusedBack = 8

// join merges an earlier step into s, if only s reads its result and one kernel computes both.
func (c *compiled) join(s *step) bool {
	for i := len(c.steps) - 1; i >= max(len(c.steps)-fusedBack, 0); i-- {
		k, v := slices.Index(s.from, c.steps[i].to), &c.values[c.steps[i].to]
		if k < 0 || c.steps[i].group != nil || c.steps[i].access != nil || v.level != c.values[s.to].level || v.uses != 1 || k > 0 && !commutes(s.chain.Ops[0]) {
			continue
		}
		if joined, ok := c.steps[i].with(s, 1-k, c.set); ok {
			*s = joined
			c.steps = slices.Delete(c.steps, i, i+1)
			return true
		}
	}
	return false
}

// with returns one step for both, if a kernel computes both. The second has the first's result as an
// operand; other is the number of its other operand.
func (s step) with(second *step, other int, set *kernel.Set) (step, bool) {
	n := slices.Index(s.chain.Ops[:], nil)
	if n < 0 || s.chain.To != second.chain.From || len(s.from)+len(second.from)-1 > mostOperands {
		return s, false
	}
	s.chain.Ops[n], s.chain.To = second.chain.Ops[0], second.chain.To
	if len(second.from) == 2 {
		s.from = append(slices.Clip(s.from), second.from[other])
	}
	k, ok := set.Together(s.chain)
	s.Kernel, s.to, s.name = k, second.to, s.name+"+"+second.name
	return s, ok
}

// commutes reports whether an operation gives the same bits with its operands swapped.
func commutes(o *op.Op) bool {
	return o == op.Add || o == op.Mul || o == op.Maximum || o == op.Minimum
}

// addUp notes what the kernels cost and need. It marks as full the operands that a kernel does not
// take as constants.
func (c *compiled) addUp() {
	for i := range c.steps {
		s := &c.steps[i]
		c.cost += s.Cost
		c.least = max(c.least, s.Least)
		c.rowless = c.rowless || s.Rows == nil && s.group == nil
		if copies := s.to >= c.source.Result(len(c.source.Code())); !s.Vector && !copies {
			c.widest = float
		}
		for k, v := range s.from {
			c.values[v].full = c.values[v].full || s.whole(k)
			c.values[v].list = c.values[v].list || s.once(k)
		}
	}
}

// assignSlots notes when each value is read for the last time, and finds slots for those that steps
// hand on to others. Outputs need none.
func (c *compiled) assignSlots() {
	turns := c.turns()
	for n, i := range turns {
		for _, v := range c.steps[i].reads() {
			c.values[v].last = n
		}
	}
	for n, i := range slices.Backward(turns) {
		c.values[c.steps[i].to].made = n
	}
	for _, v := range c.stored() {
		c.values[v].last = len(turns)
	}
	var free []int // slots that may be used again
	for n, i := range turns {
		s := &c.steps[i]
		if v := &c.values[s.to]; v.last < len(turns) && v.slot < 0 && c.tiled(s.to) {
			if len(free) == 0 {
				free = append(free, c.slots)
				c.slots++
			}
			v.slot, free = free[len(free)-1], free[:len(free)-1]
		}
		from := s.reads()
		for k, v := range from {
			if v := &c.values[v]; v.slot >= 0 && v.last == n && !slices.Contains(from[:k], from[k]) {
				free = append(free, v.slot)
			}
		}
	}
}
