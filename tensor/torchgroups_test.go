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
	gots, wants := unpack(dt, raw), unpack(dt, z.bytes(t, want))
	limit := c.scale(t, z) * map[tensor.DType]float64{tensor.Float16: 0x1p-9, tensor.BFloat16: 0x1p-6, tensor.Float32: 0x1p-20, tensor.Float64: 0x1p-48}[dt]
	exact := !dt.IsFloat() || c.Class == "exact" || len(c.Oracle) > 0 && slices.Contains([]string{"sum", "mean", "cumsum"}, c.Op)
	for i, w := range wants {
		if err := c.groupElement(dt, gots[i], w, limit, exact); err != nil {
			t.Errorf("%s: element %d: %v", c.Name, i, err)
			return "wrong"
		}
	}
	return outcome
}

func (c arrayCase) groupElement(dt tensor.DType, got, want op.Scalar, limit float64, exact bool) error {
	if got == want {
		return nil
	}
	if dt.IsFloat() {
		x, y := dt.Float(got), dt.Float(want)
		if isNaN64(x) && isNaN64(y) || x == 0 && y == 0 && !exact || !exact && math.Abs(x-y) <= limit+math.Abs(y)*0x1p-52 {
			return nil
		}
		return fmt.Errorf("%v, want %v (limit %g)", x, y, limit)
	}
	return fmt.Errorf("%#x, want %#x", uint64(got), uint64(want))
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
