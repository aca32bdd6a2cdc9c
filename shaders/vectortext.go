package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
)

// vectorText writes how a thread computes vectors, and another one the tail.
type vectorText struct{ elementText }

// write computes a thread's vectors without checks, because all of their elements exist. Threads of
// their own compute the tail, one element at a time. Their loop does not stand in the else of a
// branch, but has no rounds in other threads: drivers that mask branches would run it in all
// threads.
func (x vectorText) write(t *text) {
	v := x.variant
	if !v.exactGrid {
		t.line("if (thread >= params.threads) { return; }")
	}
	if !v.noTail && !v.looped {
		t.line("let in_tail = thread >= params.body_threads;")
	}
	if v.mapping == rowBlocked {
		vectorPosition{v}.writeRows(t)
	}
	first := "0u"
	if !v.looped {
		x.writeShared(t)
		if !v.noTail {
			t.open("if (!in_tail) {")
		}
		for step := range v.perThread {
			x.writeStep(t, step)
		}
		if v.noTail {
			return
		}
		t.close()
		first = fmt.Sprintf("select(%du, 0u, in_tail)", v.tailLanes)
	}
	t.open("for (var e = %s; e < %du; e++) {", first, v.tailLanes)
	x.writeTail(t)
	t.close()
}

// writeShared loads what all vectors of a thread share. For all other operands it computes the
// first position and the distance between vectors. In aligned operands both are counted in vectors.
func (x vectorText) writeShared(t *text) {
	position := vectorPosition{x.variant}
	if x.variant.mapping == flat {
		position.writeFlat(t)
	}
	for i := range x.nest.operands {
		v := x.vector(i)
		if !x.needs(v.operand) {
			continue
		}
		position.writeStart(t, v)
		switch {
		case !v.output && v.shared():
			v.writeLoad(t, 0)
		case v.byColumns():
			v.writeLoadColumns(t)
		default:
			position.writeVectorStride(t, v)
		}
	}
	f := x.function
	for i := range f.program.Scalars() {
		if v := device.Value(len(f.program.Inputs()) + i); f.takes(v) {
			t.line("let s%d = %s;", v, f.scalar(v))
		}
	}
}

// writeStep computes one of the thread's vectors.
func (x vectorText) writeStep(t *text, step int) {
	n, f := x.nest, x.function
	for i := range n.operands {
		v := x.vector(i)
		if step > 0 && x.needs(v.operand) && (v.output || !v.shared()) && !v.byColumns() {
			vectorPosition{x.variant}.writeNext(t, v, step)
		}
	}
	t.open("{")
	for i := n.outputs; i < len(n.operands); i++ {
		if v := x.vector(i); !v.shared() && x.needs(v.operand) {
			v.writeLoad(t, step)
		}
	}
	if len(f.results()) > 0 {
		for j := range x.vector(0).calls() {
			t.line("let y%d = %s;", j, f.call(func(v device.Value) string { return x.argument(v, j) }))
		}
	}
	for i := range n.outputs {
		x.vector(i).writeStore(t, step, func(j int) string {
			copyOf := func(input int) string { return x.vector(n.outputs + input).laneBits(j) }
			return f.resultBits(i, fmt.Sprintf("y%d", j), copyOf)
		})
	}
	t.close()
}

// argument is a value that the j-th call of apply takes.
func (x vectorText) argument(value device.Value, j int) string {
	f := x.function
	if !f.isInput(value) {
		return f.value(value)
	}
	bits := x.vector(x.nest.outputs + int(value)).laneBits(j)
	if f.words {
		return bits
	}
	return fromBits(f.program.Type(value), bits)
}

// vector is what a thread loads or stores of an operand at once.
func (x vectorText) vector(i int) vector {
	return vector{&x.nest.operands[i], x.variant.lanes, x.function.words}
}

// needs reports whether the program does anything with an operand.
func (x vectorText) needs(o *operand) bool {
	return o.output || x.function.takes(device.Value(o.number)) || x.function.copies(o.number)
}

// writeTail computes the e-th element of a thread of the tail, if it is there.
func (x vectorText) writeTail(t *text) {
	v := x.variant
	if v.mapping == rowBlocked {
		if v.perThread > 1 {
			t.line("let i%d = first;", v.rank-2)
		}
		t.line("let i%d = inner + e;", v.rank-1)
		x.elementText.write(t)
		return
	}
	number := "thread"
	if !v.looped {
		number = "(thread - params.body_threads)"
	}
	t.line("let rest = %s%s + e;", number, times(v.tailLanes))
	t.line("let slot = select(rest, rest + params.body, rest >= params.head);")
	t.line("if (slot < params.phase || slot >= params.len + params.phase) { continue; }")
	t.line("let i = slot - params.phase;")
	v.writeSplit(t, "i", v.rank)
	x.elementText.write(t)
}
