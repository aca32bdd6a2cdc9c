package kernel

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// storeSums is the kernel of sums of float32 and narrower floats at places. The exact sum of each place
// has some words of memory. What a word is depends on what the elements have in common.
func (t *Set) storeSums(dt op.DType, byPlace Store) Store {
	f := t.floatSums(dt)
	s := t.storeSumsBy(dt, func(e Elements, places int) *placeSum { return wayToSum(f.in, e, places) })
	return Store{s.Cost, func(table Table, positions Span, e Elements) {
		if mostEmpty(e.N, positions.Len()) {
			byPlace.Run(table, positions, e)
			return
		}
		most, ok := f.mostSum(table, positions, e)
		if !ok {
			s.Run(table, positions, e)
			return
		}
		e.eachRange(positions, table.Size, 1, func(positions Span, e Elements) {
			if ok = ok && f.addInUnits(table, positions, e, most); !ok {
				s.Run(table, positions, e)
			}
		})
	}, func(n, places int) int {
		if mostEmpty(n, places) {
			return byPlace.Scratch(n, places)
		}
		return s.Scratch(n, places)
	}}
}

// mostEmpty reports whether most places have none of n elements.
func mostEmpty(n, places int) bool { return places > 4*n+Part }

// storeSumsBy is storeSums by the way that a function chooses.
func (t *Set) storeSumsBy(dt op.DType, choose func(e Elements, places int) *placeSum) Store {
	f := t.floatSums(dt)
	return Store{4 * plainCost, func(table Table, positions Span, e Elements) {
		way := choose(e, positions.Len())
		e.eachRange(positions, table.Size, way.words, func(positions Span, e Elements) { f.add(way, table, positions, e) })
	}, func(n, places int) int {
		words := doublesWay.words
		if fewPlaces(n, places) {
			words = digitWords
		}
		if words*places <= wordsAtOnce {
			return 8 * words * places
		}
		return n * (8 + dt.Size())
	}}
}

// floatSums adds floats of a type.
type floatSums struct {
	in           *rows
	store        func(to unsafe.Pointer, i int, x float64)
	widen, round Kernel // to float64 and back
}

func (t *Set) floatSums(dt op.DType) *floatSums {
	return &floatSums{t.reading(dt, op.Float32), storing(dt), t.For(op.Cast, dt, op.Float64), t.For(op.Cast, op.Float64, dt)}
}

// add adds elements at places.
func (f *floatSums) add(way *placeSum, table Table, positions Span, e Elements) {
	places, size := positions.Len(), table.Size
	room := placeRooms.Get().(*[]uint64)
	defer placeRooms.Put(room)
	*room = slices.Grow((*room)[:0], way.words*places)
	s := &placeSums{from: int64(positions.From), words: (*room)[:way.words*places]}
	way.begin(s)
	e.each(positions, size, func(at []int64, of unsafe.Pointer) {
		f.in.all(len(at), of, func(i int, x []float32) { way.add(s, at[i:i+len(x)], x) })
	})
	s.sortRest()
	var sum partSum
	store := func(i int) {
		if way.sum(s, i, &sum) {
			to := unsafe.Add(table.At, (positions.From+i)*size)
			f.store(to, 0, sum.with(f.in.float(to)))
		}
	}
	if way.words > 2 || f.in.cast {
		for i := range places {
			store(i)
		}
		return
	}
	for _, i := range s.storeFloats(elements[float32](unsafe.Add(table.At, positions.From*size), 0, places), way.words) {
		store(i)
	}
}

// storeFloats adds sums of one or two float64 to float32. It returns the places of the others: those with a
// rest, and those where something is no number. No branch depends on whether a place has elements: -0
// changes nothing.
func (s *placeSums) storeFloats(to []float32, words int) (others []int) {
	rest, next := s.rest, -1
	if len(rest) > 0 {
		next = rest[0].place
	}
	for i, content := range to {
		var sum, e float64
		if words == 1 {
			sum, e = exact.TwoSum(math.Float64frombits(s.words[i]), float64(content))
		} else {
			sum, e = threeSum(math.Float64frombits(s.words[2*i]), math.Float64frombits(s.words[2*i+1]), float64(content))
		}
		if i == next || e != e {
			for next == i {
				if rest, next = rest[1:], -1; len(rest) > 0 {
					next = rest[0].place
				}
			}
			others = append(others, i)
			continue
		}
		to[i] = float32(exact.ToOdd(sum, e))
	}
	return others
}

// threeSum returns the sum of three floats, and what it lacks: rounded itself, but 0 only if it is. It is
// NaN if one of the three is not finite.
func threeSum(x, y, z float64) (sum, e float64) {
	sum, e = exact.TwoSum(x, z)
	if y == 0 {
		return sum, e
	}
	e, rest := exact.TwoSum(e, y)
	sum, e = exact.TwoSum(sum, e)
	e, rest = exact.TwoSum(e, rest)
	sum, e = exact.TwoSum(sum, e)
	return sum, e + rest
}

// wayToSum chooses how elements are added at places. Often the exponents alone say enough.
func wayToSum(in *rows, e Elements, places int) *placeSum {
	least, most := in.magnitudes(e.different(), e.Of)
	w := window{most, noDigits - ((least+1)>>23 + 23)} // as if the least element had one digit
	if way := w.way(e.N, places); way.any {
		return way
	}
	w = window{}
	in.all(e.different(), e.Of, func(_ int, x []float32) { w.note(x) })
	return w.way(e.N, places)
}

var placeRooms = sync.Pool{New: func() any { return new([]uint64) }}

// all gives n elements, side by side, as float32: some at a time, from the i-th on.
func (r *rows) all(n int, of unsafe.Pointer, f func(i int, x []float32)) {
	if !r.cast {
		f(0, elements[float32](of, 0, n))
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	for i := 0; i < n; i += Part {
		m := min(Part, n-i)
		r.convert.Run(m, s.at(0), unsafe.Add(of, i*r.from), nil, nil, 0)
		f(i, elements[float32](s.at(0), 0, m))
	}
}

// float is one element.
func (r *rows) float(at unsafe.Pointer) float64 {
	if !r.cast {
		return float64(*(*float32)(at))
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	r.convert.Run(1, s.at(0), at, nil, nil, 0)
	return float64(*(*float32)(s.at(0)))
}

// partSum is what was added at a place: high + low, and rarely more.
type partSum struct {
	high, low float64
	more      exact.Sum32
	some      bool // there is more
}

// addMore adds a part that high and low have no room for.
func (p *partSum) addMore(x float64) {
	p.more.Add(x)
	p.some = true
}

// with returns the sum with the content of the place, so that rounding it to float32, float16 or bfloat16
// rounds it once. It forgets the sum.
func (p *partSum) with(content float64) float64 {
	sum, e := exact.TwoSum(p.high, content)
	if rest, lost := exact.TwoSum(e, p.low); !p.some && (lost == 0 || sum-sum != 0) {
		if sum-sum != 0 {
			return sum // the content is NaN or infinite
		}
		return exact.ToOdd(exact.TwoSum(sum, rest))
	}
	p.more.Add(p.high)
	p.more.Add(p.low)
	p.more.Add(content)
	result := p.more.Over(1)
	*p = partSum{}
	return result
}
