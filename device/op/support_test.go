package op_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// dtypeReference is the table operation × dtype × device as Markdown.
func dtypeReference(t *testing.T) string {
	s := support{t: t}
	var b strings.Builder
	b.WriteString(`# Types

Made from the rows of this package; do not edit. Each device computes in every dtype.
[OPERATIONS.md](OPERATIONS.md) says what the operations mean.

## Operation × dtype × device

The columns are the common dtype of the operands, after promotion. For where it is that of the
second and third operand. A cell holds on the CPU and on GPUs.

* exact: the one right result, the same bits on every device. Integers wrap.
* a number: off by at most so many units in the last place. Where OPERATIONS.md says "above",
  smaller results are measured in the units of that number.
* steps: defined by the formula in OPERATIONS.md. Every step is rounded, and the bits are the same
  on every device. With a number, one of the steps may be off by so much.
* f32, f64, i64 or bool before one of these: the operands are first converted to float32, float64,
  int64 or bool. A number that float32 does not hold is rounded.
* a number in parentheses: refused, for the reason below the table.

float16 and bfloat16 compute in float32, and the result is rounded once more, to nearest even. Their
numbers are units of that float32. Of several steps only the last is rounded to the type. A GPU may flush
float32 and bfloat16 subnormals to zero; Info().Subnormals says whether it does. It computes float64
with integers: nothing is flushed, and every result has the bits of the CPU's plain Go loops. The
CPU's assembly computes functions of float64 in other ways: other bits, within the same error.

`)
	s.write(&b)
	b.WriteString(`
An operation is refused where it has no meaning for a kind of number. Examples are the bits of a
float, the fraction of an integer, and the sign of a truth value. The user has to say which number is
meant. The errors name the way out:

`)
	for i, why := range s.reasons {
		fmt.Fprintf(&b, "%d. %s\n", i+1, why)
	}
	b.WriteString("\n## Dtypes that are refused together\n\n")
	listMixed(&b)
	b.WriteString("\n## Dtype × device\n\n| dtype | bytes | kind | CPU | GPU |\n| --- | --- | --- | --- | --- |\n")
	for _, dt := range op.DTypes() {
		fmt.Fprintf(&b, "| `%v` | %d | %v | yes | yes |\n", dt, dt.Size(), dt.Kind())
	}
	return b.String()
}

// listMixed lists the dtypes that are refused together, of some operations and of all.
func listMixed(b *strings.Builder) {
	for _, o := range op.All() {
		if o.Rule == op.SameNoBool {
			fmt.Fprintf(b, "* %v, bool with any other: %s.\n", o, o.Hint)
		}
	}
	for i, a := range op.DTypes() {
		var with []string
		var why *op.TypeError
		for _, c := range op.DTypes()[i:] {
			if _, err := op.Promote(a, c); errors.As(err, &why) {
				with = append(with, c.String())
			}
		}
		if with != nil {
			fmt.Fprintf(b, "* %v with %s: %s.\n", a, strings.Join(with, ", "), why.Hint)
		}
	}
}

// support is the table while it is written.
type support struct {
	t       *testing.T
	reasons []string
}

func (s *support) write(b *strings.Builder) {
	b.WriteString("| operation |")
	for _, dt := range op.DTypes() {
		fmt.Fprintf(b, " %v |", dt)
	}
	b.WriteString("\n|" + strings.Repeat(" --- |", 1+len(op.DTypes())) + "\n")
	for _, o := range op.All() {
		s.row(b, o.Name, o)
		if o.With != nil {
			s.row(b, o.Name+" with "+o.With.Params[0].Name, o.With)
		}
	}
}

func (s *support) row(b *strings.Builder, name string, o *op.Op) {
	fmt.Fprintf(b, "| %s |", name)
	for _, dt := range op.DTypes() {
		fmt.Fprintf(b, " %s |", s.cell(o, dt))
	}
	b.WriteString("\n")
}

var short = strings.NewReplacer("float", "f", "int", "i")

func (s *support) cell(o *op.Op, dt op.DType) string {
	compute, _, err := o.Types(dt)
	if err != nil {
		return s.refusal(o, dt, err)
	}
	cell := errorBound(o, compute)
	if compute != dt {
		cell = short.Replace(compute.String()) + " " + cell
	}
	return cell
}

// refusal is a cell without a result, whose reason the row has to say.
func (s *support) refusal(o *op.Op, dt op.DType, err error) string {
	var refusal *op.TypeError
	require.ErrorAs(s.t, err, &refusal)
	require.NotEmpty(s.t, refusal.Hint, "%v refuses %v without a hint", o, dt)
	if !slices.Contains(s.reasons, refusal.Hint) {
		s.reasons = append(s.reasons, refusal.Hint)
	}
	return fmt.Sprintf("(%d)", 1+slices.Index(s.reasons, refusal.Hint))
}

// errorBound is the error that a row allows where it computes in dt.
func errorBound(o *op.Op, dt op.DType) string {
	if ulp := o.Tol.For(dt); ulp > 0 {
		return fmt.Sprint(ulp)
	}
	switch steps := stepsOf(o, dt); {
	case steps.worst > 0:
		return fmt.Sprintf("steps %v", steps.worst)
	case steps.twice, o.As == nil && o.BySteps != "" && dt.IsFloat():
		return "steps"
	}
	return "exact"
}
