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

func TestEveryRowIsNamedAndDocumented(t *testing.T) {
	require.NotEmpty(t, All())
	for _, o := range All() {
		assert.Regexp(t, `^[a-z][a-z0-9]*(_[a-z0-9]+)*$`, o.Name)
		assert.Same(t, o, ByName(o.Name))
		assert.NotEmpty(t, o.Doc, "%s needs a Doc: its meaning in a line", o.Name)
		assert.NotRegexp(t, `[.\s]$`, o.Doc, "the Doc of %s goes into tables: end it without a full stop", o.Name)
	}
	assert.Nil(t, ByName("Add"))
}

func TestEveryRowRefusesAKindOnlyWithAHint(t *testing.T) {
	for _, o := range All() {
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
	for _, o := range All() {
		defined := 0
		for _, f := range texts(o) {
			if f.arity == 0 {
				assert.Empty(t, f.wgsl, "%s for %s has a shader text, so it needs a meaning: set F1, F2 or F3", o.Name, f.kind)
				continue
			}
			defined++
			assert.Equal(t, o.Arity, f.arity, "%s for %s: set the function of the row's arity", o.Name, f.kind)
		}
		assert.Positive(t, defined, "%s needs a form for at least one kind of number", o.Name)
		if p := textOf("precise", o.Precise); p.arity != 0 {
			assert.Equal(t, o.Arity, p.arity, "Precise of %s: set the function of the row's arity", o.Name)
		}
	}
}

func TestJustTheRowsThatAllowAnErrorHaveAPreciseMeaning(t *testing.T) {
	for _, o := range All() {
		if o.Tol != Exact {
			assert.True(t, o.Precise.Defined(), "%s allows an error, so it needs Precise to judge float64", o.Name)
		} else {
			assert.False(t, o.Precise.Defined(), "%s allows no error, so its Precise judges nothing: set Tol, or remove it", o.Name)
		}
	}
}

// constant names the rows whose integer and bool forms do not depend on the operand.
var constant = map[*Op]bool{Isnan: true, Isinf: true, Isfinite: true}

func TestShaderTextsNameTheirOperands(t *testing.T) {
	for _, o := range All() {
		for _, f := range texts(o) {
			switch {
			case f.arity == 0 || o == Cast: // its texts are CastWGSL's
			case constant[o] && f.kind != "float":
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

// The table below is the order of Rule; each rule by an operation that has it.
func TestRulesTypeAnOperation(t *testing.T) {
	for _, c := range []struct {
		op              *Op
		common          DType
		compute, result DType // 0 for refused
	}{
		{Add, Bool, Bool, Bool}, {Add, Int8, Int8, Int8}, {Add, Float64, Float64, Float64},
		{Sub, Bool, 0, 0}, {Sub, Uint8, Uint8, Uint8},
		{Div, Int64, Float32, Float32}, {Div, Bool, Float32, Float32}, {Div, Float16, Float16, Float16},
		{Square, Bool, Int64, Int64}, {Square, Int16, Int16, Int16},
		{Lt, Float16, Float16, Bool}, {Isnan, Int32, Int32, Bool},
		{LogicalAnd, Float32, Bool, Bool},
		{Where, BFloat16, BFloat16, BFloat16},
		{BitwiseAnd, Float32, 0, 0}, {BitwiseLeftShift, Bool, 0, 0}, {Neg, Bool, 0, 0}, {Floor, Int32, Int32, Int32},
	} {
		compute, result, err := c.op.Types(c.common)
		assert.Equal(t, c.compute, compute, "%v of %v", c.op, c.common)
		assert.Equal(t, c.result, result, "%v of %v", c.op, c.common)
		assert.Equal(t, c.compute == 0, err != nil, "%v of %v", c.op, c.common)
	}
}

func TestInstructionsAreChecked(t *testing.T) {
	for _, c := range []struct {
		op   *Op
		args []DType
		want string
	}{
		{Add, []DType{Int8}, "add: not defined for int8; 1 operands given, 2 needed"},
		{Add, []DType{Int8, Int16}, "add: not defined for int8 and int16; operands of an instruction share one dtype"},
		{Exp, []DType{Int32}, "exp: not defined for int32; convert the operands to float32 first"},
		{LogicalNot, []DType{Float32}, "logical_not: not defined for float32; convert the operands to bool first"},
		{Where, []DType{Int8, Int8, Int8}, "where: not defined for int8 and int8 and int8; the condition must be bool"},
		{BitwiseNot, []DType{Float32}, "bitwise_not: not defined for float32; use an integer or bool tensor, or convert with AsType"},
	} {
		_, err := c.op.Check(c.args)
		assert.EqualError(t, err, c.want)
	}
	dt, err := Where.Check([]DType{Bool, Float16, Float16})
	assert.NoError(t, err)
	assert.Equal(t, Float16, dt)
	dt, err = Eq.Check([]DType{Int8, Int8})
	assert.NoError(t, err)
	assert.Equal(t, Bool, dt)
}
