package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// combiner reduces by a map that combines two elements, in any order. A state is one element. All
// blocks become lines of elements of different groups, which are combined with the states.
type combiner struct {
	set      *Set
	from, to int // bytes of an element, and of one of the result's type
	cast     bool
	convert  Kernel // to the result's type
	pair     Kernel
	few      Kernel // for lines that assembly takes no part of
}

func (t *Set) combiner(o *op.Op, from, to op.DType) *combiner {
	c := &combiner{set: t, from: from.Size(), to: to.Size(), cast: from != to, pair: t.For(o, to, to)}
	c.few = c.pair
	if run, ok := loops[One(o, to, to)]; ok {
		c.few = Kernel{loop: run}
	}
	if c.cast {
		c.convert = t.For(op.Cast, from, to)
	}
	return c
}

// combining is the kernel of a row by the map of two elements, and an element that changes no other.
func (t *Set) combining(o *op.Op, identity op.Scalar, from, to op.DType) Reduction {
	c := t.combiner(o, from, to)
	return Reduction{
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
		s.strides = vector.Strides{2: stride}
		k.Rows(n, states, states, at, nil, 0, count, &s.strides)
		return
	}
	for i := range count {
		k.Run(n, states, states, unsafe.Add(at, i*stride), nil, 0)
	}
}

// lanes is the bytes of a long row that are combined side by side.
const lanes = 256

// few is the number of groups from which on it is worth it to combine them side by side.
const few = 8

func (c *combiner) add(states unsafe.Pointer, b *Block) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	width := lanes / c.to
	switch {
	case b.X.Row == c.from && b.Groups >= few:
		for g := 0; g < b.Groups; g += Part {
			c.convertLines(unsafe.Add(states, g*c.to), b.X.beyond(g, 0), min(Part, b.Groups-g), b.Elements, s)
		}
		return
	case b.Elements < 2*width || b.X.Column != c.from && b.Groups >= few:
		c.addTransposed(states, b, s)
		return
	case b.X.Column != c.from:
		c.addGathered(states, b, s)
		return
	}
	const together = Part * 8 / lanes
	for g := 0; g < b.Groups; g += together {
		groups := min(together, b.Groups-g)
		for k := range groups {
			c.addRow(unsafe.Add(s.at(0), k*lanes), b.X.beyond(g+k, 0).At, b.Elements, s)
		}
		c.set.CopyMatrix(Matrix{s.at(1), c.to, groups * c.to}, Matrix{s.at(0), lanes, c.to}, groups, width, c.to)
		c.lines(groups, unsafe.Add(states, g*c.to), s.at(1), groups*c.to, width, s)
	}
}

// convertLines converts lines of n elements, at most a part of the scratch, and combines them with
// the states. Elements of a line are side by side.
func (c *combiner) convertLines(states unsafe.Pointer, x Matrix, n, count int, s *scratch) {
	if !c.cast {
		c.lines(n, states, x.At, x.Column, count, s)
		return
	}
	for i := range count {
		c.convert.Run(n, s.at(1), x.beyond(0, i).At, nil, nil, 0)
		c.lines(n, states, s.at(1), 0, 1, s)
	}
}

// addTransposed makes lines of short rows, or of elements that are not side by side.
func (c *combiner) addTransposed(states unsafe.Pointer, b *Block, s *scratch) {
	n := min(b.Elements, 16)
	together := Part / max(n, 1)
	for g := 0; g < b.Groups; g += together {
		groups := min(together, b.Groups-g)
		for i := 0; i < b.Elements; i += n {
			m := min(n, b.Elements-i)
			line := Matrix{s.at(0), c.from, groups * c.from}
			c.set.CopyMatrix(line, b.X.beyond(g, i), groups, m, c.from)
			c.convertLines(unsafe.Add(states, g*c.to), line, groups, m, s)
		}
	}
}

// addGathered makes rows of elements that are not side by side.
func (c *combiner) addGathered(states unsafe.Pointer, b *Block, s *scratch) {
	row := &Block{Groups: 1, X: Matrix{s.at(0), 0, c.from}} // one for all, because it is allocated
	for g := range b.Groups {
		for i := 0; i < b.Elements; i += Part {
			row.Elements = min(Part, b.Elements-i)
			c.set.CopyMatrix(row.X, b.X.beyond(g, i), 1, row.Elements, c.from)
			c.add(unsafe.Add(states, g*c.to), row)
		}
	}
}

// addRow combines the elements of a long row until as many are left as lanes has room for.
func (c *combiner) addRow(to, x unsafe.Pointer, n int, s *scratch) {
	width := lanes / c.to
	chunk := n // elements that are converted at a time
	if c.cast {
		chunk = Part / width * width
	}
	for i := 0; i < n; i += chunk {
		m, at := min(chunk, n-i), unsafe.Add(x, i*c.from)
		if c.cast {
			c.convert.Run(m, s.at(1), at, nil, nil, 0)
			at = s.at(1)
		}
		if i == 0 {
			copyBytes(to, at, lanes)
			at, m = unsafe.Add(at, lanes), m-width
		}
		c.lines(width, to, at, lanes, m/width, s)
		if rest := m % width; rest > 0 { // else a pointer to what is left would lie behind the elements
			c.lines(rest, to, unsafe.Add(at, m/width*lanes), 0, 1, s)
		}
	}
}
