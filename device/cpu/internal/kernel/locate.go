package kernel

import (
	"math"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Costs of an element, as of a Kernel.
const (
	LoadCost = 2 * plainCost
	FindCost = callCost
)

// Positions are where elements lie in a buffer. A negative one is of no element.
type Positions struct {
	At   []int64
	same bool // all are base, and At is not filled yet
	base int64
}

// nowhere is the position of no element. It stays negative with all places added.
const nowhere = math.MinInt64 / 2

var positionsPool = sync.Pool{New: func() any { return &Positions{At: make([]int64, Part)} }}

// NewPositions returns room for n positions, at most a Part.
func NewPositions(n int) *Positions {
	p := positionsPool.Get().(*Positions)
	p.At = p.At[:n]
	return p
}

// PositionsAt returns n positions that lie at an address.
func PositionsAt(at unsafe.Pointer, n int) Positions { return Positions{At: elements[int64](at, 0, n)} }

// Begin copies positions, or repeats one.
func (p *Positions) Begin(from unsafe.Pointer, constant bool) {
	if p.same = constant; constant {
		p.base = *(*int64)(from)
	} else {
		copy(p.At, elements[int64](from, 0, len(p.At)))
	}
}

// Fill fills positions that are all the same.
func (p *Positions) Fill() {
	if p.same {
		fillWith(p.At, p.base)
		p.same = false
	}
}

// Release gives the positions back.
func (p *Positions) Release() { positionsPool.Put(p) }

// Place is an axis along which a program computes a place. The stride is in elements.
type Place struct{ Size, Stride int }

// Locate adds places along an axis to positions. With fromEnd, negative places count from the end. It
// reports whether the axis lacks one of the places.
type Locate func(p *Positions, places unsafe.Pointer, axis Place, fromEnd bool) (outside bool)

// LocateOf returns the kernel for places of an integer type.
func LocateOf(dt op.DType) Locate {
	switch dt {
	case op.Uint8:
		return locate[uint8]
	case op.Uint16:
		return locate[uint16]
	case op.Uint32:
		return locate[uint32]
	case op.Uint64:
		return locate[uint64]
	case op.Int8:
		return locate[int8]
	case op.Int16:
		return locate[int16]
	case op.Int32:
		return locate[int32]
	}
	return locate[int64]
}

func locate[T integer](p *Positions, places unsafe.Pointer, axis Place, fromEnd bool) (outside bool) {
	xs, at, stride := elements[T](places, 0, len(p.At)), p.At, int64(axis.Stride)
	if p.same {
		p.same = false
		for i, x := range xs {
			if uint64(x) >= uint64(axis.Size) {
				fillWith(at[i:], p.base)
				return locateAny(at[i:], xs[i:], axis, fromEnd)
			}
			at[i] = p.base + int64(x)*stride
		}
		return false
	}
	for i, x := range xs {
		if uint64(x) >= uint64(axis.Size) {
			return locateAny(at[i:], xs[i:], axis, fromEnd)
		}
		at[i] += int64(x) * stride
	}
	return false
}

// locateAny is locate where places may be negative, or outside. It has no branch that depends on a place:
// of signs at random the processor would predict half wrong.
func locateAny[T integer](at []int64, xs []T, axis Place, fromEnd bool) bool {
	size, stride, wrap := int64(axis.Size), int64(axis.Stride), int64(0)
	if none := T(0); fromEnd && none-1 < none { // else a place is negative here if it overflows
		wrap = size
	}
	any := int64(0) // negative if a place is outside
	for i, x := range xs {
		j := int64(x)
		j += wrap & (j >> 63)
		out := (j | (size - 1 - j)) >> 63
		at[i] = (at[i]+j*stride)&^out | nowhere&out
		any |= out
	}
	return any < 0
}

// Within reports whether n integers of eight bytes, without a sign, are below a size.
type Within func(n int, at unsafe.Pointer, size int) bool

// Within finds the greatest integer by the fold of the kernel set, if it has one.
func (t *Set) Within() Within {
	k := t.For(op.Maximum, op.Uint64, op.Uint64)
	return func(n int, at unsafe.Pointer, size int) bool {
		most, rest := uint64(0), elements[uint64](at, 0, n)
		if k.fold != nil && n >= k.Least {
			s := scratches.Get().(*scratch)
			k.fold(1, n/k.Least, s.at(0), at, 0, 8*k.Least, 0)
			for _, x := range elements[uint64](s.at(0), 0, k.Least) {
				most = max(most, x)
			}
			scratches.Put(s)
			rest = rest[n/k.Least*k.Least:]
		}
		for _, x := range rest {
			most = max(most, x)
		}
		return most < uint64(size)
	}
}

// Table is a buffer whose elements are found by positions.
type Table struct {
	At      unsafe.Pointer // element 0
	Size    int            // bytes of an element
	Swapped bool           // their bytes are in the other order
}

// Load copies the elements at n positions, which all exist.
func (t Table) Load(n int, to unsafe.Pointer, p *Positions) {
	switch t.Size {
	case 1:
		load[uint8](to, t.At, p.At)
	case 2:
		load[uint16](to, t.At, p.At)
	case 4:
		load[uint32](to, t.At, p.At)
	default:
		load[uint64](to, t.At, p.At)
	}
	if t.Swapped {
		Swap(to, t.Size, n)
	}
}

func load[T any](to, table unsafe.Pointer, at []int64) {
	all := elements[T](to, 0, len(at))
	for i, p := range at {
		all[i] = *(*T)(unsafe.Add(table, int(p)*int(unsafe.Sizeof(*new(T)))))
	}
}

// LoadOr copies the elements at n positions. Where there is none it copies an element of another list,
// or 0 if that is nil.
func (t Table) LoadOr(n int, to unsafe.Pointer, p *Positions, or unsafe.Pointer) {
	if t.Swapped {
		defer t.swapLoaded(to, p)
	}
	switch t.Size {
	case 1:
		loadOr[uint8](to, t.At, p.At, or)
	case 2:
		loadOr[uint16](to, t.At, p.At, or)
	case 4:
		loadOr[uint32](to, t.At, p.At, or)
	default:
		loadOr[uint64](to, t.At, p.At, or)
	}
}

func loadOr[T any](to, table unsafe.Pointer, at []int64, or unsafe.Pointer) {
	all := elements[T](to, 0, len(at))
	if or == nil {
		clear(all)
	} else {
		copy(all, elements[T](or, 0, len(at)))
	}
	for i, p := range at {
		if p >= 0 {
			all[i] = *(*T)(unsafe.Add(table, int(p)*int(unsafe.Sizeof(*new(T)))))
		}
	}
}

func (t Table) swapLoaded(to unsafe.Pointer, p *Positions) {
	for i, at := range p.At {
		if at >= 0 {
			Swap(unsafe.Add(to, i*t.Size), t.Size, 1)
		}
	}
}
