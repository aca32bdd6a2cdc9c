package tensor_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

//go:generate go test -run MatchTheRows|MatchesTheRows -generate

var generate = flag.Bool("generate", false, "write the generated files instead of comparing them")

func TestMethodsMatchTheRows(t *testing.T) {
	want, err := format.Source(methods(t))
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

func methods(t *testing.T) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from the rows of package op by gen_test.go; DO NOT EDIT.\n\n")
	b.WriteString(familiesDoc(t) + "package tensor\n\n")
	b.WriteString("import \"github.com/wgtensor/wgtensor/device/op\"\n")
	for _, o := range op.All() {
		if o.Rule != op.Retype { // AsType
			writeMethods(&b, o)
		}
	}
	for _, r := range tensor.Reductions() {
		writeReduction(&b, r)
	}
	for _, o := range scans() {
		writeScan(&b, o)
	}
	return b.Bytes()
}

// writeMethods writes the method of an operation, its twin in place, and its aliases.
func writeMethods(b *bytes.Buffer, o *op.Op) {
	name, sig := method(o.Name), signatureOf(o)
	if o.Rule == op.Select {
		names := strings.Join(o.Operands, ", ")
		fmt.Fprintf(b, "\n%s\nfunc %s(%s any) *Tensor { return apply(op.%[2]s, %[3]s) }\n", doc(o), name, names)
		return
	}
	x := o.Operands[0]
	fmt.Fprintf(b, "\n%s\nfunc (%s *Tensor) %s(%s) *Tensor { return apply(op.%[3]s, %[5]s) }\n",
		doc(o), x, name, sig.takes, sig.pass(x))
	fmt.Fprintf(b, "\n%s\nfunc (%s *Tensor) %[3]sInPlace(%[4]s) error { return applyInPlace(op.%[3]s, %[5]s) }\n",
		comment(fmt.Sprintf("%sInPlace is %[1]s computed into %s, which keeps its shape and dtype. It waits as [Tensor.Assign] does.", name, x)),
		x, name, sig.takes, sig.pass(x))
	for _, alias := range o.Aliases {
		fmt.Fprintf(b, "\n// %s is [Tensor.%s].\nfunc (%s *Tensor) %[1]s(%[4]s) *Tensor { return %[3]s.%[2]s(%[5]s) }\n",
			method(alias), name, x, sig.takes, sig.forward)
	}
}

// signature is what a method takes beyond its receiver.
type signature struct {
	operands       []string
	params         string // the name of the list of parameters, if there are any
	takes, forward string // "end, weight any, params ...any" and "end, weight, params..."
}

// signatureOf leaves Add and Sub with one operand: only Apply takes their alpha. A list of one
// parameter has its name.
func signatureOf(o *op.Op) signature {
	s := signature{operands: o.Operands[1:]}
	params := o.Params
	if o.With != nil && o.Arity == 1 {
		params = o.With.Params
	}
	switch len(params) {
	case 0:
	case 1:
		s.params = parameter(params[0].Name)
	default:
		s.params = "params"
	}
	names := strings.Join(s.operands, ", ")
	var takes, forward []string
	if names != "" {
		takes, forward = []string{names + " any"}, []string{names}
	}
	if s.params != "" {
		takes, forward = append(takes, s.params+" ...any"), append(forward, s.params+"...")
	}
	s.takes, s.forward = strings.Join(takes, ", "), strings.Join(forward, ", ")
	return s
}

// parameter is the Go name of a parameter: negativeSlope.
func parameter(name string) string { return strings.ToLower(name[:1]) + method(name)[1:] }

// pass is how the method hands its operands on, after the receiver.
func (s signature) pass(receiver string) string {
	all := strings.Join(append([]string{receiver}, s.operands...), ", ")
	if s.params != "" {
		return fmt.Sprintf("with(%s, %s)...", s.params, all)
	}
	return all
}

// method is the Go name of an operation: each part of its name capitalised.
func method(operation string) string {
	name := ""
	for _, part := range strings.Split(operation, "_") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

func doc(o *op.Op) string {
	s := fmt.Sprintf("%s returns %s.", method(o.Name), o.Doc)
	params := o.Params
	if o.With != nil {
		params = o.With.Params
		s += fmt.Sprintf(" %s.", strings.ToUpper(o.With.Doc[:1])+o.With.Doc[1:])
		if o.Arity > 1 {
			s += fmt.Sprintf(" (Apply and ApplyInPlace give it: Apply(%q, %s, %s).)", o.Name, strings.Join(o.Operands, ", "), params[0].Name)
		}
	}
	if o.Needs() > 1 {
		s += " The operands are broadcast against each other."
	}
	if sig := signatureOf(o); sig.params != "" {
		s += " Parameters, which may be left out or nil, in this order: " + paramList(params) + "."
	}
	if _, result, err := o.Types(op.Float32); err == nil && result == op.Bool || o.Rule == op.Logic {
		s += " The result is bool."
	}
	return comment(s + tolerance(o))
}

func paramList(params []op.Param) string {
	var names []string
	for _, p := range params {
		value := p.Default.String()
		if p.Accept.Has != nil {
			value += ", accepts " + p.Accept.Text
		}
		names = append(names, fmt.Sprintf("%s (default %s)", p.Name, value))
	}
	return strings.Join(names, ", ")
}

// tolerance says what error is allowed: of floats, since all else is exact.
func tolerance(o *op.Op) string {
	_, result, err := o.Types(op.Float64)
	switch {
	case o.Tol.NegativeFloor > 0:
		return fmt.Sprintf(" The error is at most %v units in the last place of float32 (4 of float64); where x is negative, those of %v for smaller results.",
			o.Tol.ULP, o.Tol.NegativeFloor)
	case o.Rule == op.Double:
		return " The error is at most 4 units in the last place."
	case o.Tol != op.Exact:
		units := "units"
		if o.Tol.ULP == 1 {
			units = "unit"
		}
		return fmt.Sprintf(" The error is at most %v %s in the last place of float32 (4 of float64).", o.Tol.ULP, units)
	case err != nil || !result.IsFloat():
		return ""
	case o.BySteps != "":
		return fmt.Sprintf(" It is defined by its steps, each rounded: %s.", o.BySteps)
	}
	if roundsResults(o) {
		return " The result is exact, rounded once."
	}
	return " The result is exact."
}

// roundsResults reports whether an exact operation of float32 has results that float32 does not hold.
func roundsResults(o *op.Op) bool {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		args, types := make([]op.Scalar, o.Arity), make([]op.DType, o.Arity)
		for k := range args {
			types[k] = o.Operand(k, op.Float64)
			args[k] = types[k].FromFloat(float64(float32(r.NormFloat64() * math.Exp2(float64(r.IntN(8))))))
		}
		if y := op.Float64.Float(o.Eval(args, types)); float64(float32(y)) != y {
			return true
		}
	}
	return false
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
