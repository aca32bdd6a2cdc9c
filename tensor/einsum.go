package tensor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
)

// Einsum returns a sum of products by Einstein's convention, as NumPy's einsum does. The equation has a
// letter for each axis of each tensor: "ij,jk->ik" is the product of two matrices. Axes with one letter
// are walked together. A letter that the result does not have is summed. Without "->" the result has
// the letters that occur once, in alphabetical order, capitals first. "..." stands for axes that are
// broadcast. A letter that a tensor has twice is its diagonal. Blanks do not count.
//
// Three and more tensors are multiplied two by two, in an order that takes few multiplications: the
// fewest of up to six tensors. [Explain] tells the order. A letter of one tensor alone is summed first,
// exactly. The dtype is that of [ResultType], and intermediate results have it too. Of one tensor, a
// result without a sum is a view.
func Einsum(equation string, ts ...*Tensor) *Tensor {
	const name = "einsum"
	if len(ts) == 0 {
		return failf(name, "must provide at least one operand")
	}
	called := func(i int) string { return fmt.Sprintf("operand %d", i) }
	p := newOperands(name, called, ts...)
	defer p.release()
	if p.err != nil {
		return fail(p.err)
	}
	e := subscripts{equation: equation}
	if err := e.parse(p); err != nil {
		return failf(name, "%w", err)
	}
	if p.typeErr != nil {
		return fail(p.typeErr)
	}
	var s steps
	defer s.release()
	terms := e.terms
	for i := range terms {
		terms[i] = terms[i].thin()
	}
	for i := range terms {
		alone := func(l label) bool { return !slices.Contains(e.kept, l) && !otherHas(terms, i, l) }
		if terms[i] = p.sum(&s, terms[i], alone); terms[i].of.err != nil {
			return terms[i].of
		}
	}
	for len(terms) > 1 {
		i, j := nextPair(terms, e.kept)
		x, y := terms[i], terms[j]
		terms = append(slices.Delete(slices.Delete(terms, j, j+1), i, i+1), term{})
		kept := slices.DeleteFunc(slices.Clone(e.kept), func(l label) bool { return !x.has(l) && !y.has(l) })
		for _, l := range slices.Concat(x.labels, y.labels) {
			if !slices.Contains(kept, l) && otherHas(terms, len(terms)-1, l) {
				kept = append(kept, l)
			}
		}
		of := s.keep(p.contract(x, y, kept))
		if of.err != nil {
			return of
		}
		terms[len(terms)-1] = term{of, of.layout, kept}
	}
	last := terms[0]
	sizes := make([]int, len(e.kept))
	for i, l := range e.kept {
		sizes[i] = last.size(l)
	}
	last.layout = last.over(e.kept, sizes)
	return last.tensor(name)
}

// otherHas reports whether another term than number i has a label.
func otherHas(terms []term, i int, l label) bool {
	for k := range terms {
		if k != i && terms[k].has(l) {
			return true
		}
	}
	return false
}

// sum returns a term summed over some of its labels, in its dtype. A sum of bools is any.
func (p *operands) sum(s *steps, t term, over func(l label) bool) term {
	var axes []int
	var kept []label
	for axis, l := range t.labels {
		if over(l) {
			axes = append(axes, axis)
		} else {
			kept = append(kept, l)
		}
	}
	if len(axes) == 0 {
		return t
	}
	x := s.keep(t.tensor(p.name))
	if t.of.dtype == Bool {
		x = s.keep(x.Any(axes...))
	} else {
		x = s.keep(x.Along(axes...).DType(t.of.dtype).Sum())
	}
	return term{x, x.layout, kept}
}

// subscripts are an equation of [Einsum].
type subscripts struct {
	equation string
	terms    []term
	kept     []label // of the result
}

// hiddenAxes stands for the axes of "..." in a list of labels.
const hiddenAxes label = 0

// parse reads the equation, and checks it and the sizes of the operands. Letters are labels, and the axes
// of an ellipsis are labelled from the end: -1.
func (e *subscripts) parse(p *operands) error {
	left, right, explicit := strings.Cut(e.equation, "->")
	parts := strings.Split(left, ",")
	switch n := len(p.of); {
	case len(parts) > n:
		return fmt.Errorf("fewer operands were provided than specified in the equation %q: %d, not %d", e.equation, n, len(parts))
	case len(parts) < n:
		return fmt.Errorf("more operands were provided than specified in the equation %q: %d, not %d", e.equation, n, len(parts))
	}
	at, hidden := 0, 0 // where a part begins; how many axes the longest ellipsis has
	var once, twice []label
	for i, part := range parts {
		labels, err := e.read(part, at, fmt.Sprintf("operand %d", i))
		if err != nil {
			return err
		}
		at += len(part) + 1
		for _, l := range labels {
			switch {
			case l == hiddenAxes:
			case slices.Contains(once, l):
				twice = append(twice, l)
			default:
				once = append(once, l)
			}
		}
		n, err := e.add(p, i, labels)
		if err != nil {
			return err
		}
		hidden = max(hidden, n)
	}
	out := []label{hiddenAxes}
	if explicit {
		var err error
		if out, err = e.read(right, len(left)+len("->"), "output"); err != nil {
			return err
		}
		for k, l := range out {
			switch {
			case l == hiddenAxes:
			case slices.Contains(out[:k], l):
				return fmt.Errorf("output subscript %c appears more than once in the output", l)
			case !slices.Contains(once, l):
				return fmt.Errorf("output subscript %c does not appear in the equation for any input operand", l)
			}
		}
	} else {
		slices.Sort(once)
		for _, l := range once {
			if !slices.Contains(twice, l) {
				out = append(out, l)
			}
		}
	}
	e.kept = expand(out, hidden)
	return e.checkSizes()
}

// expand replaces the ellipsis by labels of so many axes.
func expand(labels []label, hidden int) (all []label) {
	for _, l := range labels {
		if l == hiddenAxes {
			all = append(all, fromEnd(hidden)...)
		} else {
			all = append(all, l)
		}
	}
	return all
}

// read reads the labels of a part of the equation, which begins at a byte of it.
func (e *subscripts) read(part string, at int, of string) (labels []label, err error) {
	for k := 0; k < len(part); k++ {
		switch c := part[k]; {
		case c == ' ':
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			labels = append(labels, label(c))
		case c == '.' && slices.Contains(labels, hiddenAxes):
			return nil, fmt.Errorf("found '.' for %s for which an ellipsis was already found", of)
		case c == '.' && !strings.HasPrefix(part[k:], "..."):
			return nil, fmt.Errorf("found '.' for %s that is not part of any ellipsis", of)
		case c == '.':
			labels, k = append(labels, hiddenAxes), k+2
		default:
			return nil, fmt.Errorf("invalid subscript given at index %d in the equation string %q, subscripts must be in [a-zA-Z]", at+k, e.equation)
		}
	}
	return labels, nil
}

// add adds the term of operand i, and returns how many axes its ellipsis has.
func (e *subscripts) add(p *operands, i int, labels []label) (hidden int, err error) {
	shape := p.of[i].layout.Shape
	hidden = len(shape) - len(labels)
	switch {
	case !slices.Contains(labels, hiddenAxes):
		if hidden != 0 {
			return 0, fmt.Errorf("the number of subscripts in the equation (%d) does not match the number of dimensions (%d) for operand %d and no ellipsis was given (shape %v)",
				len(labels), len(shape), i, shape)
		}
	case hidden < -1:
		return 0, fmt.Errorf("the number of subscripts in the equation (%d) is more than the number of dimensions (%d) for operand %d (shape %v)",
			len(labels)-1, len(shape), i, shape)
	default:
		hidden++
	}
	e.terms = append(e.terms, p.term(i, expand(labels, hidden)...))
	return hidden, nil
}

// checkSizes returns an error if axes with one label have different sizes. Those of different operands
// may have size 1.
func (e *subscripts) checkSizes() error {
	type found struct{ size, operand, axis int }
	first := map[label]found{}
	for i, t := range e.terms {
		shape := t.layout.Shape
		for axis, l := range t.labels {
			f, ok := first[l]
			own := slices.Index(t.labels, l)
			switch n := shape[axis]; {
			case own < axis && shape[own] != n:
				return fmt.Errorf("subscript %c is repeated for operand %d but the sizes don't match, %d != %d (axes %d and %d of shape %v)", l, i, n, shape[own], axis, own, shape)
			case !ok || f.size == 1:
				first[l] = found{n, i, axis}
			case n != 1 && n != f.size:
				name := fmt.Sprintf("label '%c'", l)
				if l < 0 {
					name = fmt.Sprintf("axis %d of the ellipsis", l)
				}
				return fmt.Errorf("Size of %s for operand %d (%d) does not match previous terms (%d): axis %d of shape %v, and axis %d of operand %d of shape %v",
					name, i, n, f.size, axis, shape, f.axis, f.operand, e.terms[f.operand].layout.Shape)
			}
		}
	}
	return nil
}

// has reports whether a term has a label.
func (t *term) has(l label) bool { return slices.Contains(t.labels, l) }

// thin returns a term with each label once, and without axes of size 1. Two axes with one label become
// their diagonal.
func (t term) thin() term {
	l := &broadcast.Layout{Shape: []int{}, Strides: []int{}, Offset: t.layout.Offset}
	var labels []label
	for axis, of := range t.labels {
		n, stride := t.layout.Shape[axis], t.layout.Strides[axis]
		switch k := slices.Index(labels, of); {
		case n == 1:
		case k >= 0:
			l.Strides[k] += stride
		default:
			l.Shape, l.Strides, labels = append(l.Shape, n), append(l.Strides, stride), append(labels, of)
		}
	}
	return term{t.of, l, labels}
}
