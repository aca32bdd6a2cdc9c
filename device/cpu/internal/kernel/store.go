package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Store is the kernel of an output with places. It stores the elements whose positions are among some,
// in their order. Goroutines may share the positions.
type Store struct {
	Cost int // of an element, as of a Kernel
	Run  func(t Table, positions Span, e Elements)
}

// Elements are elements side by side, with as many positions. A negative position is of an element that
// is left out.
type Elements struct {
	N      int
	At, Of unsafe.Pointer
}

// positions are those of the elements.
func (e Elements) positions() []int64 { return elements[int64](e.At, 0, e.N) }

// has reports whether a position is among them.
func (s Span) has(at int64) bool { return uint64(at-int64(s.From)) < uint64(s.To-s.From) }

// Store returns the kernel that stores elements of a type, or combines them by a row.
func (t *Set) Store(row *op.Op, dt op.DType) Store {
	if row == nil {
		return Store{2 * plainCost, puts[dt.Size()]}
	}
	entered.Do(enterLoops)
	byPlace := t.byPlace(row, dt)
	fast := Store{3 * plainCost, adds[dt.Size()]}
	switch pair, _ := row.Role.(*op.Group).Folds(dt); {
	case pair == nil:
		return byPlace
	case pair == op.Add && dt.IsInteger():
	default:
		loop, ok := loops[One(pair, dt, dt)]
		if !ok {
			return byPlace
		}
		fast.Run = pairwise(loop, dt.Size())
	}
	run := fast.Run
	fast.Run = func(t Table, positions Span, e Elements) {
		if t.Swapped {
			byPlace.Run(t, positions, e)
		} else {
			run(t, positions, e)
		}
	}
	return fast
}

// puts store elements by their size. The last one of a place stays.
var puts = [...]func(t Table, positions Span, e Elements){1: storeLast[uint8], 2: storeLast[uint16], 4: storeLast[uint32], 8: storeLast[uint64]}

func storeLast[T any](t Table, positions Span, e Elements) {
	of, size := elements[T](e.Of, 0, e.N), int(unsafe.Sizeof(*new(T)))
	for i, at := range e.positions() {
		if positions.has(at) {
			to := unsafe.Add(t.At, int(at)*size)
			if *(*T)(to) = of[i]; t.Swapped {
				Swap(to, size, 1)
			}
		}
	}
}

// adds add integers by their size.
var adds = [...]func(t Table, positions Span, e Elements){1: storeSum[uint8], 2: storeSum[uint16], 4: storeSum[uint32], 8: storeSum[uint64]}

func storeSum[T unsigned](t Table, positions Span, e Elements) {
	of := elements[T](e.Of, 0, e.N)
	for i, at := range e.positions() {
		if positions.has(at) {
			*(*T)(unsafe.Add(t.At, int(at)*int(unsafe.Sizeof(of[0])))) += of[i]
		}
	}
}

// pairwise combines elements by the loop of a map of two.
func pairwise(loop Loop, size int) func(t Table, positions Span, e Elements) {
	return func(t Table, positions Span, e Elements) {
		for i, at := range e.positions() {
			if positions.has(at) {
				to := unsafe.Add(t.At, int(at)*size)
				loop(1, to, to, unsafe.Add(e.Of, i*size), nil, 0)
			}
		}
	}
}
