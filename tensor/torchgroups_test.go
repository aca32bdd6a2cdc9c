package tensor_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Reductions, scans, softmax and products of PyTorch's data, by their public names.
func TestGroupsGiveWhatTheOracleAndPyTorchSay(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		dir := folder(data.path("torch"))
		z := openArchives(t, dir)
		counts := map[string]int{}
		for _, c := range lines[arrayCase](t, dir.path("manifest.jsonl")) {
			switch {
			case c.Kind != "reduce" && c.Kind != "matmul":
			case !d.Info().Forms.Has(device.Reductions | device.Scans):
				counts[d.Info().Name+" does not run groups"]++
			case !has(d, c.Inputs[0].DType.DType):
				counts["does not compute in "+c.Inputs[0].DType.String()]++
			default:
				counts[c.checkGroups(t, z)]++
			}
		}
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%4d %s", counts[what], what)
		}
	})
}

// groupNames are the reductions whose names differ here.
var groupNames = map[string]string{"amax": "max", "amin": "min"}

// axes are the case's axes; none are all.
func (c arrayCase) axes() (axes []int) {
	switch dim := c.Attrs["dim"].(type) {
	case float64:
		axes = []int{int(dim)}
	case []any:
		for _, axis := range dim {
			axes = append(axes, int(axis.(float64)))
		}
	}
	return axes
}

// groups computes the case.
func (c arrayCase) groups(x []*tensor.Tensor) *tensor.Tensor {
	axes := c.axes()
	switch c.Op {
	case "matmul":
		return x[0].Matmul(x[1])
	case "cumsum":
		return x[0].Cumsum(axes[0])
	case "cumprod":
		return x[0].Cumprod(axes[0])
	case "softmax":
		return x[0].Softmax(axes[0])
	case "log_softmax":
		return x[0].LogSoftmax(axes[0])
	}
	o := x[0].Along(axes...)
	if c.Attrs["keepdim"] == true {
		o = o.Keep()
	}
	if correction, ok := c.Attrs["correction"].(float64); ok {
		o = o.Correction(correction)
	}
	name := c.Op
	if groupNames[name] != "" {
		name = groupNames[name]
	}
	return tensor.Reduce(name, o)
}

// checkGroups judges a case, and says what became of it.
func (c arrayCase) checkGroups(t *testing.T, z *archives) string {
	var in []*tensor.Tensor
	for _, a := range c.Inputs {
		in = append(in, z.tensor(t, a))
	}
	got, want := c.groups(in), c.Answer()
	require.NoError(t, got.Err(), c.Name)
	dt, outcome := want.DType.DType, "right"
	if dt == tensor.Int64 && got.DType() == tensor.Uint64 {
		got, outcome = got.AsType(tensor.Int64), "right, in uint64: PyTorch sums unsigned integers in int64"
	}
	if dt == tensor.Uint8 && got.DType() == tensor.Bool {
		got, outcome = got.AsType(tensor.Uint8), "right, as a bool: PyTorch's any and all of uint8 are uint8"
	}
	assert.Equal(t, dt, got.DType(), c.Name)
	assert.Equal(t, want.Shape, got.Shape(), c.Name)
	raw, err := got.Bytes()
	require.NoError(t, err, c.Name)
	gots, wants, scale := unpack(dt, raw), unpack(dt, z.bytes(t, want)), c.scale(t, z)
	for i, w := range wants {
		if gots[i] != w && !(dt.IsFloat() && c.near(dt, dt.Float(gots[i]), dt.Float(w), scale)) {
			t.Errorf("%s: element %d: %#x, want %#x", c.Name, i, uint64(gots[i]), uint64(w))
			return "wrong"
		}
	}
	return outcome
}

// near reports whether a float is within its operation's bound, for terms that reach scale together.
func (c arrayCase) near(dt tensor.DType, got, want, scale float64) bool {
	switch {
	case isNaN64(got) && isNaN64(want):
		return true
	case c.Class == "exact" || len(c.Oracle) > 0 && slices.Contains([]string{"sum", "mean", "cumsum"}, c.Op):
		return false
	case strings.HasSuffix(c.Op, "prod"):
		n, allowed := float64(c.factors()), 1.
		if len(c.Oracle) == 0 { // PyTorch's own, which rounds each product
			allowed += n / 2
		}
		return op.ULP(dt, got, want) <= allowed+n/128
	}
	unit := map[tensor.DType]float64{tensor.Float16: 0x1p-9, tensor.BFloat16: 0x1p-6, tensor.Float32: 0x1p-20, tensor.Float64: 0x1p-48}[dt]
	return math.Abs(got-want) <= scale*unit+math.Abs(want)*0x1p-52
}

// factors is how many elements a group has.
func (c arrayCase) factors() int {
	x, axes, n := c.Inputs[0], c.axes(), 1
	if len(axes) == 0 {
		return x.Len()
	}
	for _, axis := range axes {
		n *= x.Shape[(axis+len(x.Shape))%len(x.Shape)]
	}
	return n
}

// scale is what the terms of a result reach together.
func (c arrayCase) scale(t *testing.T, z *archives) float64 {
	size, n := 1., 1.
	for _, a := range c.Inputs {
		most := 0.
		for _, s := range unpack(a.DType.DType, z.bytes(t, a)) {
			if x := math.Abs(op.Float64.Float(op.Convert(s, a.DType.DType, op.Float64))); x-x == 0 {
				most = max(most, x)
			}
		}
		size *= max(most, 1)
		n = max(n, float64(a.Len()))
	}
	if c.Op == "softmax" || c.Op == "log_softmax" || c.Op == "logsumexp" {
		return size
	}
	return size * n
}
