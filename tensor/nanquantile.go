package tensor

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// Nanmedian returns the median of the elements that are not NaN, along axes or of all of them: see
// [Tensor.Median]. Of none it is NaN.
func (x *Tensor) Nanmedian(axes ...int) *Tensor {
	return x.median("nanmedian", axes, func(all *Tensor, name string, axis int, s *steps) *Tensor {
		if !all.dtype.IsFloat() {
			return all.middle(name, axis, s)
		}
		a, b, _ := all.numbers(name, axis, s).around(.5, s)
		return s.keep(Concat(axis, a, b)).Mean(axis)
	})
}

// Nanquantile returns the elements at parts q of an axis, without those that are NaN: see [Tensor.Quantile]. Of
// none they are NaN.
func (x *Tensor) Nanquantile(axis int, qs ...float64) *Tensor {
	const name = "nanquantile"
	at, err := x.quantileAxis(name, axis, qs)
	if err != nil {
		return fail(err)
	}
	var s steps
	defer s.release()
	switch {
	case x.layout.Shape[at] == 0:
		x = s.keep(s.keep(x.AsType(floating(x.dtype))).Pad(at, 0, 1, Constant(math.NaN())))
	case !x.dtype.IsFloat():
		return x.quantile(name, at, Linear, qs)
	}
	numbers, all := x.numbers(name, at, &s), make([]*Tensor, len(qs))
	for i, q := range qs {
		all[i] = s.keep(s.keep(numbers.between(q, &s)).Squeeze(at))
	}
	return stackSeveral(name, all)
}

// numbers are the elements along an axis that are not NaN, in their order.
type numbers struct {
	sorted *Tensor // NaN is last
	axis   int
	last   *Tensor // where the last number is, as float64; 0 if there is none
}

func (x *Tensor) numbers(name string, axis int, s *steps) numbers {
	sorted := s.keep(x.standIn().scan(name, op.Sort, axis))
	count := s.keep(s.keep(sorted.Eq(sorted)).Along(axis).Keep().Sum())
	return numbers{sorted, axis, s.keep(s.keep(s.keep(count.Sub(1)).Maximum(0)).AsType(Float64))}
}

// around returns the numbers before and behind a part of the way, and how far it is from the one to the other.
func (n numbers) around(q float64, s *steps) (a, b, t *Tensor) {
	place := s.keep(n.last.Mul(q))
	before, behind := s.keep(place.Floor()), s.keep(place.Ceil())
	a = s.keep(n.sorted.TakeAlongAxis(n.axis, s.keep(before.AsType(Int64))))
	b = s.keep(n.sorted.TakeAlongAxis(n.axis, s.keep(behind.AsType(Int64))))
	return a, b, s.keep(place.Sub(before))
}

// between returns what lies at a part of the way, linearly between two numbers: see ordered.between.
func (n numbers) between(q float64, s *steps) *Tensor {
	a, b, t := n.around(q, s)
	wide := accumulator(a.dtype)
	a, b = s.keep(a.AsType(wide)), s.keep(b.AsType(wide))
	d, rest := s.keep(b.Sub(a)), s.keep(s.keep(t.Neg()).Add(1))
	near := s.keep(a.Add(s.keep(d.Mul(s.keep(t.AsType(wide))))))
	far := s.keep(b.Sub(s.keep(d.Mul(s.keep(rest.AsType(wide))))))
	y := s.keep(Where(s.keep(t.Lt(.5)), near, far))
	return s.keep(Where(s.keep(a.Eq(b)), a, y)).AsType(n.sorted.dtype)
}
