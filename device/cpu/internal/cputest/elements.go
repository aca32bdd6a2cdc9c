// Package cputest has what the tests of the CPU device and of its kernels share.
package cputest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wgtensor/wgtensor/device/op"
)

// OneGoroutine skips a test of one goroutine under the race detector. The detector has nothing to
// find there, sees no assembly, and makes the test several times slower.
func OneGoroutine(t *testing.T) {
	t.Helper()
	if Slowed {
		t.Skip("one goroutine, and the race detector")
	}
}

// Pack returns the bytes of elements.
func Pack(dt op.DType, elements ...op.Scalar) []byte {
	data := make([]byte, len(elements)*dt.Size())
	for i, e := range elements {
		dt.Store(data[i*dt.Size():], e)
	}
	return data
}

// Equal compares bits; one NaN is as good as another.
func Equal(dt op.DType, a, b op.Scalar) bool {
	return a == b || dt.IsFloat() && math.IsNaN(dt.Float(a)) && math.IsNaN(dt.Float(b))
}

// Element returns a random element: often a special one.
func Element(r *rand.Rand, dt op.DType) op.Scalar {
	special := Special[dt]
	switch r.IntN(3) {
	case 0:
		return special[r.IntN(len(special))]
	case 1:
		return dt.FromInt(int64(r.IntN(41) - 20))
	}
	if dt == op.Bool {
		return op.Scalar(r.Uint64() & 1)
	}
	return op.Scalar(r.Uint64() >> (64 - 8*dt.Size()))
}

// Special has the elements that each type is likely to go wrong on.
var Special = func() (all [op.Float64 + 1][]op.Scalar) {
	for _, dt := range op.DTypes() {
		all[dt] = specials(dt)
	}
	return all
}()

func specials(dt op.DType) []op.Scalar {
	if dt == op.Bool {
		return []op.Scalar{0, 1}
	}
	xs := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, 2.5, -2.5, 7, 31, 32, 33, 63, 64, 65,
		127, 128, 255, 256, 1e10, -1e10, 0x1p31, -0x1p31, 0x1p31 - 1, 0x1p32, 0x1p63, -0x1p63, 0x1p64, 88.7, -104, 709.7,
		math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32, 0x1p-126, 0x1p-149, -0x1p-140,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, math.Pi, -math.Pi / 2, 1e22}
	var all []op.Scalar
	for _, x := range xs {
		all = append(all, dt.FromFloat(x))
		if dt.IsInteger() {
			all = append(all, dt.FromInt(int64(dt.FromFloat(x))+1), dt.FromInt(-dt.Int(dt.FromFloat(x))))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Operands returns the types of a row's arguments, if it computes in a type.
func Operands(o *op.Op, from op.DType) []op.DType {
	types := []op.DType{from, from, from}[:o.Arity]
	if o.Rule == op.Select {
		types[0] = op.Bool
	}
	return types
}
