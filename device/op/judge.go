package op

import (
	"math"
	"math/big"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

// Distance judges got, a device's result for args. It returns the distance from the row's exact
// result, in units in the last place of the result's type.
//
// The distance is 0 for the correctly rounded result, and for any NaN if the result is NaN. It is
// infinite for a missing or unexpected NaN, a zero of the wrong sign, and a wrong integer or bool.
// Precise judges float64 if the row has it. Other rows are exact in float64, or have digits to
// spare for the narrower types.
//
// Float16 and BFloat16 are rounded from float32. For them the distance is that of the nearest
// float32 that rounds to got, in units of float32. A result is right if a device can have
// computed it within the tolerance in float32, and then rounded correctly.
//
// The result type of cast is not in its arguments; compare it with Convert.
func (o *Op) Distance(args []Scalar, types []DType, got Scalar) float64 {
	_, result, _ := o.Types(o.Computes(types))
	if want := o.precise(args, result); want != nil {
		return bigULP(Float64.Float(got), want, o.Tol.Floor(Float64.Float(args[0])))
	}
	exact := o.Eval(args, types)
	if !result.IsFloat() {
		if got != exact {
			return math.Inf(1)
		}
		return 0
	}
	g, e := result.Float(got), result.Float(exact)
	switch {
	case got == exact:
		return 0
	case g == 0 && e == 0: // a zero of the wrong sign
		return math.Inf(1)
	}
	want := e
	switch {
	case !o.steps():
		want = o.Real(args, types)
	case result.half():
		want = Float32.Float(o.Eval(widen(args, types)))
	}
	if result.half() && o.Half == nil {
		g = result.nearestSource(got, exact)
		result = Float32
	}
	return ulpAbove(result, g, want, o.Tol.Floor(types[0].Float(args[0])))
}

// ordinary reports whether every float64 argument is a finite number other than 0. The
// others are special cases, which the Float form decides.
func ordinary(args []Scalar) bool {
	for _, s := range args {
		if x := Float64.Float(s); x == 0 || x-x != 0 {
			return false
		}
	}
	return true
}

// precise returns the exact result in high precision, or nil where Float decides. Precise takes
// ordinary arguments, and gives results of float64 that are numbers.
func (o *Op) precise(args []Scalar, result DType) *big.Float {
	if o.steps() || result != Float64 || !o.Precise.Defined() || !ordinary(args) {
		return nil
	}
	var x [3]float64
	var v [3]*big.Float
	for i, s := range args {
		x[i] = Float64.Float(s)
		v[i] = precise.Float(x[i])
	}
	if math.IsNaN(o.Float.Call(x[0], x[1], x[2])) {
		return nil
	}
	return o.Precise.Call(v[0], v[1], v[2])
}

// bigULP is ulpAbove for float64, with a result known beyond float64's digits.
func bigULP(got float64, want *big.Float, floor float64) float64 {
	near, _ := want.Float64()
	switch {
	case got == near && (got != 0 || math.Signbit(got) == math.Signbit(near)):
		return 0
	case math.IsNaN(got), got == near:
		return math.Inf(1)
	case math.IsInf(got, 0) || math.IsInf(near, 0):
		return ULP(Float64, got, near)
	}
	off := new(big.Float).Sub(precise.Float(got), want)
	off.SetMantExp(off, -formats[Float64].unit(max(math.Abs(near), floor)))
	d, _ := off.Float64()
	return math.Abs(d)
}
