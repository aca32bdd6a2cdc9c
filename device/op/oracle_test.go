package op_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	. "github.com/wgtensor/wgtensor/device/op"
)

func TestRowsMeanWhatPyTorchNumPyAndTheOracleSay(t *testing.T) {
	judged, met := map[*Op]bool{}, map[string]bool{}
	for _, suite := range []string{"torch", "npumath"} {
		manifest := conformance(t, suite, "manifest.jsonl")
		z := outside.OpenArchives(filepath.Dir(manifest))
		defer z.Close()
		for _, c := range readLines[outside.Case](t, manifest) {
			if c.Kind == "elementwise" || c.Kind == "cast" {
				o := c.Row()
				require.NotNil(t, o, "no row for %s", c.Name)
				judged[o] = checkMeaning(t, &c, z, met) || judged[o]
			}
		}
	}
	for _, o := range Rows() {
		assert.NotEqual(t, judged[o], Unjudged[o], "data judge every row but those in Unjudged: %v, which takes %s", o, o.Takes())
	}
	for _, why := range outside.Exceptions() {
		assert.True(t, met[why], "no data need the exception %q", why)
	}
}

// checkMeaning compares every element of the case with the row's meaning, notes which
// exceptions it met, and reports whether there was any.
func checkMeaning(t *testing.T, c *outside.Case, z *outside.Archives, met map[string]bool) bool {
	typing, err := c.Types()
	require.NoError(t, err, c.Name)
	require.Equal(t, c.Answer().DType.DType, typing.Result, c.Name)
	elements := func(a outside.Array) []Scalar {
		list, err := z.Elements(a)
		require.NoError(t, err)
		return list
	}
	var in [][]Scalar
	for _, a := range c.Inputs {
		in = append(in, elements(a))
	}
	bad, want, limit := 0, elements(c.Answer()), meaningLimit(c)
	for i, w := range want {
		e := outside.Sample{Case: c, DType: typing.Result, Want: w}
		for k, a := range c.Inputs {
			e.In, e.Types = append(e.In, in[k][at(a, i, c.Answer().Shape)]), append(e.Types, a.DType.DType)
		}
		args, types := complete(&e, typing)
		e.Got = evaluate(&e, args, types)
		if o := c.Row(); o != Cast && o.Distance(args, types, w) <= limit {
			continue
		}
		switch why := e.Judge(sums(c), true); why {
		case outside.Right:
		case outside.Wrong:
			if bad++; bad <= 3 {
				t.Errorf("%s: %v", c.Name, &e)
			}
		default:
			met[why] = true
		}
	}
	return len(want) > 0
}

// complete returns all operands: the inputs, converted as the row's rule says, and the numbers.
func complete(e *outside.Sample, typing outside.Typing) (args []Scalar, types []DType) {
	args, types = slices.Clone(e.In), slices.Clone(e.Types)
	for k, dt := range types {
		if k > 0 || e.Row().Rule != Select {
			args[k], types[k] = Convert(args[k], dt, typing.Compute), typing.Compute
		}
	}
	for _, x := range typing.Extra {
		args, types = append(args, x.In(typing.Compute)), append(types, typing.Compute)
	}
	return args, types
}

// evaluate returns the row's own result.
func evaluate(e *outside.Sample, args []Scalar, types []DType) Scalar {
	if o := e.Row(); o != Cast {
		return o.Eval(args, types)
	}
	return Convert(e.In[0], e.Types[0], e.DType)
}

// sums is how many units of its largest term a formula of several roundings may be off.
func sums(c *outside.Case) float64 {
	if c.Class == "compound" && len(c.Oracle) == 0 {
		return 2
	}
	return 0
}

// meaningLimit is how far the data may be off, in units in the last place.
func meaningLimit(c *outside.Case) float64 {
	o, dt := c.Row(), c.Answer().DType
	steps := o.As != nil && o.Tol == Exact
	half := dt.IsFloat() && dt.Size() == 2
	switch {
	case c.Class == "exact", o.Tol == Exact && !steps:
		return 0
	case len(c.Oracle) > 0 && !steps && !half: // which round twice
		return 0.501 // the oracle rounds the real result, the row one in float64
	}
	return 1 // of PyTorch and NumPy, or of the row where it rounds every step
}

// at finds the element that a broadcast array has at the i-th index of a shape.
func at(a outside.Array, i int, shape []int) int {
	at, step := 0, 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		own := axis - len(shape) + len(a.Shape)
		if own >= 0 {
			if a.Shape[own] > 1 {
				at += i % shape[axis] * step
			}
			step *= a.Shape[own]
		}
		i /= shape[axis]
	}
	return at
}
