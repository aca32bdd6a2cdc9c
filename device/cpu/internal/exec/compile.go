package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// Compile finds the steps of a program: one for each instruction, or for several instructions with
// a kernel in common.
func Compile(p *device.Program, set *kernel.Set) *compiled {
	values := make([]value, p.Result(len(p.Code())))
	c := &compiler{compiled: &compiled{source: p, set: set, values: values, result0: p.Result(0)}}
	c.liveness()
	c.kernels()
	c.copies()
	c.assignSlots()
	c.finish()
	return c.compiled
}

// compiler makes a compiled program.
type compiler struct {
	*compiled
	links []link
	free  []int // slots that may be used again
}

// link is a step to which later instructions may still be joined.
type link struct {
	step
	instr int        // the last of its instructions
	chain kernel.Key // the operations, if others may join them
}

// liveness notes where each value is read for the last time.
func (c *compiler) liveness() {
	p := c.source
	for v := range c.values {
		dt := p.Type(device.Value(v))
		c.values[v] = value{bytes: dt.Size(), most: ^uint64(0) >> (64 - 8*dt.Size()), last: unread, slot: -1}
		if dt == op.Bool {
			c.values[v].most = 1
		}
	}
	for i, in := range p.Code() {
		for _, v := range in.Args {
			c.values[v].last = i
			c.values[v].uses++
		}
	}
	for _, v := range p.Outputs() {
		c.values[v].last = len(p.Code())
		c.values[v].full = true
		c.values[v].uses++
	}
}

// kernels finds the instructions' kernels. It marks as full the operands that a kernel does not take
// as constants.
func (c *compiler) kernels() {
	p := c.source
	for i, in := range p.Code() {
		if c.values[p.Result(i)].uses == 0 {
			continue
		}
		from := p.Type(in.Args[len(in.Args)-1]) // as op.Computes finds from a list of all types
		s := link{step: step{name: in.Op.Name, to: p.Result(i), operands: len(in.Args)}, instr: i}
		copy(s.from[:], in.Args)
		if from == in.Type {
			s.chain = kernel.One(in.Op, from, from)
		}
		if !c.join(&s) {
			s.Kernel = c.set.For(in.Op, from, in.Type)
		}
		c.links = append(c.links, s)
	}
	for i := range c.links {
		s := &c.links[i]
		for _, v := range s.from[:s.operands] {
			c.values[v].full = c.values[v].full || !s.constants()
		}
	}
}

// fusedBack is how many of the last steps an instruction may join.
const fusedBack = 8

// join merges an earlier step into s, if only s reads its result and one kernel computes both.
func (c *compiler) join(s *link) bool {
	if s.chain.Ops[0] == nil {
		return false
	}
	for i := len(c.links) - 1; i >= max(len(c.links)-fusedBack, 0); i-- {
		k := slices.Index(s.from[:s.operands], c.links[i].to)
		if k < 0 || c.values[c.links[i].to].uses != 1 || k > 0 && !commutes(s.chain.Ops[0]) {
			continue
		}
		if joined, ok := c.links[i].with(s, 1-k, c.set); ok {
			*s = joined
			c.links = slices.Delete(c.links, i, i+1)
			for _, v := range s.from[:s.operands] {
				c.values[v].last = max(c.values[v].last, s.instr)
			}
			return true
		}
	}
	return false
}

// with returns one step for both, if a kernel computes both. The second has the first's result as an
// operand; other is the number of its other operand.
func (s link) with(second *link, other int, set *kernel.Set) (link, bool) {
	n := slices.Index(s.chain.Ops[:], nil)
	if n <= 0 || s.chain.From != second.chain.From || s.operands+second.operands-1 > len(s.from) {
		return s, false
	}
	s.chain.Ops[n] = second.chain.Ops[0]
	if second.operands == 2 {
		s.from[s.operands] = second.from[other]
		s.operands++
	}
	k, ok := set.Together(s.chain)
	s.Kernel, s.to, s.instr, s.name = k, second.to, second.instr, s.name+"+"+second.name
	return s, ok
}

// commutes reports whether an operation gives the same bits with its operands swapped.
func commutes(o *op.Op) bool {
	return o == op.Add || o == op.Mul || o == op.Maximum || o == op.Minimum
}

// copies gives each output a value of its own. A step copies the value of an output that is an input
// or a scalar, or that an earlier output has already.
func (c *compiler) copies() {
	for _, v := range c.source.Outputs() {
		if v < c.result0 || slices.Contains(c.outputs, v) {
			bytes, to := c.values[v].bytes, device.Value(len(c.values))
			c.values[v].last = int(to - c.result0)
			c.values = append(c.values, value{bytes: bytes, last: unread, slot: -1})
			s := step{Kernel: c.set.Copy(bytes), name: "copy", to: to, from: [3]device.Value{v}, operands: 1}
			c.links = append(c.links, link{step: s, instr: len(c.source.Code())})
			v = to
		}
		c.outputs = append(c.outputs, v)
	}
}

// assignSlots finds slots for the values that steps hand on to others.
func (c *compiler) assignSlots() {
	for i := range c.links {
		s := &c.links[i]
		if v := &c.values[s.to]; v.last < len(c.source.Code()) && v.last != unread {
			v.slot = c.slot()
		}
		for k, v := range s.from[:s.operands] {
			if v := &c.values[v]; v.slot >= 0 && v.last == s.instr && !slices.Contains(s.from[:k], s.from[k]) {
				c.free = append(c.free, v.slot)
			}
		}
	}
}

func (c *compiler) slot() int {
	if n := len(c.free); n > 0 {
		s := c.free[n-1]
		c.free = c.free[:n-1]
		return s
	}
	c.Slots++
	return c.Slots - 1
}

// finish adds up the steps: their cost, and what their kernels need.
func (c *compiler) finish() {
	vectors := true
	for i := range c.links {
		s := &c.links[i].step
		c.Steps = append(c.Steps, *s)
		c.cost += s.Cost
		c.least = max(c.least, s.Least)
		c.rowless = c.rowless || s.Rows == nil
		if s.to < c.source.Result(len(c.source.Code())) { // else it copies an output
			vectors = vectors && s.Vector
		}
	}
	c.widest = widest(c.source, vectors)
}
