package tensor

import (
	"fmt"
	"math"
	"reflect"

	"github.com/wgtensor/wgtensor/device/op"
)

// operand is a tensor, or a Go number or bool. A parameter that was left out is neither.
type operand struct {
	t *Tensor
	weak
	param *op.Param // nil for operands that are no parameters
}

// weak is a Go value. It is weakly typed: only its category counts, and it takes the tensors' type.
type weak struct {
	own  DType // Bool, Int64, Uint64 or Float64, which holds it; 0 is no value
	bits op.Scalar
}

// parse reads an operand, or a parameter if p is not nil, which nil leaves out. Where ok is false
// noOperand makes the error.
func parse(x any, p *op.Param) (o operand, ok bool) {
	o.param = p
	if o.t, ok = x.(*Tensor); ok {
		return o, o.t.check("") == nil
	}
	if o.weak, ok = parseWeak(x); !ok {
		return o, p != nil && x == nil
	}
	if f := o.float(); p != nil && o.own == Float64 && float64(int64(f)) == f && math.Abs(f) < 1<<53 && !(f == 0 && math.Signbit(f)) {
		o.weak = weak{Int64, op.Scalar(int64(f))} // 1.0 makes floats of integers no more than 1 does
	}
	return o, true
}

// noOperand is the error of a value, at index i, that is no operand.
func noOperand(name string, i int, p *op.Param, x any) error {
	t, ok := x.(*Tensor)
	switch {
	case ok:
		return t.check(name)
	case p != nil:
		return errorf(name, "%s is %s; a parameter is a number, a bool or a *Tensor", p.Name, describe(x))
	}
	return errorf(name, "operand %d is %s; an operand is a *Tensor, a number or a bool", i+1, describe(x))
}

func describe(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case DType:
		return fmt.Sprintf("the dtype %v", v)
	}
	return fmt.Sprintf("a %T", x)
}

// parseWeak takes every Go number and bool, named types of them included, but a DType:
// that is a number by chance.
func parseWeak(x any) (weak, bool) {
	switch v := x.(type) { // the frequent ones without reflection
	case DType:
		return weak{}, false
	case int:
		return weak{Int64, op.Scalar(v)}, true
	case float64:
		return weak{Float64, Float64.FromFloat(v)}, true
	case float32:
		return weak{Float64, Float64.FromFloat(float64(v))}, true
	case bool:
		return boolean(v), true
	case nil:
		return weak{}, false
	}
	switch v := reflect.ValueOf(x); {
	case v.CanInt():
		return weak{Int64, op.Scalar(v.Int())}, true
	case v.CanUint():
		return weak{Uint64, op.Scalar(v.Uint())}, true
	case v.CanFloat():
		return weak{Float64, Float64.FromFloat(v.Float())}, true
	case v.Kind() == reflect.Bool:
		return boolean(v.Bool()), true
	}
	return weak{}, false
}

func boolean(b bool) weak {
	if b {
		return weak{Bool, 1}
	}
	return weak{Bool, 0}
}

// kind is what decides about types.
func (o *operand) kind() kind {
	switch {
	case o.t != nil && len(o.t.layout.Shape) > 0:
		return withAxes | kind(o.t.dtype)
	case o.t != nil:
		return zeroD | kind(o.t.dtype)
	case o.own == 0:
		return preset
	case o.own == Bool:
		return weakly | kind(Bool)
	}
	k := weakly | kind(Int64)
	if o.own == Float64 {
		k = weakly | kind(Float32)
	}
	if o.negative() {
		k |= negative
	}
	return k
}

// float is the value as a float64.
func (w weak) float() float64 { return Float64.Float(op.Convert(w.bits, w.own, Float64)) }

// negative reports whether the value is below 0.
func (w weak) negative() bool {
	return w.own == Int64 && int64(w.bits) < 0 || w.own == Float64 && w.float() < 0
}

// isElement reports whether a floating type holds the value as it is, or as any NaN.
func (w weak) isElement(dt DType) bool {
	x := w.float()
	return math.IsNaN(x) || dt.Float(op.Convert(w.bits, w.own, dt)) == x
}

// maxExponent is more than any exponent of ldexp that makes a difference.
const maxExponent = 1 << 13

// element is a number, which o has at i, as an element of a type.
func (x *operand) element(o *op.Op, i int, dt DType) (op.Scalar, error) {
	if x.own == 0 {
		return x.param.Default.In(dt), nil
	}
	w := x.weak
	if o == op.Ldexp && i == 1 && w.own == Float64 && !math.IsInf(w.float(), 0) {
		w.bits = Float64.FromFloat(max(-maxExponent, min(w.float(), maxExponent))) // which overflows no float
	}
	s, err := w.scalar(dt)
	if err == nil && x.param != nil {
		err = x.accepts(s, dt)
	}
	return s, err
}

// scalar converts the value to a type that promotion chose for it. An integer that
// does not fit is refused, as in NumPy 2; a float may round, or overflow to infinity.
func (w weak) scalar(dt DType) (op.Scalar, error) {
	if !w.fits(dt) {
		return 0, fmt.Errorf("the value %v does not fit %v; use a tensor of a wider dtype, or AsType", w, dt)
	}
	return op.Convert(w.bits, w.own, dt), nil
}

// fits reports whether an integer type holds an integer; all else is rounded.
func (w weak) fits(dt DType) bool {
	switch i := int64(w.bits); {
	case !dt.IsInteger() || w.own != Int64 && w.own != Uint64:
		return true
	case i < 0: // or beyond the largest int64
		return w.own == dt || w.own == Int64 && dt != Uint64 && dt.Int(dt.FromInt(i)) == i
	default:
		return dt.Int(dt.FromInt(i)) == i
	}
}

func (w weak) String() string {
	switch w.own {
	case Bool:
		return fmt.Sprint(w.bits == 1)
	case Float64:
		return fmt.Sprint(w.float())
	case Uint64:
		return fmt.Sprint(uint64(w.bits))
	}
	return fmt.Sprint(int64(w.bits))
}
