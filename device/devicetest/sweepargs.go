package devicetest

import (
	"iter"

	"github.com/wgtensor/wgtensor/device/op"
)

// chunkLen is how many arguments a launch of a sweep takes: a few megabytes.
const chunkLen = 1 << 20

// dense yields special values and every step-th float32, or n random tuples of several operands. It
// yields a list per operand, of at most chunkLen elements.
func (m *sweep) dense(n, stride int) iter.Seq[[][]op.Scalar] {
	if m.op.Needs() > 1 {
		return m.random(n)
	}
	return chain(m.random(0), patterns(32, uint64(stride)))
}

// mixture yields special values and n other values: half evenly spaced over all bit patterns, half
// random.
func (m *sweep) mixture(n, _ int) iter.Seq[[][]op.Scalar] {
	if m.op.Needs() > 1 {
		return m.random(n)
	}
	bits := 8 * m.dt.Size()
	return chain(m.random(n/2), patterns(bits, 1<<(bits-1)/uint64(max(n/2, 1))*2|1))
}

// acceptedTuples yields the tuples of random, with parameters that the row accepts.
func (m *sweep) acceptedTuples(n int) iter.Seq[[][]op.Scalar] {
	types := m.types(m.dt)[m.op.Needs():]
	return func(yield func([][]op.Scalar) bool) {
		for tuples := range m.random(n) {
			for k, p := range m.op.Params {
				list := make([]op.Scalar, len(tuples[0]))
				for i := range list {
					list[i] = m.drawParam(p, types[k])
				}
				tuples = append(tuples, list)
			}
			if !yield(tuples) {
				return
			}
		}
	}
}

func chain(seqs ...iter.Seq[[][]op.Scalar]) iter.Seq[[][]op.Scalar] {
	return func(yield func([][]op.Scalar) bool) {
		for _, seq := range seqs {
			for tuples := range seq {
				if !yield(tuples) {
					return
				}
			}
		}
	}
}

// patterns yields every stride-th bit pattern of the given length.
func patterns(bits int, stride uint64) iter.Seq[[][]op.Scalar] {
	last := ^uint64(0) >> (64 - bits)
	return func(yield func([][]op.Scalar) bool) {
		var list []op.Scalar
		for v := uint64(0); ; v += stride {
			list = append(list, op.Scalar(v))
			more := last-v >= stride
			if len(list) == chunkLen || !more {
				if !yield([][]op.Scalar{list}) || !more {
					return
				}
				list = nil
			}
		}
	}
}

// random yields the special values, of two operands each against each, and n random tuples.
func (m *sweep) random(n int) iter.Seq[[][]op.Scalar] {
	types := repeat(m.dt, m.op.Needs())
	return func(yield func([][]op.Scalar) bool) {
		if !yield(m.tuples(types, 1)) {
			return
		}
		lists := [][]op.Scalar{specials(m.dt), specials(m.dt), specials(m.dt)}
		for ; n > 0; n -= chunkLen {
			if !yield(m.sample(types, lists, min(n, chunkLen))) {
				return
			}
		}
	}
}
