package tensor

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// weak is a Go number or bool. It is weakly typed: only its category counts, and it takes the
// tensors' type. The zero value stands for a parameter that was left out.
type weak struct {
	own DType // the dtype of bits: Bool, Int64, Uint64 or Float64
	// number is 0 unless the operand is a Number, whose value is not read. Then it is 1 more than
	// the Number's index in the trace that it is an argument of, or opaque.
	number int32
	of     *tracing
	bits   op.Scalar
}

// noOperand is the error of a value that is no operand.
func noOperand(name, operand string, x any) error {
	wayOut := ""
	if reflect.ValueOf(x).Kind() == reflect.Slice {
		wayOut = "; make one with FromSlice"
	}
	return errorf(name, "%s is %s; it has to be a *Tensor, a number or a bool%s", operand, describe(x), wayOut)
}

func describe(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case DType:
		return fmt.Sprintf("the dtype %v", v)
	}
	text := fmt.Sprintf("%T", x)
	if strings.ContainsAny(text[:1], "aeiou") && !strings.HasPrefix(text, "uint") {
		return "an " + text
	}
	return "a " + text
}

// parseWeak takes every Go number and bool, also those of named types. A DType, whose Go type is an
// integer, is refused.
func parseWeak(x any) (weak, bool) {
	switch v := x.(type) {
	case int:
		return weak{own: Int64, bits: op.Scalar(v)}, true
	case DType:
		return weak{}, false
	case Number:
		return v.weak(), true
	}
	switch v := reflect.ValueOf(x); {
	case v.CanInt():
		return weak{own: Int64, bits: op.Scalar(v.Int())}, true
	case v.CanUint():
		return weak{own: Uint64, bits: op.Scalar(v.Uint())}, true
	case v.CanFloat():
		return weak{own: Float64, bits: Float64.FromFloat(v.Float())}, true
	case v.Kind() == reflect.Bool:
		return weak{own: Bool, bits: scalarOf(v.Bool())}, true
	}
	return weak{}, false
}

// kind returns what the rules of types read of a tensor.
func (t *Tensor) kind() kind {
	if len(t.layout.Shape) == 0 {
		return zeroD | kind(t.dtype)
	}
	return withAxes | kind(t.dtype)
}

// kind returns what the rules of types read of a number.
func (w weak) kind() kind {
	switch w.own {
	case Bool:
		return weakly | kind(Bool)
	case Float64:
		return weakly | kind(Float32)
	}
	return weakly | kind(Int64)
}

// float is the value as a float64.
func (w weak) float() float64 { return Float64.Float(op.Convert(w.bits, w.own, Float64)) }

// negative reports whether the value is below 0.
func (w weak) negative() bool {
	return w.own == Int64 && int64(w.bits) < 0 || w.own == Float64 && w.float() < 0
}

// isElement reports whether a floating type holds the value exactly. Every NaN counts as held.
func (w weak) isElement(dt DType) bool {
	x := w.float()
	return math.IsNaN(x) || dt.Float(op.Convert(w.bits, w.own, dt)) == x
}

// maxExponent bounds the exponents of ldexp. Larger ones give the same results.
const maxExponent = 1 << 13

// element converts the value to an element of dt, as operand i of o.
func (w weak) element(o *op.Op, i int, dt DType) (op.Scalar, error) {
	p := o.Param(i)
	if w.own == 0 {
		return p.Default.In(dt), nil
	}
	if o == op.Ldexp && i == 1 && w.own == Float64 && !math.IsInf(w.float(), 0) {
		w.bits = Float64.FromFloat(max(-maxExponent, min(w.float(), maxExponent))) // no float dtype overflows
	}
	s, err := w.scalar(dt)
	if err == nil && p != nil {
		err = w.checkFor(p, s, dt)
	}
	return s, err
}

// scalar converts the value to a type that promotion chose for it. An integer that does not fit is
// refused, as in NumPy 2; a float may round, or overflow to infinity. The text of an error
// continues "the value is".
func (w weak) scalar(dt DType) (op.Scalar, error) {
	if !w.fits(dt) {
		return 0, fmt.Errorf("%v, which does not fit %v; use a tensor of a wider dtype, or AsType", w, dt)
	}
	return op.Convert(w.bits, w.own, dt), nil
}

// fits reports whether dt holds the value, if both are integers. Other values are rounded, so they
// fit.
func (w weak) fits(dt DType) bool {
	if !dt.IsInteger() || !w.own.IsInteger() {
		return true
	}
	back := op.Convert(op.Convert(w.bits, w.own, dt), dt, w.own) // the same bits for int64 and uint64
	return back == w.bits && (w.own.Kind() == dt.Kind() || int64(w.bits) >= 0)
}

func (w weak) String() string { return fmt.Sprint(goValue(w.own, w.bits)) }
