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

var generate = flag.Bool("generate", false, "write OPERATIONS.md and DTYPES.md from the rows")

func TestTheReferenceMatchesTheRows(t *testing.T) {
	for _, c := range []struct {
		file, want string
	}{
		{"OPERATIONS.md", reference()},
		{"DTYPES.md", dtypeReference(t)},
	} {
		t.Run(c.file, func(t *testing.T) {
			if *generate {
				require.NoError(t, os.WriteFile(c.file, []byte(c.want), 0o644))
			}
			got, err := os.ReadFile(c.file)
			require.NoError(t, err)
			require.True(t, c.want == string(got), "it is out of date; run go generate ./...") // it is long
		})
	}
}

func TestTheReadmeCountsTheOperations(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), fmt.Sprintf("%d of them", len(op.All())-1), "all but cast, which is AsType")
}

// reference is the table of operations as Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString(`# Operations

Made from the rows of this package; do not edit. [DTYPES.md](DTYPES.md) has every operation in
every dtype, and the devices that compute in it.

x is the tensor an operation is called on, y and z are its further operands, broadcast against
each other; names with a value are parameters, which may be left out. "Computes" lists the kinds
of numbers an operation computes in; it takes others where "gives" says what becomes of them. A
meaning ends with its formula in other operations, if it has one that fits a line.

"Error" is what a result may be off, in units in the last place of float32 (of float64: 4
wherever it is not exact; of float16 and bfloat16, of the float32 that is rounded to them).
"Above" bounds the results that it holds for; smaller ones may be off by as much as one of that
size. A formula with every step rounded means just that, and gives the same bits on every device;
of float16 and bfloat16 its steps are taken in float32, and the last is rounded to the type.

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

// operands are the names of a row's operands, parameters included.
func operands(o *op.Op) []string {
	names := []string{"x", "y", "z"}[:o.Needs()]
	for _, p := range o.Params {
		names = append(names, p.Name)
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

// rounds are the exact operations whose result is rounded.
var rounds = map[*op.Op]bool{op.Add: true, op.Sub: true, op.Mul: true, op.Div: true}

var step = regexp.MustCompile(`\w+\(`)

// inSteps is the bound of a formula: of steps that all are exact it is that, else each
// is rounded, within its own bound.
func inSteps(formula string) string {
	s := "exact"
	for _, name := range step.FindAllString(formula, -1) {
		o := op.ByName(strings.TrimSuffix(name, "("))
		switch {
		case o.Tol != op.Exact:
			return fmt.Sprintf("every step rounded, %v within %v", o, bound(o))
		case rounds[o]:
			s = "every step rounded"
		}
	}
	return s
}

func bound(o *op.Op) string {
	switch {
	case o.Tol.Floor > 0:
		return fmt.Sprintf("%v ULP above %v", o.Tol.ULP, o.Tol.Floor)
	case o.Tol != op.Exact:
		return fmt.Sprintf("%v ULP", o.Tol.ULP)
	case o.As != nil:
		return inSteps(o.As.String())
	}
	return "exact"
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
