package fuse

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// multiplying is a fake whose tiles of products have so many rows and columns.
type multiplying struct {
	*fake
	tile int
}

func (m *multiplying) ProductTile(op.DType, int) int { return m.tile }

// matmul is the product of matrices of shapes [m k] and [k n].
func matmul(x, y *graph.Storage) *graph.Storage {
	a, b := x.Layout(), y.Layout()
	shape := []int{a.Shape[0], b.Shape[1], a.Shape[1]}
	args := []graph.Arg{
		x.Read(&broadcast.Layout{Shape: shape, Strides: []int{a.Strides[0], 0, a.Strides[1]}}),
		y.Read(&broadcast.Layout{Shape: shape, Strides: []int{0, b.Strides[1], b.Strides[0]}}),
	}
	return new(graph.Storage).Init(op.Float32, rowMajor(shape[0], shape[1]), op.Dot, &graph.Form{Axes: []int{2}}, args...)
}

func TestTheCutBeforeProducts(t *testing.T) {
	for _, c := range []struct {
		name string
		tile int
		of   func(x, y *graph.Storage) []*graph.Storage
		want []string
	}{
		{"maps join the product", 4, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{apply(op.Relu, matmul(apply(op.Neg, apply(op.Abs, x)), y))}
		}, []string{"[4 4 4] of 2: abs neg dot relu, 1 stored"}},
		{"maps of both operands join it", 4, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{matmul(apply(op.Neg, x), apply(op.Mul, y, x))}
		}, []string{"[4 4 4] of 3: neg mul dot, 1 stored"}},
		{"other maps of their shape stay", 4, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{matmul(apply(op.Neg, x), y), apply(op.Exp, x)}
		}, []string{"[4 4 4] of 2: neg dot, 1 stored", "[4 4] of 1: exp, 1 stored"}},
		{"what others need is stored before", 4, func(x, y *graph.Storage) []*graph.Storage {
			z := apply(op.Neg, x)
			return []*graph.Storage{matmul(z, y), z}
		}, []string{"[4 4] of 1: neg, 1 stored", "[4 4 4] of 2: dot, 1 stored"}},
		{"what another map shares is stored before", 4, func(x, y *graph.Storage) []*graph.Storage {
			z := apply(op.Neg, x)
			return []*graph.Storage{matmul(apply(op.Abs, z), y), apply(op.Exp, z)}
		}, []string{"[4 4] of 1: neg abs, 2 stored", "[4 4 4] of 2: dot, 1 stored", "[4 4] of 1: exp, 1 stored"}},
		{"dear maps that tiles would repeat are stored before", 1, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{matmul(apply(op.Exp, x), y)}
		}, []string{"[4 4] of 1: exp, 1 stored", "[4 4 4] of 2: dot, 1 stored"}},
		{"a device without tiles gets them apart", 0, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{matmul(apply(op.Neg, x), y)}
		}, []string{"[4 4] of 1: neg, 1 stored", "[4 4 4] of 2: dot, 1 stored"}},
		{"two products of one shape are two launches", 4, func(x, y *graph.Storage) []*graph.Storage {
			return []*graph.Storage{matmul(x, y), matmul(y, x)}
		}, []string{"[4 4 4] of 2: dot, 1 stored", "[4 4 4] of 2: dot, 1 stored"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &multiplying{&fake{}, c.tile}
			evaluate(t, d, c.of(newStorage(t, d, 4, 4), newStorage(t, d, 4, 4))...)
			assert.Equal(t, c.want, d.launches)
		})
	}
}

func TestAViewMovesAlongTheAxesOfWhatItReads(t *testing.T) {
	of := broadcast.RowMajor(5, 6)
	for _, c := range []struct {
		name string
		view broadcast.Layout
		want []step
	}{
		{"repeated", broadcast.Layout{Shape: []int{5, 7, 6}, Strides: []int{6, 0, 1}}, []step{{0, 1}, {}, {1, 1}}},
		{"transposed", broadcast.Layout{Shape: []int{6, 5}, Strides: []int{1, 6}}, []step{{1, 1}, {0, 1}}},
		{"windows", broadcast.Layout{Shape: []int{2, 4, 3}, Strides: []int{12, 1, 1}}, []step{{0, 2}, {1, 1}, {1, 1}}},
		{"along two axes", broadcast.Layout{Shape: []int{30}, Strides: []int{1}}, nil},
		{"reversed", broadcast.Layout{Shape: []int{5}, Strides: []int{-6}, Offset: 24}, nil},
		{"from a later row", broadcast.Layout{Shape: []int{4}, Strides: []int{6}, Offset: 6}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, ok := steps(&c.view, &of)
			assert.Equal(t, c.want != nil, ok)
			if ok {
				assert.Equal(t, c.want, all)
			}
		})
	}
}

var _ device.Multiplier = (*multiplying)(nil)
