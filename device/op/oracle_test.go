package op

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oracleCase is one array operation with its outcome: what the real result rounds to
// (Oracle), or what PyTorch or NumPy gave.
type oracleCase struct {
	Name, Kind, Op, Class   string
	Attrs                   map[string]any
	Inputs, Outputs, Oracle []array
	Tags                    []string
}

func TestRowsMeanWhatPyTorchNumPyAndTheOracleSay(t *testing.T) {
	judged, met := map[*Op]bool{}, map[string]bool{}
	for _, suite := range []string{"torch", "npumath"} {
		manifest := conformance(t, suite, "manifest.jsonl")
		for _, c := range readLines[oracleCase](t, manifest) {
			if c.Kind != "elementwise" && c.Kind != "cast" || slices.Contains(c.Tags, "undefined-in-C") {
				continue // conversions that C leaves undefined saturate here
			}
			o := c.row()
			require.NotNil(t, o, "no row for %s", c.Name)
			judged[o] = c.check(t, o, filepath.Dir(manifest), met) || judged[o]
		}
	}
	for _, o := range rows() {
		assert.NotEqual(t, judged[o], unjudged[o], "data judge every row but those in unjudged: %v, which takes %s", o, o.Takes())
	}
	for _, e := range exceptions {
		assert.True(t, met[e.why], "no data need the exception %q", e.why)
	}
}

// check compares every element of the case with the row's meaning, notes which
// exceptions it met, and reports whether there was any.
func (c oracleCase) check(t *testing.T, o *Op, dir string, met map[string]bool) bool {
	out := c.Outputs[0]
	if len(c.Oracle) > 0 {
		out = c.Oracle[0]
	}
	var in [][]Scalar
	for _, a := range c.Inputs {
		in = append(in, a.elements(t, dir))
	}
	bad := 0
	want := out.elements(t, dir)
	for i, w := range want {
		e := outcome{Op: o, given: c.Inputs[len(c.Inputs)-1].DType.DType, result: out.DType.DType, want: w}
		for k, a := range c.Inputs {
			e.args, e.types = append(e.args, in[k][a.at(i, out.Shape)]), append(e.types, a.DType.DType)
		}
		c.complete(t, &e)
		if c.agrees(e) {
			continue
		}
		if why := e.exception(); why != "" {
			met[why] = true
		} else if bad++; bad <= 3 {
			t.Errorf("%s: %v", c.Name, e)
		}
	}
	return len(want) > 0
}

// agrees reports whether the data's outcome is right, as strictly as its class says.
func (c oracleCase) agrees(e outcome) bool {
	switch {
	case e.Op == Cast:
		got := Convert(e.args[0], e.types[0], e.result)
		return got == e.want || e.result.isNaN(got) && e.result.isNaN(e.want)
	case slices.Contains(c.Tags, "zero-sign-loose") && e.result.isZero(e.want) && e.result.isZero(e.ours()):
		return true
	case c.Class == "compound" && len(c.Oracle) == 0 && e.result.IsFloat():
		return e.near()
	}
	return e.Distance(e.args, e.types, e.want) <= c.limit(e.Op)
}

// limit is how far the outcome may be off, in units in the last place.
func (c oracleCase) limit(o *Op) float64 {
	switch {
	case c.Class == "exact" || o.Tol == Exact && !o.steps():
		return 0
	case len(c.Oracle) > 0 && !o.steps() && !c.Outputs[0].DType.half(): // which round twice
		return 0.501 // the oracle rounds the real result, the row one in float64
	}
	return 1 // of PyTorch and NumPy, or of the row where it rounds every step
}

func (dt DType) isNaN(s Scalar) bool { return dt.IsFloat() && math.IsNaN(dt.Float(s)) }

func (dt DType) isZero(s Scalar) bool { return dt.IsFloat() && dt.Float(s) == 0 }
