package tensor

import (
	"fmt"
	"math"
	"reflect"

	"github.com/wgtensor/wgtensor/device/op"
)

// operand is what an operation was given: a tensor, or a Go number or bool, which is
// weakly typed: it counts by its category only and takes the tensors' type. What was not
// given is a parameter's preset, which does not count at all.
type operand struct {
	t *Tensor
	weak
	preset *op.Const
	param  *op.Param // of a parameter that was given
}

// weak is a Go value: one of b, an integer i or u, or f, as kind says.
type weak struct {
	kind op.Kind
	b    bool
	i    int64
	u    uint64
	f    float64
}

func parseOperand(name string, at int, x any) (operand, error) {
	if t, ok := x.(*Tensor); ok {
		return operand{t: t}, t.check(name)
	}
	w, ok := parseWeak(x)
	if !ok {
		return operand{}, errorf(name, "operand %d is %s; an operand is a *Tensor, a number or a bool", at+1, describe(x))
	}
	return operand{weak: w}, nil
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
	switch v := x.(type) { // the usual ones without reflection
	case DType:
		return weak{}, false
	case int:
		return weak{kind: op.Signed, i: int64(v)}, true
	case float64:
		return weak{kind: op.Floating, f: v}, true
	case float32:
		return weak{kind: op.Floating, f: float64(v)}, true
	case bool:
		return weak{kind: op.Boolean, b: v}, true
	case nil:
		return weak{}, false
	}
	switch v := reflect.ValueOf(x); {
	case v.CanInt():
		return weak{kind: op.Signed, i: v.Int()}, true
	case v.CanUint():
		return weak{kind: op.Unsigned, u: v.Uint()}, true
	case v.CanFloat():
		return weak{kind: op.Floating, f: v.Float()}, true
	case v.Kind() == reflect.Bool:
		return weak{kind: op.Boolean, b: v.Bool()}, true
	}
	return weak{}, false
}

// dtype is the type the value has among weak ones only: PyTorch's defaults.
func (w weak) dtype() DType {
	switch w.kind {
	case op.Boolean:
		return Bool
	case op.Floating:
		return Float32
	}
	return Int64
}

// float is the value as a float64.
func (w weak) float() float64 {
	s, _ := w.scalar(Float64) // holds any
	return Float64.Float(s)
}

// isElement reports whether a floating type holds the value as it is, or as any NaN.
func (w weak) isElement(dt DType) bool {
	s, _ := w.scalar(dt)
	x := w.float()
	return dt.Float(s) == x || x != x
}

// widens reports whether the operand, which o has at i, makes a call of halves compute in float32:
// where the row keeps it in float32, and it is no element of the half. As in PyTorch, x*0.1 rounds
// the product, not the 0.1; x+0.1 rounds the 0.1 first.
func (x operand) widens(o *op.Op, i int, compute DType) bool {
	if !compute.IsFloat() || o.Given(i, x.t == nil, compute) == compute {
		return false
	}
	switch {
	case x.t != nil:
		return x.t.dtype != compute
	case x.preset != nil:
		return compute.Float(x.preset.In(compute)) != float64(*x.preset)
	}
	return !x.isElement(compute)
}

// maxExponent is more than any exponent of ldexp that makes a difference.
const maxExponent = 1 << 13

// element is a number, which o has at i, as an element of a type.
func (x operand) element(o *op.Op, i int, dt DType) (op.Scalar, error) {
	if x.preset != nil {
		return x.preset.In(dt), nil
	}
	if o == op.Ldexp && i == 1 && !math.IsInf(x.f, 0) {
		x.f = max(-maxExponent, min(x.f, maxExponent)) // which overflows no float
	}
	s, err := x.scalar(dt)
	if err == nil {
		err = x.accepts(s, dt)
	}
	return s, err
}

// negative reports whether the value is below 0.
func (w weak) negative() bool { return w.i < 0 || w.f < 0 }

// scalar converts the value to a type that promotion chose for it. An integer that
// does not fit is refused, as in NumPy 2; a float may round, or overflow to infinity.
func (w weak) scalar(dt DType) (op.Scalar, error) {
	switch {
	case w.kind == op.Boolean && w.b:
		return dt.FromInt(1), nil
	case w.kind == op.Boolean:
		return dt.FromInt(0), nil
	case w.kind == op.Floating:
		return dt.FromFloat(w.f), nil
	case w.kind == op.Unsigned && w.u > math.MaxInt64 && dt != Uint64 && dt.IsInteger(),
		w.kind == op.Unsigned && w.u <= math.MaxInt64 && !holds(dt, int64(w.u)),
		w.kind == op.Signed && !holds(dt, w.i):
		return 0, fmt.Errorf("the value %v does not fit %v; use a tensor of a wider dtype, or AsType", w, dt)
	case w.kind == op.Unsigned:
		return dt.FromUint(w.u), nil
	}
	return dt.FromInt(w.i), nil
}

// holds reports whether an integer type holds the value; bool and floats take any.
func holds(dt DType, i int64) bool {
	switch {
	case dt == Uint64:
		return i >= 0
	case dt.IsInteger():
		return dt.Int(dt.FromInt(i)) == i
	}
	return true
}

func (w weak) String() string {
	switch w.kind {
	case op.Boolean:
		return fmt.Sprint(w.b)
	case op.Floating:
		return fmt.Sprint(w.f)
	case op.Unsigned:
		return fmt.Sprint(w.u)
	}
	return fmt.Sprint(w.i)
}
