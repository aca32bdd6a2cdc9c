package op

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// outcome is one element of an oracleCase.
type outcome struct {
	*Op
	given  DType    // the type of the case's tensors
	args   []Scalar // converted to what the row computes in
	types  []DType
	result DType
	want   Scalar
}

// modes are the rows that PyTorch has as modes of an operation.
var modes = map[string]*Op{
	"div_floor": FloorDivide, "div_trunc": TruncDivide, "clamp_tensor": Clamp, "pow_scalar": Pow,
	"add_alpha2": Add.With, "sub_alpha3": Sub.With,
}

// attributes names, in the row's order, the operands that the data have as attributes
// though they are no parameters.
var attributes = map[*Op][]string{
	Clamp: {"min", "max"}, Maximum: {"min"}, Minimum: {"max"}, Threshold: {"threshold", "value"}, Pow: {"exponent"},
}

// row is the case's operation, or nil if it is none of ours.
func (c oracleCase) row() *Op {
	if o := modes[c.Op]; o != nil {
		return o
	}
	o := ByName(c.Op)
	lo, hi := c.Attrs["min"], c.Attrs["max"]
	switch {
	case o == Round && c.Attrs["decimals"] != nil:
		return Round.With
	case o == Clamp && hi == nil: // an open bound
		return Maximum
	case o == Clamp && lo == nil:
		return Minimum
	}
	return o
}

// complete adds the attributes and parameters to an outcome's operands, and converts
// them all as the row's rule says.
func (c oracleCase) complete(t *testing.T, e *outcome) {
	if e.Op == Cast {
		return
	}
	extra := c.extra(e.Op, len(e.args))
	common := e.types[len(e.types)-1]
	for _, x := range extra {
		if fraction := float64(x) != math.Trunc(float64(x)); fraction && !common.IsFloat() {
			common = Float32 // PyTorch's default, where a number is of a higher category
		}
	}
	compute, ours, err := e.Types(common)
	require.NoError(t, err, c.Name)
	require.Equal(t, e.result, ours, c.Name)
	for k, dt := range e.types {
		if k > 0 || e.Rule != Select {
			e.args[k], e.types[k] = Convert(e.args[k], dt, compute), compute
		}
	}
	for _, x := range extra {
		e.args, e.types = append(e.args, x.In(compute)), append(e.types, compute)
	}
}

// extra are the operands that are no tensors of the case.
func (c oracleCase) extra(o *Op, given int) (extra []Const) {
	for k := given; k < o.Arity; k++ {
		var p Param
		if k >= o.Needs() {
			p = o.Params[k-o.Needs()]
		} else {
			p.Name = attributes[o][k-given]
		}
		if x, ok := c.Attrs[p.Name].(float64); ok {
			p.Default = Const(x)
		}
		extra = append(extra, p.Default)
	}
	return extra
}

// ours is the row's own result.
func (e outcome) ours() Scalar { return e.Eval(e.args, e.types) }

// near reports whether ours is as near as the result of several roundings can be: within
// 2 units in the last place of the largest term.
func (e outcome) near() bool {
	got, want := e.result.Float(e.ours()), e.result.Float(e.want)
	unit := math.Ldexp(1, formats[e.result].unit(e.largestTerm()))
	return ULP(e.result, got, want) <= 2 || math.Abs(got-want) <= 2*unit
}

// largestTerm is the largest of the numbers that the row's formula adds up.
func (e outcome) largestTerm() float64 {
	terms := terms[e.Op]
	if terms == nil {
		return 0
	}
	var v [5]float64
	for i, s := range e.args {
		v[i] = math.Abs(e.types[i].Float(s))
	}
	return terms(v)
}

// terms are bounds of what the rows add up, for the absolute values of their operands.
var terms = map[*Op]func(v [5]float64) float64{
	Add.With: func(v [5]float64) float64 { return max(v[0], v[1]*v[2]) },
	Sub.With: func(v [5]float64) float64 { return max(v[0], v[1]*v[2]) },
	Addcmul:  func(v [5]float64) float64 { return max(v[0], v[1]*v[2]*v[3]) },
	Addcdiv:  func(v [5]float64) float64 { return max(v[0], v[1]/v[2]*v[3]) },
	Lerp:     func(v [5]float64) float64 { return max(v[0], v[1]) * (1 + v[2]) },
	Elu:      func(v [5]float64) float64 { return v[1] }, // PyTorch's is alpha*exp(x) - alpha
	Celu:     func(v [5]float64) float64 { return v[1] },
}

func (e outcome) String() string {
	return fmt.Sprintf("%v of %v %#x (%v) gives %#x, but %#x here, %v from it", e.Op, e.types, e.args, e.numbers(), e.want, e.ours(), e.Distance(e.args, e.types, e.want))
}

// numbers are the operands where they are floats.
func (e outcome) numbers() (list []float64) {
	for i, s := range e.args {
		if e.types[i].IsFloat() {
			list = append(list, e.types[i].Float(s))
		}
	}
	return list
}
