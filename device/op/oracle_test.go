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
// (Oracle), or what PyTorch or NumPy gave where that is exact.
type oracleCase struct {
	Name, Kind, Op          string
	Attrs                   map[string]any
	Inputs, Outputs, Oracle []array
	Tags                    []string
}

// modes are the rows that PyTorch has as modes of an operation.
var modes = map[string]*Op{"div_floor": FloorDivide, "div_trunc": TruncDivide, "clamp_tensor": Clamp}

func TestRowsMeanWhatTheOracleSays(t *testing.T) {
	manifest := conformance(t, "torch", "manifest.jsonl")
	seen := map[*Op]int{}
	for _, c := range readLines[oracleCase](t, manifest) {
		if o := c.row(); o != nil {
			limit := 0.0
			if o.Tol != Exact {
				limit = 0.501 // the oracle rounds the real result, the row rounds one in float64
			}
			seen[o] += c.check(t, o, filepath.Dir(manifest), limit)
		}
	}
	for _, o := range All() {
		assert.Positive(t, seen[o], "no data judge %v", o)
	}
}

func TestRowsMeanWhatNumPysValidationSetSays(t *testing.T) {
	manifest := conformance(t, "npumath", "manifest.jsonl")
	for _, c := range readLines[oracleCase](t, manifest) {
		if o := c.row(); o != nil {
			limit := 1.0 // the set is not always correctly rounded
			assert.Positive(t, c.check(t, o, filepath.Dir(manifest), limit))
		}
	}
}

// row is the case's operation, or nil if it is none of ours.
func (c oracleCase) row() *Op {
	o := modes[c.Op]
	if o == nil {
		o = ByName(c.Op)
	}
	switch {
	case c.Kind != "elementwise" && c.Kind != "cast",
		c.Attrs["decimals"] != nil,                // rounding to decimals is not the row round
		slices.Contains(c.Tags, "undefined-in-C"): // exception: conversions out of range, where we saturate
		return nil
	}
	return o
}

// excepted reports whether PyTorch's result is one that we decided against.
func (c oracleCase) excepted(o *Op, args []Scalar, types []DType, want Scalar) bool {
	switch {
	case o == Sign: // PyTorch: 0 of NaN
		return types[0].isNaN(args[0]) && want == 0
	case o == TruncDivide && types[0] == Float16: // PyTorch rounds the quotient to float16 before truncating it
		quotient := Float16.FromFloat(Float16.Float(args[0]) / Float16.Float(args[1]))
		return want == Float16.FromFloat(math.Trunc(Float16.Float(quotient)))
	}
	return false
}

// check compares every element of the case with the row's meaning, and returns their number.
func (c oracleCase) check(t *testing.T, o *Op, dir string, limit float64) int {
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
		args := make([]Scalar, len(in))
		types := make([]DType, len(in))
		for k, a := range c.Inputs {
			args[k], types[k] = in[k][a.at(i, out.Shape)], a.DType.DType
		}
		if d := c.distance(t, o, args, types, out.DType.DType, w); d > limit && !c.excepted(o, args, types, w) {
			if bad++; bad <= 3 {
				t.Errorf("%s: %v of %v %#x gives %#x, %v from it", c.Name, o, types, args, w, d)
			}
		}
	}
	return len(want)
}

// distance judges the data's outcome by the row, as it would a device's.
func (c oracleCase) distance(t *testing.T, o *Op, args []Scalar, types []DType, result DType, want Scalar) float64 {
	if o == Cast {
		if got := Convert(args[0], types[0], result); got != want && !(result.isNaN(got) && result.isNaN(want)) {
			return math.Inf(1)
		}
		return 0
	}
	if c.Op == "clamp" { // its bounds are parameters; without one, the type's own
		for _, bound := range []struct {
			name string
			open float64
		}{{"min", math.Inf(-1)}, {"max", math.Inf(1)}} {
			x, ok := c.Attrs[bound.name].(float64)
			if !ok {
				x = bound.open
			}
			args, types = append(args, types[0].FromFloat(x)), append(types, types[0])
		}
	}
	compute, ours, err := o.Types(types[len(types)-1])
	require.NoError(t, err, c.Name)
	require.Equal(t, result, ours, c.Name)
	for k, dt := range types {
		if k > 0 || o.Rule != Select {
			args[k], types[k] = Convert(args[k], dt, compute), compute
		}
	}
	d := o.Distance(args, types, want)
	loose := slices.Contains(c.Tags, "zero-sign-loose")
	if loose && result.IsFloat() && result.Float(want) == 0 && result.Float(o.Eval(args, types)) == 0 {
		return 0
	}
	return d
}

func (dt DType) isNaN(s Scalar) bool { return dt.IsFloat() && math.IsNaN(dt.Float(s)) }
