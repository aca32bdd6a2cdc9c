package shaders

import "strconv"

// mapping is which elements a thread computes. A thread has to own every word that it writes. So
// for outputs smaller than a word it computes all elements of its words.
type mapping uint8

const (
	// single: a thread computes one element.
	single mapping = iota
	// flat: a thread computes vectors of neighbours, wherever rows begin.
	flat
	// rowBlocked: a thread computes vectors above each other, in several rows.
	rowBlocked
	// wordOwning: small outputs lie with gaps, all alike; a thread computes what elements
	// there are in one word.
	wordOwning
	// multiPass: a thread computes one element, and the kernel is dispatched once for each
	// position in a word. A pass computes only the elements at its position: one of each word.
	multiPass
)

func (m mapping) String() string {
	return [...]string{"element", "flat", "row-blocked", "word-owning", "multi-pass"}[m]
}

// variant is one way to deal elements to threads. It follows from the nest and the program.
type variant struct {
	mapping  mapping
	rank     int  // axes the index is split along; 0 if no operand is strided
	threads  int  // in a dispatch
	lanes    int  // elements in a vector; word-owning: in a word
	onWords  bool // whole words are computed at once
	vectors       // flat, row-blocked
	clusters      // word-owning
	pass     int  // multi-pass: the position in a word whose elements are computed
}

// vectors says how threads compute vectors of neighbours, up to perThread vectors each.
type vectors struct {
	perThread   int
	noTail      bool // no element is left over by the vectors
	looped      bool // all elements are left over: a long program computes them one by one
	bodyThreads int  // threads that have perThread vectors
	tailLanes   int  // elements of a thread of the tail
	phase       int  // flat: how many of the first vector's elements lie before element 0
	head        int  // flat: where the first whole vector begins, counted like the phase
	rowVectors  int  // row-blocked: vectors in a row
	blocks      int  // row-blocked: threads of perThread vectors along the axis of steps
	tiled       bool // row-blocked: tile blocks, then row vectors, then the other blocks
	exactGrid   bool // no tail: no workgroup has a thread too many
	largeGrid   bool // row-blocked: some threads' numbers are too large for m_quotient
}

// clusters says where small outputs lie that have gaps.
type clusters struct {
	outer  int // the first axes, along which clusters lie
	extent int // positions from a cluster's first element to behind its last
	span   int // words that a cluster may reach, one thread for each
}

// vectorWords is the number of words in the longest vector: 16 bytes.
const vectorWords = 4

// rowGroups is how many workgroups every device takes in a row; see Grid.
const rowGroups = 65535

// fitGrid finds whether the grid is a row of workgroups with no threads to spare. Then no thread
// has to check its number. The check takes software drivers a tenth of an addition's time, because
// they mask the code behind it.
func (v *variant) fitGrid() {
	v.exactGrid = v.noTail && v.threads%Workgroup == 0 && v.threads <= rowGroups*Workgroup
}

// inVectors reports whether threads compute vectors.
func (v *variant) inVectors() bool { return v.mapping == flat || v.mapping == rowBlocked }

// body is the number of elements in whole vectors. A row-blocked kernel counts along the axis of
// steps.
func (v *variant) body() int {
	if v.mapping == rowBlocked {
		return v.blocks * v.perThread
	}
	return v.bodyThreads * v.perThread * v.lanes
}

// outerAxes is the number of axes on which a thread of a row-blocked kernel has one index.
func (v *variant) outerAxes() int {
	if v.perThread > 1 {
		return v.rank - 2
	}
	return v.rank - 1
}

// reciprocals reports whether the uniform has the reciprocals of divisors.
func (v *variant) reciprocals() bool { return v.mapping == rowBlocked && !v.largeGrid }

// hasVectorStride reports whether the uniform has the stride between a thread's vectors of an
// operand. It has one where that is counted in vectors: the operand's own stride is signed, so the
// shader cannot divide it.
func (v *variant) hasVectorStride(o *operand) bool {
	return v.mapping == rowBlocked && v.perThread > 1 && o.load == aligned && !o.invariant && !v.noTail
}

// String is the text of Kernel.Variant.
func (v *variant) String() string { return string(v.appendName(nil)) }

func (v *variant) appendName(to []byte) []byte {
	to = append(to, v.mapping.String()...)
	if v.inVectors() {
		to = v.appendVectors(to)
	}
	return to
}

// appendVectors writes "2xvec4": a thread's vectors, of so many elements.
func (v *variant) appendVectors(to []byte) []byte {
	to = append(to, ' ')
	to = strconv.AppendInt(to, int64(v.perThread), 10)
	to = append(to, "xvec"...)
	to = strconv.AppendInt(to, int64(v.lanes), 10)
	switch {
	case v.tiled:
		to = append(to, " no-tail tiled"...)
	case v.noTail:
		to = append(to, " no-tail"...)
	case v.looped:
		to = append(to, " looped"...)
	}
	if v.exactGrid {
		to = append(to, " exact-grid"...)
	}
	if v.largeGrid {
		to = append(to, " large-grid"...)
	}
	return to
}
