package outside

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Case is an operation on arrays with its outcome: the real result, rounded (Oracle), or the
// library's result.
type Case struct {
	Name, Suite, Kind, Op, Class string
	Attrs                        map[string]any
	Inputs, Outputs, Oracle      []Array
	Tags                         []string
	Views                        []View  // of the inputs, where Kind is "strided"
	ULP                          float64 `json:"numpy_ulp_tolerance"`
}

// View says which elements of a storage an operand is; strides and offset are in elements.
type View struct {
	Shape, Strides []int
	Offset         int
}

// Cases reads the cases of a suite: "torch", "npumath" or "onnx".
func Cases(dir, suite string) ([]Case, error) {
	return Lines[Case](filepath.Join(dir, suite, "manifest.jsonl"))
}

// Answer is the case's outcome.
func (c *Case) Answer() Array {
	if len(c.Oracle) > 0 {
		return c.Oracle[0]
	}
	return c.Outputs[0]
}

// modes are the rows that PyTorch has as modes of an operation.
var modes = map[string]*op.Op{
	"div_floor": op.FloorDivide, "div_trunc": op.TruncDivide, "clamp_tensor": op.Clamp, "pow_scalar": op.Pow,
	"add_alpha2": op.Add.With, "sub_alpha3": op.Sub.With,
}

// Row returns the case's operation, or nil if package op does not have it.
func (c *Case) Row() *op.Op {
	switch {
	case c.Kind == "cast":
		return op.Cast
	case c.Kind == "node":
		return op.ByName(ONNX[c.Op])
	case modes[c.Op] != nil:
		return modes[c.Op]
	}
	o := op.ByName(c.Op)
	lo, hi := c.Attrs["min"], c.Attrs["max"]
	switch {
	case o == op.Round && c.Attrs["decimals"] != nil:
		return op.Round.With
	case o == op.Clamp && hi == nil: // an open bound
		return op.Maximum
	case o == op.Clamp && lo == nil:
		return op.Minimum
	}
	return o
}

// attributes names, in the row's order, the operands that the data have as attributes
// though they are no parameters.
var attributes = map[*op.Op][]string{
	op.Clamp: {"min", "max"}, op.Maximum: {"min"}, op.Minimum: {"max"}, op.Threshold: {"threshold", "value"}, op.Pow: {"exponent"},
}

// Typing holds the types in which a case's row computes.
type Typing struct {
	Compute, Result op.DType
	Extra           []op.Const // the operands that are no arrays
}

// Types returns the types in which the row computes, by the promotion of package op.
func (c *Case) Types() (t Typing, err error) {
	o := c.Row()
	if o == op.Cast {
		return Typing{Compute: c.Inputs[0].DType.DType, Result: c.Outputs[0].DType.DType}, nil
	}
	in := c.Inputs
	if o.Rule == op.Select {
		in = in[1:]
	}
	common := in[0].DType.DType
	for _, a := range in[1:] {
		if common, err = op.Promote(common, a.DType.DType); err != nil {
			return t, err
		}
	}
	if t.Extra, err = c.extra(o); err != nil {
		return t, err
	}
	for _, x := range t.Extra {
		if fraction := float64(x) != math.Trunc(float64(x)); fraction && !common.IsFloat() {
			common = op.Float32 // PyTorch's default, where a number is of a higher category
		}
	}
	t.Compute, t.Result, err = o.Types(common)
	return t, err
}

// extra are the operands that are no arrays.
func (c *Case) extra(o *op.Op) (extra []op.Const, err error) {
	for k := len(c.Inputs); k < o.Arity; k++ {
		var p op.Param
		switch i := k - len(c.Inputs); {
		case k >= o.Needs():
			p = o.Params[k-o.Needs()]
		case i < len(attributes[o]):
			p.Name = attributes[o][i]
		default:
			return nil, fmt.Errorf("%s: %s has %d operands, %d are given", c.Name, o, o.Arity, len(c.Inputs))
		}
		if x, ok := c.Attrs[p.Name].(float64); ok {
			p.Default = op.Const(x)
		}
		extra = append(extra, p.Default)
	}
	return extra, nil
}

// Skip returns why a case is left out, or "". The case is about no row of package op, or the device
// does not compute in its types.
func (c *Case) Skip(types op.Set) string {
	switch {
	case c.Kind == "reduce" || c.Kind == "matmul":
		return c.Kind + " is no elementwise operation"
	case c.Kind == "error":
		return "what PyTorch refuses is refused before a device sees it"
	case c.Row() == nil:
		return "no row by itself, or not elementwise"
	}
	for _, a := range slices.Concat(c.Inputs, c.Outputs) {
		switch {
		case a.Member == "":
			return "an operand is left out"
		case !types.Has(a.DType.DType):
			return fmt.Sprintf("does not compute in %v", a.DType)
		}
	}
	return ""
}
