package op

import (
	"math"
	"math/big"
)

// exactBits hold any sum of squares of float64 without rounding: from 2^-2148 to 2^2048, and
// 2^64 terms.
const exactBits = 4400

func exactFloat(x float64) *big.Float { return exactZero().SetFloat64(x) }

func exactZero() *big.Float { return new(big.Float).SetPrec(exactBits) }

// exactly is the value of an element that is neither NaN nor infinite.
func (dt DType) exactly(s Scalar) *big.Float {
	switch dt.Kind() {
	case Floating:
		return exactFloat(dt.Float(s))
	case Signed:
		return exactZero().SetInt64(dt.Int(s))
	}
	return exactZero().SetUint64(uint64(s))
}

// round rounds once to a float type: to nearest even, beyond the largest to infinity.
func (dt DType) round(x *big.Float) Scalar {
	switch dt {
	case Float64:
		f, _ := x.Float64()
		return dt.fromFloat(f)
	case Float32:
		f, _ := x.Float32()
		return Scalar(math.Float32bits(f))
	}
	// The last bit of the float64 says whether the number has digits beyond it.
	cut := new(big.Float).SetMode(big.ToZero).SetPrec(53).Set(x)
	f, _ := cut.Float64()
	if cut.Acc() != big.Exact && finite(f) {
		f = math.Float64frombits(math.Float64bits(f) | 1)
	}
	return dt.fromFloat(f)
}

// total is an exact sum of the terms so far.
type total struct {
	sum              *big.Float
	nan, plus, minus bool
}

func newTotal() *total { return &total{sum: exactZero()} }

// add adds a float, or the exact value of an integer.
func (t *total) add(dt DType, s Scalar) {
	if !dt.IsFloat() {
		t.sum.Add(t.sum, dt.exactly(s))
		return
	}
	t.addFloat(dt.Float(s))
}

func (t *total) addFloat(x float64) {
	switch {
	case x != x:
		t.nan = true
	case math.IsInf(x, 1):
		t.plus = true
	case math.IsInf(x, -1):
		t.minus = true
	default:
		t.sum.Add(t.sum, exactFloat(x))
	}
}

// addProduct adds x*y.
func (t *total) addProduct(x, y float64) {
	if z := x * y; z-z != 0 && (x-x != 0 || y-y != 0) { // a factor is NaN or infinite
		t.addFloat(z)
		return
	}
	t.sum.Add(t.sum, exactZero().Mul(exactFloat(x), exactFloat(y)))
}

// special returns the sum if a term was NaN or infinite.
func (t *total) special() (x float64, ok bool) {
	switch {
	case t.nan || t.plus && t.minus:
		return math.NaN(), true
	case t.plus:
		return math.Inf(1), true
	case t.minus:
		return math.Inf(-1), true
	}
	return 0, false
}

// in is the sum, rounded once. Zero has no sign.
func (t *total) in(dt DType) Scalar {
	if x, ok := t.special(); ok {
		return dt.FromFloat(x)
	}
	if t.sum.Sign() == 0 {
		return 0
	}
	return dt.round(t.sum)
}
