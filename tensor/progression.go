package tensor

import (
	"errors"
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// maxProgression bounds what Arange makes, so that a slip of the pen is an error and
// not a machine without memory.
const maxProgression = min(math.MaxInt32, math.MaxInt/32)

var (
	errNoStep  = errors.New("the step is 0 or not a number")
	errTooLong = errors.New("too many elements")
)

// progression returns the number of elements of an arange and the element at an index.
func progression(dt DType, start, stop, step op.Scalar) (int, func(int) op.Scalar, error) {
	switch dt.Kind() {
	case op.Floating:
		return floatProgression(dt, dt.Float(start), dt.Float(stop), dt.Float(step))
	case op.Signed:
		return intProgression(dt, dt.Int(start), dt.Int(stop), dt.Int(step))
	}
	return uintProgression(dt, uint64(start), uint64(stop), uint64(step))
}

func floatProgression(dt DType, start, stop, step float64) (int, func(int) op.Scalar, error) {
	n := math.Ceil((stop - start) / step)
	switch {
	case step == 0 || math.IsNaN(n):
		return 0, nil, errNoStep
	case n > maxProgression:
		return 0, nil, errTooLong
	}
	return int(max(n, 0)), func(i int) op.Scalar { return dt.FromFloat(start + float64(i)*step) }, nil
}

func intProgression(dt DType, start, stop, step int64) (int, func(int) op.Scalar, error) {
	at := func(i int) op.Scalar { return dt.FromInt(start + int64(i)*step) }
	var n uint64 // differences of int64 fit an uint64
	switch {
	case step == 0:
		return 0, nil, errNoStep
	case step > 0 && stop > start:
		n = steps(uint64(stop)-uint64(start), uint64(step))
	case step < 0 && stop < start:
		n = steps(uint64(start)-uint64(stop), -uint64(step))
	}
	if n > maxProgression {
		return 0, nil, errTooLong
	}
	return int(n), at, nil
}

func uintProgression(dt DType, start, stop, step uint64) (int, func(int) op.Scalar, error) {
	var n uint64
	switch {
	case step == 0:
		return 0, nil, errNoStep
	case stop > start:
		n = steps(stop-start, step)
	}
	if n > maxProgression {
		return 0, nil, errTooLong
	}
	return int(n), func(i int) op.Scalar { return dt.FromUint(start + uint64(i)*step) }, nil
}

// steps is span/step rounded up.
func steps(span, step uint64) uint64 {
	n := span / step
	if span%step != 0 {
		n++
	}
	return n
}
