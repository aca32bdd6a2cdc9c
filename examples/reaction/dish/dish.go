// Package dish has two substances that react and diffuse, by the model of Gray and Scott.
package dish

import (
	"errors"
	"math/rand/v2"

	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// Dish is two substances in water, [height+2, width+2] of each. The edge around the picture never
// changes.
type Dish struct {
	U, V       *tensor.Tensor // amounts, from 0 to 1
	Feed, Kill *tensor.Tensor // how fast U is fed, [width], and V is removed, [height, width]
}

// Amounts is U and V of the picture alone.
type Amounts struct{ U, V *tensor.Tensor }

// New is a dish full of U, with drops of V.
func New(height, width int) Dish {
	const drop = 8 // pixels
	rows, columns := height/drop+1, width/drop+1
	random, noise := rand.New(rand.NewPCG(1, 2)), make([]float32, rows*columns)
	for i := range noise {
		noise[i] = random.Float32()
	}
	drops := tensor.FromSlice(noise, rows, 1, columns, 1).Lt(.1).BroadcastTo(rows, drop, columns, drop).Reshape(rows*drop, columns*drop)
	u, v := tensor.Full[float32](.5, height+2, width+2), tensor.Full[float32](.1, height+2, width+2)
	if err := errors.Join(at(u, 1, 1).Fill(1), at(v, 1, 1).Assign(drops.At(tensor.S(0, height, 1), tensor.S(0, width, 1)).Mul(.4))); err != nil {
		v = tensor.FromError(err)
	}
	feed := tensor.Linspace[float32](.02, .08, width)
	// Patterns live near this line, on which the reaction begins to keep itself alive.
	kill := feed.Sqrt().Mul(.5).Sub(feed).Add(tensor.Linspace[float32](-.0015, .0025, height).Unsqueeze(1))
	return Dish{U: u, V: v, Feed: feed, Kill: kill}
}

// Clone is a dish of its own with the same amounts.
func (d Dish) Clone() Dish { return Dish{d.U.Clone(), d.V.Clone(), d.Feed, d.Kill} }

// Inner is the picture without the edge around it: views.
func (d Dish) Inner() Amounts { return Amounts{at(d.U, 1, 1), at(d.V, 1, 1)} }

// Step returns the next amounts: U and two V become three V, and both spread.
func (d Dish) Step() Amounts {
	u, v := at(d.U, 1, 1), at(d.V, 1, 1)
	made := u.Mul(v).Mul(v)
	return Amounts{
		u.Add(laplacian(d.U)).Sub(made).Add(d.Feed.Mul(tensor.Scalar[float32](1).Sub(u))),
		v.Add(laplacian(d.V).Mul(.5)).Add(made).Sub(d.Feed.Add(d.Kill).Mul(v)),
	}
}

// laplacian is how much more the neighbours of each pixel have than itself, near ones and those at
// the corners.
func laplacian(x *tensor.Tensor) *tensor.Tensor {
	near := at(x, 0, 1).Add(at(x, 1, 0)).Add(at(x, 1, 2)).Add(at(x, 2, 1))
	corners := at(x, 0, 0).Add(at(x, 0, 2)).Add(at(x, 2, 0)).Add(at(x, 2, 2))
	return near.Mul(.1).Add(corners.Mul(.025)).Sub(at(x, 1, 1).Mul(.5))
}

// at are the neighbours of all pixels in one direction, a view: at(x, 1, 1) are the pixels, at(x,
// 0, 1) those above.
func at(x *tensor.Tensor, row, column int) *tensor.Tensor {
	s := x.Shape()
	return x.Slice(0, row, s[0]-2+row, 1).Slice(1, column, s[1]-2+column, 1)
}

// Draw is V as a landscape with light from the upper left.
func (d Dish) Draw() *tensor.Tensor {
	slope := at(d.V, 2, 2).Sub(at(d.V, 0, 0)).Unsqueeze(-1)
	colour := shade.Gradient(at(d.V, 1, 1).Mul(2.5), 0x0b132b, 0x1c2f5a, 0x3a6ea5, 0x8fd3d1, 0xfff3b0, 0xff9f5a, 0xd1495b)
	return colour.Mul(slope.Mul(2).Add(1).Clamp(.4, 1.2)).Add(slope.Sub(.1).Clamp(0, 1))
}
