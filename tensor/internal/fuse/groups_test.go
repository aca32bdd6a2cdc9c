package fuse

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// along is a row of groups along the last axis of its operands. A reduction keeps the axis.
func along(o *op.Op, operands ...graph.Arg) *graph.Storage {
	shape := append([]int(nil), operands[0].Layout.Shape...)
	last := len(shape) - 1
	if o.Role.(*op.Group).Gives == op.One {
		shape[last] = 1
	}
	return new(graph.Storage).Init(op.Float32, rowMajor(shape...), o, &graph.Form{Axes: []int{last}}, operands...)
}

// over is a map of x and of a reduction's result, repeated along the groups.
func over(t *testing.T, o *op.Op, x, result *graph.Storage) *graph.Storage {
	shape := x.Layout().Shape
	return new(graph.Storage).Init(op.Float32, x.Layout(), o, nil, whole(x), expand(t, result, shape...))
}

func TestTheCutOfGroups(t *testing.T) {
	softmax := func(t *testing.T, x *graph.Storage) *graph.Storage {
		e := apply(op.Exp, over(t, op.Sub, x, along(op.Max, whole(x))))
		return over(t, op.Div, e, along(op.Sum, whole(e)))
	}
	variance := func(x *graph.Storage) *graph.Storage { return along(op.Var, whole(x), two) }
	for _, c := range []struct {
		name  string
		shape []int
		of    func(t *testing.T, x *graph.Storage) []*graph.Storage
		want  []string
	}{
		{"maps before a reduction join it", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Sum, whole(apply(op.Exp, apply(op.Neg, x))))}
		}, []string{"[2 3] of 1: neg exp sum, 1 stored"}},
		{"maps after a reduction join it", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{apply(op.Sqrt, apply(op.Abs, along(op.Sum, whole(x))))}
		}, []string{"[2 3] of 1: sum abs sqrt, 1 stored"}},
		{"a softmax", []int{2, 3}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{softmax(t, x)}
		}, []string{"[2 3] of 1: max sub exp sum div, 1 stored"}},
		{"a layer norm", []int{2, 3}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			centered := over(t, op.Sub, x, along(op.Mean, whole(x)))
			return []*graph.Storage{over(t, op.Mul, centered, apply(op.Rsqrt, variance(x)))}
		}, []string{"[2 3] of 1: mean sub var rsqrt mul, 1 stored"}},
		{"a distance with its sum", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			distance := apply(op.Square, apply(op.Abs, x))
			return []*graph.Storage{distance, along(op.Sum, whole(distance))}
		}, []string{"[2 3] of 1: abs square sum, 2 stored"}},
		{"a log-sum-exp", []int{2, 3}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			most := along(op.Max, whole(x))
			sum := along(op.Sum, whole(apply(op.Exp, over(t, op.Sub, x, most))))
			return []*graph.Storage{apply(op.Add, apply(op.Log, sum), most)}
		}, []string{"[2 3] of 1: max sub exp sum log add, 1 stored"}},
		{"a map of a scan joins it", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, along(op.Cumsum, whole(apply(op.Abs, x))))}
		}, []string{"[2 3] of 1: abs cumsum neg, 1 stored"}},
		{"a reduction of a scan joins it", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Max, whole(along(op.Cumsum, whole(x))))}
		}, []string{"[2 3] of 1: cumsum max, 1 stored"}},
		{"a scan of a scan is a launch of its own", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Cumsum, whole(along(op.Cumsum, whole(x))))}
		}, []string{"[2 3] of 1: cumsum, 1 stored", "[2 3] of 1: cumsum, 1 stored"}},
		{"maps around a sort join it", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, along(op.Sort, whole(apply(op.Abs, x))))}
		}, []string{"[2 3] of 1: abs sort neg, 1 stored"}},
		{"two sorts are two launches", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Sort, whole(x)), along(op.SortDescending, whole(x))}
		}, []string{"[2 3] of 1: sort, 1 stored", "[2 3] of 1: sort_descending, 1 stored"}},
		{"a sort of a scan is a launch of its own", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Sort, whole(along(op.Cumsum, whole(x))))}
		}, []string{"[2 3] of 1: cumsum, 1 stored", "[2 3] of 1: sort, 1 stored"}},
		{"groups along other axes are a launch of their own", []int{2, 3}, func(_ *testing.T, x *graph.Storage) []*graph.Storage {
			columns := new(graph.Storage).Init(op.Float32, rowMajor(1, 3), op.Sum, &graph.Form{Axes: []int{0}}, whole(x))
			return []*graph.Storage{along(op.Sum, whole(x)), columns}
		}, []string{"[2 3] of 1: sum, 1 stored", "[3 2] of 1: sum, 1 stored"}},
		{"a reduction of a view is a launch of its own", []int{3}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Sum, reverse(t, apply(op.Exp, x)))}
		}, []string{"[3] of 1: exp, 1 stored", "[3] of 1: sum, 1 stored"}},
		{"a softmax of as many elements as are walked again", []int{2, shortGroup}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{softmax(t, x)}
		}, []string{"[2 4096] of 1: max sub exp sum div, 1 stored"}},
		{"a softmax of more stores its exponentials", []int{2, shortGroup + 1}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{softmax(t, x)}
		}, []string{"[2 4097] of 1: max sub exp sum, 2 stored", "[2 4097] of 2: div, 1 stored"}},
		{"cheap maps of long groups are walked again", []int{2, shortGroup + 1}, func(t *testing.T, x *graph.Storage) []*graph.Storage {
			return []*graph.Storage{along(op.Sum, whole(over(t, op.Sub, x, along(op.Mean, whole(x)))))}
		}, []string{"[2 4097] of 1: mean sub sum, 1 stored"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &fake{}
			roots := c.of(t, newStorage(t, d, c.shape...))
			evaluate(t, d, roots...)
			assert.Equal(t, c.want, d.launches)
			for _, r := range roots {
				assert.True(t, r.Stored())
			}
		})
	}
}
