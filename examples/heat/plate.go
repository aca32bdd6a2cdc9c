package main

import (
	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// plate is temperatures from 0 to 1, with an edge of one element around them that does not change.
type plate struct {
	Heat, Last  *tensor.Tensor // now, and a step ago: [height+2, width+2]
	Down, Right *tensor.Tensor // which neighbours conduct: [height+1, width] and [height, width+1]
	// Solid is the distance to the next obstacle, in elements, negative inside: [height, width].
	Solid *tensor.Tensor
}

// newPlate has the temperatures that there would be without obstacles.
func newPlate(height, width int) plate {
	heat := tensor.Linspace[float32](1, 0, width+2).BroadcastTo(height+2, width+2).Clone()
	solid := obstacles(height, width)
	free := solid.Gt(0).AsType(tensor.Float32)
	down, right := tensor.Zeros(tensor.Float32, height+1, width), tensor.Ones(tensor.Float32, height, width+1)
	return plate{
		Heat: heat, Last: heat.Clone(), Solid: solid,
		Down:  with(down, free.Slice(0, 1, height, 1).Mul(free.Slice(0, 0, height-1, 1)), 0),
		Right: with(right, free.Slice(1, 1, width, 1).Mul(free.Slice(1, 0, width-1, 1)), 1),
	}
}

// with is x with other elements than the first and the last along an axis.
func with(x, inner *tensor.Tensor, axis int) *tensor.Tensor {
	if err := x.Slice(axis, 1, -1, 1).Assign(inner); err != nil {
		return tensor.FromError(err)
	}
	return x
}

func inner(x *tensor.Tensor) *tensor.Tensor { return x.At(tensor.S(1, -1, 1), tensor.S(1, -1, 1)) }

// obstacles are discs and bars on a plate whose height is 1.
func obstacles(height, width int) *tensor.Tensor {
	wide := float32(width) / float32(height)
	half := .5 / float32(height)
	y := tensor.Linspace(half, 1-half, height).Unsqueeze(1)
	x := tensor.Linspace(half, wide-half, width)
	disc := func(cx, cy, radius float32) *tensor.Tensor { return x.Sub(cx).Hypot(y.Sub(cy)).Sub(radius) }
	bar := func(x0, y0, x1, y1, radius float32) *tensor.Tensor { // from one point to another
		dx, dy := x1-x0, y1-y0
		along := x.Sub(x0).Mul(dx).Add(y.Sub(y0).Mul(dy)).Div(dx*dx+dy*dy).Clamp(0, 1)
		return x.Sub(x0).Sub(along.Mul(dx)).Hypot(y.Sub(y0).Sub(along.Mul(dy))).Sub(radius)
	}
	ring := disc(.80, .5, .27).Abs().Sub(.022).Maximum(disc(.55, .5, .09).Neg()) // open at its left
	all := ring
	for _, d := range []*tensor.Tensor{
		disc(.3, .26, .11), disc(.36, .76, .07), disc(.80, .5, .06),
		bar(1.22, .12, 1.22, .62, .022), bar(1.40, .9, 1.40, .38, .022), bar(.55, .95, .95, .88, .02), bar(.55, .06, 1., .1, .02),
	} {
		all = all.Minimum(d)
	}
	return all.Mul(height)
}

// flows are the flows of heat down and to the right from each element.
func (p plate) flows() (down, right *tensor.Tensor) {
	rows, columns := p.Heat.Slice(1, 1, -1, 1), p.Heat.Slice(0, 1, -1, 1)
	down = rows.Slice(0, 0, -1, 1).Sub(rows.Slice(0, 1, tensor.End, 1)).Mul(p.Down)
	right = columns.Slice(1, 0, -1, 1).Sub(columns.Slice(1, 1, tensor.End, 1)).Mul(p.Right)
	return down, right
}

// ends are the flows into each element and out of it, along an axis.
func ends(flow *tensor.Tensor, axis int) (in, out *tensor.Tensor) {
	return flow.Slice(axis, 0, -1, 1), flow.Slice(axis, 1, tensor.End, 1)
}

// step is the temperatures a step of time later: the flow into each element, less the flow out,
// warms it. Then it goes on changing as it did before, with momentum: so thousands of steps lead to
// the end, and not hundreds of thousands.
func (p plate) step() *tensor.Tensor {
	down, right := p.flows()
	above, below := ends(down, 0)
	left, beyond := ends(right, 1)
	warmer := above.Sub(below).Add(left).Sub(beyond).Mul(.45)
	momentum := 1 - 3.6/float32(p.Solid.Shape()[1])
	goesOn := inner(p.Heat).Sub(inner(p.Last)).Mul(momentum)
	return inner(p.Heat).Add(warmer).Add(goesOn)
}

// lines is how many lines of equal temperature there are.
const lines = 30

// draw is the temperatures as colours, with lines where they are equal, and obstacles in front.
func (p plate) draw() *tensor.Tensor {
	t := inner(p.Heat)
	colour := shade.Gradient(t, 0x10204a, 0x2f4b8f, 0x6a4c93, 0xc0527a, 0xf2786b, 0xfbc36b, 0xfff6c8)
	// How far the next line is, in pixels: the temperature's distance by its slope.
	down, right := p.flows()
	above, below := ends(down, 0)
	left, beyond := ends(right, 1)
	slope := above.Add(below).Hypot(left.Add(beyond)).Mul(lines / 2.).Maximum(1e-6)
	at := t.Mul(lines)
	far := at.Sub(at.Round()).Abs().Div(slope)
	line := tensor.Scalar[float32](1.1).Sub(far).Clamp(0, 1).Mul(.6).Unsqueeze(-1)
	colour = colour.Lerp(tensor.Ones(tensor.Float32, 3), line)
	cover := tensor.Scalar[float32](.5).Sub(p.Solid).Clamp(0, 1).Unsqueeze(-1)
	return colour.Lerp(shade.RGB(0x1b1f2a), cover)
}
