package formula_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/web/formula"
	"github.com/wgtensor/wgtensor/tensor"
)

// names are a row of 3 numbers, a column of 2, and the number 5.
func names() map[string]any {
	return map[string]any{
		"x": tensor.FromSlice([]float32{1, 2, 3}),
		"y": tensor.FromSlice([]float32{10, 20}, 2, 1),
		"t": 5.,
	}
}

func TestAFormulaIsWhatTheMethodsCompute(t *testing.T) {
	for _, c := range []struct {
		formula string
		shape   []int
		want    []float32
	}{
		{"x", []int{3}, []float32{1, 2, 3}},
		{"x + y", []int{2, 3}, []float32{11, 12, 13, 21, 22, 23}},
		{"x + 2*x - x/2", []int{3}, []float32{2.5, 5, 7.5}},
		{"-x^2", []int{3}, []float32{-1, -4, -9}},
		{"2^-x", []int{3}, []float32{.5, .25, .125}},
		{"2^x^2", []int{3}, []float32{2, 16, 512}},
		{"2**3", []int{}, []float32{8}},
		{"(x + 1) * 2", []int{3}, []float32{4, 6, 8}},
		{"7 // x % 3", []int{3}, []float32{1, 0, 2}},
		{"hypot(3, 4)", []int{}, []float32{5}},
		{"clamp(x, 1.5)", []int{3}, []float32{1.5, 2, 3}},
		{"add(x, x, 10)", []int{3}, []float32{11, 22, 33}},
		{"where(x > 1 & x != 3, x, 0)", []int{3}, []float32{0, 2, 0}},
		{"where(x < 2 | x >= 3, 1, x)", []int{3}, []float32{1, 2, 1}},
		{"[1, 2, -3e0] * x", []int{3}, []float32{1, 4, -9}},
		{"[t, 2*t, t^2] + x", []int{3}, []float32{6, 12, 28}},
		{"max(y)", []int{1, 1}, []float32{20}},
		{"x / max(x)", []int{3}, []float32{1. / 3, 2. / 3, 1}},
		{"sum(x + y, 0)", []int{1, 3}, []float32{32, 34, 36}},
		{"sum(x + y, -1)", []int{2, 1}, []float32{36, 66}},
		{"d = x + 1; d * d", []int{3}, []float32{4, 9, 16}},
		{"d = x\n  # doubled\n d = d * 2\n\n d\n", []int{3}, []float32{2, 4, 6}},
		{"d = (x +\n 1)", []int{3}, []float32{2, 3, 4}},
		{"t * t", []int{}, []float32{25}},
		{"pi - pi + e / e", []int{}, []float32{1}},
		{".5e1 + 1.e-1 * 10", []int{}, []float32{6}},
		{"subtract(x, 1)", []int{3}, []float32{0, 1, 2}},
	} {
		t.Run(c.formula, func(t *testing.T) {
			f, err := formula.Parse(c.formula)
			require.NoError(t, err)
			v, err := f.Eval(names(), nil)
			require.NoError(t, err)
			assert.Equal(t, c.shape, append([]int{}, v.Shape()...))
			got, err := tensor.Data[float32](v.AsType(tensor.Float32))
			require.NoError(t, err)
			assert.InDeltaSlice(t, c.want, got, 1e-6)
		})
	}
}

func TestAnErrorHasItsPlace(t *testing.T) {
	for _, c := range []struct{ formula, marked, want string }{
		{"", "", "the end is not expected here; a number, a name or a bracket is"},
		{"x + ", "", "the end is not expected"},
		{"x $ 2", "$", `"$" means nothing here`},
		{"é", "é", `"é" means nothing here`},
		{"(x", "(", "this bracket is not closed"},
		{"x)", ")", `")" is not expected here; an operator, a comma or the end is`},
		{"sin(x y)", "y", `"y" is not expected here; a comma or ")" is`},
		{"1.2.3", "1.2.3", "is no number"},
		{"1e999", "1e999", "is larger than any number"},
		{"x 2", "2", `"2" is not expected here`},
		{"x; y", "y", "has no name"},
		{"3 = x", "=", "is not expected"},
		{"[]", "[]", "a list has at least one number"},
		{"[x]", "x", "a list has numbers, and this is a tensor"},
		{"z + 1", "z", "nothing has the name z; there are t, x, y, and functions"},
		{"1 + sine(x)", "sine(x)", `unknown operation "sine"`},
		{"1 + sin()", "sin()", "sin needs an operand, as in sin(x)"},
		{"2 * sin(x, y)", "sin(x, y)", "sin"},
		{"sum(x, y)", "y", "an axis of sum is a whole number"},
		{"2*(x + [1, 2])", "x + [1, 2]", "must match the size of tensor b (2)"},
		{"bitwise_and(x, 1)", "bitwise_and(x, 1)", "float32"},
		{"cumsum(x)", "cumsum(x)", "cumsum"},
		{strings.Repeat("(", 100), "(", "more than 60 deep"},
		{strings.Repeat("-", 1000) + "x", "-", "more than 60 deep"},
		{"x" + strings.Repeat("+x", 300), "", "more than 400 operations"},
		{strings.Repeat("x", 2001), "x", "2001 characters, and 2000 are allowed"},
		{"#" + strings.Repeat("é", 2000), "é", "2001 characters, and 2000 are allowed"},
		{"#" + strings.Repeat("é", 1999), "", "the end is not expected here"},
	} {
		t.Run(c.formula, func(t *testing.T) {
			f, err := formula.Parse(c.formula)
			if err == nil {
				_, err = f.Eval(names(), nil)
			}
			require.ErrorContains(t, err, c.want)
			var at *formula.Error
			require.ErrorAs(t, err, &at)
			if marked := c.formula[at.From:at.To]; c.marked != "" || marked == "" {
				assert.Equal(t, c.marked, marked)
			}
		})
	}
}

func TestABroadcastingErrorIsTheLibrarys(t *testing.T) {
	f, err := formula.Parse("x + [1, 2]")
	require.NoError(t, err)
	_, err = f.Eval(names(), nil)
	var wrong *broadcast.Error
	require.ErrorAs(t, err, &wrong)
	assert.EqualError(t, err, tensor.Apply("add", names()["x"], tensor.FromSlice([]float32{1, 2})).Err().Error())
}

func TestEveryOperationThatIsListedCanBeCalled(t *testing.T) {
	all := formula.Operations()
	assert.Greater(t, len(all), 120)
	one := tensor.FromSlice([]float32{.5})
	for _, o := range all {
		args := strings.TrimSuffix(strings.Repeat("one, ", o.Needs()), ", ")
		f, err := formula.Parse(o.Name + "(" + args + ")")
		require.NoError(t, err)
		_, err = f.Eval(map[string]any{"one": one}, nil)
		var wrong *op.TypeError
		assert.True(t, err == nil || errors.As(err, &wrong), "%s: %v", o, err)
	}
}

func TestEachOperationCanBeEvaluatedByItself(t *testing.T) {
	f, err := formula.Parse("d = 2*pi*x\nsin(d) + d*y")
	require.NoError(t, err)
	count := 0
	_, err = f.Eval(names(), func(v *tensor.Tensor) error {
		count++
		return tensor.Eval(context.Background(), v)
	})
	require.NoError(t, err)
	assert.Equal(t, 4, count, "the numbers are folded")
	assert.True(t, f.Uses("x"))
	assert.False(t, f.Uses("t"))
}

func TestAPictureHasOneNumberOrThree(t *testing.T) {
	const height, width = 4, 6
	c := formula.Coordinates(height, width, 2)
	for _, p := range []struct {
		formula string
		want    string // error
	}{
		{"x*y", ""}, {"r", ""}, {"t", ""}, {"x > y", ""}, {"x + [1, 2, 3]", ""}, {"[1, 2, 3]", ""}, {"mean(x)", ""}, {"isnan(r)", ""},
		{"x * [1, 2]", "the value has the shape [4 6 2]; the last axis of a picture has 1 number, or 3"},
	} {
		t.Run(p.formula, func(t *testing.T) {
			f, err := formula.Parse(p.formula)
			require.NoError(t, err)
			v, err := f.Eval(c, nil)
			require.NoError(t, err)
			colours, err := formula.Colours(v, height, width)
			if p.want != "" {
				assert.ErrorContains(t, err, p.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, []int{height, width, 3}, colours.Shape())
		})
	}
	x, err := tensor.Data[float32](c["x"].(*tensor.Tensor).Index(0, 0).Squeeze())
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float32{-1.5, -.9, -.3, .3, .9, 1.5}, x, 1e-6)
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"sin(20*r - 3*t) * exp(-r)", "d = x; [1, 2]\n", "2^-x**3 // 1e-3 % (y) != 4", "max(x, 0, -1)", "a=b=c", "&|^;#\n", "1e+", "..", "é", "pow(1e300, 1e300)", "-0", "9999999999 // 1"} {
		f.Add(text)
	}
	given := map[string]any{"x": tensor.FromSlice([]float32{1, float32(math.NaN()), -3}), "y": tensor.FromSlice([]float32{1, 2}, 2, 1), "t": 5.}
	f.Fuzz(func(t *testing.T, text string) {
		late := time.AfterFunc(10*time.Second, func() { panic("still at work on " + text) })
		defer late.Stop()
		parsed, err := formula.Parse(text)
		if err == nil {
			_, err = parsed.Eval(given, nil)
		}
		if err == nil {
			return
		}
		var at *formula.Error
		require.ErrorAs(t, err, &at)
		require.True(t, 0 <= at.From && at.From <= at.To && at.To <= len(text), "%d to %d of %d bytes", at.From, at.To, len(text))
		require.NotEmpty(t, err.Error())
	})
}
