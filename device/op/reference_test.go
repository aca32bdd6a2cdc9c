package op

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:generate go test -run TestTheReferenceMatchesTheRows -generate

var generate = flag.Bool("generate", false, "write OPERATIONS.md from the rows")

func TestTheReferenceMatchesTheRows(t *testing.T) {
	const file = "OPERATIONS.md"
	want := reference()
	if *generate {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "%s is out of date; run go generate ./...", file)
}

// reference is the table of operations as Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString(`# Operations

Made from the rows of this package; do not edit. x is the tensor an operation is called on,
y and z are its further operands, broadcast against each other. "Computes" lists the kinds of
numbers an operation computes in, "error" what it may be off in float32, in units in the last
place (float64: 4 wherever it is not exact).

| operation | computes | gives | error | meaning |
| --- | --- | --- | --- | --- |
`)
	for _, o := range All() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", o.Name, kinds(o), gives(o), bound(o), o.Doc)
	}
	return b.String()
}

func kinds(o *Op) string {
	var list []string
	for _, k := range []struct {
		name string
		has  bool
	}{{"bool", o.Bool.Defined()}, {"unsigned", o.Uint.Defined()}, {"signed", o.Int.Defined()}, {"float", o.Float.Defined()}} {
		if k.has {
			list = append(list, k.name)
		}
	}
	return strings.Join(list, ", ")
}

func gives(o *Op) string {
	switch o.Rule {
	case Compare, Logic:
		return "bool"
	case Float:
		return "float; float32 of others"
	case Count:
		return "the same; int64 of bool"
	case Retype:
		return "the type asked for"
	}
	return "the same"
}

func bound(o *Op) string {
	if o.Tol == Exact {
		return "exact"
	}
	return fmt.Sprintf("%v ULP", o.Tol.ULP)
}
