package outside

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// Edge is one operation on integers with the results of NumPy and PyTorch. Truncating division has
// the result of exact arithmetic. A library that refuses has no number.
type Edge struct {
	Name, Op            string
	DType               DType
	Args                []json.Number
	NumPy, Exact, Torch json.RawMessage
	Tags                []string
}

// Edges reads the operations on integers.
func Edges(dir string) ([]Edge, error) {
	return Lines[Edge](filepath.Join(dir, "tables", "int_edge.jsonl"))
}

var edgeOps = map[string]*op.Op{"true_divide": op.Div, "left_shift": op.BitwiseLeftShift, "right_shift": op.BitwiseRightShift}

// Row returns the operation, or nil if package op does not have it.
func (e *Edge) Row() *op.Op {
	if o := edgeOps[e.Op]; o != nil {
		return o
	}
	return op.ByName(e.Op)
}

// In returns the operands as elements of dt, by way of the edge's type.
func (e *Edge) In(dt op.DType) (args []op.Scalar) {
	for _, a := range e.Args {
		args = append(args, op.Convert(Element(e.DType.DType, a.String()), e.DType.DType, dt))
	}
	return args
}

// Answer returns NumPy's answer, else the exact one, else PyTorch's, as an element of the result's
// type. If they have none, ours is true and the answer is this project's.
func (e *Edge) Answer(result op.DType) (want op.Scalar, ours bool, err error) {
	for _, answer := range []json.RawMessage{e.NumPy, e.Exact, e.Torch} {
		if text := strings.Trim(string(answer), `"`); text != "" && !strings.HasPrefix(text, "not run") {
			return Element(result, text), false, nil
		}
	}
	switch {
	case slices.Contains(e.Tags, "by-zero"): // PyTorch raises ZeroDivisionError; we give 0
		return 0, true, nil
	case slices.Contains(e.Tags, "min-by-minus-one") && e.Op == "trunc_divide": // undefined in C; the lowest
		return Element(result, e.Args[0].String()), true, nil
	}
	return 0, false, fmt.Errorf("%s: no library has an answer to %s %v", e.Name, e.Op, e.Args)
}

// Element returns a number in JSON as an element of a type; a word is NaN.
func Element(dt op.DType, text string) op.Scalar {
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
