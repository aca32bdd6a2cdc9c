package kernel

import (
	"bytes"
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// combiner reduces by a map that combines two elements, in any order. A state is one element. All
// blocks become lines of elements of different groups, which are combined with the states. Long rows
// are first folded to a register each.
type combiner struct {
	set      *Set
	from, to int // bytes of an element, and of one of the result's type
	cast     bool
	counts   bool   // a sum of bools
	convert  Kernel // to the result's type
	pair     Kernel
	few      Kernel // for lines that assembly takes no part of
	width    int    // elements that fold leaves of a row
}

func (t *Set) combiner(o *op.Op, from, to op.DType) *combiner {
	c := &combiner{set: t, from: from.Size(), to: to.Size(), cast: from != to, pair: t.For(o, to, to)}
	c.few = c.pair
	if loop, ok := loops[One(o, to, to)]; ok {
		c.few = loop
	}
	if c.cast {
		c.convert = t.For(op.Cast, from, to)
	}
	if c.width = lanes / c.to; c.pair.fold != nil {
		c.width, c.counts = c.pair.Least, from == op.Bool && o == op.Add && c.to == 8
	}
	return c
}

// combining is the kernel of a row by the map of two elements, and an element that changes no other.
func (t *Set) combining(o *op.Op, identity op.Scalar, from, to op.DType) Reduction {
	c := t.combiner(o, from, to)
	r := Reduction{
		Cost:  c.pair.Cost + c.convert.Cost,
		Set:   c.pair.Set,
		State: c.to,
		Begin: func(n int, states unsafe.Pointer) { Fill(states, c.to, n, uint64(identity)) },
		Add:   c.add,
		Merge: func(n int, to, from unsafe.Pointer) {
			s := scratches.Get().(*scratch)
			c.lines(n, to, from, 0, 1, s)
			scratches.Put(s)
		},
		End: func(n int, to, states unsafe.Pointer, size int, _ unsafe.Pointer) {
			copyBytes(to, states, n*size)
		},
	}
	if to == op.Bool {
		r.Decided = func(n int, states unsafe.Pointer) bool {
			return bytes.IndexByte(elements[byte](states, 0, n), byte(identity)) < 0
		}
	}
	return r
}

// ending has the results converted to another type.
func (r Reduction) ending(convert func(n int, to, from unsafe.Pointer)) Reduction {
	if convert != nil {
		r.End = func(n int, to, states unsafe.Pointer, _ int, _ unsafe.Pointer) { convert(n, to, states) }
	}
	return r
}

// lines combines count lines of n elements with n states. Stride is the bytes between lines. Of the
// scratch it takes the strides alone.
func (c *combiner) lines(n int, states, at unsafe.Pointer, stride, count int, s *scratch) {
	k := &c.pair
	switch {
	case n == 0 || count == 0: // assembly computes at least one line
		return
	case n < k.Least:
		k = &c.few
	case k.loop == nil:
		s.call.Strides = [4]int{2: stride}
		k.Rows(n, states, states, at, nil, 0, count, &s.call)
		return
	}
	for i := range count {
		k.Run(n, states, states, unsafe.Add(at, i*stride), nil, 0)
	}
}

// lanes is the bytes of a long row that are combined side by side, without a fold in assembly.
const lanes = 256

// fold combines the elements of rows until width are left of each: those of n times width elements.
// What is left lies side by side.
func (c *combiner) fold(rows, n int, to unsafe.Pointer, x Matrix, s *scratch) {
	if c.pair.fold != nil {
		c.pair.fold(rows, n, to, x.At, x.Row, c.width*c.to, x.ahead(rows, n*c.width*c.to))
		return
	}
	for r := range rows {
		left, row := unsafe.Add(to, r*lanes), x.Beyond(r, 0).At
		if copyBytes(left, row, lanes); n > 1 { // else a pointer to what is left would lie behind the elements
			c.lines(c.width, left, unsafe.Add(row, lanes), lanes, n-1, s)
		}
	}
}

// few is the number of groups from which on it is worth it to combine them side by side.
const few = 8

func (c *combiner) add(states unsafe.Pointer, b *Block) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	switch {
	case b.X.Row == c.from && b.Groups >= few:
		for g := 0; g < b.Groups; g += Part {
			c.convertLines(unsafe.Add(states, g*c.to), b.X.Beyond(g, 0), min(Part, b.Groups-g), b.Elements, s)
		}
	case b.Elements < 2*c.width || b.X.Column != c.from && b.Groups >= few:
		c.addTransposed(states, b.X, b.Groups, b.Elements, s)
	case c.counts && b.X.Column == c.from:
		counts := elements[uint64](states, 0, b.Groups)
		for g := range counts {
			counts[g] += c.count(elements[byte](b.X.Beyond(g, 0).At, 0, b.Elements), s)
		}
	default:
		c.addRows(states, b, s)
	}
}

// addRows adds long rows. It folds them, and combines what is left as lines.
func (c *combiner) addRows(states unsafe.Pointer, b *Block, s *scratch) {
	for g := 0; g < b.Groups; g += c.together() {
		c.addFew(min(c.together(), b.Groups-g), b.Elements, unsafe.Add(states, g*c.to), b.X.Beyond(g, 0), s)
	}
}

// together is how many rows addFew takes: a part of the scratch has room for what is left of them.
func (c *combiner) together() int { return Part * 8 / (c.width * c.to) }

// addFew adds some long rows. What is left of each lies in the scratch's third part.
func (c *combiner) addFew(rows, elements int, states unsafe.Pointer, x Matrix, s *scratch) {
	register := c.width * c.to
	if !c.cast && x.Column == c.from {
		c.foldRows(rows, elements, s.at(2), x, s)
	} else {
		for k := range rows {
			c.foldCopied(elements, unsafe.Add(s.at(2), k*register), x.Beyond(k, 0), s)
		}
	}
	c.set.CopyMatrix(Matrix{s.at(3), c.to, rows * c.to}, Matrix{s.at(2), register, c.to}, rows, c.width, c.to)
	c.lines(rows, states, s.at(3), rows*c.to, c.width, s)
}

// count counts the bools of a row that are true. Eight are added as one integer, so often that no byte of
// the sum overflows.
func (c *combiner) count(row []byte, s *scratch) (n uint64) {
	const halves, ones = 0x00ff00ff00ff00ff, 0x0001000100010001
	register := c.width * c.to
	for len(row) >= register {
		registers := min(len(row)/register, math.MaxUint8)
		c.fold(1, registers, s.at(2), Matrix{unsafe.Pointer(&row[0]), 0, c.to}, s)
		pairs := uint64(0) // sums of two bytes each
		for _, word := range elements[uint64](s.at(2), 0, c.width) {
			pairs += word&halves + word>>8&halves
		}
		n, row = n+pairs*ones>>48, row[registers*register:]
	}
	for _, v := range row {
		n += uint64(v)
	}
	return n
}

// foldRows folds rows of any number of elements from width on.
func (c *combiner) foldRows(rows, elements int, to unsafe.Pointer, x Matrix, s *scratch) {
	c.fold(rows, elements/c.width, to, x, s)
	if rest := elements % c.width; rest > 0 {
		for r := range rows {
			c.lines(rest, unsafe.Add(to, r*c.width*c.to), x.Beyond(r, elements-rest).At, 0, 1, s)
		}
	}
}

// foldCopied folds a row of elements that are not side by side, or of another type. It copies and
// converts some of them at a time.
func (c *combiner) foldCopied(elements int, to unsafe.Pointer, x Matrix, s *scratch) {
	long := Part * 8 / c.to
	if x.Column != c.from {
		long = min(long, Part*8/c.from)
	}
	for i := 0; i < elements; i += long {
		n, part := min(long, elements-i), x.Beyond(0, i)
		if x.Column != c.from {
			part = Matrix{s.at(0), 0, c.from}
			c.set.CopyMatrix(part, x.Beyond(0, i), 1, n, c.from)
		}
		if c.cast {
			c.convert.Run(n, s.at(1), part.At, nil, nil, 0)
			part = Matrix{s.at(1), 0, c.to}
		}
		switch {
		case i == 0:
			c.foldRows(1, n, to, part, s)
		case n < c.width:
			c.lines(n, to, part.At, 0, 1, s)
		default:
			c.foldRows(1, n, s.at(3), part, s)
			c.lines(c.width, to, s.at(3), 0, 1, s)
		}
	}
}

// linesTogether is how many lines are folded to one, at most. With more, a register's loads lie in more memory than the
// processor fetches ahead.
const linesTogether = 16

// foldLines combines lines of n elements with n states, as lines does. It folds some of them to one in the scratch's
// third part first, which spares loads and stores of the states. What is left of a register begins earlier.
func (c *combiner) foldLines(n int, states, at unsafe.Pointer, stride, count int, s *scratch) {
	if c.pair.fold == nil || n < c.width {
		c.lines(n, states, at, stride, count, s)
		return
	}
	register := c.width * c.to
	for i := 0; i < count; i += linesTogether {
		lines, x := min(linesTogether, count-i), unsafe.Add(at, i*stride)
		c.pair.fold(n/c.width, lines, s.at(2), x, register, stride, 0)
		if n%c.width > 0 {
			last := (n - c.width) * c.to
			c.pair.fold(1, lines, unsafe.Add(s.at(2), last), unsafe.Add(x, last), 0, stride, 0)
		}
		c.lines(n, states, s.at(2), 0, 1, s)
	}
}

// convertLines converts lines of n elements, at most a part of the scratch, and combines them with
// the states. Elements of a line are side by side.
func (c *combiner) convertLines(states unsafe.Pointer, x Matrix, n, count int, s *scratch) {
	if !c.cast {
		c.foldLines(n, states, x.At, x.Column, count, s)
		return
	}
	for i := range count {
		c.convert.Run(n, s.at(1), x.Beyond(0, i).At, nil, nil, 0)
		c.lines(n, states, s.at(1), 0, 1, s)
	}
}

// addTransposed makes lines of short rows, or of elements that are not side by side.
func (c *combiner) addTransposed(states unsafe.Pointer, x Matrix, count, elements int, s *scratch) {
	n := min(elements, 16)
	together := Part / max(n, 1)
	for g := 0; g < count; g += together {
		groups := min(together, count-g)
		for i := 0; i < elements; i += n {
			m := min(n, elements-i)
			line := Matrix{s.at(0), c.from, groups * c.from}
			c.set.CopyMatrix(line, x.Beyond(g, i), groups, m, c.from)
			c.convertLines(unsafe.Add(states, g*c.to), line, groups, m, s)
		}
	}
}
