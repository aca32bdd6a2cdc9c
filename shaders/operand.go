package shaders

import (
	"slices"
	"strconv"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// operand is an output or an input of a launch: where its elements lie, and how the text
// finds and loads them.
type operand struct {
	output    bool
	unbound   bool    // it is a position: it has no binding: an element is the offset that the strides give
	atomic    bool    // its binding is an array of atomics
	lowest    int     // the first element that a place may be
	places    []place // along which the program computes where its elements lie
	number    int     // among the outputs, or the inputs
	level     int     // in walks
	dtype     op.DType
	origin    int             // the operand of the whole launch, or -1 for scratch
	binding   int             // index in bindings
	windows   windows         // of an operand with places; the binding is the first
	class     broadcast.Class // in the plan
	offset    int             // of the first element, from the start of the binding
	strides   []int           // one for each axis of the nest
	access    access
	load      load // in kernels of vectors
	invariant bool // row-blocked: the same for all vectors of a thread
	counted   bool // the uniform counts its offset and strides in vectors, except the stride along rows
	width     int  // words in a vector of the array that is bound, 1 where it is of words
}

// access is how an operand is walked, as far as the text tells apart.
type access uint8

const (
	contiguous access = iota // offset + i
	scalar                   // offset
	strided                  // offset + i0*stride0 + i1*stride1 + …
)

func (a access) String() string { return [...]string{"contiguous", "scalar", "strided"}[a] }

// load is how the elements of a vector are loaded and stored.
type load uint8

const (
	byElement       load = iota
	aligned              // as the words that they fill
	misaligned           // small ones, as parts of words
	splat                // one element for all
	transposed           // in vectors along the columns, with one word for each vector of the thread
	columnBroadcast      // as one such vector; each word is a splat
)

func (l load) String() string {
	return [...]string{"", " aligned", " misaligned", " splat", " transposed-load", " column-broadcast"}[l]
}

// operandOf is an operand of a launch as its plan walks it.
func operandOf(o *device.Operand, a broadcast.Access, output bool, number int) operand {
	access := strided
	switch a.Class {
	case broadcast.Contiguous:
		access = contiguous
	case broadcast.Scalar:
		access = scalar
	}
	return operand{
		output: output, number: number, dtype: o.Type, class: a.Class,
		offset: a.Offset, strides: a.Strides, access: access, width: 1,
	}
}

// name is what the text calls an operand: out0, in0.
func (o *operand) name() string { return string(o.appendName(nil)) }

func (o *operand) appendName(to []byte) []byte {
	if o.output {
		to = append(to, "out"...)
	} else {
		to = append(to, "in"...)
	}
	return strconv.AppendInt(to, int64(o.number), 10)
}

// bounds is the range of elements that an operand of a shape lies in. An operand of level 0 has only
// the first axes.
func (o *operand) bounds(shape []int) (lo, hi int) {
	l := broadcast.Layout{Shape: shape[:len(o.strides)], Strides: o.strides, Offset: o.offset}
	for _, p := range o.places {
		l.Shape, l.Strides = append(slices.Clip(l.Shape), p.size), append(slices.Clip(l.Strides), p.stride)
	}
	return l.Bounds()
}

// wordBounds is the range of words that an operand of a shape lies in.
func (o *operand) wordBounds(shape []int) (lo, hi int) {
	lo, hi = o.bounds(shape)
	size := o.dtype.Size()
	return lo * size / wordBytes, (hi*size + wordBytes - 1) / wordBytes
}

// alike reports whether two operands have their elements in the same parts of words.
func (o *operand) alike(other *operand) bool {
	return o.dtype.Size() == other.dtype.Size() && slices.Equal(o.strides, other.strides) &&
		(o.offset-other.offset)%perWord(o.dtype) == 0
}

// inPhase reports whether vectors of some lanes are aligned if so many lanes of the first lie
// before element 0.
func (o *operand) inPhase(lanes, phase int) bool { return (o.offset-phase)%lanes == 0 }

// rowLoad is how vectors along rows are loaded: aligned if each vector begins at a multiple of its
// length.
func (o *operand) rowLoad(lanes int) load {
	if o.access == scalar || lanes == 1 {
		return byElement
	}
	last := len(o.strides) - 1
	misses := func(stride int) bool { return stride%lanes != 0 }
	switch {
	case o.strides[last] == 0:
		return splat
	case o.strides[last] == 1 && o.offset%lanes == 0 && !slices.ContainsFunc(o.strides[:last], misses):
		return aligned
	}
	return byElement
}

// columnLoad is rowLoad of an input that may be loaded along an axis in place of rows.
func (o *operand) columnLoad(lanes, perThread, axis int) load {
	l := o.rowLoad(lanes)
	if !o.alongColumns(lanes, perThread, axis) {
		return l
	}
	return map[load]load{byElement: transposed, splat: columnBroadcast}[l]
}

// alongColumns reports whether an input is contiguous along an axis, not along rows. A vector along
// the axis has one word for each vector of the thread.
func (o *operand) alongColumns(lanes, perThread, axis int) bool {
	if o.output || o.access == scalar || o.dtype.Size() != wordBytes ||
		lanes != vectorWords || perThread != vectorWords || o.strides[axis] != 1 {
		return false
	}
	for b, stride := range o.strides {
		if b != axis && stride%vectorWords != 0 {
			return false
		}
	}
	return o.offset%vectorWords == 0
}

// transposedAlong reports whether an input lies along an axis, and is not the same along rows.
func (o *operand) transposedAlong(lanes, perThread, axis int) bool {
	return o.alongColumns(lanes, perThread, axis) && o.strides[len(o.strides)-1] != 0
}

// vectorBytes is the size of a vector: the operand's binding is an array of vectors.
func (o *operand) vectorBytes() int { return wordBytes * o.width }

// vectors is a number of elements of an aligned operand, as vectors.
func (o *operand) vectors(elements int) int { return elements * o.dtype.Size() / o.vectorBytes() }

// count is a number of elements as the uniform counts them.
func (o *operand) count(elements int) int {
	if o.counted {
		return o.vectors(elements)
	}
	return elements
}
