package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Take copies n elements of a table by places along one axis, whose first element is given. They have no
// positions of their own. It reports false if a place is negative, or if the axis lacks it; then others have
// to look at all.
type Take func(n int, to, first, places unsafe.Pointer, axis Place) bool

// TakeOf returns the kernel for places of an integer type, and for elements of so many bytes.
func TakeOf(dt op.DType, size int) Take {
	switch dt {
	case op.Uint8:
		return takeBy[uint8](size)
	case op.Uint16:
		return takeBy[uint16](size)
	case op.Uint32:
		return takeBy[uint32](size)
	case op.Uint64:
		return takeBy[uint64](size)
	case op.Int8:
		return takeBy[int8](size)
	case op.Int16:
		return takeBy[int16](size)
	case op.Int32:
		return takeBy[int32](size)
	}
	return takeBy[int64](size)
}

func takeBy[P integer](size int) Take {
	switch size {
	case 1:
		return take[P, uint8]
	case 2:
		return take[P, uint16]
	case 4:
		return take[P, uint32]
	}
	return take[P, uint64]
}

func take[P integer, T any](n int, to, first, places unsafe.Pointer, axis Place) bool {
	all, size := elements[T](to, 0, n), int(unsafe.Sizeof(*new(T)))
	step := axis.Stride * size
	for i, x := range elements[P](places, 0, n) {
		if uint64(x) >= uint64(axis.Size) {
			return false
		}
		all[i] = *(*T)(unsafe.Add(first, int(x)*step))
	}
	return true
}
