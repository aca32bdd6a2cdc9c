package op

import "math"

// Scalar is one element: the bits of its type, zero-extended. A bool is 0 or 1.
type Scalar uint64

// Float returns the value of a floating-point element; float64 holds them all.
func (dt DType) Float(s Scalar) float64 {
	switch dt {
	case Float64:
		return math.Float64frombits(uint64(s))
	case Float32:
		return float64(math.Float32frombits(uint32(s)))
	case BFloat16:
		return float64(math.Float32frombits(uint32(s) << 16))
	}
	return halfToFloat(uint16(s))
}

// Int returns the value of an element of any integer type or bool, sign-extended.
// A uint64 beyond the largest int64 comes out negative.
func (dt DType) Int(s Scalar) int64 {
	if dt.Kind() != Signed {
		return int64(s)
	}
	unused := 64 - 8*dt.Size()
	return int64(s) << unused >> unused
}

// FromFloat converts a number to an element. For floats it is rounded once, to nearest even. For
// integers it is truncated and saturated, and NaN is 0. For bool it is true unless it is zero.
func (dt DType) FromFloat(x float64) Scalar {
	switch dt.Kind() {
	case Floating:
		return dt.fromFloat(x)
	case Boolean:
		return truth(x != 0)
	case Signed:
		limit := math.Ldexp(1, 8*dt.Size()-1)
		switch {
		case math.IsNaN(x):
			return 0
		case x >= limit:
			return dt.wrap(math.MaxInt64 >> (64 - 8*dt.Size()))
		case x < -limit:
			return dt.wrap(math.MinInt64 >> (64 - 8*dt.Size()))
		}
		return dt.wrap(int64(x))
	}
	switch limit := math.Ldexp(1, 8*dt.Size()); {
	case !(x > 0):
		return 0
	case x >= limit:
		return dt.wrap(-1)
	}
	return Scalar(uint64(x))
}

func (dt DType) fromFloat(x float64) Scalar {
	switch dt {
	case Float64:
		return Scalar(math.Float64bits(x))
	case Float32:
		return Scalar(math.Float32bits(float32(x)))
	case BFloat16:
		if math.IsNaN(x) {
			return Scalar(math.Float32bits(float32(x))>>16) | 0x7fc0
		}
		return Scalar(math.Float32bits(float32(formats[BFloat16].round(x))) >> 16)
	}
	return Scalar(floatToHalf(formats[Float16].round(x)))
}

// FromInt converts an integer to an element: wrapped for integers, rounded to
// nearest even for floats, true unless zero for bool.
func (dt DType) FromInt(x int64) Scalar {
	switch {
	case dt == Bool:
		return truth(x != 0)
	case dt == Float32:
		return Scalar(math.Float32bits(float32(x)))
	case dt == Float64:
		return Scalar(math.Float64bits(float64(x)))
	case dt.IsFloat():
		return dt.fromFloat(float64(int64(sticky(uint64(x)))))
	}
	return dt.wrap(x)
}

// FromUint is FromInt for values beyond the largest int64 too.
func (dt DType) FromUint(x uint64) Scalar {
	switch {
	case dt == Float32:
		return Scalar(math.Float32bits(float32(x)))
	case dt == Float64:
		return Scalar(math.Float64bits(float64(x)))
	case dt.IsFloat():
		return dt.fromFloat(float64(sticky(x)))
	}
	return dt.FromInt(int64(x))
}

// sticky is for integers that float64 may not hold. It replaces the low bits by one bit that says
// whether any was set. The later rounding to a much narrower type is the only rounding. It works
// on two's complement too.
func sticky(x uint64) uint64 {
	const low = 1<<12 - 1
	if small := x+1<<52 < 1<<53; small || x&low == 0 {
		return x
	}
	return x&^low | (low+1)/2
}

// Convert is the meaning of cast: FromFloat, FromInt or FromUint by the kind of from.
func Convert(s Scalar, from, to DType) Scalar {
	switch from.Kind() {
	case Floating:
		return to.FromFloat(from.Float(s))
	case Signed:
		return to.FromInt(from.Int(s))
	}
	return to.FromUint(uint64(s))
}

// wrap keeps the low bits that fit the type.
func (dt DType) wrap(x int64) Scalar {
	return Scalar(uint64(x) & (math.MaxUint64 >> (64 - 8*dt.Size())))
}

func truth(b bool) Scalar {
	if b {
		return 1
	}
	return 0
}
