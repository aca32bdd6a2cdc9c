package op

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

var edgeOps = map[string]*Op{"true_divide": Div, "left_shift": BitwiseLeftShift, "right_shift": BitwiseRightShift}

func TestIntegersMeanWhatNumPySays(t *testing.T) {
	for _, e := range readLines[edge](t, conformance(t, "tables", "int_edge.jsonl")) {
		o := edgeOps[e.Op]
		if o == nil {
			o = ByName(e.Op)
		}
		require.NotNil(t, o, e.Op)
		compute, result, err := o.Types(e.DType.DType)
		require.NoError(t, err)
		var args []Scalar
		var types []DType
		for _, a := range e.Args {
			args = append(args, Convert(element(t, e.DType.DType, a.String()), e.DType.DType, compute))
			types = append(types, compute)
		}
		assert.Zero(t, o.Distance(args, types, e.want(t, result)), "%s: %s %v", e.Name, e.Op, e.Args)
	}
}

// want is NumPy's answer, else the exact one, else PyTorch's; or ours where they have none.
func (e edge) want(t *testing.T, result DType) Scalar {
	for _, answer := range []json.RawMessage{e.NumPy, e.Exact, e.Torch} {
		if text := strings.Trim(string(answer), `"`); text != "" && !strings.HasPrefix(text, "not run") {
			return element(t, result, text)
		}
	}
	switch {
	case slices.Contains(e.Tags, "by-zero"): // exception: PyTorch raises ZeroDivisionError
		return 0
	case slices.Contains(e.Tags, "min-by-minus-one") && e.Op == "trunc_divide": // exception: undefined in C
		return element(t, result, e.Args[0].String())
	}
	require.Fail(t, "no library has an answer", "%+v", e)
	return 0
}

// element is the element of a type that a number in JSON means.
func element(t *testing.T, dt DType, text string) Scalar {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return dt.FromInt(n)
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil {
		return dt.FromUint(n)
	}
	x, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return dt.FromFloat(x)
}

func TestIntegersMeanWhatWeDecided(t *testing.T) {
	const lowest = -128
	for _, c := range []struct {
		op   *Op
		x, y int64
		want int64
	}{
		{FloorDivide, -7, 2, -4}, {TruncDivide, -7, 2, -3}, {Remainder, -7, 2, 1}, {Fmod, -7, 2, -1},
		{FloorDivide, 7, -2, -4}, {TruncDivide, 7, -2, -3}, {Remainder, 7, -2, -1}, {Fmod, 7, -2, 1},
		{FloorDivide, 7, 0, 0}, {TruncDivide, 7, 0, 0}, {Remainder, 7, 0, 0}, {Fmod, 7, 0, 0},
		{FloorDivide, lowest, -1, lowest}, {TruncDivide, lowest, -1, lowest}, {Remainder, lowest, -1, 0}, {Fmod, lowest, -1, 0},
		{BitwiseLeftShift, 1, 7, lowest}, {BitwiseLeftShift, 1, 8, 0}, {BitwiseLeftShift, 1, 64, 0}, {BitwiseLeftShift, 1, -1, 0},
		{BitwiseRightShift, lowest, 7, -1}, {BitwiseRightShift, lowest, 100, -1}, {BitwiseRightShift, lowest, -1, -1}, {BitwiseRightShift, 64, -1, 0},
		{Pow, 2, 7, lowest}, {Pow, 3, -1, 0}, {Pow, 0, -1, 0}, {Pow, 1, -5, 1}, {Pow, -1, -5, -1}, {Pow, -1, -4, 1}, {Pow, 0, 0, 1},
		{Mul, 127, 127, 1}, {Add, 127, 1, lowest}, {Sub, lowest, 1, 127},
	} {
		got := c.op.Eval([]Scalar{Int8.FromInt(c.x), Int8.FromInt(c.y)}, []DType{Int8, Int8})
		assert.Equal(t, c.want, Int8.Int(got), "%v %d %d", c.op, c.x, c.y)
	}
	for _, o := range []*Op{Neg, Abs} {
		got := o.Eval([]Scalar{Int8.FromInt(lowest)}, []DType{Int8})
		assert.EqualValues(t, lowest, Int8.Int(got), o)
	}
}
