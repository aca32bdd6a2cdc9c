package tensor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// sample is one element of a case.
type sample struct {
	*arrayCase
	types     []tensor.DType
	in        []op.Scalar
	dt        tensor.DType // of the result
	want, got op.Scalar
}

// want is the case's answer: what the real result rounds to, else PyTorch's.
func (c arrayCase) want() array {
	if len(c.Oracle) > 0 {
		return c.Oracle[0]
	}
	return c.Outputs[0]
}

// samples are the case's elements, whose result has this shape.
func (c arrayCase) samples(t *testing.T, z *archives, shape []int) []sample {
	dt := c.want().DType.DType
	wants := unpack(dt, z.bytes(t, c.want()))
	all := make([]sample, len(wants))
	for i, want := range wants {
		all[i] = sample{arrayCase: &c, dt: dt, want: want}
	}
	for i, a := range c.Inputs {
		m := newModel(a.DType.DType, a.Shape)
		copy(m.storage.elements, unpack(a.DType.DType, z.bytes(t, a)))
		if c.Kind == "strided" {
			m.layout.Shape, m.layout.Strides, m.layout.Offset = c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset
		}
		values, _ := m.to(shape, m.dtype())
		for k := range all {
			all[k].types, all[k].in = append(all[k].types, m.dtype()), append(all[k].in, values[k])
		}
	}
	return all
}

const wrong = "wrong"

// judge returns "" for a right element, wrong for a wrong one, and else why the data's
// answer does not count.
func (e sample) judge(d device.Device) string {
	switch {
	case e.close():
		return ""
	case !d.Info().Subnormals && (e.subnormal() || subnormal(e.dt, e.want) && value(e.dt, e.got) == 0):
		return "flushed"
	}
	if why := e.excepted(); why != "" {
		return "exception: " + why
	}
	return wrong
}

// close compares as the case's class says: exact, bit for bit; else within the row's
// error of the oracle, which is itself half a unit from the exact result. The other
// formulas, of several roundings, have some units of their largest term.
func (e sample) close() bool {
	if e.got == e.want || isNaN(e.dt, e.got) && isNaN(e.dt, e.want) {
		return true
	}
	if !e.dt.IsFloat() {
		return false
	}
	got, want := e.dt.Float(e.got), e.dt.Float(e.want)
	if got == 0 && want == 0 {
		return slices.Contains(e.Tags, "zero-sign-loose")
	}
	if e.Class == "exact" {
		return false
	}
	tol := e.row().Tol
	limit, terms := max(tol.For(e.dt), e.ULP), tol.Floor
	if tol == op.Exact { // a formula, every step rounded
		limit = 2.5
	}
	if f := cancelling[e.Op]; f != nil && len(e.Oracle) == 0 {
		terms = f(e.numbers(), e.Attrs)
	}
	off := op.ULP(e.dt, got, want)
	if difference := math.Abs(got - want); terms > math.Abs(want) && terms < math.Inf(1) && difference < math.Inf(1) {
		off = op.ULP(e.dt, terms+difference, terms)
	}
	return off <= limit+0.5
}

// cancelling are the formulas whose result may be far smaller than their terms, where
// PyTorch, by which they are judged if there is no oracle, loses digits: the terms' sum.
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

// exponentialTerms are those of alpha * (exp(x) - 1) for negative x.
func exponentialTerms(x []float64, attrs map[string]any) float64 {
	alpha, _ := attrs["alpha"].(float64)
	return max(x[0], alpha)
}

// numbers are the operands' values.
func (e sample) numbers() []float64 {
	var all []float64
	for i, s := range e.in {
		all = append(all, value(e.types[i], s))
	}
	return all
}

func value(dt tensor.DType, s op.Scalar) float64 {
	if dt.IsFloat() {
		return dt.Float(s)
	}
	return float64(dt.Int(s))
}

// subnormal reports whether an operand is.
func (e sample) subnormal() bool {
	for i, s := range e.in {
		if subnormal(e.types[i], s) {
			return true
		}
	}
	return false
}

func subnormal(dt tensor.DType, s op.Scalar) bool {
	x := value(dt, s)
	return dt == tensor.Float32 && x != 0 && math.Abs(x) < 0x1p-126
}
