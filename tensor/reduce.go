package tensor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Over is a tensor and the axes of a reduction, with its options. [Tensor.Along] makes one. It has a
// method for each reduction: x.Along(-1).Keep().Sum().
type Over struct {
	name       string // of the operation that was called
	x          *Tensor
	axes       []int // as they were given, or the list of them in ascending order
	each       bool  // every element is a group
	keep       bool
	correction *float64
	ord        *float64
	dtype      DType // 0 if none is given
	err        error // of an option
}

// Along begins a reduction with options along some axes, or along all axes if none are given.
// Negative axes count from the end. Two calls are alike: x.Sum(0) and x.Along(0).Sum().
func (x *Tensor) Along(axes ...int) Over { return Over{x: x, axes: slices.Clone(axes)} }

// Keep makes the axes stay, with size 1, so the result broadcasts against the tensor.
func (o Over) Keep() Over {
	o.keep = true
	return o
}

// NoAxes makes every element a group of its own, as axis=() does in NumPy. The result has the
// tensor's shape.
func (o Over) NoAxes() Over {
	o.each = true
	if len(o.axes) > 0 && o.err == nil {
		o.err = fmt.Errorf("NoAxes beside the axes %v; leave out one of them", o.axes)
	}
	return o
}

// Correction sets what the number of elements is reduced by, before var and std divide by it. It is 0
// by default, as in NumPy. With 1 the variance of a sample is an estimate without bias. Where nothing is
// left to divide by, the result is infinite, or NaN for equal elements, as in NumPy and PyTorch; the Array
// API has NaN for both.
func (o Over) Correction(c float64) Over {
	o.correction = &c
	return o
}

// Ord sets the order p of a norm: (sum |x|^p)^(1/p). It is 2 by default. Order 1 is the sum of the
// magnitudes, Inf the greatest and -Inf the least magnitude, and 0 counts what is not 0.
func (o Over) Ord(p float64) Over {
	o.ord = &p
	return o
}

// DType sets the dtype of the result. Elements are converted to it first. Integers wrap. Reductions
// that choose one of the elements, or an index, or a bool, do not have this option.
func (o Over) DType(dt DType) Over {
	o.dtype = dt
	if !dt.Valid() && o.err == nil {
		o.err = fmt.Errorf("%v is no dtype", dt)
	}
	return o
}

// reduction is a reduction that has a method: a row of package op, or a composition of rows.
type reduction struct {
	name, doc string
	row       *op.Op                         // the row; of a composition one that has its dtypes and options
	of        func(o Over, s *steps) *Tensor // nil of a row; else the composition, whose axes are checked
	orders    bool                           // it has the option Ord
	instead   any                            // what NaN becomes at first; nil if it stays
}

func (r *reduction) group() *op.Group { return r.row.Role.(*op.Group) }

// corrects reports whether it has the option Correction.
func (r *reduction) corrects() bool { return r.group().Once }

// converts reports whether it has the option DType: its results are no elements, indices or bools.
func (r *reduction) converts() bool {
	g := r.group()
	return g.Type(Float32) == Float32 && g.Type(Int8) != Int8
}

// givesFloats reports whether elements of all dtypes give floats.
func (r *reduction) givesFloats() bool { return r.group().Type(Int8).IsFloat() }

// rowReductions are the rows that are reductions of one tensor.
var rowReductions struct {
	sync.Once // programs that reduce nothing do not make them at their start
	of        map[*op.Op]*reduction
}

// reductionRows describes the rows that are reductions of one tensor.
func reductionRows() map[*op.Op]*reduction {
	rowReductions.Do(func() {
		rowReductions.of = map[*op.Op]*reduction{}
		for _, row := range op.Groups() {
			if g := row.Role.(*op.Group); g.Gives == op.One && (g.Second == nil || row == op.Var) {
				rowReductions.of[row] = &reduction{name: row.Name, doc: row.Doc, row: row}
			}
		}
	})
	return rowReductions.of
}

// reductions returns all reductions, sorted by name.
func reductions() []*reduction {
	all := slices.AppendSeq(slices.Clone(compositions), maps.Values(reductionRows()))
	slices.SortFunc(all, func(a, b *reduction) int { return strings.Compare(a.name, b.name) })
	return all
}

// reductionOf returns the reduction of a name or an alias, or nil.
func reductionOf(name string) *reduction {
	for _, r := range compositions {
		if r.name == name {
			return r
		}
	}
	for row, r := range reductionRows() {
		if row.Name == name || slices.Contains(row.Aliases, name) {
			return r
		}
	}
	return nil
}

// Reduce computes the reduction with the given name, such as "sum": Reduce("sum", x.Along(0)) is
// x.Sum(0). For a name that no reduction has, the error is ErrUnknownOperation.
func Reduce(name string, over Over) *Tensor {
	if r := reductionOf(name); r != nil {
		return over.reduce(r)
	}
	near := nearest{name: name}
	for _, r := range reductions() {
		near.try(r.name)
	}
	return failf("reduce", "%w %q%s", ErrUnknownOperation, name, near.suggestion())
}

// row computes a reduction that is a row.
func (o Over) row(row *op.Op) *Tensor { return o.reduce(reductionRows()[row]) }

// reduce checks the options and computes a reduction.
func (o Over) reduce(r *reduction) *Tensor {
	o, err := o.begin(r)
	if err != nil {
		return fail(err)
	}
	var s steps
	defer s.release()
	if r.of != nil {
		o.x = s.now(o.x)
	}
	if r.instead != nil && o.x.dtype.IsFloat() {
		o.x = s.keep(Where(s.keep(o.x.Isnan()), r.instead, o.x))
	}
	to := o.dtype
	if to != 0 {
		o.x, o.dtype = s.keep(o.x.AsType(to)), 0
	}
	if o.x.err != nil {
		return fail(*o.x.err)
	}
	y := o.compute(r, &s)
	if to == 0 || y.err != nil || y.dtype == to {
		return y
	}
	return s.keep(y).AsType(to)
}

func (o Over) compute(r *reduction, s *steps) *Tensor {
	if r.of != nil {
		return r.of(o, s)
	}
	return o.byRow(r)
}

// begin checks what does not depend on the row's types, and finds the axes.
func (o Over) begin(r *reduction) (Over, error) {
	o.name = cmp.Or(o.name, r.name)
	if err := o.x.check(o.name); err != nil {
		return o, err
	}
	switch {
	case o.err != nil:
		return o, errorf(o.name, "%w", o.err)
	case o.correction != nil && !r.corrects():
		return o, errorf(o.name, "it has no option Correction; var, std, nanvar and nanstd have it")
	case o.ord != nil && !r.orders:
		return o, errorf(o.name, "it has no option Ord; norm has it")
	case o.dtype != 0 && !r.converts():
		return o, errorf(o.name, "it has no option DType; convert with AsType")
	case o.dtype != 0 && !o.dtype.IsFloat() && r.givesFloats():
		return o, refused(o.name, &op.TypeError{Types: []DType{o.dtype}, Rule: fmt.Sprintf("the result is a float, and DType is %v", o.dtype),
			Hint: "convert the result with AsType"})
	}
	axes, err := broadcast.Axes(o.axes, len(o.x.layout.Shape))
	if err != nil {
		return o, errorf(o.name, "%w", err)
	}
	o.x = o.x.standIn()
	if o.axes = axes; o.each {
		o.axes = []int{}
	}
	return o, nil
}

// shape returns the shape of the result.
func (o Over) shape() []int {
	shape := make([]int, 0, len(o.x.layout.Shape))
	for axis, n := range o.x.layout.Shape {
		switch {
		case !slices.Contains(o.axes, axis):
			shape = append(shape, n)
		case o.keep:
			shape = append(shape, 1)
		}
	}
	return shape
}

// empty reports whether a group has no elements, also where there are no groups.
func (o Over) empty() bool {
	return slices.ContainsFunc(o.axes, func(axis int) bool { return o.x.layout.Shape[axis] == 0 })
}

// byRow makes the expression of a row.
func (o Over) byRow(r *reduction) *Tensor {
	if r.row.Role.(*op.Group).Some && o.empty() {
		return failf(o.name, "zero-size array to reduction operation %s which has no identity (shape %v, axes %v)", o.name, o.x.layout.Shape, o.axes)
	}
	var more []graph.Arg
	if r.corrects() {
		dt, c := op.Correction(o.x.dtype), 0.0
		if o.correction != nil {
			c = *o.correction
		}
		more = append(more, graph.Arg{Type: dt, Scalar: dt.FromFloat(c)})
	}
	return groups(o.name, r.row, o.x, o.axes, rowMajor(o.shape()), o.x.layout, more...)
}

// groups makes the expression of a row of groups, which lie along axes of x. It reads x through a
// layout of the same elements.
func groups(name string, row *op.Op, x *Tensor, axes []int, layout, reads *broadcast.Layout, more ...graph.Arg) *Tensor {
	result := row.Role.(*op.Group).Type(x.dtype)
	err := runs(name, x.device, row, result, x.dtype)
	if err == nil {
		err = failure(name, fits(result, layout.Shape))
	}
	if err != nil {
		for _, a := range more {
			if a.Version != nil {
				a.Version.Let()
			}
		}
		return fail(err)
	}
	args := append([]graph.Arg{x.storage.Load().Read(reads)}, more...)
	return newExpression(x.device, result, layout, row, &graph.Form{Axes: axes}, args...).limitDepth()
}
