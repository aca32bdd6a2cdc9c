package tensor

import (
	"errors"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// maxProgression bounds the length of an Arange, so that a mistyped bound is an error and does not
// exhaust the memory.
const maxProgression = min(math.MaxInt32, math.MaxInt/32)

var (
	errNoStep  = errors.New("the step is 0")
	errTooLong = fmt.Errorf("more than %d elements", maxProgression)
)

// progression returns the length of an arange and its elements.
func progression(dt DType, start, stop, step op.Scalar) (int, sequence, error) {
	switch dt.Kind() {
	case op.Floating:
		return floatProgression(dt, dt.Float(start), dt.Float(stop), dt.Float(step))
	case op.Signed:
		return intProgression(dt, dt.Int(start), dt.Int(stop), dt.Int(step))
	}
	return uintProgression(dt, uint64(start), uint64(stop), uint64(step))
}

func floatProgression(dt DType, start, stop, step float64) (n int, s sequence, err error) {
	size := math.Ceil((stop - start) / step)
	switch {
	case math.IsNaN(start):
		return 0, s, errors.New("the start is not a number")
	case math.IsNaN(stop):
		return 0, s, errors.New("the stop is not a number")
	case math.IsNaN(step):
		return 0, s, errors.New("the step is not a number")
	case step == 0:
		return 0, s, errNoStep
	case math.IsNaN(size):
		return 0, s, errors.New("the numbers have to be finite")
	case size > maxProgression:
		return 0, s, errTooLong
	}
	s = sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromFloat(start + float64(float64(i)*step)) }}
	if far := max(math.Abs(start), math.Abs(start+size*step)); !wholeIn(dt, start, far) || !wholeIn(dt, step, far) {
		s.of = func(i *Tensor) *Tensor { return i.Mul(step).Add(start) }
	}
	return int(max(size, 0)), s, nil
}

// wholeIn reports whether x is a whole number and dt holds all whole numbers up to far. Then sums
// within that range are exact.
func wholeIn(dt DType, x, far float64) bool {
	return x == math.Trunc(x) && dt.Float(dt.FromFloat(far+1))-far == 1 && dt.Float(dt.FromFloat(far)) == far
}

func intProgression(dt DType, start, stop, step int64) (int, sequence, error) {
	var n uint64 // holds any difference of two int64
	switch {
	case step == 0:
		return 0, sequence{}, errNoStep
	case step > 0 && stop > start:
		n = steps(uint64(stop)-uint64(start), uint64(step))
	case step < 0 && stop < start:
		n = steps(uint64(start)-uint64(stop), -uint64(step))
	}
	if n > maxProgression {
		return 0, sequence{}, errTooLong
	}
	return int(n), sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromInt(start + int64(i)*step) }}, nil
}

func uintProgression(dt DType, start, stop, step uint64) (int, sequence, error) {
	var n uint64
	switch {
	case step == 0:
		return 0, sequence{}, errNoStep
	case stop > start:
		n = steps(stop-start, step)
	}
	if n > maxProgression {
		return 0, sequence{}, errTooLong
	}
	return int(n), sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromUint(start + uint64(i)*step) }}, nil
}

// steps is span/step rounded up.
func steps(span, step uint64) uint64 {
	n := span / step
	if span%step != 0 {
		n++
	}
	return n
}

// linspace returns evenly spaced numbers from start, at index 0, through stop, at index last.
func linspace(dt DType, start, stop float64, last int) sequence {
	return sequence{
		dtype: dt,
		at: func(i int) op.Scalar {
			switch f := float64(i) / float64(last); i {
			case 0:
				return dt.FromFloat(start)
			case last:
				return dt.FromFloat(stop)
			default:
				return dt.FromFloat(float64(start*(1-f)) + float64(stop*f))
			}
		},
		of: func(i *Tensor) *Tensor {
			f := i.Div(float64(last))
			return Apply("sub", 1, f).Mul(start).Add(f.Mul(stop))
		},
	}
}
