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
type Positions struct{ At []int64 }

// nowhere is the position of no element. It stays negative with all places added.
const nowhere = math.MinInt64 / 2

var positionsPool = sync.Pool{New: func() any { return &Positions{make([]int64, Part)} }}

// NewPositions copies n positions, at most a Part, or repeats one.
func NewPositions(n int, from unsafe.Pointer, constant bool) *Positions {
	p := positionsPool.Get().(*Positions)
	if p.At = p.At[:n]; constant {
		fillWith(p.At, *(*int64)(from))
	} else {
		copy(p.At, elements[int64](from, 0, n))
	}
	return p
}

// Store copies the positions.
func (p *Positions) Store(to unsafe.Pointer) { copy(elements[int64](to, 0, len(p.At)), p.At) }

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
	size, stride, wrap := int64(axis.Size), int64(axis.Stride), int64(0)
	if fromEnd {
		wrap = size
	}
	at := p.At
	xs := elements[T](places, 0, len(at))
	wrong := int64(0) // negative if a place is
	if stride == 1 {
		for i, x := range xs {
			j := int64(x)
			if x < 0 {
				j += wrap
			}
			wrong |= j | (size - 1 - j)
			at[i] += j
		}
	} else {
		for i, x := range xs {
			j := int64(x)
			if x < 0 {
				j += wrap
			}
			wrong |= j | (size - 1 - j)
			at[i] += j * stride
		}
	}
	if wrong >= 0 {
		return false
	}
	for i, x := range xs {
		j := int64(x)
		if x < 0 {
			j += wrap
		}
		if uint64(j) >= uint64(size) {
			at[i] = nowhere
		}
	}
	return true
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
