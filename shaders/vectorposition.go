package shaders

import "fmt"

// vectorPosition writes the text that finds the positions of a thread's vectors.
type vectorPosition struct{ *variant }

// stripe is the number of threads whose vectors lie side by side in a flat kernel: 128 bytes at
// once, a memory line of many GPUs. A thread's own vectors lie one stripe apart, so the threads that
// a driver runs together stay within a few lines of each operand.
const stripe = 8

// writeFlat finds the first element of a flat kernel's first vector, and the distance between
// the thread's vectors in elements. The last stripe may have fewer threads.
func (p vectorPosition) writeFlat(t *text) {
	first, threads := " + params.first", "params.body_threads"
	if p.noTail {
		first, threads = "", "params.threads"
	}
	if p.perThread > 1 {
		t.line("let stripe = thread & ~%du;", stripe-1)
		t.line("let width = min(%du, %s - stripe);", stripe, threads)
		t.line("let vector = thread + stripe%s;", times(p.perThread-1))
		t.line("let vector_stride = width%s;", times(p.lanes))
	}
	t.line("let i = %s%s%s;", p.number(), times(p.lanes), first)
}

// number is the number of a thread's first vector in a flat kernel.
func (p vectorPosition) number() string {
	if p.perThread > 1 {
		return "vector"
	}
	return "thread"
}

// writeRows splits the thread's number into indices: those of its first vector in the rows, or
// those of an element of the tail.
func (p vectorPosition) writeRows(t *text) {
	number := "thread"
	tails := p.perThread > 1 && !p.noTail
	if tails {
		t.line("let number = select(thread, thread - params.body_threads, in_tail);")
		number = "number"
	}
	if p.tiled {
		t.line("let number = thread%s;", divideByPower(tile))
		number = "number"
	}
	t.line("let row = %s;", p.quotient(number, "row_vectors"))
	t.line("let row_vector = %s - row * params.row_vectors;", number)
	t.line("let inner = row_vector%s;", times(p.lanes))
	switch {
	case p.perThread == 1:
		p.writeSplit(t, "row", p.outerAxes())
		return
	case p.outerAxes() == 0:
		t.line("let position = row%s;", p.inTile())
	case tails:
		t.line("let blocks = select(params.blocks, params.rest, in_tail);")
		t.line("let block = row / blocks;")
		t.line("let position = row - block * blocks;")
	default:
		t.line("let block = %s;", p.quotient("row", "blocks"))
		t.line("let position = (row - block * params.blocks)%s;", p.inTile())
	}
	if tails {
		t.line("let first = select(position%s, params.body + position, in_tail);", times(p.perThread))
	} else {
		t.line("let first = position%s;", times(p.perThread))
	}
	p.writeSplit(t, "block", p.outerAxes())
}

// inTile is the text that makes of the number of a tile the number of the thread's block.
func (p vectorPosition) inTile() string {
	if !p.tiled {
		return ""
	}
	return fmt.Sprintf(" * %du + (thread & %du)", tile, tile-1)
}

// writeStart finds an operand's first vector.
func (p vectorPosition) writeStart(t *text, v vector) {
	t.line("let %s_at0 = %s;", v.name(), v.inVectors(p.start(v)))
}

// writeVectorStride finds the stride between a thread's vectors of a strided operand in a flat kernel.
func (p vectorPosition) writeVectorStride(t *text, v vector) {
	name := v.name()
	if p.mapping == flat && p.perThread > 1 && v.access == strided {
		t.line("let %s_vector_stride = vector_stride * params.%s_stride0;", name, name)
	}
}

// start is the index of the first element that the thread's first vector has in the operand.
// Where the uniform counts in vectors, it is the index of that vector.
func (p vectorPosition) start(v vector) string {
	name := v.name()
	switch {
	case p.mapping == flat && v.counted:
		return fmt.Sprintf("params.%s_offset + %s%s", name, p.number(), times(v.bindingVectors()))
	case v.access != strided:
		return v.position()
	case p.mapping == flat:
		return fmt.Sprintf("params.%s_offset + i * params.%s_stride0", name, name)
	}
	at := v.along(p.outerAxes())
	if p.perThread > 1 && !v.invariant {
		at += fmt.Sprintf(" + first * params.%s_stride%d", name, p.rank-2)
	}
	switch v.load {
	case aligned:
		if v.counted {
			return at + " + row_vector" + times(v.bindingVectors())
		}
		at += " + inner"
	case byElement, transposed:
		at += fmt.Sprintf(" + inner * params.%s_stride%d", name, p.rank-1)
	}
	return at
}

// writeNext finds the operand's vector of a step from the vector of the step before.
func (p vectorPosition) writeNext(t *text, v vector, step int) {
	name := v.name()
	stride := name + "_vector_stride"
	switch {
	case p.mapping == flat && v.counted:
		stride = "width" + times(v.bindingVectors())
	case p.mapping == flat && v.access != strided:
		stride = v.inVectors("vector_stride")
	case p.hasVectorStride(v.operand):
		stride = "params." + stride
	case p.mapping == rowBlocked:
		stride = fmt.Sprintf("params.%s_stride%d", name, p.rank-2)
	}
	t.line("let %s_at%d = %s_at%d + %s;", name, step, name, step-1, stride)
}
