package kernel_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestEveryHalfWidensToItsValue(t *testing.T) {
	for _, h := range kernel.Halves {
		all, wide := make([]uint16, 1<<16), make([]float32, 1<<16)
		for i := range all {
			all[i] = uint16(i)
		}
		h.Widen(wide, all)
		for i, f := range wide {
			if want := h.DType.Float(op.Scalar(i)); float64(f) != want && f == f || math.Signbit(float64(f)) != (i >= 1<<15) {
				t.Fatalf("%v %#x is %v, want %v", h.DType, i, f, want)
			}
		}
	}
}

// Between neighbours of a half lies a tie, and around it are the float32 numbers that
// rounding may go wrong on.
func TestFloat32NarrowsToTheNearestHalfTiesToEven(t *testing.T) {
	for _, h := range kernel.Halves {
		var x []float32
		for i := range 1 << 15 {
			a, b := h.DType.Float(op.Scalar(i)), h.DType.Float(op.Scalar(i+1))
			tie := float32((a + b) / 2)
			for _, f := range []float32{float32(a), tie, math.Nextafter32(tie, 0), math.Nextafter32(tie, float32(math.Inf(1))), tie * 1.1} {
				x = append(x, f, -f)
			}
		}
		for i := range uint32(1 << 16) { // and some of every exponent
			x = append(x, math.Float32frombits(i<<16|i*40503&0xffff))
		}
		checkNarrow(t, h, op.Float32, x, h.Narrow)
	}
}

func checkNarrow[T float32 | float64 | int64 | uint64](t *testing.T, h kernel.Half, from op.DType, x []T, narrow func([]uint16, []T)) {
	t.Helper()
	got := make([]uint16, len(x))
	narrow(got, x)
	for i := range x {
		var s op.Scalar
		switch v := any(x[i]).(type) {
		case float32:
			s = op.Scalar(math.Float32bits(v))
		case float64:
			s = op.Scalar(math.Float64bits(v))
		case int64:
			s = op.Scalar(v)
		case uint64:
			s = op.Scalar(v)
		}
		if want := op.Convert(s, from, h.DType); !equal(h.DType, op.Scalar(got[i]), want) {
			t.Fatalf("%v %v gives %v %#x, want %#x", from, x[i], h.DType, got[i], want)
		}
	}
}

// cast is the device's loop as a function of slices.
func cast[T any](from, to op.DType) func(to []uint16, x []T) {
	k := kernels(kernel.Plain).For(op.Cast, from, to)
	return func(to []uint16, x []T) {
		k.Run(len(to), unsafe.Pointer(unsafe.SliceData(to)), unsafe.Pointer(unsafe.SliceData(x)), nil, nil, 0)
	}
}

func TestWideNumbersAreRoundedToAHalfJustOnce(t *testing.T) {
	oneGoroutine(t)
	r := rand.New(rand.NewPCG(9, 9))
	for _, h := range kernel.Halves {
		var f []float64
		var i []int64
		var u []uint64
		for range 100_000 {
			s := op.Scalar(r.IntN(1 << 15))
			tie := (h.DType.Float(s) + h.DType.Float(s+1)) / 2
			f = append(f, tie, -math.Nextafter(tie, 0), math.Nextafter(tie, math.Inf(1)), math.Float64frombits(r.Uint64()))
			v := (r.Uint64()>>63<<8|r.Uint64N(256)|128)<<1 | 1 // a tie of bfloat16, or one off
			v = v<<55>>r.IntN(50) + uint64(r.IntN(3)) - 1
			i, u = append(i, int64(v), -int64(v>>1)), append(u, v, r.Uint64()>>r.IntN(64))
		}
		checkNarrow(t, h, op.Float64, f, cast[float64](op.Float64, h.DType))
		checkNarrow(t, h, op.Int64, i, cast[int64](op.Int64, h.DType))
		checkNarrow(t, h, op.Uint64, u, cast[uint64](op.Uint64, h.DType))
	}
}

func TestAHalfIsCutIntoPartsOfAnyLength(t *testing.T) {
	for _, n := range []int{1, kernel.Part - 1, kernel.Part, kernel.Part + 1, 5*kernel.Part + 3} {
		x, y := make([]uint16, n), make([]uint16, n)
		for i := range x {
			x[i] = uint16(op.Float16.FromInt(int64(i % 1000)))
		}
		add := kernels("").For(op.Add, op.Float16, op.Float16)
		add.Run(n, unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&x[0]), nil, 0)
		for i := range y {
			if !assert.Equal(t, op.Float16.FromInt(int64(2*(i%1000))), op.Scalar(y[i])) {
				return
			}
		}
	}
}
