package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// placesOf make the kernel of argmax, or of argmin, for each type that is compared as it is.
var placesOf = map[op.DType]func(t *Set, most bool) Reduction{}

// place is the kernel of argmax, or of argmin. Halves are compared as float32.
func (t *Set) place(from op.DType, most bool) Reduction {
	if of := placesOf[from]; of != nil {
		return of(t, most)
	}
	return placeOf[float32](t, from, op.Float32, most)
}

func placeOf[T number](t *Set, from, read op.DType, most bool) Reduction {
	p := &places[T]{best: t.combiner(op.Minimum, read, read), first: firstLeast[T], most: most}
	if most {
		p.best, p.first = t.combiner(op.Maximum, read, read), firstMost[T]
	}
	r := reduction(t.reading(from, read), p.add,
		func(s, from *candidate[T]) {
			if from.some {
				s.take(from.value, from.number, most)
			}
		},
		func(s *candidate[T], i int, to, _ unsafe.Pointer) { *(*int64)(unsafe.Add(to, 8*i)) = int64(s.number) })
	r.Cost, r.Set = plainCost, p.best.pair.Set
	parts := r.Add
	r.Add = func(states unsafe.Pointer, b *Block) {
		if from == read && b.X.Column == p.best.from && p.many(b.Elements, b.Step) {
			p.addRows(statesOf[candidate[T]](b.Groups, states), b)
			return
		}
		parts(states, b)
	}
	return r
}

// places finds the places of the greatest elements, or of the least ones.
type places[T number] struct {
	best  *combiner // computes the best element
	first func(x []T) int
	most  bool
}

// many reports whether addRows is to take rows of n elements, of ascending numbers.
func (p *places[T]) many(n, step int) bool { return step >= 0 && n >= max(128, 2*p.best.width) }

func (p *places[T]) add(s *candidate[T], of part) {
	x := elements[T](of.x, 0, of.n)
	switch {
	case of.n == 0:
	case of.step < 0: // the last of equal elements has the lowest number
		for i, v := range x {
			s.take(v, of.number+i*of.step, p.most)
		}
	case p.many(of.n, of.step):
		p.addRows(unsafe.Slice(s, 1), &Block{1, of.n, Matrix{of.x, 0, p.best.from}, Matrix{}, of.number, of.step})
	default:
		i := p.first(x)
		s.take(x[i], of.number+i*of.step, p.most)
	}
}

// addRows adds rows of many elements, side by side. It finds their best elements, and then their places.
func (p *places[T]) addRows(all []candidate[T], b *Block) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	width := p.best.width
	for g := 0; g < len(all); g += p.best.together() {
		bests := elements[T](s.at(0), 0, min(p.best.together(), len(all)-g))
		for k := range bests {
			bests[k] = *(*T)(b.X.Beyond(g+k, 0).At)
		}
		p.best.addFew(len(bests), b.Elements, s.at(0), b.X.Beyond(g, 0), s)
		for k, best := range bests {
			row := elements[T](b.X.Beyond(g+k, 0).At, 0, b.Elements)
			i := p.find(row, elements[T](s.at(2), k*width, width), best)
			all[g+k].take(best, b.Number+i*b.Step, p.most)
		}
	}
}

// find returns the index of the first element that is the best. A fold has left the best of the elements
// whose indices are one, modulo their number.
func (p *places[T]) find(x, left []T, best T) int {
	if best != best {
		return p.first(x)
	}
	at := len(x) - 1 // if something else writes to the memory
	for lane, v := range left {
		if v != best {
			continue
		}
		for i := lane; i < at; i += len(left) {
			if x[i] == best {
				at = i
			}
		}
	}
	return at
}

// candidate is the best element so far, if there is some, and its number.
type candidate[T number] struct {
	value  T
	number int
	some   bool
}

// take takes an element that is better. NaN is the best; of equal elements that of the lowest
// number.
func (s *candidate[T]) take(x T, number int, most bool) {
	better, worse := x > s.value, x < s.value
	if !most {
		better, worse = worse, better
	}
	if x != x || s.value != s.value {
		better, worse = x != x && s.value == s.value, x == x
	}
	if !s.some || better || !worse && number < s.number {
		*s = candidate[T]{x, number, true}
	}
}

// firstMost returns the index of the first NaN, or else of the first of the greatest elements.
func firstMost[T number](x []T) (at int) {
	most := x[0]
	for i, v := range x {
		if !(v <= most) {
			if most, at = v, i; v != v {
				break
			}
		}
	}
	return at
}

// firstLeast returns the index of the first NaN, or else of the first of the least elements.
func firstLeast[T number](x []T) (at int) {
	least := x[0]
	for i, v := range x {
		if !(v >= least) {
			if least, at = v, i; v != v {
				break
			}
		}
	}
	return at
}
