package random

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// Gumbel returns numbers of the standard Gumbel distribution, -log(-log(u)) of a uniform u, of a floating
// dtype. They are finite.
func Gumbel(key Key, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("gumbel", &result)
	if _, ok := digits[dt]; !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	u := s.keep(within(key, working(dt), shape))
	return s.of("neg", s.of("log", s.of("neg", s.of("log", u)))).AsType(dt)
}

// TruncatedNormal returns numbers of the standard normal distribution between lo and hi, of a floating
// dtype. lo and hi are numbers or tensors, which are broadcast to the shape; they may be infinite. The
// result is NaN where the dtype has no probability between them: in float32 where both are beyond 13 on one
// side, in float64 beyond 37.
func TruncatedNormal(key Key, lo, hi any, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("truncated_normal", &result)
	if _, ok := digits[dt]; !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	isNumber := func(v float64) bool { return v == v }
	a, err := s.parameter("lo", lo, working(dt), shape, isNumber, "a number")
	if err != nil {
		return tensor.FromError(err)
	}
	b, err := s.parameter("hi", hi, working(dt), shape, isNumber, "a number")
	if err != nil {
		return tensor.FromError(err)
	}
	if a.known && b.known && !(a.value < b.value) {
		return tensor.FromError(fmt.Errorf("between %v and %v; lo has to be below hi", lo, hi))
	}
	// Above 0 it is the mirror image: probabilities near 0 have more digits than those near 1.
	mirrored := s.of("gt", a.Tensor, 0)
	from := s.keep(tensor.Where(mirrored, s.of("neg", b.Tensor), a.Tensor))
	to := s.keep(tensor.Where(mirrored, s.of("neg", a.Tensor), b.Tensor))
	below := func(x *tensor.Tensor) *tensor.Tensor {
		return s.of("mul", s.of("erfc", s.of("mul", x, -math.Sqrt2/2)), .5)
	}
	least := below(from)
	span := s.of("sub", below(to), least)
	p := s.of("add", least, s.of("mul", span, s.keep(within(key, working(dt), shape))))
	x := s.of("clamp", s.of("ndtri", p), from, to)
	x = s.keep(tensor.Where(mirrored, s.of("neg", x), x))
	return s.keep(tensor.Where(s.of("gt", span, 0), x, math.NaN())).AsType(dt)
}

// gammaTries is how many tries a number of [Gamma] has. One fails with a chance of 5 % at most, all of them
// with 2^-51.
const gammaTries = 12

// Gamma returns numbers of the gamma distribution of a shape parameter alpha and scale 1, of a floating
// dtype. alpha is a number or a tensor, which is broadcast to the shape. It is 1e-36 to 1e38, and 1e-300 to
// 1e308 for float64. Other elements of a tensor give NaN. Numbers of a small alpha may be too small for the
// dtype, and are 0 then.
func Gamma(key Key, alpha any, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("gamma", &result)
	if _, ok := digits[dt]; !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	a, err := s.positive("alpha", alpha, working(dt), shape)
	if err != nil {
		return tensor.FromError(err)
	}
	x, exponent := s.gamma(key, a, working(dt), shape)
	if exponent != nil {
		x = s.of("mul", x, s.of("exp", exponent))
	}
	return x.AsType(dt)
}

// Beta returns numbers of the beta distribution of a and b, of a floating dtype. They are from 0 to 1. a and
// b are numbers or tensors, which are broadcast to the shape. They are 1e-36 to 1e38, and 1e-300 to 1e308
// for float64. Other elements of a tensor give NaN.
func Beta(key Key, a, b any, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("beta", &result)
	if _, ok := digits[dt]; !ok {
		return noFloat(dt)
	}
	var s steps
	defer s.release()
	var logs [2]*tensor.Tensor // of numbers of the gamma distribution: x/(x+y) is the sigmoid of log(x/y)
	for i, x := range []any{a, b} {
		p, err := s.positive([]string{"a", "b"}[i], x, working(dt), shape)
		if err != nil {
			return tensor.FromError(err)
		}
		y, exponent := s.gamma(key.FoldIn(uint32(i)), p, working(dt), shape)
		if logs[i] = s.of("log", y); exponent != nil {
			logs[i] = s.of("add", logs[i], exponent)
		}
	}
	return s.of("sigmoid", s.of("sub", logs[0], logs[1])).AsType(dt)
}

// positives are the numbers whose gamma distribution a dtype can compute: an exponential number over the
// least of them is finite, and so is the logarithm of a number of the greatest.
func positives(dt tensor.DType) (least, greatest float64) {
	if dt == tensor.Float64 {
		return 1e-300, 1e308
	}
	return 1e-36, 1e38
}

func (s *steps) positive(name string, x any, dt tensor.DType, shape []int) (parameter, error) {
	least, greatest := positives(dt)
	accepted := func(v float64) bool { return v >= least && v <= greatest }
	return s.parameter(name, x, dt, shape, accepted, fmt.Sprintf("%v to %v in %v", least, greatest, dt))
}

// gamma returns numbers of the gamma distribution by the tries of Marsaglia and Tsang (2000), and the
// logarithms of factors for them, which are nil if the factors are 1. Where alpha is below 1, a number of
// alpha+1 is multiplied by u^(1/alpha) for a uniform u.
func (s *steps) gamma(key Key, alpha parameter, dt tensor.DType, shape []int) (x, exponent *tensor.Tensor) {
	a := alpha.Tensor
	if !alpha.known || alpha.value < 1 {
		small := s.of("lt", a, 1)
		factor := s.of("div", s.keep(Exponential(key.FoldIn(gammaTries), dt, shape...)), s.of("neg", a))
		exponent = s.keep(tensor.Where(small, factor, 0))
		a = s.keep(tensor.Where(small, s.of("add", a, 1), a))
	}
	d := s.of("sub", a, 1./3)
	c := s.of("rsqrt", s.of("mul", d, 9))
	v := s.firstAccepted(key, gammaTries, s.keep(tensor.ZerosLike(d)), func(key Key) (v, accepted *tensor.Tensor) {
		normal, exponential := s.pair(key, dt, shape, "random_normal", "random_exponential")
		t := s.of("mul", c, normal)                                             // v is (1+t)³ - 1
		v = s.of("mul", t, s.of("add", s.of("mul", s.of("add", t, 3), t), 3))   // without cancellation
		far := s.of("mul", d, s.of("sub", v, s.of("mul", s.of("log1p", t), 3))) // NaN below t = -1
		return v, s.of("gt", exponential, s.of("sub", far, s.of("mul", s.of("square", normal), .5)))
	})
	x = s.of("mul", d, s.of("add", v, 1))
	if !alpha.known {
		least, greatest := positives(dt)
		valid := s.of("logical_and", s.of("ge", alpha.Tensor, least), s.of("le", alpha.Tensor, greatest))
		x = s.keep(tensor.Where(valid, x, math.NaN()))
	}
	return x, exponent
}
