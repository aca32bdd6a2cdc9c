package main

import (
	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// world is cells on a torus, [height, width]: beyond an edge comes the opposite one.
type world struct {
	Alive *tensor.Tensor // 1 where a cell lives, as uint8
	Trail *tensor.Tensor // 1 where one lives, less where one has lived before
}

// newWorld has cells at random: none at the left, half of the places at the right.
func newWorld(seed uint64, height, width int) world {
	share := tensor.Linspace[float32](0, .5, width)
	alive := random.Bernoulli(tensor.NewKey(seed), share, height, width).AsType(tensor.Uint8)
	return world{alive, alive.AsType(tensor.Float32)}
}

// step is the next world. In a square of nine a cell counts as its neighbours do. With three, there is a
// cell then: one that lives and has two neighbours, or a new one with three. With four, all stays as it is.
func (w world) step() world {
	rows := w.Alive.Add(w.Alive.Roll(0, 1)).Add(w.Alive.Roll(0, -1))
	nine := rows.Add(rows.Roll(1, 1)).Add(rows.Roll(1, -1))
	alive := tensor.Where(nine.Eq(4), w.Alive, nine.Eq(3).AsType(tensor.Uint8))
	return world{alive, w.Trail.Mul(.985).Maximum(alive.AsType(tensor.Float32))}
}

// draw is the cells with their trails, each a square of pixels.
func (w world) draw(zoom int) *tensor.Tensor {
	colour := shade.Gradient(w.Trail.Mul(.8).Add(w.Alive.Mul(.2)), 0x0b1020, 0x16305a, 0x1f6f8b, 0x4fb286, 0xd9e76c, 0xfffbe0)
	return colour.Repeat(0, zoom).Repeat(1, zoom)
}
