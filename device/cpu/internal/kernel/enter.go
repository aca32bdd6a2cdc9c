package kernel

import (
	"sync"

	"github.com/wgtensor/wgtensor/device/op"
)

// Supported returns the types in which the device computes.
func Supported() op.Set { return op.SetOf(op.DTypes()...) }

// entered is done when a plain loop is first wanted.
var entered sync.Once

// enterLoops enters the plain loops. Every type is entered by one line here. Nothing else lists
// types, except casts: Go has no loop over pairs of types.
func enterLoops() {
	enterBool()
	enterUnsigned[uint8](op.Uint8)
	enterUnsigned[uint16](op.Uint16)
	enterUnsigned[uint32](op.Uint32)
	enterUnsigned[uint64](op.Uint64)
	enterSigned[int8](op.Int8)
	enterSigned[int16](op.Int16)
	enterSigned[int32](op.Int32)
	enterSigned[int64](op.Int64)
	enterFloat[float32](op.Float32)
	enterFloat[float64](op.Float64)
	for _, h := range Halves {
		enterHalf(h)
	}
	random()
}

func enterBool() {
	enterAny[uint8](op.Bool, func(_ *Set, o *op.Op, to op.DType) Kernel { return calling(o, to, applyBool(o.Bool)) })
	finite[uint8](op.Bool)
	answer(op.Signbit, op.Bool, 0)
	integerCasts[uint8](op.Bool)
	logic()
}

func enterUnsigned[T unsigned](dt op.DType) {
	enterAny[T](dt, func(_ *Set, o *op.Op, to op.DType) Kernel { return meaningOf[T](o, o.Uint, to) })
	integers[T](dt)
	set1(op.Abs, dt, same[T])
	set1(op.Sign, dt, func(to, x []T) { each1(to, x, func(x T) T { return min(x, 1) }) })
	answer(op.Signbit, dt, 0)
}

func enterSigned[T signed](dt op.DType) {
	enterAny[T](dt, func(_ *Set, o *op.Op, to op.DType) Kernel { return meaningOf[T](o, o.Int, to) })
	integers[T](dt)
	set1(op.Abs, dt, func(to, x []T) { each1(to, x, func(x T) T { return max(x, -x) }) })
	set1(op.Sign, dt, func(to, x []T) { each1(to, x, func(x T) T { return min(max(x, -1), 1) }) })
}

func enterFloat[T floating](dt op.DType) {
	enterAny[T](dt, func(_ *Set, o *op.Op, to op.DType) Kernel { return meaningOf[T](o, o.Float, to) })
	numbers[T](dt)
	floats[T](dt)
	floatCasts[T](dt)
	classes[T](dt)
}

// enterAny enters what all types share.
func enterAny[T number](dt op.DType, meaning func(t *Set, o *op.Op, to op.DType) Kernel) {
	meanings[dt] = meaning
	placesOf[dt] = func(t *Set, most bool) Reduction { return placeOf[T](t, dt, dt, most) }
	plainTiles[0].multiply[dt], plainTiles[1].multiply[dt] = multiply3[T], multiply1[T]
	comparisons[T](dt)
	patternsOf[dt.Size()](dt)
}
