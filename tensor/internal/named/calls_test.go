package named_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// composed are functions that are made of the public calls of package tensor, by the names in their errors.
var composed = map[string]any{
	"nn: adaptive_avg_pool2d": nn.AdaptiveAvgPool2d, "nn: avg_pool1d": nn.AvgPool1d, "nn: avg_pool2d": nn.AvgPool2d,
	"nn: max_pool1d": nn.MaxPool1d, "nn: max_pool2d": nn.MaxPool2d, "nn: conv1d": nn.Conv1d, "nn: conv2d": nn.Conv2d,
	"nn: conv_transpose1d": nn.ConvTranspose1d, "nn: conv_transpose2d": nn.ConvTranspose2d,
	"nn: interpolate": nn.Interpolate, "nn: linear": nn.Linear, "nn: embedding": nn.Embedding, "nn: scaled_dot_product_attention": nn.ScaledDotProductAttention,
	"nn: layer_norm": nn.LayerNorm, "nn: rms_norm": nn.RMSNorm, "nn: group_norm": nn.GroupNorm, "nn: batch_norm": nn.BatchNorm,
	"nn: mse_loss": nn.MSELoss, "nn: l1_loss": nn.L1Loss, "nn: huber_loss": nn.HuberLoss, "nn: cross_entropy": nn.CrossEntropyBy,
	"nn: nll_loss":                         nn.NLLLossBy,
	"nn: binary_cross_entropy_with_logits": nn.BCEWithLogits,
	"random: bits":                         random.Bits, "random: uniform": random.Uniform, "random: normal": random.Normal,
	"random: exponential": random.Exponential, "random: integers": random.Integers[int], "random: bernoulli": random.Bernoulli,
	"random: gumbel": random.Gumbel, "random: truncated_normal": random.TruncatedNormal, "random: gamma": random.Gamma,
	"random: beta": random.Beta, "random: poisson": random.Poisson, "random: binomial": random.Binomial,
	"random: categorical": random.Categorical, "random: permutation": random.Permutation, "random: choice": random.ChoiceBy,
}

var mistaken = tensor.Zeros(tensor.Float32, 1).Reshape(7)

func TestEveryErrorOfAComposedFunctionNamesItAndNoOther(t *testing.T) {
	for name, f := range composed {
		t.Run(name, func(t *testing.T) {
			r, refused := arguments{rand.New(rand.NewPCG(1, 2))}, 0
			for range 100 {
				result := r.call(reflect.ValueOf(f))
				if err := result.Err(); err != nil && err != mistaken.Err() {
					refused++
					assert.Regexp(t, "^"+name+": ", err.Error())
					assert.NotRegexp(t, "(?s)^.+(tensor|nn|random): ", err.Error())
				}
			}
			assert.NotZero(t, refused)
		})
	}
}

// arguments makes right and wrong arguments of calls.
type arguments struct{ *rand.Rand }

func (r arguments) call(f reflect.Value) *tensor.Tensor {
	in, call := []reflect.Value{}, f.Call
	for i := range f.Type().NumIn() {
		in = append(in, r.value(f.Type().In(i)))
	}
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	return call(in)[0].Interface().(*tensor.Tensor)
}

// value returns an argument of a type, or the zero value.
func (r arguments) value(of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch of {
	case reflect.TypeFor[*tensor.Tensor]():
		v.Set(reflect.ValueOf(r.tensor()))
	case reflect.TypeFor[tensor.DType]():
		v.Set(reflect.ValueOf(r.dtype()))
	case reflect.TypeFor[any]():
		v.Set(reflect.ValueOf([]any{r.tensor(), 3, .5, -1, "a", []int{0, 9}, true}[r.IntN(7)]))
	case reflect.TypeFor[[]int]():
		v.Set(reflect.ValueOf([][]int{nil, {2}, {2, 3}, {-1}, {0}, {1, 2, 3}}[r.IntN(6)]))
	default:
		switch of.Kind() {
		case reflect.Int:
			v.SetInt(int64(r.IntN(5) - 1))
		case reflect.Float64:
			v.SetFloat(float64(r.IntN(4)-1) / 2)
		case reflect.Struct:
			for i := range of.NumField() {
				if of.Field(i).IsExported() && r.IntN(3) == 0 {
					v.Field(i).Set(r.value(of.Field(i).Type))
				}
			}
		}
	}
	return v
}

func (r arguments) dtype() tensor.DType {
	return []tensor.DType{tensor.Bool, tensor.Int8, tensor.Uint64, tensor.Float16, tensor.Float32, tensor.Float64}[r.IntN(6)]
}

func (r arguments) tensor() *tensor.Tensor {
	switch r.IntN(12) {
	case 0:
		return nil
	case 1:
		return mistaken
	}
	shape := make([]int, r.IntN(5))
	for i := range shape {
		shape[i] = r.IntN(4)
	}
	return tensor.Ones(r.dtype(), shape...)
}
