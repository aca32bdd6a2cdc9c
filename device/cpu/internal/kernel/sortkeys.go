package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// keyed are the elements of a group, and their keys.
type keyed[T elementBits] struct {
	column[T]
	sortKeys[T]
}

func (k *keyed[T]) key(i int) T { return k.of(k.at(i)) }

// sortKeys makes keys of the bits of elements. The order of keys as unsigned integers is that of the
// elements. NaN has the greatest, and zeros have one.
type sortKeys[T elementBits] struct {
	floats               bool
	sign, infinity, flip T // without sign of unsigned elements
}

func newSortKeys[T elementBits](dt op.DType, descending bool) (k sortKeys[T]) {
	switch dt.Kind() {
	case op.Floating:
		k.floats, k.infinity = true, T(dt.FromFloat(math.Inf(1)))<<(8*(int(unsafe.Sizeof(k.sign))-dt.Size()))
		fallthrough
	case op.Signed:
		k.sign = 1 << (8*unsafe.Sizeof(k.sign) - 1)
	}
	if descending {
		k.flip = ^k.flip
	}
	return k
}

func (k sortKeys[T]) of(element T) T {
	key := element ^ k.sign
	if k.floats {
		switch size := element &^ k.sign; {
		case size > k.infinity:
			key = ^T(0)
		case size == 0:
			key = k.sign
		default:
			key ^= -(element >> (8*unsafe.Sizeof(element) - 1)) &^ k.sign // of negative ones the other bits too
		}
	}
	return key ^ k.flip
}

// element is an element of a key. It is the one that the key was made of, unless that is NaN or -0.
func (k sortKeys[T]) element(key T) T {
	key ^= k.flip
	if k.floats && key&k.sign == 0 { // a negative one
		return ^key
	}
	return key ^ k.sign
}
