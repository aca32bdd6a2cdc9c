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

// operand is what we have for the argument; nil for a complex number.
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
	default:
		return "skipped: " + p.Fn // NumPy's widen floats; can_cast is tested with the rows
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
