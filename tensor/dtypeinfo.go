package tensor

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// CanCast reports whether a tensor of dtype from beside one of dtype to gives a tensor of dtype to, as the
// Array API's can_cast does.
func CanCast(from, to DType) bool {
	dt, err := op.Promote(from, to)
	return err == nil && dt == to
}

// FloatInfo says what numbers a float dtype holds.
type FloatInfo struct {
	Bits           int
	Eps            float64 // the distance from 1 to the next larger number
	Max, Min       float64 // the largest number, and its negative
	SmallestNormal float64
}

// Finfo returns the limits of a float dtype.
func Finfo(dt DType) (FloatInfo, error) {
	if !dt.IsFloat() {
		return FloatInfo{}, errorf("finfo", "%v is no float dtype; use Iinfo for integers", dt)
	}
	eps, most, smallest := dt.FloatLimits()
	return FloatInfo{8 * dt.Size(), eps, most, -most, smallest}, nil
}

// IntInfo says what numbers an integer dtype holds.
type IntInfo struct {
	Bits int
	Min  int64
	Max  uint64
}

// Iinfo returns the limits of an integer dtype.
func Iinfo(dt DType) (IntInfo, error) {
	bits := 8 * dt.Size()
	switch dt.Kind() {
	case op.Signed:
		return IntInfo{bits, math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits)}, nil
	case op.Unsigned:
		return IntInfo{bits, 0, math.MaxUint64 >> (64 - bits)}, nil
	}
	return IntInfo{}, errorf("iinfo", "%v is no integer dtype; use Finfo for floats", dt)
}

// DTypeKind is a kind of dtypes, by its name in the Array API.
type DTypeKind string

// The kinds of [Isdtype].
const (
	KindBool            DTypeKind = "bool"
	KindSignedInteger   DTypeKind = "signed integer"
	KindUnsignedInteger DTypeKind = "unsigned integer"
	KindIntegral        DTypeKind = "integral"      // signed and unsigned integers
	KindRealFloating    DTypeKind = "real floating" // floats of all sizes
	KindNumeric         DTypeKind = "numeric"       // all but bool
)

// Isdtype reports whether a dtype is of one of the kinds. A kind that is none of the constants has no
// dtypes.
func Isdtype(dt DType, kinds ...DTypeKind) bool {
	for _, k := range kinds {
		is := false
		switch k {
		case KindBool:
			is = dt == Bool
		case KindSignedInteger:
			is = dt.IsInteger() && dt.Kind() == op.Signed
		case KindUnsignedInteger:
			is = dt.IsInteger() && dt.Kind() == op.Unsigned
		case KindIntegral:
			is = dt.IsInteger()
		case KindRealFloating:
			is = dt.IsFloat()
		case KindNumeric:
			is = dt.IsInteger() || dt.IsFloat()
		}
		if is {
			return true
		}
	}
	return false
}
