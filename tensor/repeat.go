package tensor

import (
	"context"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// Repeat returns each element along an axis so many times. The count is an integer, or a tensor of
// integers: one for each element along the axis, or one for all. The length of the result is known only
// when such a tensor is computed: Repeat waits for that. A compiled function has no values, and refuses
// it. [Tensor.RepeatContext] ends with a context.
func (t *Tensor) Repeat(axis int, counts any) *Tensor {
	return t.RepeatContext(context.Background(), axis, counts)
}

// RepeatContext is [Tensor.Repeat]. When ctx ends first, the result carries ctx's error.
func (t *Tensor) RepeatContext(ctx context.Context, axis int, counts any) *Tensor {
	const name = "repeat"
	at, err := t.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	if c, ok := counts.(*Tensor); ok {
		return t.repeatEach(ctx, name, at, c)
	}
	n, err := intOf(counts)
	if err != nil {
		return failf(name, "the count is %s; it is an integer, or a tensor of integers", describe(counts))
	}
	if n < 0 {
		return failf(name, "the count %d; repeats may not contain negative values", n)
	}
	shape := t.layout.Shape
	single := slices.Insert(slices.Clone(shape), at+1, 1)
	several, all := slices.Clone(single), slices.Clone(shape)
	several[at+1] = n
	if all[at], err = broadcast.Size(several[at : at+2]); err != nil {
		return failf(name, "axis %d: %w", at, err)
	}
	return t.repeated(name, single, several, all)
}

// repeatEach takes each element along an axis as often as its count says. Where the counts up to each
// element are sorted, a search finds the element of a place.
func (t *Tensor) repeatEach(ctx context.Context, name string, at int, counts *Tensor) *Tensor {
	if err := counts.check(name + ": the counts"); err != nil {
		return fail(err)
	}
	n, shape := t.layout.Shape[at], counts.layout.Shape
	switch {
	case !counts.dtype.IsInteger():
		return failf(name, "the counts are %v, and have to be integers; convert with AsType", counts.dtype)
	case len(shape) != 1 || shape[0] != n && shape[0] != 1:
		return failf(name, "the counts have shape %v, and have to have shape [%d], the size of axis %d, or [1]", shape, n, at)
	}
	if err := refuseShape(name, "take an integer as the count, or ", t, counts); err != nil {
		return fail(err)
	}
	if t.device != counts.device {
		return failf(name, "%s; move the counts with To", onDevices("the tensor", t.device, "the counts", counts.device))
	}
	var s steps
	defer s.release()
	each := s.now(s.keep(counts.BroadcastTo(n)))
	all, err := each.total(ctx, name, &s)
	if err != nil {
		return fail(err)
	}
	upTo := s.keep(s.keep(each.Cumsum(0)).AsType(Int64))
	places := s.keep(positionsAs(Int64, name, t.device, rowMajor([]int{all})))
	return t.Take(at, s.keep(upTo.Searchsorted(places, Right))).named(name)
}

// total is the sum of counts. It waits.
func (x *Tensor) total(ctx context.Context, name string, s *steps) (int, error) {
	if x.Len() == 0 {
		return 0, nil
	}
	of := [3]*Tensor{s.keep(x.Min()), s.keep(x.Max()), s.keep(x.Sum())}
	if err := Eval(ctx, of[:]...); err != nil {
		return 0, failure(name, err)
	}
	var v [3]int64
	for i, t := range of {
		n, err := t.number(name)
		if err != nil {
			return 0, err
		}
		v[i] = t.dtype.Int(n)
	}
	least, most := v[0], v[1]
	if x.dtype != Uint64 && least < 0 {
		return 0, errorf(name, "the count %d; repeats may not contain negative values", least)
	}
	if most < 0 || most > math.MaxInt/int64(x.Len()) { // the sum might be beyond an int
		return 0, errorf(name, "the count %d; the result would have too many elements", uint64(most))
	}
	return int(v[2]), nil
}
