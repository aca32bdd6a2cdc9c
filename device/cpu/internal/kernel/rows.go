package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// rows reads the elements of a block as contiguous elements of one type.
type rows struct {
	set       *Set
	from, to  int  // bytes of an element in memory, and of one that is given
	two, cast bool // whether Y is read too, and whether elements are converted
	convert   Kernel
}

// reading reads elements of one type as those of another.
func (t *Set) reading(from, to op.DType) *rows {
	r := &rows{set: t, from: from.Size(), to: to.Size()}
	if from != to {
		r.cast, r.convert = true, t.For(op.Cast, from, to)
	}
	return r
}

// each calls f for parts of each group: n elements from the first on, side by side.
func (r *rows) each(b *Block, f func(group, first, n int, x, y unsafe.Pointer)) {
	const short = 64 // elements for which a part of several groups is gathered at once
	long, together := min(b.Elements, 2*Part), 1
	if r.cast {
		long = min(long, 8*Part/r.to)
	}
	if beside := b.X.Column == r.from && (!r.two || b.Y.Column == r.from); !beside || r.cast && long < short {
		long = min(long, short)
		together = Part / max(long, 1)
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	var y Matrix
	for g := 0; g < b.Groups; g += together {
		groups := min(together, b.Groups-g)
		for i := 0; i < b.Elements; i += long {
			n := min(long, b.Elements-i)
			x := r.part(b.X.Beyond(g, i), groups, n, s.at(0), s.at(1))
			if r.two {
				y = r.part(b.Y.Beyond(g, i), groups, n, s.at(2), s.at(3))
			}
			for k := range groups {
				f(g+k, i, n, x.Beyond(k, 0).At, y.Beyond(k, 0).At)
			}
		}
	}
}

// longRow is how many elements of a row are added at once.
const longRow = 16 * Part

// eachRows calls f for rows of n elements, side by side. The first is of a group, and the others of groups step
// apart.
func (r *rows) eachRows(b *Block, f func(group, step, rows, n int, x Matrix)) {
	switch {
	case r.cast || b.X.Column != r.from:
		r.each(b, func(group, _, n int, x, _ unsafe.Pointer) { f(group, 0, 1, n, Matrix{At: x, Column: r.to}) })
	case b.Elements <= longRow:
		f(0, 1, b.Groups, b.Elements, b.X)
	default:
		rest := b.Elements % longRow
		for g := range b.Groups {
			f(g, 0, b.Elements/longRow, longRow, Matrix{b.X.Beyond(g, 0).At, longRow * r.from, r.from})
			if rest > 0 {
				f(g, 0, 1, rest, b.X.Beyond(g, b.Elements-rest))
			}
		}
	}
}

// part is some elements of some groups, side by side and converted. Both scratches have room for
// them.
func (r *rows) part(x Matrix, groups, n int, gathered, converted unsafe.Pointer) Matrix {
	if x.Column != r.from || groups > 1 && r.cast {
		to := Matrix{gathered, n * r.from, r.from}
		r.set.CopyMatrix(to, x, groups, n, r.from)
		x = to
	}
	if !r.cast {
		return x
	}
	r.convert.Run(groups*n, converted, x.At, nil, nil, 0)
	return Matrix{converted, n * r.to, r.to}
}
