package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
	"github.com/wgtensor/wgtensor/device/op"
)

// Store is the kernel of an output with places. It stores the elements whose positions are among some,
// in their order. Goroutines may share the positions.
type Store struct {
	Cost int // of an element, as of a Kernel
	Run  func(t Table, positions Span, e Elements)
	// Scratch is how many bytes of memory all goroutines need at most for n elements at places, besides
	// some that do not grow with them.
	Scratch func(n, places int) int
}

// Elements are elements side by side, with as many positions.
type Elements struct {
	N      int
	At, Of unsafe.Pointer
	All    bool // all positions are among those that are stored; else a negative one is of no element
	Same   bool // there is one element, for all positions
}

// sink takes elements whose positions are among those that are stored.
type sink func(at []int64, of unsafe.Pointer)

// Store returns the kernel that stores elements of a type, or combines them by a row.
func (t *Set) Store(row *op.Op, dt op.DType) Store {
	size := dt.Size()
	if row == nil {
		return direct(2*plainCost, size, func(t Table, _ Elements) sink { return lasts[size](t) })
	}
	entered.Do(enterLoops)
	byPlace := t.byPlace(row, dt)
	pair, _ := row.Role.(*op.Group).Folds(dt)
	fast := byPlace
	switch loop := loops[One(pair, dt, dt)].loop; {
	case pair == nil && row == op.Sum && dt == op.Float64:
		fast = storeSums64(byPlace)
	case pair == nil && row == op.Sum:
		fast = t.storeSums(dt, byPlace)
	case pair == op.Add && dt.IsInteger():
		if fast = direct(2*plainCost, size, func(t Table, e Elements) sink { return sums[size](t, e) }); size == 8 {
			fast = counting(fast)
		}
	case loop != nil:
		fast = direct(4*plainCost, size, func(t Table, _ Elements) sink { return pairs(t, loop) })
	}
	return Store{fast.Cost, func(t Table, positions Span, e Elements) {
		if t.Swapped {
			byPlace.Run(t, positions, e)
		} else {
			fast.Run(t, positions, e)
		}
	}, fast.Scratch}
}

// direct is the kernel of a sink that stores each element at once.
func direct(cost, size int, of func(t Table, e Elements) sink) Store {
	return Store{cost, func(t Table, positions Span, e Elements) { e.each(positions, size, of(t, e)) },
		func(n, places int) int { return 0 }}
}

// each gives the elements whose positions are among some to a sink.
func (e Elements) each(positions Span, size int, f sink) {
	at, step := elements[int64](e.At, 0, e.N), size
	p, s := positionsPool.Get().(*Positions), scratches.Get().(*scratch)
	defer positionsPool.Put(p)
	defer scratches.Put(s)
	long := Part
	switch {
	case e.Same:
		Fill(s.at(1), size, min(Part, e.N), uint64(Bits(e.Of, size)))
		e.Of, step = s.at(1), 0
	case e.All:
		long = stretch
	}
	for i := 0; i < e.N; i += long {
		if i%stretch == 0 {
			page.Rest()
		}
		part, of := at[i:min(i+long, e.N)], unsafe.Add(e.Of, i*step)
		if e.All || positions.hasAll(part) {
			f(part, of)
			continue
		}
		p.At = p.At[:Part]
		if p.At = p.At[:choices[size](p.At, part, positions, s.at(0), of)]; len(p.At) > 0 {
			f(p.At, s.at(0))
		}
	}
}

// different is how many elements there are, however many positions.
func (e *Elements) different() int {
	if e.Same {
		return min(e.N, 1)
	}
	return e.N
}

// choices copy the elements whose positions are among some, and these, and return how many there are.
var choices = [...]func(to, at []int64, positions Span, elements, from unsafe.Pointer) int{
	1: choose1[uint8], 2: choose1[uint16], 4: choose1[uint32], 8: choose1[uint64]}

// choose1 has no branch that depends on a position: of every other element the processor would predict
// half of them wrong.
func choose1[T any](to, at []int64, positions Span, results, from unsafe.Pointer) (n int) {
	all, x := elements[T](results, 0, Part), elements[T](from, 0, len(at))
	first, most := int64(positions.From), uint64(positions.Len())
	to = to[:Part]
	for i, p := range at {
		to[n&(Part-1)], all[n&(Part-1)] = p, x[i]
		if uint64(p-first) < most {
			n++
		}
	}
	return n
}

// hasAll reports whether all positions are among them.
func (s Span) hasAll(at []int64) bool {
	outside := int64(0)
	for _, p := range at {
		outside |= (p - int64(s.From)) | (int64(s.To-1) - p)
	}
	return outside >= 0
}

// has reports whether a position is among them.
func (s Span) has(at int64) bool { return uint64(at-int64(s.From)) < uint64(s.Len()) }

// lasts store elements by their size. The last one of a place stays.
var lasts = [...]func(t Table) sink{1: last[uint8], 2: last[uint16], 4: last[uint32], 8: last[uint64]}

func last[T any](t Table) sink {
	if t.Swapped {
		return t.swapLast
	}
	return func(at []int64, of unsafe.Pointer) {
		x, size := elements[T](of, 0, len(at)), int(unsafe.Sizeof(*new(T)))
		for i, p := range at {
			*(*T)(unsafe.Add(t.At, int(p)*size)) = x[i]
		}
	}
}

// swapLast stores elements with their bytes in the other order.
func (t Table) swapLast(at []int64, of unsafe.Pointer) {
	for i, p := range at {
		to := unsafe.Add(t.At, int(p)*t.Size)
		copyBytes(to, unsafe.Add(of, i*t.Size), t.Size)
		Swap(to, t.Size, 1)
	}
}

// sums add integers by their size.
var sums = [...]func(t Table, e Elements) sink{1: sum[uint8], 2: sum[uint16], 4: sum[uint32], 8: sum[uint64]}

func sum[T unsigned](t Table, e Elements) sink {
	if e.Same { // to read it for each position takes half as long again
		return sumOne(t, elements[T](e.Of, 0, 1)[0])
	}
	return func(at []int64, of unsafe.Pointer) {
		x, size := elements[T](of, 0, len(at)), int(unsafe.Sizeof(*new(T)))
		for len(at) >= 4 { // one by one took half as long again
			p, y := at[:4:4], x[:4:4]
			*(*T)(unsafe.Add(t.At, int(p[0])*size)) += y[0]
			*(*T)(unsafe.Add(t.At, int(p[1])*size)) += y[1]
			*(*T)(unsafe.Add(t.At, int(p[2])*size)) += y[2]
			*(*T)(unsafe.Add(t.At, int(p[3])*size)) += y[3]
			at, x = at[4:], x[4:]
		}
		for i, p := range at {
			*(*T)(unsafe.Add(t.At, int(p)*size)) += x[i]
		}
	}
}

// sumOne adds one integer at all positions.
func sumOne[T unsigned](t Table, x T) sink {
	return func(at []int64, _ unsafe.Pointer) {
		size := int(unsafe.Sizeof(x))
		for len(at) >= 4 {
			p := at[:4:4]
			*(*T)(unsafe.Add(t.At, int(p[0])*size)) += x
			*(*T)(unsafe.Add(t.At, int(p[1])*size)) += x
			*(*T)(unsafe.Add(t.At, int(p[2])*size)) += x
			*(*T)(unsafe.Add(t.At, int(p[3])*size)) += x
			at = at[4:]
		}
		for _, p := range at {
			*(*T)(unsafe.Add(t.At, int(p)*size)) += x
		}
	}
}

// pairs combines elements by the loop of a map of two.
func pairs(t Table, loop Loop) sink {
	return func(at []int64, of unsafe.Pointer) {
		for i, p := range at {
			to := unsafe.Add(t.At, int(p)*t.Size)
			loop(1, to, to, unsafe.Add(of, i*t.Size), nil, 0)
		}
	}
}
