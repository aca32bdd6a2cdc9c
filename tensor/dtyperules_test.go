package tensor_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

// dtypeRule is an operation on dtypes, and the dtype that each library gives the result. A library without
// a result refuses it, or lacks the name.
type dtypeRule struct {
	Name, Op string
	Args     []dtype
	DType    dtype
	Result   map[string]string
	Error    map[string]string
}

// ruled are the operations of the rules that are no reductions. x and y have shape [4].
var ruled = map[string]func(x, y *tensor.Tensor) *tensor.Tensor{
	"max_dim":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Max(0) },
	"cumsum":       func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Cumsum(0) },
	"cumprod":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Cumprod(0) },
	"cummax":       func(x, _ *tensor.Tensor) *tensor.Tensor { values, _ := x.Cummax(0); return values },
	"topk":         func(x, _ *tensor.Tensor) *tensor.Tensor { values, _ := x.Topk(0, 2); return values },
	"kthvalue":     func(x, _ *tensor.Tensor) *tensor.Tensor { values, _ := x.Kthvalue(0, 2); return values },
	"diff":         func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Diff(0, 1) },
	"median":       func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Median() },
	"quantile":     func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Quantile(0, .5) },
	"softmax":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Softmax(0) },
	"log_softmax":  func(x, _ *tensor.Tensor) *tensor.Tensor { return x.LogSoftmax(0) },
	"logcumsumexp": func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Logcumsumexp(0) },
	"sort":         func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sort(0) },
	"argsort":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Argsort(0) },
	"unique":       func(x, _ *tensor.Tensor) *tensor.Tensor { return x.UniqueValues() },
	"searchsorted": func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Searchsorted(x, tensor.Left) },
	"bincount":     func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Bincount(0) },
	"nonzero":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Argwhere() },
	"one_hot":      func(x, _ *tensor.Tensor) *tensor.Tensor { return x.OneHot(3) },
	"matmul":       (*tensor.Tensor).Matmul,
	"dot":          (*tensor.Tensor).Dot,
	"vdot":         (*tensor.Tensor).Dot,
	"vecdot":       func(x, y *tensor.Tensor) *tensor.Tensor { return x.Vecdot(0, y) },
	"outer":        (*tensor.Tensor).Outer,
	"inner":        (*tensor.Tensor).Inner,
	"tensordot":    func(x, y *tensor.Tensor) *tensor.Tensor { return x.Tensordot(y, []int{0}, []int{0}) },
	"einsum_dot":   func(x, y *tensor.Tensor) *tensor.Tensor { return tensor.Einsum("i,i", x, y) },
	"einsum_sum":   func(x, _ *tensor.Tensor) *tensor.Tensor { return tensor.Einsum("i->", x) },
	"trace":        func(x, _ *tensor.Tensor) *tensor.Tensor { return square(x).Trace(0, 1, 0) },
	"bmm": func(x, y *tensor.Tensor) *tensor.Tensor {
		return square(x).Unsqueeze(0).Matmul(square(y).Unsqueeze(0))
	},
	"addmm":  func(x, y *tensor.Tensor) *tensor.Tensor { return square(x).Matmul(square(y)).Add(x) },
	"linear": func(x, y *tensor.Tensor) *tensor.Tensor { return nn.Linear(x, square(y), nil) },
	"conv1d": func(x, y *tensor.Tensor) *tensor.Tensor {
		return nn.Conv1d(image(x), image(y), nil, nn.ConvOptions{})
	},
	"max_pool1d": func(x, _ *tensor.Tensor) *tensor.Tensor {
		return nn.MaxPool1d(image(x), []int{2}, nn.PoolOptions{})
	},
	"avg_pool1d": func(x, _ *tensor.Tensor) *tensor.Tensor {
		return nn.AvgPool1d(image(x), []int{2}, nn.PoolOptions{})
	},
	"layer_norm": func(x, _ *tensor.Tensor) *tensor.Tensor {
		return nn.LayerNorm(x, []int{4}, nil, nil, 1e-5)
	},
	"index_add": func(x, _ *tensor.Tensor) *tensor.Tensor {
		return x.IndexAdd(0, tensor.FromSlice([]int{0, 0, 1, 1}), x)
	},
	"scatter_reduce_sum":  func(x, _ *tensor.Tensor) *tensor.Tensor { return scattered(x, tensor.ScatterSum) },
	"scatter_reduce_mean": func(x, _ *tensor.Tensor) *tensor.Tensor { return scattered(x, tensor.ScatterMean) },
	"cat":                 func(x, y *tensor.Tensor) *tensor.Tensor { return tensor.Concat(0, x, y) },
	"where":               func(x, y *tensor.Tensor) *tensor.Tensor { return tensor.Where(x.Eq(x), x, y) },
}

func square(x *tensor.Tensor) *tensor.Tensor { return x.BroadcastTo(4, 4) }
func image(x *tensor.Tensor) *tensor.Tensor  { return x.Reshape(1, 1, 4) }

func scattered(x *tensor.Tensor, how tensor.ScatterMode) *tensor.Tensor {
	return x.ScatterReduce(0, tensor.FromSlice([]int{0, 0, 1, 1}), x, how, true)
}

func (r dtypeRule) result() *tensor.Tensor {
	x := tensor.Zeros(r.Args[0].DType, 4)
	y := tensor.Zeros(r.Args[len(r.Args)-1].DType, 4)
	if of := ruled[r.Op]; of != nil {
		return of(x, y)
	}
	o := x.Along()
	if r.DType.Valid() {
		o = o.DType(r.DType.DType)
	}
	return tensor.Reduce(r.Op, o)
}

func TestResultsOfOperationsHaveTheDtypesOfALibrary(t *testing.T) {
	rules, err := outside.Lines[dtypeRule](filepath.Join(string(full(t)), "tables", "dtype_rules.jsonl"))
	require.NoError(t, err)
	counts := map[string]int{}
	for _, r := range rules {
		if r.Op == "cumsum" && r.DType.Valid() {
			counts["no option: the dtype of a scan"]++
			continue
		}
		got := r.result()
		why := r.outcome(got)
		counts[why]++
		if why == "" {
			t.Errorf("%s: %s of %v by %v is %v (%v); libraries give %v, %v", r.Name, r.Op, r.Args, r.DType, got.DType(), got.Err(), r.Result, r.Error)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%4d %s", counts[why], why)
	}
	assert.Positive(t, counts["right"])
}

// outcome says how a result compares with the libraries', or nothing if it is like none and no exception.
func (r dtypeRule) outcome(got *tensor.Tensor) string {
	dt := got.DType().String()
	switch {
	case got.Err() != nil && len(r.Error) > 0:
		return "right: refused"
	case got.Err() == nil && slices.Contains(slices.Collect(maps.Values(r.Result)), dt):
		return "right"
	case got.Err() == nil && len(r.Result) == 0:
		return "exception: no library computes it"
	case dt == "float32" && r.Result["numpy"] == "float64" && !slices.ContainsFunc(r.Args, func(a dtype) bool { return a.IsFloat() }):
		return "exception: NumPy's default float is float64, PyTorch's float32"
	case got.DType().IsFloat() && slices.ContainsFunc(r.Args, func(a dtype) bool { return a.IsInteger() && r.Result["torch"] == "" }):
		return "exception: NumPy widens a float for an integer, PyTorch does not"
	}
	return ""
}
