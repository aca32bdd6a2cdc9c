package tensor

import (
	"context"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// UniqueValues returns the different elements of x, in ascending order. Zeros are equal, and the first
// of them stays. Each NaN differs from the others, as in the Array API. How many elements there are is
// known only when x is computed: UniqueValues waits for that. A compiled function has no values, and
// refuses it. [Tensor.UniqueValuesContext] ends with a context.
func (x *Tensor) UniqueValues() *Tensor { return x.UniqueValuesContext(context.Background()) }

// UniqueValuesContext is [Tensor.UniqueValues]. When ctx ends first, the result carries ctx's error.
func (x *Tensor) UniqueValuesContext(ctx context.Context) *Tensor {
	u := x.unique(ctx, "unique_values", false)
	defer u.release()
	return u.values()
}

// UniqueCounts returns the different elements of x as [Tensor.UniqueValues] does, and how often each of
// them is there, as int64. [Tensor.UniqueCountsContext] ends with a context.
func (x *Tensor) UniqueCounts() (values, counts *Tensor) {
	return x.UniqueCountsContext(context.Background())
}

// UniqueCountsContext is [Tensor.UniqueCounts]. When ctx ends first, the results carry ctx's error.
func (x *Tensor) UniqueCountsContext(ctx context.Context) (values, counts *Tensor) {
	u := x.unique(ctx, "unique_counts", false)
	defer u.release()
	return u.values(), u.counts()
}

// UniqueInverse returns the different elements of x as [Tensor.UniqueValues] does, and for each element
// of x its number among them, as int64: values.Take(0, inverse) is x. [Tensor.UniqueInverseContext] ends
// with a context.
func (x *Tensor) UniqueInverse() (values, inverse *Tensor) {
	return x.UniqueInverseContext(context.Background())
}

// UniqueInverseContext is [Tensor.UniqueInverse]. When ctx ends first, the results carry ctx's error.
func (x *Tensor) UniqueInverseContext(ctx context.Context) (values, inverse *Tensor) {
	u := x.unique(ctx, "unique_inverse", true)
	defer u.release()
	return u.values(), u.inverse()
}

// UniqueAll returns the different elements of x as [Tensor.UniqueValues] does. The indices are those of
// the first of equal elements, in x.Reshape(-1). The others are those of [Tensor.UniqueInverse] and
// [Tensor.UniqueCounts]. [Tensor.UniqueAllContext] ends with a context.
func (x *Tensor) UniqueAll() (values, indices, inverse, counts *Tensor) {
	return x.UniqueAllContext(context.Background())
}

// UniqueAllContext is [Tensor.UniqueAll]. When ctx ends first, the results carry ctx's error.
func (x *Tensor) UniqueAllContext(ctx context.Context) (values, indices, inverse, counts *Tensor) {
	u := x.unique(ctx, "unique_all", true)
	defer u.release()
	return u.values(), u.indices(), u.inverse(), u.counts()
}

// unique is a tensor whose elements are sorted, and among them the first of equal ones counted.
type unique struct {
	steps
	counting
	name   string
	shape  []int   // of the tensor
	order  *Tensor // of its elements, if it was asked for
	sorted *Tensor
	err    error
}

// unique sorts the elements of x, and counts those that are unlike the one before. It waits.
func (x *Tensor) unique(ctx context.Context, name string, ordered bool) *unique {
	u := &unique{name: name}
	if u.err = x.check(name); u.err == nil {
		u.err = refuseShape(name, "", x)
	}
	if u.err != nil {
		return u
	}
	u.shape = x.layout.Shape
	flat := u.now(u.keep(x.Reshape(-1)))
	if ordered {
		u.order = u.keep(flat.scan(name, op.Argsort, 0))
		u.sorted = u.keep(flat.Take(0, u.order))
	} else {
		u.sorted = u.keep(flat.scan(name, op.Sort, 0))
	}
	if u.err = u.sorted.check(name); u.err != nil {
		return u
	}
	if err := Eval(ctx, u.sorted); err != nil {
		u.err = failure(name, err)
		return u
	}
	first := u.keep(newFilled(name, u.sorted.device, Bool, 1, []int{min(1, u.sorted.Len())}))
	later := u.keep(u.keep(u.sorted.Slice(0, 1, End, 1)).Ne(u.keep(u.sorted.Slice(0, 0, -1, 1))))
	u.counting, u.err = countTrue(ctx, name, u.keep(Concat(0, first, later)), &u.steps)
	return u
}

// collected are those of some elements that belong to the first of equal ones.
func (u *unique) collected(elements *Tensor) *Tensor {
	if u.err != nil {
		return fail(u.err)
	}
	return collect(u.name, elements, u.place, u.n)
}

func (u *unique) values() *Tensor { return u.collected(u.sorted) }

// indices are those of the first of equal elements, as the sort is stable.
func (u *unique) indices() *Tensor { return u.collected(u.order) }

// inverse gives each element the number of those before it that are the first of equal ones.
func (u *unique) inverse() *Tensor {
	if u.err != nil {
		return fail(u.err)
	}
	number := u.keep(u.upTo.Sub(1))
	return u.keep(collect(u.name, number, u.order, number.Len())).Reshape(u.shape...)
}

// counts are the distances from the first of equal elements to the next, or to the end.
func (u *unique) counts() *Tensor {
	if u.err != nil {
		return fail(u.err)
	}
	n := u.sorted.Len()
	at := u.keep(positions(u.name, u.sorted.device, broadcast.RowMajor(n)))
	starts := u.keep(u.collected(u.keep(at.AsType(Int64))))
	end := u.keep(newFilled(u.name, u.sorted.device, Int64, Int64.FromInt(int64(n)), []int{1}))
	return u.keep(Concat(0, u.keep(starts.Slice(0, 1, End, 1)), end)).Sub(starts)
}
