package tensor_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

//go:generate go test -run TestMethodsMatchTheRows -generate

var generate = flag.Bool("generate", false, "write the generated files instead of comparing them")

func TestMethodsMatchTheRows(t *testing.T) {
	want, err := format.Source(methods())
	require.NoError(t, err)
	compareGenerated(t, "ops_gen.go", want)
}

// compareGenerated fails if the file differs from what the rows say, or writes it.
func compareGenerated(t *testing.T, file string, want []byte) {
	t.Helper()
	if *generate {
		require.NoError(t, os.WriteFile(file, want, 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "%s is out of date; run go generate ./...", file)
}

func methods() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from the rows of package op by gen_test.go; DO NOT EDIT.\n\npackage tensor\n\n")
	b.WriteString("import \"github.com/wgtensor/wgtensor/device/op\"\n")
	for _, o := range op.All() {
		switch o.Rule {
		case op.Retype: // AsType
		case op.Select:
			fmt.Fprintf(&b, "\n%s\nfunc %s(x, y, z any) *Tensor { return apply(op.%[2]s, x, y, z) }\n", doc(o), method(o))
		default:
			names := strings.Join([]string{"y", "z"}[:o.Arity-1], ", ")
			params, pass := "", ""
			if names != "" {
				params, pass = names+" any", ", "+names
			}
			fmt.Fprintf(&b, "\n%s\nfunc (x *Tensor) %s(%s) *Tensor { return apply(op.%[2]s, x%[4]s) }\n", doc(o), method(o), params, pass)
			fmt.Fprintf(&b, "\n// %[1]sInPlace is %[1]s computed into x, which keeps its shape and dtype.\nfunc (x *Tensor) %[1]sInPlace(%[2]s) error { return applyInPlace(op.%[1]s, x%[3]s) }\n", method(o), params, pass)
		}
	}
	return b.Bytes()
}

// method is the Go name of an operation: each part of its name capitalised.
func method(o *op.Op) string {
	name := ""
	for _, part := range strings.Split(o.Name, "_") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

func doc(o *op.Op) string {
	s := fmt.Sprintf("%s returns %s.", method(o), o.Doc)
	if o.Arity > 1 {
		s += " The operands are broadcast against each other."
	}
	if o.Rule == op.Compare || o.Rule == op.Logic {
		s += " The result is bool."
	}
	if o.Tol != op.Exact {
		s += fmt.Sprintf(" The error is at most %v units in the last place of float32.", o.Tol.ULP)
	}
	return comment(s)
}

// comment wraps a sentence into a doc comment.
func comment(s string) string {
	lines := []string{"//"}
	for _, word := range strings.Fields(s) {
		if last := len(lines) - 1; len(lines[last])+len(word) < 88 {
			lines[last] += " " + word
		} else {
			lines = append(lines, "// "+word)
		}
	}
	return strings.Join(lines, "\n")
}
