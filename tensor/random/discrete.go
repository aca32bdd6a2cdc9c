package random

import (
	"errors"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// few is the mean below which numbers of [Poisson] and [Binomial] are counted one by one. More than countsMost
// have a chance of 2^-42. Numbers of larger means are tried: a try fails with a chance of 30 % at most, and
// countTries of them with 2^-42.
const (
	few        = 10
	countsMost = 40
	countTries = 24
)

// inFloat32 is the largest mean, or number of trials, that float32 has enough digits for.
const inFloat32 = 1 << 20

// counts checks the dtype of counts.
func counts(dt tensor.DType) error {
	if _, float := digits[dt]; float || dt == tensor.Int32 || dt == tensor.Int64 {
		return nil
	}
	return fmt.Errorf("counts of %v; they are of int32, int64 or a floating dtype", dt)
}

// precision is the dtype to compute counts in: float32 has too few digits for large ones.
func precision(x any) tensor.DType {
	if v, ok := number(x); ok && v > inFloat32 {
		return tensor.Float64
	}
	if t, ok := x.(*tensor.Tensor); ok && t.DType() == tensor.Float64 {
		return tensor.Float64
	}
	return tensor.Float32
}

// Poisson returns numbers of the Poisson distribution of a mean rate, 0 or more, as int32, int64 or a
// floating dtype. rate is a number or a tensor, which is broadcast to the shape. It is up to 2^50, and for
// int32 up to 2^30. Elements of a tensor that are above it, negative or NaN give NaN, and -1 of integers. It
// computes in float32, which has digits for a rate up to 2^20, and in float64 for a larger number, and for
// a tensor of float64.
func Poisson(key Key, rate any, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("poisson", &result)
	if err := counts(dt); err != nil {
		return tensor.FromError(err)
	}
	most := float64(1 << 50)
	if dt == tensor.Int32 {
		most = 1 << 30
	}
	var s steps
	defer s.release()
	w := precision(rate)
	r, err := s.parameter("the rate", rate, w, shape, func(v float64) bool { return v >= 0 && v <= most }, fmt.Sprintf("0 to %v", most))
	if err != nil {
		return tensor.FromError(err)
	}
	waits := func(i int, exponential *tensor.Tensor) *tensor.Tensor { return exponential }
	n := s.byMean(r, r.Tensor, func(mean *tensor.Tensor) *tensor.Tensor {
		return s.arrivals(key, s.of("minimum", mean, few), w, shape, waits)
	}, func(mean *tensor.Tensor) *tensor.Tensor {
		mean = s.of("maximum", mean, few)
		b := s.of("add", s.of("mul", s.of("sqrt", mean), 2.53), .931)
		c := transformed{
			a: s.of("sub", s.of("mul", b, .02483), .059), b: b, center: s.of("add", mean, .43),
			scale: s.of("add", s.of("div", 1.1328, s.of("sub", b, 3.4)), 1.1239),
		}
		// The logarithm of the probability of k is that of Stirling's formula.
		return s.transform(key, c, w, shape, s.of("round", mean), func(k *tensor.Tensor) *tensor.Tensor {
			return s.of("neg", s.of("add", s.stirling(k), s.deviance(k, mean)))
		})
	})
	return s.counted(n, s.of("logical_and", s.of("ge", r.Tensor, 0), s.of("le", r.Tensor, most)), r.known, dt)
}

// Binomial returns how many of n trials succeed that each do with probability p, as int32, int64 or a
// floating dtype. n and p are numbers or tensors, which are broadcast to the shape. n is up to 2^50, and
// for int32 up to 2^31 - 1. Elements of a tensor that are no such number of trials or no probability give
// NaN, and -1 of integers. It computes in float32, which has digits for n up to 2^20, and in float64 for a
// larger number, and for a tensor of float64.
func Binomial(key Key, n, p any, dt tensor.DType, shape ...int) (result *tensor.Tensor) {
	defer called("binomial", &result)
	if err := counts(dt); err != nil {
		return tensor.FromError(err)
	}
	most := float64(1 << 50)
	if dt == tensor.Int32 {
		most = 1<<31 - 1
	}
	var s steps
	defer s.release()
	w := max(precision(n), precision(p))
	trials, err := s.parameter("n", n, w, shape, func(v float64) bool { return v >= 0 && v <= most && v == math.Trunc(v) }, fmt.Sprintf("whole, and 0 to %v", most))
	if err != nil {
		return tensor.FromError(err)
	}
	chance, err := s.parameter("p", p, w, shape, func(v float64) bool { return v >= 0 && v <= 1 }, "0 to 1")
	if err != nil {
		return tensor.FromError(err)
	}
	of := trials.Tensor
	mirrored := s.of("gt", chance.Tensor, .5)
	q := s.keep(tensor.Where(mirrored, s.of("sub", 1, chance.Tensor), chance.Tensor)) // at most 1/2
	mean := parameter{Tensor: s.of("mul", of, q), known: trials.known && chance.known, value: trials.value * min(chance.value, 1-chance.value)}
	// The i-th of n exponential times comes after the one before by one of them over those that are left.
	waits := func(i int, exponential *tensor.Tensor) *tensor.Tensor {
		return s.of("div", exponential, s.of("maximum", s.of("sub", of, i), 0))
	}
	k := s.byMean(mean, mean.Tensor, func(*tensor.Tensor) *tensor.Tensor {
		until := s.of("neg", s.of("log1p", s.of("neg", q)))
		return s.arrivals(key, until, w, shape, waits)
	}, func(mean *tensor.Tensor) *tensor.Tensor {
		rest := s.of("sub", of, mean)
		spread := s.of("sqrt", s.of("mul", mean, s.of("sub", 1, q)))
		b := s.of("add", s.of("mul", spread, 2.53), 1.15)
		c := transformed{
			a: s.of("add", s.of("sub", s.of("mul", b, .0248), .0873), s.of("mul", q, .01)), b: b, center: s.of("add", mean, .5),
			scale: s.of("mul", spread, s.of("add", s.of("div", 5.1, b), 2.83)),
		}
		log := func(k *tensor.Tensor) *tensor.Tensor {
			left := s.of("sub", of, k)
			return s.of("neg", s.of("add", s.of("add", s.stirling(k), s.deviance(k, mean)), s.of("add", s.stirling(left), s.deviance(left, rest))))
		}
		mode := s.of("floor", s.of("mul", s.of("add", of, 1), q))
		best := log(mode)
		return s.transform(key, c, w, shape, mode, func(k *tensor.Tensor) *tensor.Tensor {
			inside := s.of("le", k, of)
			return s.keep(tensor.Where(inside, s.of("sub", log(k), best), math.Inf(-1)))
		})
	})
	k = s.keep(tensor.Where(mirrored, s.of("sub", of, k), k))
	if dt == tensor.Int32 && w == tensor.Float32 {
		most = 1<<31 - 1<<7 // as 1<<31 - 1 is rounded up
	}
	valid := s.of("logical_and", s.of("logical_and", s.of("ge", of, 0), s.of("eq", of, s.of("floor", of))),
		s.of("logical_and", s.of("le", of, most), s.of("logical_and", s.of("ge", chance.Tensor, 0), s.of("le", chance.Tensor, 1))))
	return s.counted(k, valid, mean.known, dt)
}

// Categorical returns numbers of classes, from 0 on, as int64. The classes lie along an axis of logits, and
// their probabilities are in proportion to the exponentials of the logits. The shape of the other axes is
// broadcast to that of the result, and is that of the result if none is given. A class of -Inf never comes
// beside others. If a logit is NaN, or all are -Inf, it is the number of the first such class. It is the class
// of the greatest sum of a number of [Gumbel] and a logit less the greatest logit. Logits of float16 and bfloat16
// compute in float32.
func Categorical(key Key, logits *tensor.Tensor, axis int, shape ...int) (result *tensor.Tensor) {
	defer called("categorical", &result)
	if err := logits.Err(); err != nil {
		return tensor.FromError(named.Operand(err))
	}
	if _, ok := digits[logits.DType()]; !ok {
		return noFloat(logits.DType())
	}
	if logits.Rank() == 0 {
		return tensor.FromError(errors.New("logits of no axes; reshape them with Reshape(1)"))
	}
	if axis < -logits.Rank() || axis >= logits.Rank() {
		return tensor.FromError(fmt.Errorf("axis %d of logits of shape %v; it is from %d to %d", axis, logits.Shape(), -logits.Rank(), logits.Rank()-1))
	}
	if logits.Size(axis) == 0 {
		return tensor.FromError(fmt.Errorf("logits of shape %v have no classes along axis %d", logits.Shape(), axis))
	}
	var s steps
	defer s.release()
	dt := working(logits.DType()) // halves have so few digits that equal sums favour the first classes
	last := s.keep(s.keep(logits.AsType(dt)).Moveaxis(axis, -1))
	greatest := s.keep(last.Along(-1).Keep().Max())
	last = s.of("sub", last, s.keep(tensor.Where(s.of("isfinite", greatest), greatest, 0))) // so that sums keep their digits
	if len(shape) == 0 {
		shape = last.Shape()[:last.Rank()-1]
	}
	all := append(append([]int{}, shape...), last.Size(-1))
	x := s.keep(last.BroadcastTo(all...))
	if err := x.Err(); err != nil {
		return tensor.FromError(fmt.Errorf("the logits: %w", errors.Unwrap(err)))
	}
	return s.of("add", x, s.keep(Gumbel(key, dt, all...))).Argmax(-1)
}

// byMean takes few's counts or the tries, or both for a tensor of means.
func (s *steps) byMean(p parameter, mean *tensor.Tensor, counted, tried func(mean *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	switch {
	case p.known && p.value < few:
		return counted(mean)
	case p.known:
		return tried(mean)
	}
	return s.keep(tensor.Where(s.of("lt", mean, few), counted(mean), tried(mean)))
}

// counted converts counts, which are NaN or -1 where the parameters are not valid.
func (s *steps) counted(k, valid *tensor.Tensor, known bool, dt tensor.DType) *tensor.Tensor {
	if !known {
		wrong := math.NaN()
		if dt.IsInteger() {
			wrong = -1
		}
		k = s.keep(tensor.Where(valid, k, wrong))
	}
	return k.AsType(dt)
}

// arrivals counts exponential waits that end in a time, up to countsMost.
func (s *steps) arrivals(key Key, until *tensor.Tensor, dt tensor.DType, shape []int, wait func(i int, exponential *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	var time, n *tensor.Tensor
	for i := 0; i < countsMost; i += 2 {
		x, y := s.pair(key.FoldIn(uint32(i/2)), tensor.Float32, shape, "random_exponential", "random_exponential")
		for j, exponential := range []*tensor.Tensor{x, y} {
			next := wait(i+j, s.keep(exponential.AsType(dt)))
			if time != nil {
				next = s.of("add", time, next)
			}
			time = next
			one := s.keep(s.of("lt", time, until).AsType(dt))
			if n != nil {
				one = s.of("add", n, one)
			}
			n = one
		}
	}
	return n
}

// transformed is what transformed rejection (Hörmann, 1993) needs of a distribution: it tries
// floor((2a/(1/2-|u|)+b)u+center) for a uniform u from -1/2 to 1/2.
type transformed struct{ a, b, center, scale *tensor.Tensor }

// transform returns counts that are tried. log is the logarithm of a count's probability.
func (s *steps) transform(key Key, c transformed, dt tensor.DType, shape []int, otherwise *tensor.Tensor, log func(k *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	return s.firstAccepted(key.FoldIn(math.MaxUint32), countTries, otherwise, func(key Key) (value, accepted *tensor.Tensor) {
		u := s.of("sub", s.keep(within(key, dt, shape)), .5)
		v := s.keep(within(key.FoldIn(0), dt, shape))
		us := s.of("sub", .5, s.of("abs", u))
		slope := s.of("add", s.of("div", s.of("mul", c.a, 2), us), c.b)
		k := s.of("floor", s.of("add", s.of("mul", slope, u), c.center))
		height := s.of("div", s.of("mul", v, c.scale), s.of("add", s.of("div", c.a, s.of("square", us)), c.b))
		accepted = s.of("le", s.of("log", height), log(k))
		inside := s.of("ge", k, 0)
		far := s.of("logical_and", s.of("lt", us, .013), s.of("gt", v, us))
		return k, s.of("logical_and", s.of("logical_and", accepted, inside), s.of("logical_not", far))
	})
}

// stirling is log(k!) - k·log(k) + k for whole k, 0 of 0.
func (s *steps) stirling(k *tensor.Tensor) *tensor.Tensor {
	r := s.of("reciprocal", k)
	w := s.of("square", r)
	series := s.of("mul", r, s.of("add", s.of("mul", s.of("add", s.of("mul", w, 1./1260), -1./360), w), 1./12))
	y := s.of("add", series, s.of("mul", s.of("log", s.of("mul", k, 2*math.Pi)), .5))
	return s.keep(tensor.Where(s.of("gt", k, 0), y, 0))
}

// deviance is k·log(k/mean) + mean - k, near the mean by a series (Loader, 2000).
func (s *steps) deviance(k, mean *tensor.Tensor) *tensor.Tensor {
	off := s.of("sub", k, mean)
	v := s.of("div", off, s.of("add", k, mean))
	w := s.of("square", v)
	series := s.of("add", s.of("mul", s.of("add", s.of("mul", s.of("add", s.of("mul", w, 1./9), 1./7), w), 1./5), w), 1./3)
	near := s.of("mul", v, s.of("add", off, s.of("mul", s.of("mul", s.of("mul", k, 2), w), series)))
	far := s.of("sub", s.of("xlogy", k, s.of("div", k, mean)), off)
	return s.keep(tensor.Where(s.of("lt", s.of("abs", v), .1), near, far))
}
