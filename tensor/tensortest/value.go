package tensortest

import (
	"math"
	"strconv"

	"github.com/wgtensor/wgtensor/tensor"
)

// value is an element: a float f, or the integer or bool u, negative as in two's complement.
type value struct {
	dtype tensor.DType
	f     float64
	u     uint64
}

func newValue(dt tensor.DType, raw []byte) value {
	s := dt.Load(raw)
	if dt.IsFloat() {
		return value{dtype: dt, f: dt.Float(s)}
	}
	return value{dtype: dt, u: uint64(dt.Int(s))}
}

func (v value) signed() bool { return v.dtype != tensor.Uint64 }

func (v value) float() float64 {
	switch {
	case v.dtype.IsFloat():
		return v.f
	case v.signed():
		return float64(int64(v.u))
	}
	return float64(v.u)
}

// equals compares two values of one dtype, or of two float dtypes.
func (v value) equals(w value) bool {
	return v.u == w.u && (v.f == w.f || math.IsNaN(v.f) && math.IsNaN(w.f))
}

// distance returns |v-w|. For integers it is rounded only once, so that it is 0 only for equal
// ones.
func (v value) distance(w value) float64 {
	switch {
	case v.dtype.IsFloat():
		return math.Abs(v.f - w.f)
	case v.signed() && int64(v.u) > int64(w.u), !v.signed() && v.u > w.u:
		return float64(v.u - w.u)
	}
	return float64(w.u - v.u)
}

func (v value) String() string {
	switch {
	case v.dtype == tensor.Bool:
		return strconv.FormatBool(v.u != 0)
	case v.dtype == tensor.Float64:
		return strconv.FormatFloat(v.f, 'g', -1, 64)
	case v.dtype.IsFloat():
		return strconv.FormatFloat(v.f, 'g', -1, 32)
	case v.signed():
		return strconv.FormatInt(int64(v.u), 10)
	}
	return strconv.FormatUint(v.u, 10)
}
