package tensor_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// arrayCase is a case that is computed with tensors.
type arrayCase struct{ outside.Case }

func TestOperationsGiveWhatTheOracleAndPyTorchSay(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		runCases(t, d, folder(data.path("torch")))
	})
}

func TestFunctionsAreAsAccurateAsNumPysValidationSetAsks(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		runCases(t, d, folder(data.path("npumath")))
	})
}

// runCases checks every case of a folder on an elementwise operation, and prints what
// became of the cases.
func runCases(t *testing.T, d device.Device, dir folder) {
	z := openArchives(t, dir)
	counts := map[string]int{}
	for _, c := range sample(d, lines[arrayCase](t, dir.path("manifest.jsonl"))) {
		if why := c.skip(d); why != "" {
			counts["skipped: "+why]++
			continue
		}
		counts["cases"]++
		c.check(t, d, z, counts)
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", what, counts[what])
	}
	require.Positive(t, counts["cases"])
}

// row is the operation that a program would call.
func (c arrayCase) row() *op.Op {
	if c.Kind == "cast" {
		return op.Cast
	}
	return row(c.Op)
}

// skip says why a case is not about elementwise operations on this device.
func (c arrayCase) skip(d device.Device) string {
	if c.Kind == "reduce" || c.Kind == "matmul" {
		return c.Kind
	}
	for _, a := range slices.Concat(c.Inputs, c.Outputs) {
		if !has(d, a.DType.DType) {
			return fmt.Sprintf("%s does not compute in %v", d.Info().Name, a.DType)
		}
	}
	return ""
}

// given are the attributes that are operands of ours, in order; the others are parameters.
var given = map[string][]string{
	"clamp": {"min", "max"}, "pow_scalar": {"exponent"}, "threshold": {"threshold", "value"},
}

// apply computes the case with tensors.
func (c arrayCase) apply(t *testing.T, z *archives) *tensor.Tensor {
	o := c.row()
	require.NotNil(t, o, "%s: no operation %s", c.Name, c.Op)
	var operands []any
	for i, a := range c.Inputs {
		x := z.tensor(t, a)
		if c.Kind == "strided" {
			x = x.AsStrided(c.Views[i].Shape, c.Views[i].Strides, c.Views[i].Offset)
		}
		operands = append(operands, x)
	}
	if o == op.Cast {
		return operands[0].(*tensor.Tensor).AsType(c.Outputs[0].DType.DType)
	}
	attrs := maps.Clone(c.Attrs)
	delete(attrs, "rounding_mode") // is in the operation's name
	for _, name := range append(slices.Clone(given[c.Op]), parameters(o)...) {
		operands = append(operands, number64(attrs[name]))
		delete(attrs, name)
	}
	require.Empty(t, attrs, c.Name)
	return tensor.Apply(o.Name, operands...)
}

// parameters returns the names of all parameters for which an operation has a meaning.
func parameters(o *op.Op) (names []string) {
	if o.With != nil {
		o = o.With
	}
	for _, p := range o.Params {
		names = append(names, p.Name)
	}
	return names
}

// number64 is a number of JSON as the Go number that a program would write.
func number64(x any) any {
	if f, ok := x.(float64); ok && f == math.Trunc(f) {
		return int(f)
	}
	return x
}

func (c arrayCase) check(t *testing.T, d device.Device, z *archives, counts map[string]int) {
	got := c.apply(t, z)
	if c.Kind == "error" {
		c.checkError(t, got)
		return
	}
	require.NoError(t, got.Err(), c.Name)
	want := c.Answer()
	assert.Equal(t, want.DType.DType, got.DType(), c.Name)
	assert.Equal(t, want.Shape, got.Shape(), c.Name)
	raw, err := got.Bytes()
	require.NoError(t, err, c.Name)
	gots, bad, limit := unpack(want.DType.DType, raw), 0, c.Limit(want.DType.DType)
	for i, e := range c.samples(t, z, got.Shape()) {
		e.Got = gots[i]
		counts["elements"]++
		switch why := e.Judge(limit, d.Info().Subnormals); why {
		case outside.Right:
		case outside.Flushed:
			counts[why]++
		case outside.Wrong:
			if bad++; bad <= 2 {
				t.Errorf("%s: element %d of %v: %v", c.Name, i, got.Shape(), &e)
			}
		default:
			counts["exception: "+why]++
		}
	}
}

// checkError checks that we refuse a case that PyTorch refuses, or that we define a result.
func (c arrayCase) checkError(t *testing.T, got *tensor.Tensor) {
	// An exception: PyTorch has them for all types but bool, ours take bool too.
	if c.Op == "relu" || c.Op == "tanhshrink" {
		assert.NoError(t, got.Err(), c.Name)
		return
	}
	var refused *op.TypeError
	assert.ErrorAs(t, got.Err(), &refused, c.Name)
}
