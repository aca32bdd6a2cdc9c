package shaders

import (
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var weights sync.Map // bytes, by instruction

// Weight is the length in bytes of an instruction's text with every call inlined, as drivers do it.
// Their time to compile grows with it.
func Weight(o *op.Op, in, result op.DType, repair Repair) int {
	key := instruction{o, in, result, repair}
	if n, ok := weights.Load(key); ok {
		return n.(int)
	}
	n := lib(repair).inlinedLength(machines(key.whole()), once, map[int]int{})
	weights.Store(key, n)
	return n
}

// operandBytes stand for the text that finds, loads or stores an element of an operand, or names
// a value.
const operandBytes = 32

// Cost is the length of the texts that compute an element of the program. Bodies of loops count as
// often as they run. A driver's time is roughly proportional to it.
func Cost(p *device.Program, repair Repair) int {
	n := operandBytes * (len(p.Inputs()) + len(p.Outputs()))
	var types [3]op.DType
	for _, in := range p.Code() {
		args := in.Args[:min(3, len(in.Args))] // those of a load are of no account
		for i, v := range args {
			types[i] = p.Type(v)
		}
		n += operandBytes + cost(instruction{in.Op, in.Op.Computes(types[:len(args)]), in.Type, repair})
	}
	return n
}

// Work is the Cost of all elements.
func (k *Kernel) Work() int64 {
	if k.task != nil {
		return k.task.work()
	}
	elements := int64(k.nest.len)
	if k.walk != nil {
		elements = k.walk.work
	}
	return elements * int64(Cost(k.program, k.repair))
}

var costs sync.Map // bytes, by instruction

// mostWalks is how often a thread walks its elements, at most, for a row with Again: see lib/sum.wgsl.
const mostWalks = 2

// rounds is how often a thread goes through loops for an element of the program, at most and
// roughly, its own loop over elements included.
func rounds(p *device.Program, rows []GroupRow, repair Repair) int {
	l, n, walks := lib(repair), 1, 1
	for i, in := range p.Code() {
		if rows[i].State != "" {
			n += l.rowRounds(rows[i].Add + rows[i].Step)
			if rows[i].Again != "" {
				walks = mostWalks
			}
			continue
		}
		var types [3]op.DType
		for a, v := range in.Args[:min(3, len(in.Args))] {
			types[a] = p.Type(v)
		}
		of := instruction{in.Op, in.Op.Computes(types[:min(3, len(in.Args))]), in.Type, repair}
		count := iterations
		if of.rare() {
			count = rare
		}
		n += l.rounds(machines(of.text()), count, map[int]int{})
		for _, r := range routinesOf(in.Op) {
			if of.from == op.Float64 {
				n += len(r.code) / elementBytes
			}
		}
	}
	return n * walks
}

// mergingRounds is how often a thread goes through loops for a saved state of each row.
func mergingRounds(rows []GroupRow, repair Repair) int {
	n, l := 1, lib(repair)
	for _, r := range rows {
		n += l.rowRounds(r.Merge + r.Load)
		if r.Long != nil {
			n += l.rowRounds(r.transferHead() + " }")
		}
	}
	return n
}

// endingRounds is how often a thread goes through loops to end each row.
func endingRounds(rows []GroupRow, repair Repair) (n int) {
	for _, r := range rows {
		n += lib(repair).rowRounds(r.End)
	}
	return n
}

// rowRounds is how often a text of a row of groups goes through loops.
func (l *library) rowRounds(text string) int {
	n := l.rounds(machines(text), rare, map[int]int{})
	for _, r := range routinesIn(text) {
		n += len(r.code) / elementBytes
	}
	return n
}

// rare reports whether the loops of a text are for few elements. Rows of groups and of random numbers have
// such loops, where drivers would take both sides of a branch.
func (i instruction) rare() bool {
	switch i.op.Role.(type) {
	case *op.Group, *op.Bits:
		return true
	}
	return false
}

// never counts no rare loop.
func never(string) int { return 0 }

// rare bounds the iterations of a loop of such a row. A loop without a count is for few elements:
// twice is its bound, on the average of a thread's elements.
func rare(head string) int {
	if strings.HasPrefix(head, "while") {
		return 2
	}
	return iterations(head)
}

// rounds is how often a text goes through loops. The test that ends a loop is a round, too.
func (l *library) rounds(text string, iterations func(head string) int, known map[int]int) (n int) {
	before, head, body, after := cutLoop(text)
	for _, i := range l.namesIn(before) {
		if _, ok := known[i]; !ok {
			known[i] = 0 // a function's own name, at its head
			known[i] = l.rounds(l.decls[i].text, iterations, known)
		}
		n += known[i]
	}
	if head != "" {
		n += 1 + iterations(head)*(1+l.rounds(body, iterations, known)) + l.rounds(after, iterations, known)
	}
	return n
}

// cost is the cost of an instruction. Each element of a routine's code counts as a product,
// because it may be one.
func cost(of instruction) int {
	if n, ok := costs.Load(of); ok {
		return n.(int)
	}
	count := iterations
	if of.rare() {
		count = never
	}
	n := lib(of.repair).inlinedLength(of.text(), count, map[int]int{})
	if of.from == op.Float64 {
		for _, r := range routinesOf(of.op) {
			n += len(r.code) / elementBytes * cost(instruction{op.Mul, op.Float64, op.Float64, of.repair})
		}
	}
	costs.Store(of, n)
	return n
}
