package outside

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Sample is one element of a case, and the result to be judged.
type Sample struct {
	*Case
	Types     []op.DType // of the inputs
	In        []op.Scalar
	DType     op.DType // of the answer
	Want, Got op.Scalar
}

// The verdicts of Judge, besides the reason of an exception.
const (
	Right   = ""
	Wrong   = "wrong"
	Flushed = "flushed"
)

// Limit returns the bound of a device's error, in units in the last place. It is the row's bound,
// or some units more if each step of a formula is rounded. The answer itself may be half a unit
// from the exact result.
func (c *Case) Limit(dt op.DType) float64 {
	tol := c.Row().Tol
	if tol == op.Exact {
		return 3
	}
	return max(tol.For(dt), c.ULP) + 0.5
}

// Judge returns Right, Wrong or Flushed, or the reason why the answer does not count. Flushed means
// that the element needs a float32 subnormal, which the device does not keep.
func (e *Sample) Judge(limit float64, subnormals bool) string {
	switch {
	case e.close(limit):
		return Right
	case !subnormals && (slices.ContainsFunc(e.indices(), e.subnormal) || e.underflown()):
		return Flushed
	}
	if why := e.exception(); why != "" {
		return why
	}
	return Wrong
}

// close compares bit for bit if the case's class is exact, else within the limit. The limit is in
// units of the result, or of the terms if the formula adds up larger terms.
func (e *Sample) close(limit float64) bool {
	got, want := e.got(), e.want()
	switch {
	case e.Got == e.Want, e.DType.IsFloat() && got != got && want != want:
		return true
	case !e.DType.IsFloat():
		return false
	case got == 0 && want == 0:
		return slices.Contains(e.Tags, "zero-sign-loose")
	case e.Kind == "node": // ONNX's reference computes in float32, with another library's functions
		o := e.Row()
		return (o.Tol != op.Exact || o.As != nil) && math.Abs(got-want) <= 1e-7+1e-6*math.Abs(want)
	case e.Class == "exact":
		return false
	}
	terms := e.Row().Tol.Floor(number(e.Types[0], e.In[0]))
	if f := cancelling[e.Op]; f != nil && len(e.Oracle) == 0 {
		terms = f(e.Numbers(), e.Attrs)
	}
	off := op.ULP(e.DType, got, want)
	if difference := math.Abs(got - want); terms > math.Abs(want) && terms < math.Inf(1) && difference < math.Inf(1) {
		off = op.ULP(e.DType, terms+difference, terms)
	}
	return off <= limit
}

// cancelling has formulas whose result may be far smaller than their terms. Each function returns
// the sum of the terms' sizes. PyTorch loses digits there, and judges them if there is no oracle.
var cancelling = map[string]func(x []float64, attrs map[string]any) float64{
	"add_alpha2": func(x []float64, _ map[string]any) float64 { return math.Abs(x[0]) + math.Abs(2*x[1]) },
	"sub_alpha3": func(x []float64, _ map[string]any) float64 { return math.Abs(x[0]) + math.Abs(3*x[1]) },
	"addcmul":    func(x []float64, _ map[string]any) float64 { return math.Abs(x[0]) + math.Abs(2*x[1]*x[2]) },
	"addcdiv":    func(x []float64, _ map[string]any) float64 { return math.Abs(x[0]) + math.Abs(2*x[1]/x[2]) },
	"elu":        exponentialTerms,
	"celu":       exponentialTerms,
	"lerp": func(x []float64, _ map[string]any) float64 {
		return math.Abs(x[0]) + math.Abs(x[2])*(math.Abs(x[0])+math.Abs(x[1]))
	},
}

// exponentialTerms are the terms of alpha * (exp(x) - 1) for negative x.
func exponentialTerms(x []float64, attrs map[string]any) float64 {
	alpha, _ := attrs["alpha"].(float64)
	return max(x[0], alpha)
}

// Numbers are the inputs' values.
func (e *Sample) Numbers() []float64 {
	all := make([]float64, len(e.In))
	for i, s := range e.In {
		all[i] = number(e.Types[i], s)
	}
	return all
}

func (e *Sample) String() string {
	return fmt.Sprintf("%s of %v gives %v (%#x), want %v (%#x)", e.Op, e.Numbers(), e.got(), uint64(e.Got), e.want(), uint64(e.Want))
}

func (e *Sample) got() float64  { return number(e.DType, e.Got) }
func (e *Sample) want() float64 { return number(e.DType, e.Want) }

func (e *Sample) indices() []int {
	all := make([]int, len(e.In))
	for i := range all {
		all[i] = i
	}
	return all
}

func (e *Sample) subnormal(input int) bool { return tiny(e.Types[input], e.In[input]) }

func number(dt op.DType, s op.Scalar) float64 {
	switch {
	case dt.IsFloat():
		return dt.Float(s)
	case dt.Kind() == op.Signed:
		return float64(dt.Int(s))
	}
	return float64(s)
}

// underflown reports whether the device gave 0 for a subnormal answer, or for the smallest normal
// number. A device may flush a result before it rounds to that number.
func (e *Sample) underflown() bool {
	smallest := singles(e.DType) && math.Abs(number(e.DType, e.Want)) == 0x1p-126
	return e.got() == 0 && (smallest || tiny(e.DType, e.Want))
}

func singles(dt op.DType) bool { return dt == op.Float32 || dt == op.BFloat16 }

// tiny reports whether an element is a subnormal that a device may flush.
func tiny(dt op.DType, s op.Scalar) bool {
	x := number(dt, s)
	return singles(dt) && x != 0 && math.Abs(x) < 0x1p-126
}
