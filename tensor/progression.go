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

var errNoStep = errors.New("the step is 0")

func tooLong() error { return fmt.Errorf("more than %d elements", maxProgression) }

// progression returns the length of an arange and its elements.
func progression(dt DType, start, stop, step op.Scalar) (int, sequence, error) {
	if dt.IsFloat() {
		return floatProgression(dt, dt.Float(start), dt.Float(stop), dt.Float(step))
	}
	return wholeProgression(dt, uint64(dt.Int(start)), uint64(dt.Int(stop)), uint64(dt.Int(step)))
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
		return 0, s, tooLong()
	}
	if size == 0 && start != stop && !math.Signbit(size) { // the step is infinite, or the quotient underflows
		size, step = 1, 0
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

// wholeProgression takes integers in two's complement, whose differences and sums wrap as those of
// the dtype do.
func wholeProgression(dt DType, start, stop, step uint64) (n int, s sequence, err error) {
	signed := dt.Kind() == op.Signed
	down := signed && int64(step) < 0
	ahead := stop > start
	if signed {
		ahead = int64(stop) > int64(start)
	}
	var count uint64 // the distance by the step, rounded up; it holds any difference of two int64
	switch {
	case step == 0:
		return 0, s, errNoStep
	case start == stop:
	case down && !ahead:
		count = (start-stop-1)/-step + 1
	case !down && ahead:
		count = (stop-start-1)/step + 1
	}
	if count > maxProgression {
		return 0, s, tooLong()
	}
	return int(count), sequence{dtype: dt, at: func(i int) op.Scalar { return dt.FromUint(start + uint64(i)*step) }}, nil
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
