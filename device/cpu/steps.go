package cpu

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// step is an instruction, or several in turn that one kernel computes.
type step struct {
	priced
	how      vector.Mode
	to       device.Value
	from     [3]device.Value
	operands int
	instr    int   // the last of its instructions
	chain    chain // what they are, if others may join them
}

// chain is instructions on operands of one type, each of which takes what the one before
// gives as its first operand.
type chain struct {
	ops   [3]*op.Op
	dtype op.DType
}

// fusedBack is how many steps back one is looked for that an instruction can join.
const fusedBack = 8

// computes is the type that an instruction computes in, which is its last operand's: see
// op.Computes, which takes a list of all.
func computes(p *device.Program, in *device.Instr) op.DType { return p.Type(in.Args[len(in.Args)-1]) }

// kernels finds the instructions' kernels, and what they read as whole tiles.
func (t *task) kernels(l *device.Launch) {
	p := l.Program
	t.compose(l)
	for i, in := range p.Code() {
		from := computes(p, &in)
		if k := slices.IndexFunc(t.whole, func(w composite) bool { return w.instr == i }); k >= 0 {
			in = device.Instr{Op: t.whole[k].op, Type: in.Type, Args: t.whole[k].args[:t.whole[k].arity]}
			from = t.whole[k].from
		} else if t.uses[p.Result(i)] == 0 {
			continue
		}
		s := step{to: p.Result(i), operands: len(in.Args), instr: i}
		copy(s.from[:], in.Args)
		if from == in.Type {
			s.chain = chain{[3]*op.Op{in.Op}, from}
		}
		if !t.join(&s) {
			s.priced = t.tier.kernelFor(in.Op, from, in.Type)
		}
		t.steps = append(t.steps, s)
	}
	vectors := true
	for i := range t.steps {
		s := &t.steps[i]
		vectors = vectors && s.vector
		t.cost += s.cost
		t.takesRows(&s.priced)
		for _, v := range s.from[:s.operands] {
			t.full[v] = t.full[v] || !s.constants()
		}
	}
	t.widest = widest(p, vectors)
	for _, v := range p.Outputs() {
		t.full[v] = true
		if v < t.result0 {
			k := t.tier.copy(t.bytes[v])
			t.takesRows(&k)
		}
	}
}

// takesRows notes how long rows have to be for a kernel to take them where they are.
func (t *task) takesRows(k *priced) {
	least := k.least
	if k.rows == nil {
		least = t.longRow
	}
	t.least = max(t.least, least)
}

// compute runs the step for rows of n elements, each of which begins so many bytes after the
// one before.
func (s *step) compute(rows, n int, at [4]unsafe.Pointer, steps *vector.Steps, how vector.Mode) {
	if s.rows != nil && n >= s.least {
		s.rows(n, at[0], at[1], at[2], at[3], how, rows, steps)
		return
	}
	for r := range rows {
		s.run(n, at[0], at[1], at[2], at[3], how)
		if r+1 == rows {
			break
		}
		for k, step := range steps {
			if at[k] != nil { // an operand, which there may be fewer of
				at[k] = unsafe.Add(at[k], step)
			}
		}
	}
}

// constants reports whether the kernel takes an operand that is constant as one element.
func (s *step) constants() bool { return s.vector && s.operands > 1 }

// join makes one step of s and an earlier one, whose result nobody else reads, if there is
// a kernel for both, and takes the earlier one away.
func (t *task) join(s *step) bool {
	if len(t.tier.fused) == 0 || s.chain.ops[0] == nil {
		return false
	}
	for i := len(t.steps) - 1; i >= max(len(t.steps)-fusedBack, 0); i-- {
		k := slices.Index(s.from[:s.operands], t.steps[i].to)
		if k < 0 || t.uses[t.steps[i].to] != 1 || k > 0 && !commutes(s.chain.ops[0]) {
			continue
		}
		if joined, ok := t.steps[i].with(s, 1-k, t.tier); ok {
			*s = joined
			t.steps = slices.Delete(t.steps, i, i+1)
			for _, v := range s.from[:s.operands] {
				t.last[v] = max(t.last[v], s.instr)
			}
			return true
		}
	}
	return false
}

// with is both steps; other is the place of the second one's operand that is not the first.
func (s step) with(second *step, other int, t *tier) (step, bool) {
	n := slices.Index(s.chain.ops[:], nil)
	if n <= 0 || s.chain.dtype != second.chain.dtype || s.operands+second.operands-1 > len(s.from) {
		return s, false
	}
	s.chain.ops[n] = second.chain.ops[0]
	if second.operands == 2 {
		s.from[s.operands] = second.from[other]
		s.operands++
	}
	k, ok := t.fused[s.chain]
	s.priced, s.to, s.instr = k, second.to, second.instr
	return s, ok
}

// commutes reports whether an operation gives the same bits with its operands swapped.
func commutes(o *op.Op) bool {
	return o == op.Add || o == op.Mul || o == op.Maximum || o == op.Minimum
}

// step finds a place for a step's result.
func (t *task) step(s *step) {
	switch {
	case t.written(s.to):
	case t.isOutput(s.to):
		t.placeRows(s.to)
	default:
		t.place(s.to)
	}
	for k, v := range s.from[:s.operands] {
		if s.constants() && t.still[v] {
			s.how |= vector.X << k
		}
		t.done(v, s.instr)
	}
	t.done(s.to, s.instr)
}
