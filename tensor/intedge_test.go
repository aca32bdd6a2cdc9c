package tensor_test

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// edge is one operation on integers, with what NumPy and PyTorch (or, for truncating
// division, exact arithmetic) make of it. A library that refuses has no number.
type edge struct {
	Name, Op            string
	DType               dtype
	Args                []json.Number
	NumPy, Exact, Torch json.RawMessage
	Tags                []string
}

func TestIntegersAtTheEdgeAreNumPys(t *testing.T) {
	conform(t, func(t *testing.T, d device.Device, data folder) {
		cases, skipped, ours := 0, 0, 0
		for _, e := range lines[edge](t, data.path("tables", "int_edge.jsonl")) {
			if !has(d, e.DType.DType) {
				skipped++
				continue
			}
			var operands []any
			for _, a := range e.Args {
				operands = append(operands, element(e.DType.DType, a.String()))
			}
			got := tensor.Apply(row(e.Op).Name, operands...)
			require.NoError(t, got.Err(), e.Name)
			want, fromLibrary := e.want(t, got.DType())
			if cases++; !fromLibrary {
				ours++
			}
			assert.NoError(t, differ(got, want), "%s: %s %v", e.Name, e.Op, e.Args)
		}
		t.Logf("%d cases, %d by our own rule; %d skipped for types that %s does not compute in", cases, ours, skipped, d.Info().Name)
	})
}

// want is NumPy's answer, else the exact one, else PyTorch's; or ours where none of them
// has one.
func (e edge) want(t *testing.T, result tensor.DType) (m model, fromLibrary bool) {
	m = newModel(result, nil)
	for _, answer := range []json.RawMessage{e.NumPy, e.Exact, e.Torch} {
		if text := strings.Trim(string(answer), `"`); text != "" && !strings.HasPrefix(text, "not run") {
			m.storage.elements[0] = scalar(result, text)
			return m, true
		}
	}
	switch {
	case slices.Contains(e.Tags, "by-zero"): // exception: PyTorch raises ZeroDivisionError; we give 0
	case slices.Contains(e.Tags, "min-by-minus-one") && e.Op == "trunc_divide": // exception: undefined in C; MIN
		m.storage.elements[0] = scalar(result, e.Args[0].String())
	default:
		require.Fail(t, "no library has an answer", "%+v", e)
	}
	return m, false
}

// element is a 0-d tensor of a number in JSON.
func element(dt tensor.DType, text string) *tensor.Tensor {
	return tensor.FromBytes(dt, pack(dt, []op.Scalar{scalar(dt, text)})).Reshape()
}

func scalar(dt tensor.DType, text string) op.Scalar {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return dt.FromInt(n)
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return dt.FromUint(n)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		x = math.NaN()
	}
	return dt.FromFloat(x)
}
