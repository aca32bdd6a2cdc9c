package op

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// writer is a Maker that writes down the steps.
type writer struct{ steps []string }

// value is a name, or a known number.
type value struct {
	name  string
	dt    DType
	known bool
	s     Scalar
}

func (w *writer) Scalar(dt DType, s Scalar) value { return value{dt: dt, known: true, s: s} }

func (w *writer) Known(v value) (Scalar, bool) { return v.s, v.known }

func (w *writer) Apply(o *Op, result DType, args []value) value {
	text := o.Name
	var types []DType
	for _, a := range args {
		text += " " + a.String()
		types = append(types, a.dt)
	}
	if dt, err := o.Check(types); err != nil || dt != result && o != Cast {
		panic(fmt.Sprintf("%v of %v does not give %v: %v", o, types, result, err))
	}
	v := value{name: fmt.Sprintf("v%d", len(w.steps)+1), dt: result}
	w.steps = append(w.steps, v.name+" = "+text)
	return v
}

func (v value) String() string {
	switch {
	case !v.known:
		return v.name
	case v.dt.IsFloat():
		return fmt.Sprint(v.dt.Float(v.s))
	}
	return fmt.Sprint(v.dt.Int(v.s))
}

// steps writes the steps of a row on operands: names, or known numbers. The last is
// what they give.
func steps(o *Op, dt DType, operands ...any) string {
	w := &writer{}
	args := make([]value, len(operands))
	for i, x := range operands {
		switch x := x.(type) {
		case string:
			args[i] = value{name: x, dt: dt}
		case float64:
			args[i] = w.Scalar(dt, dt.FromFloat(x))
		}
	}
	v := Steps(w, o, dt, args)
	return strings.Join(append(w.steps, v.String()), "; ")
}

func TestACompositionIsMadeOfItsSteps(t *testing.T) {
	assert.Equal(t, "v1 = mul x y; v2 = add v1 z; v2", steps(Muladd, Float32, "x", "y", "z"))
	assert.Equal(t, "v1 = clamp x 0 6; v1", steps(Relu6, Int8, "x"))
	assert.Equal(t, "v1 = gt x 0; v2 = mul x y; v3 = where v1 x v2; v3", steps(Prelu, Float64, "x", "y"))
}

func TestNoStepIsTakenTwice(t *testing.T) {
	for _, o := range compositions() {
		seen := map[string]bool{}
		for _, step := range strings.Split(steps(o, Float64, []any{"x", "y", "z", "u", "v"}[:o.Arity]...), "; ") {
			_, text, _ := strings.Cut(step, " = ")
			assert.False(t, text != "" && seen[text], "%v computes %s twice; name the expression", o, text)
			seen[text] = true
		}
	}
}

func TestWhatDependsOnKnownValuesOnlyIsComputedAtOnce(t *testing.T) {
	assert.Equal(t, "v1 = mul x 100; v2 = isfinite v1; v3 = round v1; v4 = div v3 100; v5 = where v2 v4 x; v5", steps(Round.With, Float32, "x", 2.))
	assert.Equal(t, "6.5", steps(Muladd, Float16, 2., 3., 0.5))
	assert.Equal(t, "1", steps(Isclose, Float32, 1., 1., 0., 0., 0.), "a bool")
}

func TestAChoiceByAKnownConditionIsMadeAtOnce(t *testing.T) {
	assert.Equal(t, "v1 = sub y x; v2 = mul 0.25 v1; v3 = add x v2; v3", steps(Lerp, Float32, "x", "y", 0.25))
	assert.NotContains(t, steps(Isclose, Float32, "x", "y", 0.5, 0.25, 0.), "isnan")
	assert.Contains(t, steps(Isclose, Float32, "x", "y", 0.5, 0.25, 1.), "isnan")
	assert.NotContains(t, steps(Round.With, Float32, "x", -2.), "mul x 100", "negative decimals divide first")
}

func TestKnownValuesAreThoseOfTheType(t *testing.T) {
	row := &Op{Name: "hundredth", Arity: 1, As: Mul.of(x, 0.01)}
	assert.Equal(t, "v1 = mul x 0.009999999776482582; v1", steps(row, Float32, "x"))
	assert.Equal(t, "44", steps(Muladd, Int8, 100., 3., 0.), "300 wraps")
}

func TestFloatsOf16BitsTakeTheirStepsInFloat32AndRoundOnce(t *testing.T) {
	for _, dt := range halves() {
		assert.Equal(t, "v1 = cast x; v2 = cast y; v3 = mul v1 v2; v4 = add v3 0.5; v5 = cast v4; v5", steps(Muladd, dt, "x", "y", 0.5))
		assert.Equal(t, dt.FromFloat(2), evaluate(Lerp, dt, 0, 2, 1), "%v", dt)
	}
	assert.Equal(t, "v1 = cast x; v2 = signbit v1; v2", steps(&Op{Arity: 1, As: Signbit.of(x)}, Float16, "x"), "a bool is not rounded")
	assert.Equal(t, Float16.FromFloat(60000), evaluate(Addcmul, Float16, -60000, 300, 400, 1), "what overflows between is no matter")
}

func TestACompositionIsNoInstruction(t *testing.T) {
	_, err := Relu6.Check([]DType{Float32})
	assert.EqualError(t, err, "relu6 is no instruction but a composition: clamp(x, 0, 6); expand it with op.Steps")
	for _, o := range Instructions() {
		assert.Nil(t, o.As, o)
	}
	assert.NotContains(t, Instructions(), Relu6)
	assert.Contains(t, All(), Relu6)
}

func TestEveryCompositionIsMadeOfInstructionsInEveryTypeItClaims(t *testing.T) {
	for _, o := range compositions() {
		claimed := 0
		for _, dt := range DTypes() {
			compute, result, err := o.Types(dt)
			if err != nil {
				continue
			}
			claimed++
			var args []value
			for i, name := range []string{"x", "y", "z", "u", "v"}[:o.Arity] {
				args = append(args, value{name: name, dt: o.Operand(i, compute)})
			}
			assert.Equal(t, result, Steps(&writer{}, o, compute, args).dt, "%v of %v", o, dt)
		}
		assert.Positive(t, claimed, "%v computes in no type", o)
	}
}

func compositions() []*Op { return slices.DeleteFunc(rows(), func(o *Op) bool { return o.As == nil }) }

func TestAConstantHasTheTypeOfWhatItMeets(t *testing.T) {
	for _, c := range []struct {
		name string
		e    *Expr
		want DType
	}{
		{"an operand", Sub.of(arg(0), 1), Int32},
		{"a conversion after it", Sub.of(1, real(arg(0))), Float32},
		{"another constant", Sub.of(1, 2), Int32},
	} {
		t.Run(c.name, func(t *testing.T) {
			dt, err := c.e.dtype(&Op{Arity: 1}, Int32)
			assert.NoError(t, err)
			assert.Equal(t, c.want, dt)
		})
	}
}
