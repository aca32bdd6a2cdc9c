package random

import (
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// of is the operation of a name on tensors and numbers.
func (s *steps) of(name string, operands ...any) *tensor.Tensor {
	return s.keep(tensor.Apply(name, operands...))
}

// parameter is one of a distribution: a number, or a tensor that broadcasts to the shape.
type parameter struct {
	*tensor.Tensor         // of the dtype to compute in
	known          bool    // a Go number
	value          float64 // if it is known
}

// number returns the value of a Go number.
func number(x any) (value float64, ok bool) {
	switch v := reflect.ValueOf(x); {
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	}
	return math.NaN(), false
}

// parameter checks a parameter. A number that is not accepted is an error, which says what it has to be.
// Elements of a tensor are not checked.
func (s *steps) parameter(name string, x any, dt tensor.DType, shape []int, accepted func(v float64) bool, want string) (p parameter, err error) {
	if p.value, p.known = number(x); p.known && !accepted(p.value) {
		return p, fmt.Errorf("%s is %v; it is %s", name, x, want)
	}
	if t, ok := x.(*tensor.Tensor); ok {
		if err := t.Err(); err != nil {
			return p, named.Operand(err)
		}
		p.Tensor = s.keep(t.AsType(dt))
	} else {
		p.Tensor = s.keep(tensor.FullOf(dt, x))
	}
	if err := p.Err(); err != nil {
		return p, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	return p, s.fits(name, p.Tensor, shape)
}

// fits says that a parameter does not broadcast to the shape of the numbers. If it had more elements than
// there are numbers, they would share them.
func (s *steps) fits(name string, p *tensor.Tensor, shape []int) error {
	if p.Rank() == 0 || s.keep(p.BroadcastTo(shape...)).Err() == nil {
		return nil
	}
	return fmt.Errorf("%s of shape %v does not broadcast to shape %v of the numbers; give them a shape that it broadcasts to, such as %[2]v", name, p.Shape(), shape)
}

// working is the dtype to compute numbers of dt in.
func working(dt tensor.DType) tensor.DType {
	if dt == tensor.Float64 {
		return dt
	}
	return tensor.Float32
}

// within are uniform numbers between 0 and 1, and neither of them: those in the middle of the steps of [Uniform].
func within(key Key, dt tensor.DType, shape []int) *tensor.Tensor {
	var s steps
	defer s.release()
	return s.keep(Uniform(key, dt, shape...)).Add(math.Ldexp(1, -1-digits[dt].most))
}

// pair returns two tensors of numbers by one block of bits for both, or in float64 by several.
func (s *steps) pair(key Key, dt tensor.DType, shape []int, first, second string) (x, y *tensor.Tensor) {
	if dt == tensor.Float64 {
		wide := map[string]func(Key, tensor.DType, ...int) *tensor.Tensor{"random_normal": Normal, "random_exponential": Exponential}
		return s.keep(wide[first](key, dt, shape...)), s.keep(wide[second](key.FoldIn(1), dt, shape...))
	}
	high, low := s.halves(s.keep(key.Bits(tensor.Uint64, shape...)))
	return s.of(first, s.keep(high.AsType(tensor.Uint32))), s.of(second, s.keep(low.AsType(tensor.Uint32)))
}

// firstAccepted is the value of the first try that is accepted, of a fixed number of tries, or otherwise.
// Tries compute for all elements, so that a value depends on the key and the index alone.
func (s *steps) firstAccepted(key Key, tries uint32, otherwise *tensor.Tensor, try func(key Key) (value, accepted *tensor.Tensor)) *tensor.Tensor {
	for j := range tries {
		value, accepted := try(key.FoldIn(tries - 1 - j))
		otherwise = s.keep(tensor.Where(accepted, value, otherwise))
	}
	return otherwise
}
