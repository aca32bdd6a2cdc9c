package op_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

//go:generate go test -run TestTheReferenceMatchesTheRows -generate

var generate = flag.Bool("generate", false, "write OPERATIONS.md, DTYPES.md and ROLES.md from the rows")

func TestTheReferenceMatchesTheRows(t *testing.T) {
	for _, c := range []struct {
		file, want string
	}{
		{"OPERATIONS.md", reference()},
		{"DTYPES.md", dtypeReference(t)},
		{"ROLES.md", roleReference()},
	} {
		t.Run(c.file, func(t *testing.T) {
			if *generate {
				require.NoError(t, os.WriteFile(c.file, []byte(c.want), 0o644))
			}
			got, err := os.ReadFile(c.file)
			require.NoError(t, err)
			is, due := differing(string(got), c.want)
			require.Equal(t, due, is, "it is out of date; run go generate ./...")
		})
	}
}

// differing is the first line in which two texts differ, of each.
func differing(a, b string) (string, string) {
	for {
		lineA, restA, moreA := strings.Cut(a, "\n")
		lineB, restB, moreB := strings.Cut(b, "\n")
		if lineA != lineB || !moreA || !moreB {
			return lineA, lineB
		}
		a, b = restA, restB
	}
}

// reference is the table of operations as Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString(`# Operations

Made from the rows of this package; do not edit. [DTYPES.md](DTYPES.md) has every operation in
every dtype, and the devices that compute in it.

The first operand is the tensor that a method is called on. All operands are broadcast against each
other. Names with a value are parameters, which may be left out. "Computes" lists the kinds of
numbers that an operation computes in. It takes other kinds if "gives" says what they become. A
meaning ends with its formula in other operations, if it has one that fits a line.

"Error" is how much a result may be off, in units in the last place of float32. float64 may be off
by 4 of its own units wherever it is not exact. For float16 and bfloat16 the units are those of the
float32 that is rounded to them. "Above" bounds the results that it holds for; smaller ones may be
off by as much as one of that size. "Every step rounded" defines a result by its formula, and is
followed by the reason. A formula of exact operations gives the same bits on every device, whatever
its error. In float16 and bfloat16 its steps are taken in float32, and the last is rounded to the
type.

Beside float16 and bfloat16 a Go number is rounded to that type first, as in PyTorch. It stays
float32 in ` + rowsWhere(func(o *op.Op) bool { return o.InFloat32 == op.Numbers }) + `,
and as a tolerance of ` + rowsWhere(hasReal) + `.
The second operand of ` + rowsWhere(func(o *op.Op) bool { return o.InFloat32 == op.SecondOperand }) + ` stays float32, be it a number or a tensor.

| operation | computes | gives | error | meaning |
| --- | --- | --- | --- | --- |
`)
	for _, o := range op.All() {
		writeRow(&b, o)
		if o.With != nil {
			writeRow(&b, o.With)
		}
	}
	return b.String()
}

func writeRow(b *strings.Builder, o *op.Op) {
	cells := []string{signature(o), kinds(o), gives(o), bound(o), meaning(o)}
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// rowsWhere lists the rows that have something.
func rowsWhere(has func(*op.Op) bool) string {
	var names []string
	for _, o := range op.All() {
		if has(o) {
			names = append(names, "`"+o.Name+"`")
		}
	}
	return strings.Join(names, ", ")
}

func hasReal(o *op.Op) bool {
	return slices.ContainsFunc(o.Params, func(p op.Param) bool { return p.Real })
}

// operands are the names of a row's operands, parameters included.
func operands(o *op.Op) (names []string) {
	for i := range o.Arity {
		names = append(names, o.OperandName(i))
	}
	return names
}

func signature(o *op.Op) string {
	names := operands(o)
	for i, p := range o.Params {
		names[o.Needs()+i] += fmt.Sprintf("=%v", p.Default)
	}
	s := fmt.Sprintf("`%s(%s)`", o.Name, strings.Join(names, ", "))
	for _, alias := range o.Aliases {
		s += fmt.Sprintf(", `%s`", alias)
	}
	return s
}

func kinds(o *op.Op) string {
	if o.Rule == op.Double {
		return "float64"
	}
	var list []string
	for _, dt := range op.DTypes() {
		compute, _, err := o.Types(dt)
		kind := strings.TrimSuffix(compute.Kind().String(), " integer")
		if err == nil && !slices.Contains(list, kind) {
			list = append(list, kind)
		}
	}
	if i := slices.Index(list, "float"); i >= 0 { // last, wherever a rule brought it up
		list = append(slices.Delete(list, i, i+1), "float")
	}
	return strings.Join(list, ", ")
}

func gives(o *op.Op) string {
	_, result, _ := o.Types(op.Float32)
	switch {
	case o.Rule == op.Retype:
		return "the type asked for"
	case result == op.Bool:
		return "bool"
	case o.Rule == op.Double:
		return "float64"
	case o.Rule == op.Float:
		return "float; float32 of others"
	case o.Rule == op.Count:
		return "the same; int64 of bool"
	}
	return "the same"
}

var step = regexp.MustCompile(`\w+\(`)

// bound is the error that a row allows. A row that is defined by its steps shows the steps that may
// be off, and why it is so defined.
func bound(o *op.Op) string {
	var s string
	switch {
	case o.Tol.NegativeFloor > 0:
		s = fmt.Sprintf("%v ULP; of negative x above %v", o.Tol.ULP, o.Tol.NegativeFloor)
	case o.Tol != op.Exact:
		s = fmt.Sprintf("%v ULP", o.Tol.ULP)
	case o.BySteps == "":
		s = "exact"
	default:
		s = "every step rounded"
		for _, step := range inexact(o) {
			s += fmt.Sprintf(", %v within %v", step, bound(step))
		}
		s += ": " + o.BySteps
	}
	return s
}

// inexact are the steps of a composition that are allowed an error.
func inexact(o *op.Op) (list []*op.Op) {
	if o.As == nil {
		return nil
	}
	for _, name := range step.FindAllString(o.As.String(), -1) {
		if step := op.ByName(strings.TrimSuffix(name, "(")); step.Tol != op.Exact && !slices.Contains(list, step) {
			list = append(list, step)
		}
	}
	return list
}

var operand = regexp.MustCompile(`\b[xyzuv]\b`)

// meaning is the row's doc, and its formula in other rows where that fits a line.
func meaning(o *op.Op) string {
	if o.As == nil {
		return o.Doc
	}
	formula := operand.ReplaceAllStringFunc(o.As.String(), func(name string) string {
		return operands(o)[strings.Index("xyzuv", name)]
	})
	if len(formula) > 120 {
		return o.Doc
	}
	return fmt.Sprintf("%s: `%s`", o.Doc, formula)
}
