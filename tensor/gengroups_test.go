package tensor_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// writeReduction writes the method of a tensor for a reduction, and that of Over, and their aliases.
func writeReduction(b *bytes.Buffer, r tensor.ReductionFacts) {
	name, does := method(r.Name), "row(op."+variable(r.Row)+")"
	if r.Composed {
		does = "reduce(" + parameter(r.Name) + ")"
	}
	fmt.Fprintf(b, "\n%s\nfunc (x *Tensor) %s(axes ...int) *Tensor { return Over{x: x, axes: axes}.%s }\n", reductionDoc(r), name, does)
	fmt.Fprintf(b, "\n// %s is [Tensor.%[1]s] with the axes and options of o.\nfunc (o Over) %[1]s() *Tensor { return o.%s }\n", name, does)
	if r.Composed {
		return
	}
	for _, alias := range r.Row.Aliases {
		fmt.Fprintf(b, "\n// %s is [Tensor.%s].\nfunc (x *Tensor) %[1]s(axes ...int) *Tensor { return x.%[2]s(axes...) }\n", method(alias), name)
		fmt.Fprintf(b, "\n// %s is [Tensor.%s] with the axes and options of o.\nfunc (o Over) %[1]s() *Tensor { return o.%[2]s() }\n", method(alias), name)
	}
}

// variable is the variable of a row. The functions op.All and op.Any would have the names of two.
func variable(o *op.Op) string {
	if o == op.AllOf || o == op.AnyOf {
		return method(o.Name) + "Of"
	}
	return method(o.Name)
}

func reductionDoc(r tensor.ReductionFacts) string {
	name, g := method(r.Name), r.Row.Role.(*op.Group)
	s := fmt.Sprintf("%s returns %s. It goes along the axes, which the result lacks, or along all axes if none are given.", name, r.Doc)
	s += groupTypes(g)
	if two, _ := g.Folds(g.Type(op.Float32)); two != nil && !r.Composed {
		s += fmt.Sprintf(" The arguments are axes: x.%s(0) goes along axis 0. [Tensor.%s] takes a second operand, as in x.%[2]s(0).", name, method(two.Name))
	}
	var options []string
	if r.Corrects {
		options = append(options, "[Over.Correction]")
	}
	if r.Converts {
		options = append(options, "[Over.DType]")
	}
	if r.Orders {
		options = append(options, "[Over.Ord]")
	}
	options = append(options, "[Over.Keep]", "[Over.NoAxes]")
	return comment(s + " Options of [Tensor.Along]: " + strings.Join(options, ", ") + ".")
}

// groupTypes says what dtypes a row gives.
func groupTypes(g *op.Group) string {
	switch ints, floats := g.Type(op.Int8), g.Type(op.Float32); {
	case floats == op.Bool:
		return " The result is bool."
	case !floats.IsFloat():
		return " The result is " + floats.String() + "."
	case ints.IsFloat():
		return " Integers and bool give " + ints.String() + "."
	case ints != op.Int8:
		return fmt.Sprintf(" Unsigned integers give %v, other integers and bool %v.", g.Type(op.Uint8), ints)
	}
	return ""
}

// scans are the rows of prefixes that have a method of their own. A scan that gives indices comes with
// the one that gives the elements.
func scans() (rows []*op.Op) {
	for _, o := range op.Groups() {
		if g := o.Role.(*op.Group); g.Gives == op.Prefixes && g.Type(op.Int8) != op.Int8 && g.Type(op.Float32) == op.Float32 {
			rows = append(rows, o)
		}
	}
	return rows
}

func writeScan(b *bytes.Buffer, o *op.Op) {
	name := method(o.Name)
	text := fmt.Sprintf("%s returns %s, along an axis.", name, strings.TrimSuffix(o.Doc, "."))
	fmt.Fprintf(b, "\n%s\nfunc (x *Tensor) %s(axis int) *Tensor { return x.scan(%q, op.%[2]s, axis) }\n",
		comment(text+groupTypes(o.Role.(*op.Group))), name, o.Name)
	for _, alias := range o.Aliases {
		fmt.Fprintf(b, "\n// %s is [Tensor.%s].\nfunc (x *Tensor) %[1]s(axis int) *Tensor { return x.%[2]s(axis) }\n", method(alias), name)
	}
}
