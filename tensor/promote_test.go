package tensor_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// promotion is the type that PyTorch or NumPy give a result, or that they refuse.
type promotion struct {
	Name, Kind, Fn, Op string
	Args               []argument
	Result             json.RawMessage
}

// argument is a type, a type with a rank, or a Python number.
type argument struct {
	DType  dtype
	Rank   int
	Scalar string
}

func (a *argument) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		a.Rank = 1
		return json.Unmarshal(text, &a.DType)
	}
	type plain argument
	return json.Unmarshal(text, (*plain)(a))
}

// operand returns our operand for the argument; nil for a complex number.
func (a argument) operand() any {
	switch {
	case a.DType.Valid():
		return tensor.Zeros(a.DType.DType, []int{2, 2, 2}[:a.Rank]...)
	case a.Scalar == "bool":
		return true
	case a.Scalar == "int":
		return 3
	case a.Scalar == "float":
		return 1.5
	}
	return nil
}

// renamed are the rows that PyTorch has as modes of an operation, or under another name.
var renamed = map[string]string{
	"div_floor": "floor_divide", "div_trunc": "trunc_divide", "clamp_tensor": "clamp", "pow_scalar": "pow",
	"add_alpha2": "add", "sub_alpha3": "sub",
}

// row is the operation that the data call name, or nil.
func row(name string) *op.Op {
	if renamed[name] != "" {
		name = renamed[name]
	}
	return op.ByName(name)
}

var reductions = []string{"sum", "mean", "amax", "any", "all", "std", "prod", "argmax", "cumsum", "logsumexp", "softmax"}

func TestResultTypesArePyTorchs(t *testing.T) {
	eachFolder(t, func(t *testing.T, data folder) {
		dryRun(t)
		counts := map[string]int{}
		for _, p := range lines[promotion](t, data.path("tables", "promote.jsonl")) {
			counts[p.check(t)]++
		}
		t.Logf("%v", counts)
	})
}

// check returns what kind of case it was.
func (p promotion) check(t *testing.T) string {
	var want dtype
	var operands []any
	_ = json.Unmarshal(p.Result, &want) // can_cast has a bool
	for _, a := range p.Args {
		x := a.operand()
		if x == nil {
			return "skipped: complex"
		}
		operands = append(operands, x)
	}
	var got tensor.DType
	var err error
	switch {
	case p.Kind == "op_dtype":
		o := row(p.Op)
		if o == nil {
			require.Contains(t, reductions, p.Op)
			return "skipped: reduction"
		}
		if o == op.Where {
			operands = append([]any{tensor.Zeros(tensor.Bool, 2)}, operands...)
		}
		out := tensor.Apply(o.Name, operands...)
		got, err = out.DType(), out.Err()
	case p.Fn == "torch.result_type":
		got, err = tensor.ResultType(operands...)
	case p.Fn == "torch.promote_types":
		got, err = tensor.PromoteTypes(p.Args[0].DType.DType, p.Args[1].DType.DType)
	case p.Fn == "torch.can_cast":
		assert.Equal(t, string(p.Result) == "true", op.FitsInPlace(p.Args[0].DType.DType, p.Args[1].DType.DType), p.Name)
		return "in place"
	default:
		return p.checkNumPy(t, want.DType, operands)
	}
	if !want.Valid() {
		var refused *op.TypeError
		assert.ErrorAs(t, err, &refused, p.Name)
		return "refused"
	}
	require.NoError(t, err, "%s %s", p.Name, p.Op)
	assert.Equal(t, want.DType, got, "%s %s", p.Name, p.Op)
	return "same"
}

// checkNumPy is check for NumPy's rules. They hold except where PyTorch has other rules.
func (p promotion) checkNumPy(t *testing.T, want tensor.DType, operands []any) string {
	got, err := tensor.ResultType(operands...)
	a, b := p.Args[0].DType, p.Args[1].DType
	kinds := [2]op.Kind{min(a.Kind(), b.Kind()), max(a.Kind(), b.Kind())}
	switch {
	case (a.DType == tensor.Uint64 || b.DType == tensor.Uint64) && kinds == [2]op.Kind{op.Unsigned, op.Signed}:
		assert.Error(t, err, p.Name)
		return "exception: NumPy makes float64 of uint64 and signed integers, we refuse them"
	case kinds[1] == op.Floating && (a.IsInteger() || b.IsInteger()) && got != want:
		assert.True(t, got == a.DType || got == b.DType, p.Name)
		return "exception: NumPy widens a float for an integer, PyTorch does not"
	case p.Args[1].Scalar == "float" && !a.IsFloat():
		assert.Equal(t, tensor.Float32, got, p.Name)
		return "exception: NumPy's default float is float64, PyTorch's float32"
	}
	assert.NoError(t, err, p.Name)
	assert.Equal(t, want, got, p.Name)
	return "NumPy's"
}
