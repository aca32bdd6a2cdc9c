package op

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text is one form of a row, whatever it computes in.
type text struct {
	kind  string
	wgsl  string
	arity int // 0 if the form is not defined
}

func textOf[T any](kind string, f Form[T]) text {
	t := text{kind: kind, wgsl: f.WGSL}
	switch {
	case f.F1 != nil:
		t.arity = 1
	case f.F2 != nil:
		t.arity = 2
	case f.F3 != nil:
		t.arity = 3
	}
	return t
}

func texts(o *Op) []text {
	return []text{textOf("float", o.Float), textOf("int", o.Int), textOf("uint", o.Uint), textOf("bool", o.Bool)}
}

// rows are all rows, also those of With.
func rows() (all []*Op) {
	for _, o := range All() {
		all = append(all, o)
		if o.With != nil {
			all = append(all, o.With)
		}
	}
	return all
}

func TestEveryRowIsNamedAndDocumented(t *testing.T) {
	require.NotEmpty(t, All())
	for _, o := range rows() {
		assert.NotEmpty(t, o.Doc, "%s needs a Doc: its meaning in a line", o.Name)
		assert.NotRegexp(t, `[.\s]$`, o.Doc, "the Doc of %s goes into tables: end it without a full stop", o.Name)
		for _, p := range o.Params {
			assert.Contains(t, o.Doc, p.Name, "the Doc of %s says what its parameter does", o.Name)
		}
	}
	assert.Nil(t, ByName("Add"))
}

func TestEveryNameLeadsToOneRow(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range All() {
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			assert.Regexp(t, `^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, name)
			assert.Same(t, o, ByName(name))
			assert.False(t, seen[name], "two rows are named %s", name)
			seen[name] = true
		}
	}
}

func TestARowThatTakesOverHasNoNameOfItsOwn(t *testing.T) {
	for _, o := range All() {
		if with := o.With; with != nil {
			assert.Equal(t, o.Name, with.Name)
			assert.Empty(t, with.Aliases, "%s: its names are those of the row it takes over from", o)
			assert.Same(t, o, ByName(o.Name))
			assert.NotContains(t, All(), with)
			assert.Empty(t, o.Params, "%s has parameters of its own and a row for more", o)
			assert.NotEmpty(t, with.Params, "%s: no parameter calls for the row that takes over", o)
			assert.Equal(t, o.Needs(), with.Needs(), "%s needs as many operands with parameters as without", o)
		}
	}
}

func TestEveryRowRefusesAKindOnlyWithAHint(t *testing.T) {
	for _, o := range rows() {
		for _, dt := range DTypes() {
			_, _, err := o.Types(dt)
			if err == nil {
				continue
			}
			var e *TypeError
			require.ErrorAs(t, err, &e, o.Name)
			assert.NotEmpty(t, e.Hint, "%s refuses %v, so it needs a Hint of what to use instead", o.Name, dt)
			assert.Contains(t, err.Error(), o.Name+": not defined for "+dt.String())
		}
	}
}

func TestFormsAgreeWithTheArity(t *testing.T) {
	for _, o := range rows() {
		defined := 0
		for _, f := range texts(o) {
			if f.arity == 0 {
				assert.Empty(t, f.wgsl, "%s for %s has a shader text, so it needs a meaning: set F1, F2 or F3", o.Name, f.kind)
				continue
			}
			defined++
			assert.Equal(t, o.Arity, f.arity, "%s for %s: set the function of the row's arity", o.Name, f.kind)
		}
		if o.steps() {
			assert.Zero(t, defined, "%s means what its steps give, so its forms mean nothing", o.Name)
		} else {
			assert.Positive(t, defined, "%s needs a form for at least one kind of number", o.Name)
		}
		if p := textOf("precise", o.Precise); p.arity != 0 {
			assert.Equal(t, o.Arity, p.arity, "Precise of %s: set the function of the row's arity", o.Name)
		}
	}
}

func TestJustTheRowsThatAllowAnErrorHaveAPreciseMeaning(t *testing.T) {
	for _, o := range rows() {
		if o.Tol != Exact {
			assert.True(t, o.Precise.Defined(), "%s allows an error, so it needs Precise to judge float64", o.Name)
		} else {
			assert.False(t, o.Precise.Defined(), "%s allows no error, so its Precise judges nothing: set Tol, or remove it", o.Name)
		}
	}
}

// constant names the rows whose texts for a kind do not depend on the operand, because the kind has
// no NaN, no infinities or no sign.
var constant = map[*Op]string{
	Isnan: "int uint bool", Isinf: "int uint bool", Isposinf: "int uint bool", Isneginf: "int uint bool",
	Isfinite: "int uint bool", Signbit: "uint bool",
}

func TestShaderTextsNameTheirOperands(t *testing.T) {
	for _, o := range rows() {
		for _, f := range texts(o) {
			switch {
			case f.arity == 0 || o == Cast: // its texts are CastWGSL's
			case o.As != nil:
				assert.Empty(t, f.wgsl, "no shader computes %s, which is a composition", o.Name)
			case slices.Contains(strings.Fields(constant[o]), f.kind):
				assert.Regexp(t, `^(true|false)$`, f.wgsl)
			default:
				assert.Equal(t, "xyz"[:o.Arity], operands(f.wgsl), "%s for %s: the shader text must use every operand: %s", o.Name, f.kind, f.wgsl)
			}
		}
	}
}

func TestTheShaderTextIsThatOfTheKind(t *testing.T) {
	assert.Equal(t, "m_ifloordiv({x}, {y})", FloorDivide.WGSL(Int16))
	assert.Equal(t, "m_udiv({x}, {y})", FloorDivide.WGSL(Uint32))
	assert.Equal(t, "m_floor_div({x}, {y})", FloorDivide.WGSL(BFloat16))
	assert.Equal(t, "{x} || {y}", Add.WGSL(Bool))
	assert.Empty(t, FloorDivide.WGSL(Bool))
}

// operands returns the placeholders in a shader text, each once, in order.
func operands(wgsl string) string {
	names := regexp.MustCompile(`\{[^}]*\}`).FindAllString(wgsl, -1)
	slices.Sort(names)
	return strings.NewReplacer("{", "", "}", "").Replace(strings.Join(slices.Compact(names), ""))
}

func TestEveryConversionHasAShaderText(t *testing.T) {
	held := []DType{Bool, Int32, Uint32, Float32}
	for _, from := range held {
		for _, to := range held {
			assert.Equal(t, "x", operands(CastWGSL(from, to)), "%v to %v has no text in castWGSL", from, to)
		}
	}
	assert.Equal(t, "{x}", CastWGSL(Int32, Int32))
	assert.Equal(t, "m_f2i({x})", CastWGSL(Float32, Int32))
}
