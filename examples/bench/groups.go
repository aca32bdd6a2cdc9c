package main

import (
	"math"
	"math/bits"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// groups are the cases of reductions, scans and products of some n elements.
func groups(n int) []*job {
	columns := 1 << (bits.Len(uint(n)) / 2)
	rows := max(n/columns, 1)
	of := func(shape ...int) operand { return operand{Type: single, Shape: append([]int{}, shape...)} } // of no axes, not null, in JSON
	along := func(name, row string, out operand, in operand, axes ...int) *job {
		j := operation(name, out, []step{{Op: row, Axes: axes}}, in)
		j.Type, j.N = in.Type, in.len()
		return j
	}
	matrix := of(rows, columns)
	short, narrow := max(n/8, 1), dtype{op.Int8}
	numbers := operand{Type: dtype{op.Int64}, Shape: []int{rows}}
	all := of(min(n, 1<<20)) // its exact sum is judged element by element
	jobs := []*job{
		along("sum 0", "sum", of(columns), matrix, 0),
		along("sum 1", "sum", of(rows), matrix, 1),
		along("sum", "sum", of(), all, 0),
		along("sum of 8", "sum", of(short), of(short, 8), 1),
		along("mean 1", "mean", of(rows), matrix, 1),
		along("prod of 8", "prod", of(short), of(short, 8), 1),
		along("max 0", "max", of(columns), matrix, 0),
		along("max 1", "max", of(rows), matrix, 1),
		along("max 1", "max", operand{Type: narrow, Shape: []int{rows}}, operand{Type: narrow, Shape: matrix.Shape}, 1),
		along("argmax 1", "argmax", numbers, matrix, 1),
		along("var 1", "var", of(rows), matrix, 1),
		along("logsumexp 1", "logsumexp", of(rows), matrix, 1),
		along("softmax 1", "softmax", matrix, matrix, 1),
		along("cumsum 1", "cumsum", matrix, matrix, 1),
	}
	jobs = append(jobs, products(n)...)
	small := along("sum, fresh", "sum", of(), of(10), 0)
	small.Work.Mode = fresh
	return append(jobs, small)
}

// group is a row of groups, or an expression of such rows, that a step may name.
type group struct {
	of  func(t *tensor.Tensor, axes []int) *tensor.Tensor
	row *op.Op                           // its meaning
	at  func(x []float64, i int) float64 // the meaning of an expression, for element i of a group
}

var groupRows = map[string]group{
	"sum":     {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Sum(axes...) }, row: op.Sum},
	"prod":    {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Prod(axes...) }, row: op.Prod},
	"mean":    {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Mean(axes...) }, row: op.Mean},
	"max":     {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Max(axes...) }, row: op.Max},
	"argmax":  {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Argmax(axes...) }, row: op.Argmax},
	"var":     {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Var(axes...) }, row: op.Var},
	"cumsum":  {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Cumsum(axes[0]) }, row: op.Cumsum},
	"sort":    {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Sort(axes[0]) }, row: op.Sort},
	"argsort": {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Argsort(axes[0]) }, row: op.Argsort},
	"topk":    {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return greatest(t, axes[0]) }, row: op.SortDescending},
	"logsumexp": {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Logsumexp(axes...) },
		at: func(x []float64, _ int) float64 {
			most, sum := exponentials(x)
			return most + math.Log(sum)
		}},
	"softmax": {of: func(t *tensor.Tensor, axes []int) *tensor.Tensor { return t.Softmax(axes[0]) },
		at: func(x []float64, i int) float64 {
			most, sum := exponentials(x)
			return math.Exp(x[i]-most) / sum
		}},
}

// exponentials are the greatest element, and the sum of e to the power of all, less it.
func exponentials(x []float64) (most, sum float64) {
	most = slices.Max(x)
	for _, v := range x {
		sum += math.Exp(v - most)
	}
	return most, sum
}

// judgeGroup compares got, the output's element at an index, with the meaning of a step of groups.
func (w *work) judgeGroup(s step, index []int, got op.Scalar) error {
	result := w.Out.Type.DType
	if s.Op == "matmul" {
		return w.judgeProduct(index, got)
	}
	axis, shape := s.Axes[0], w.In[0].Shape
	at, i := slices.Clone(index), 0
	if len(index) < len(shape) {
		at = slices.Insert(at, axis, 0)
	} else {
		i = at[axis]
	}
	elements := make([]op.Scalar, shape[axis])
	for k := range elements {
		at[axis] = k
		elements[k] = w.In[0].at(0, at).Scalar
	}
	g, dt := groupRows[s.Op], w.In[0].Type.DType
	if g.row != nil {
		args := [][]op.Scalar{elements, {0}} // a correction of 0
		return judgeRow(g.row, index, args[:g.row.Arity], dt, result, i, got)
	}
	x := make([]float64, len(elements))
	for k, e := range elements {
		x[k] = dt.Float(e)
	}
	if want := g.at(x, i); !(math.Abs(result.Float(got)-want) <= 1e-5*math.Abs(want)+1e-30) {
		return wrong(index, value{result.FromFloat(want), result}, got)
	}
	return nil
}

// judgeRow compares got with element i of a row's exact result.
func judgeRow(o *op.Op, index []int, args [][]op.Scalar, dt, result op.DType, i int, got op.Scalar) error {
	types := slices.Repeat([]op.DType{dt}, len(args))
	want := o.Role.(*op.Group).Eval(args, types, result)[i]
	if !o.Within(args, types, result, i, got, want) {
		return wrong(index, value{want, result}, got)
	}
	return nil
}

// isGroup reports whether the step is one of groups.
func (s *step) isGroup() bool { return s.Axes != nil || s.Op == "matmul" }

// onGroups is a step of groups as a function of the result so far.
func (s *step) onGroups(x []any) func(t *tensor.Tensor) *tensor.Tensor {
	if s.Op == "matmul" {
		return func(t *tensor.Tensor) *tensor.Tensor { return t.Matmul(x[0].(*tensor.Tensor)) }
	}
	return func(t *tensor.Tensor) *tensor.Tensor { return groupRows[s.Op].of(t, s.Axes) }
}
