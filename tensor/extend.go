package tensor

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Roll returns the elements shifted along an axis. Those that leave it at the end come in again at the
// beginning, as with NumPy's roll. A negative shift goes the other way. The result is a copy.
func (t *Tensor) Roll(axis, shift int) *Tensor {
	const name = "roll"
	at, err := t.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	n := t.layout.Shape[at]
	if n > 0 {
		shift = modulo(shift, n)
	} else {
		shift = 0
	}
	return t.extend(name, at, n, []run{{first: n - shift, step: 1, length: shift}, {at: shift, step: 1, length: n - shift}}, graph.Arg{})
}

// Padding says which elements [Tensor.Pad] adds: those of a [Constant], or elements of the tensor. The
// zero Padding adds zeros.
type Padding struct {
	extension extension
	value     any
}

// Paddings of elements of the tensor. Of the elements a b c, Reflect makes … c b a b c b a …, Replicate
// makes … a a a b c c c …, and Circular makes … b c a b c a b …. PyTorch has these names; NumPy calls them
// "reflect", "edge" and "wrap".
var (
	Reflect   = Padding{extension: reflected}
	Replicate = Padding{extension: replicated}
	Circular  = Padding{extension: circular}
)

// Constant is the padding with a number or a bool. It is converted as by [Tensor.Fill].
func Constant(v any) Padding { return Padding{value: v} }

// Pad returns the elements with others along an axis: so many before them, and so many after. To pad
// several axes, chain calls; the elements are read and written once nevertheless. A reflection that is
// wider than the axis goes on, as in NumPy. With a constant, a negative number takes elements away, as in
// PyTorch. The paddings are [Constant], [Reflect], [Replicate] and [Circular].
func (t *Tensor) Pad(axis, before, after int, with Padding) *Tensor {
	const name = "pad"
	at, err := t.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	n := t.layout.Shape[at]
	if with.extension == constant && (before < 0 || after < 0) && min(before, 0) >= -n && min(after, 0) >= -n-min(before, 0) {
		part := t.Slice(at, -min(before, 0), n+min(after, 0), 1)
		defer part.Release()
		return part.Pad(at, max(before, 0), max(after, 0), with)
	}
	switch {
	case with.extension == constant && (before < 0 || after < 0):
		return failf(name, "%d elements before and %d after %d take away more than there are", before, after, n)
	case before < 0 || after < 0:
		return failf(name, "%d elements before and %d after %d: index can't contain negative values; use Slice to cut", before, after, n)
	case before > math.MaxInt-n-after || after > math.MaxInt-n:
		return failf(name, "%d elements before and %d after %d are more than an int counts", before, after, n)
	case with.extension == reflected && n > math.MaxInt/2:
		return failf(name, "an axis of %d elements is too long to be reflected: an int does not count twice as many", n)
	case n == 0 && with.extension != constant && before+after > 0:
		return failf(name, "can't extend empty axis %d using modes other than 'constant' (shape %v)", at, t.layout.Shape)
	}
	var number graph.Arg
	if with.extension == constant {
		w, ok := parseWeak(with.value)
		if with.value == nil {
			w, ok = weak{own: Int64}, true
		}
		if !ok {
			return failf(name, "the constant is %s; it is a number or a bool", describe(with.value))
		}
		s, err := w.scalar(t.dtype)
		if err != nil {
			return failf(name, "the constant is %w", err)
		}
		number = graph.Arg{Type: t.dtype, Scalar: s, Number: w.use(t.standIn().device, scalarUse{first: t.dtype, then: t.dtype})}
	}
	return t.extend(name, at, before+n+after, with.extension.runs(n, before, after), number)
}

// extend returns t with another size along an axis. The elements along the axis are those of runs.
func (t *Tensor) extend(name string, axis, size int, runs []run, number graph.Arg) *Tensor {
	t = t.standIn()
	shape := slices.Clone(t.layout.Shape)
	shape[axis] = size
	if err := fits(t.dtype, shape); err != nil {
		return failf(name, "%w", err)
	}
	whole, with := rowMajor(shape), 0 // runs of elements of t
	for _, r := range runs {
		if r.first >= 0 {
			with++
		}
	}
	var s steps
	defer s.release()
	t = s.now(t)
	var room [mostPieces]piece
	pieces := room[:0]
	for _, r := range runs {
		switch to := along(whole, axis, r); {
		case to.Len() == 0 && (t.layout.Len() > 0 || r.first < 0): // else t may have an index error
		case r.first < 0:
			pieces = append(pieces, piece{arg: number, to: to})
		default:
			once := with == 1 && r.length == t.layout.Shape[axis]
			pieces = t.addPieces(pieces, t.dtype, whole, axis, r, once)
		}
	}
	return join(name, t.device, t.dtype, whole, pieces)
}

// along returns a layout of those elements at which a run lies along an axis. If the run comes several
// times, they have a new axis in front of that axis.
func along(l *broadcast.Layout, axis int, r run) *broadcast.Layout {
	stride := l.Strides[axis]
	m := l.Clone()
	m.Shape[axis] = r.length
	m.Offset += r.at * stride
	if r.times > 1 {
		m.Shape, m.Strides = slices.Insert(m.Shape, axis, r.times), slices.Insert(m.Strides, axis, r.every*stride)
	}
	return &m
}
