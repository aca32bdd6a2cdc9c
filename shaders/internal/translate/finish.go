package translate

import (
	"fmt"
	"math/bits"
)

// MaxRegisters is how many the machine has for values. One more is for instructions without a
// result.
const MaxRegisters = 31

// finish maps registers to the machine's, the parameters first, and writes the code.
func finish(code []instr, params int, tables []uint64) (registers int, elements []Element) {
	code = resolve(code)
	var live []set
	for {
		live = liveness(code)
		n := len(code)
		if code = withoutDead(code, live); len(code) == n {
			break
		}
	}
	given := color(code, live, params)
	for i := range code {
		in := &code[i]
		if in.dst >= 0 {
			in.dst = given[in.dst]
			registers = max(registers, in.dst+1)
		}
		for k, a := range in.args {
			if a.register >= 0 {
				in.args[k].register = given[a.register]
			}
		}
	}
	registers = max(registers, params)
	if registers > MaxRegisters {
		panic(fmt.Sprintf("translate: %d registers", registers))
	}
	code = without(code, func(i int) bool {
		in := code[i]
		return in.op == Move && in.args[0] == operand{register: in.dst}
	})
	code = shorten(code)
	for _, in := range code {
		elements = append(elements, in.encode(len(code)))
	}
	for i := 0; i < len(tables); i += 2 {
		w := Element{uint32(tables[i]), uint32(tables[i] >> 32)}
		if i+1 < len(tables) {
			w[2], w[3] = uint32(tables[i+1]), uint32(tables[i+1]>>32)
		}
		elements = append(elements, w)
	}
	return registers, elements
}

// resolve has jumps go to instructions in place of labels.
func resolve(code []instr) []instr {
	at := map[int]int{}
	var kept []instr
	for _, in := range code {
		if in.label != noLabel {
			at[in.label] = len(kept)
		} else {
			kept = append(kept, in)
		}
	}
	for i := range kept {
		if kept[i].jumps() {
			kept[i].target = at[kept[i].target]
		}
	}
	return reachable(kept)
}

func (in *instr) jumps() bool { return in.op == JumpFloat || in.op == JumpInt }

// next are the instructions that may follow the i-th.
func (in *instr) next(i int) []int {
	switch {
	case in.op == Return:
		return nil
	case !in.jumps():
		return []int{i + 1}
	case in.relations == always:
		return []int{in.target}
	}
	return []int{i + 1, in.target}
}

// without leaves instructions out. A jump to one goes to the instruction that follows it.
func without(code []instr, drop func(i int) bool) []instr {
	at := make([]int, len(code)+1)
	var kept []instr
	for i := range code {
		at[i] = len(kept)
		if !drop(i) {
			kept = append(kept, code[i])
		}
	}
	at[len(code)] = len(kept)
	for i := range kept {
		if kept[i].jumps() {
			kept[i].target = at[kept[i].target]
		}
	}
	return kept
}

// shorten sends a jump to a jump straight to its target, replaces a jump over a jump by one jump,
// and leaves out jumps to the next instruction.
func shorten(code []instr) []instr {
	for {
		entered := make([]bool, len(code)+1)
		for i := range code {
			in := &code[i]
			if !in.jumps() {
				continue
			}
			for in.target != i && code[in.target].jumps() && code[in.target].relations == always {
				in.target = code[in.target].target
			}
			if in.relations == always && code[in.target].op == Return {
				*in = code[in.target]
				continue
			}
			entered[in.target] = true
		}
		for i := range len(code) - 1 { // a jump over a jump becomes its opposite
			if in, over := &code[i], &code[i+1]; in.jumps() && in.target == i+2 && over.jumps() && over.relations == always && !entered[i+1] {
				in.relations, in.target = always&^in.relations, over.target
				over.target = i + 2
			}
		}
		n := len(code)
		code = reachable(without(code, func(i int) bool { return code[i].jumps() && code[i].target == i+1 }))
		if len(code) == n {
			return code
		}
	}
}

// reachable leaves out instructions that are never reached.
func reachable(code []instr) []instr {
	reached := make([]bool, len(code))
	for todo := []int{0}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[i] {
			reached[i] = true
			todo = append(todo, code[i].next(i)...)
		}
	}
	return without(code, func(i int) bool { return !reached[i] })
}

// set is a set of registers.
type set []uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) drop(i int)     { s[i/64] &^= 1 << (i % 64) }

func (s set) each(f func(i int)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(w*64 + bits.TrailingZeros64(word))
		}
	}
}

func highest(code []instr) (n int) {
	for _, in := range code {
		n = max(n, in.dst)
		for _, a := range in.args {
			n = max(n, a.register)
		}
	}
	return n
}

// liveness returns, for every instruction, the registers that are read after it.
func liveness(code []instr) []set {
	words := highest(code)/64 + 1
	before, after := make([]set, len(code)+1), make([]set, len(code))
	for i := range before {
		before[i] = make(set, words)
	}
	for i := range after {
		after[i] = make(set, words)
	}
	for changed := true; changed; {
		changed = false
		for i := len(code) - 1; i >= 0; i-- {
			in := &code[i]
			now := make(set, words)
			for _, n := range in.next(i) {
				for w := range now {
					now[w] |= before[n][w]
				}
			}
			copy(after[i], now)
			if in.dst >= 0 {
				now.drop(in.dst)
			}
			for k, a := range in.args {
				if a.register >= 0 && operands(in.op)&(1<<k) != 0 {
					now.add(a.register)
				}
			}
			for w := range now {
				if now[w] != before[i][w] {
					changed = true
				}
			}
			copy(before[i], now)
		}
	}
	return after
}

func withoutDead(code []instr, live []set) []instr {
	return without(code, func(i int) bool { return code[i].dst >= 0 && !live[i].has(code[i].dst) })
}

// color maps each register to one of the machine. Two registers get different ones if one is
// written while the other is still to be read. A copy may share the register of its source.
func color(code []instr, live []set, params int) []int {
	n := max(highest(code)+1, params)
	conflicts := make([]set, n)
	for i := range conflicts {
		conflicts[i] = make(set, n/64+1)
	}
	separate := func(a, b int) {
		if a != b {
			conflicts[a].add(b)
			conflicts[b].add(a)
		}
	}
	for a := range params {
		for b := range params {
			separate(a, b)
		}
	}
	for i, in := range code {
		if in.dst < 0 {
			continue
		}
		live[i].each(func(r int) {
			if in.op != Move || in.args[0].register != r {
				separate(in.dst, r)
			}
		})
	}
	one := make([]int, n) // the register that stands for this one and others
	for i := range one {
		one[i] = i
	}
	find := func(i int) int {
		for one[i] != i {
			i = one[i]
		}
		return i
	}
	for _, in := range code {
		if in.op != Move || in.args[0].register < 0 || in.args[0].neg {
			continue
		}
		a, b := find(in.dst), find(in.args[0].register)
		if a == b || conflicts[a].has(b) || a < params && b < params {
			continue
		}
		if b < params {
			a, b = b, a
		}
		one[b] = a
		conflicts[b].each(func(r int) { separate(a, find(r)) })
		for r := range conflicts { // what conflicts with b conflicts with a
			if conflicts[r].has(b) {
				conflicts[r].add(a)
			}
		}
	}
	given := make([]int, n)
	for i := range given {
		given[i] = -1
	}
	for i := range params {
		given[find(i)] = i
	}
	for i := range n {
		r := find(i)
		if given[r] < 0 {
			used := make([]bool, n+1)
			conflicts[r].each(func(o int) {
				if g := given[find(o)]; g >= 0 {
					used[g] = true
				}
			})
			for given[r] = 0; used[given[r]]; given[r]++ {
			}
		}
		given[i] = given[r]
	}
	return given
}

// encode is an instruction's words. The first bytes are operation, result and operands. Then come
// flags and the target of a jump. The last two words are a constant, or the start of a table and
// the length of its elements.
func (in *instr) encode(code int) (w Element) {
	dst := MaxRegisters
	if in.dst >= 0 {
		dst = in.dst
	}
	w[0] = uint32(in.op) | uint32(dst)<<8
	for i, a := range in.args {
		if operands(in.op)&(1<<i) == 0 {
			continue
		}
		if a.register < 0 {
			w[1] |= 0x100 << i
			w[2], w[3] = uint32(a.bits), uint32(a.bits>>32)
			continue
		}
		if i < 2 {
			w[0] |= uint32(a.register) << (16 + 8*i)
		} else {
			w[1] |= uint32(a.register)
		}
		if a.neg {
			w[1] |= 0x1000 << i
		}
	}
	switch in.op {
	case JumpFloat, JumpInt:
		w[1] |= in.relations
		w[1] |= uint32(in.target) << 16
	case Load, Horner:
		w[2], w[3] = uint32(2*code)+in.base, in.stride
	}
	return w
}
