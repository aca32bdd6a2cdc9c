package kernel

import (
	"bytes"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
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
	p := &places[T]{best: t.combiner(op.Minimum, read, read), atMost: t.For(op.Le, read, op.Bool), first: firstLeast[T], most: most}
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
	return r
}

// places finds the places of the greatest elements, or of the least ones.
type places[T number] struct {
	best   *combiner // computes the best element
	atMost Kernel    // whether elements are at most as great as others
	first  func(x []T) int
	most   bool
}

func (p *places[T]) add(s *candidate[T], of part) {
	x := elements[T](of.x, 0, of.n)
	switch {
	case of.n == 0:
	case of.step < 0: // the last of equal elements has the lowest number
		for i, v := range x {
			s.take(v, of.number+i*of.step, p.most)
		}
	default:
		i := p.index(x)
		s.take(x[i], of.number+i*of.step, p.most)
	}
}

// index returns the index of the best element. In many elements it looks for their best.
func (p *places[T]) index(x []T) int {
	const many = 128
	width := p.best.width
	if len(x) < max(many, 2*width) {
		return p.first(x)
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	p.best.foldRows(1, len(x), s.at(0), Matrix{unsafe.Pointer(&x[0]), 0, p.best.to}, s)
	left := elements[T](s.at(0), 0, width)
	best := left[p.first(left)]
	if best != best {
		return p.first(x)
	}
	return p.find(x, best, s)
}

// find returns the index of the first element that is no worse than the best.
func (p *places[T]) find(x []T, best T, s *scratch) int {
	const many = 2 * Part // of any type, two parts of the scratch have room for them
	how, repeated := vector.Y, 1
	if p.most {
		how = vector.X
	}
	if !p.atMost.Vector {
		how, repeated = 0, min(many, len(x))
	}
	fillWith(elements[T](s.at(2), 0, repeated), best)
	for i := 0; i < len(x); i += many {
		n, low, high := min(many, len(x)-i), unsafe.Pointer(&x[i]), s.at(2)
		if p.most {
			low, high = high, low
		}
		p.atMost.Run(n, s.at(0), low, high, nil, how)
		if k := bytes.IndexByte(elements[byte](s.at(0), 0, n), 1); k >= 0 {
			return i + k
		}
	}
	return len(x) - 1 // something else has written to the memory
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
