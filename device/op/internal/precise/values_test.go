package precise

import (
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	unary   = func(x *big.Float) *big.Float
	binary  = func(x, y *big.Float) *big.Float
	ternary = func(x, y, z *big.Float) *big.Float
)

var functions = map[string]any{
	"Exp": Exp, "Exp2": Exp2, "Expm1": Expm1, "Log": Log, "Log2": Log2, "Log10": Log10, "Log1p": Log1p,
	"Pow": Pow, "Ldexp": Ldexp, "Rsqrt": Rsqrt, "Cbrt": Cbrt, "Hypot": Hypot, "Xlogy": Xlogy,
	"Sin": Sin, "Cos": Cos, "Tan": Tan, "Sinc": Sinc, "Asin": Asin, "Acos": Acos, "Atan": Atan, "Atan2": Atan2,
	"Sinh": Sinh, "Cosh": Cosh, "Tanh": Tanh, "Asinh": Asinh, "Acosh": Acosh, "Atanh": Atanh,
	"Erf": Erf, "Erfc": Erfc, "Erfinv": Erfinv, "Ndtri": Ndtri, "Lgamma": Lgamma, "Digamma": Digamma, "I0": I0, "I0e": I0e, "I1": I1, "I1e": I1e,
	"Xlog1py": Xlog1py, "LogAddExp": LogAddExp, "LogAddExp2": LogAddExp2,
	"Sigmoid": Sigmoid, "Logit": Logit, "LogSigmoid": LogSigmoid, "Softplus": Softplus, "Silu": Silu, "Mish": Mish,
	"Tanhshrink": Tanhshrink, "Gelu": Gelu, "GeluTanh": GeluTanh, "Elu": Elu, "Selu": Selu, "Celu": Celu,
	"Softsign": Softsign, "Hardsigmoid": Hardsigmoid, "Hardswish": Hardswish, "Deg2rad": Deg2rad, "Rad2deg": Rad2deg,
}

func call(t *testing.T, name string, x ...*big.Float) *big.Float {
	switch f := functions[name].(type) {
	case unary:
		return f(x[0])
	case binary:
		return f(x[0], x[1])
	case ternary:
		return f(x[0], x[1], x[2])
	}
	require.Fail(t, "no function "+name)
	return nil
}

func TestEveryFunctionHas200BitsOfItsResult(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range values(t) {
		agree(t, v.want, call(t, v.name, bigs(v.args)...), 200, v)
		seen[v.name] = true
	}
	for name := range functions {
		assert.True(t, seen[name], "no values of %s", name)
	}
}

type value struct {
	name string
	args []float64
	want *big.Float
}

// values reads testdata/values.txt.
func values(t *testing.T) (all []value) {
	table, err := os.ReadFile("testdata/values.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		last := len(words) - 1
		v := value{name: words[0], want: decimal(words[last])}
		for _, s := range words[1:last] {
			x, err := strconv.ParseFloat(s, 64)
			require.NoError(t, err)
			v.args = append(v.args, x)
		}
		all = append(all, v)
	}
	return all
}

func bigs(x []float64) (all []*big.Float) {
	for _, v := range x {
		all = append(all, Float(v))
	}
	return all
}

// agree asserts that got is want to so many bits.
func agree(t *testing.T, want, got *big.Float, bits int, what any) {
	t.Helper()
	off := sub(got, want)
	if off.Sign() == 0 {
		return
	}
	assert.True(t, below(quo(off, want), -bits), "%v: %.50g, not %.50g", what, got, want)
}
