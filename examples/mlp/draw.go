package main

import (
	"math"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// side is the height and the width of a picture of a digit, in pixels.
const side = 14

// strokes are the lines of each digit, in a square of size 1: from x, y to x, y, with y downwards. A digit
// of fewer lines has some twice.
var strokes = [10][6][4]float32{
	{{.2, .25, .5, 0}, {.5, 0, .8, .25}, {.8, .25, .8, .75}, {.8, .75, .5, 1}, {.5, 1, .2, .75}, {.2, .75, .2, .25}},
	{{.25, .25, .55, 0}, {.55, 0, .55, 1}, {.3, 1, .8, 1}},
	{{.2, .25, .5, 0}, {.5, 0, .8, .25}, {.8, .25, .7, .5}, {.7, .5, .2, 1}, {.2, 1, .8, 1}},
	{{.2, 0, .8, 0}, {.8, 0, .45, .4}, {.45, .4, .8, .65}, {.8, .65, .75, .85}, {.75, .85, .5, 1}, {.5, 1, .2, .9}},
	{{.6, 0, .2, .65}, {.2, .65, .85, .65}, {.65, .4, .65, 1}},
	{{.8, 0, .25, 0}, {.25, 0, .2, .45}, {.2, .45, .65, .45}, {.65, .45, .8, .7}, {.8, .7, .6, 1}, {.6, 1, .2, .95}},
	{{.7, 0, .3, .4}, {.3, .4, .2, .75}, {.2, .75, .5, 1}, {.5, 1, .8, .75}, {.8, .75, .55, .5}, {.55, .5, .2, .7}},
	{{.2, 0, .8, 0}, {.8, 0, .4, 1}},
	{{.5, .45, .25, .25}, {.25, .25, .5, 0}, {.5, 0, .75, .25}, {.75, .25, .2, .75}, {.2, .75, .5, 1}, {.5, 1, .8, .75}},
	{{.75, .3, .5, .5}, {.5, .5, .2, .3}, {.2, .3, .5, 0}, {.5, 0, .8, .25}, {.8, .25, .75, .6}, {.75, .6, .45, 1}},
}

// lines is a tensor of the strokes, [10, 6, 4].
func lines() *tensor.Tensor {
	var all []float32
	for _, digit := range strokes {
		for i, line := range digit {
			if line == ([4]float32{}) {
				line = digit[i%2]
			}
			all = append(all, line[:]...)
		}
	}
	return tensor.FromSlice(all, len(strokes), len(strokes[0]), 4)
}

// draw returns n pictures of digits, [n, side*side], and the digits, [n]. Each has a size, a place, a
// slant and a turn of its own, and noise. A pixel's ink depends on its distance to the nearest line:
// pixels, lines and digits broadcast against each other, and nothing of that is stored.
func draw(key random.Key, lines *tensor.Tensor, n int) (pictures, digits *tensor.Tensor) {
	keys := key.Split(8)
	between := func(k int, low, high float64) *tensor.Tensor {
		return random.Uniform(keys[k], tensor.Float32, n, 1).Mul(high - low).Add(low)
	}
	digits = random.Integers(keys[0], 0, 10, tensor.Int64, n)
	of := lines.Take(0, digits).Sub(.5) // [n, lines, 4]
	turn, slant := between(1, -.25, .25), between(2, -.25, .25)
	width, height := between(3, 7, 10.5), between(4, 8, 11)
	across, down := between(5, 5.2, 7.8), between(6, 5.2, 7.8)
	place := func(x, y *tensor.Tensor) (px, py *tensor.Tensor) { // of the ends of lines, in pixels
		x = x.Add(y.Mul(slant)).Mul(width)
		y = y.Mul(height)
		sin, cos := turn.Sin(), turn.Cos()
		return x.Mul(cos).Sub(y.Mul(sin)).Add(across).Unsqueeze(-1), x.Mul(sin).Add(y.Mul(cos)).Add(down).Unsqueeze(-1)
	}
	x0, y0 := place(of.Index(2, 0), of.Index(2, 1)) // [n, lines, 1]
	x1, y1 := place(of.Index(2, 2), of.Index(2, 3))
	pixel := tensor.Arange[int32](0, side*side, 1)
	px, py := pixel.Remainder(side).AsType(tensor.Float32), pixel.FloorDivide(side).AsType(tensor.Float32) // [pixels]
	dx, dy := x1.Sub(x0), y1.Sub(y0)
	along := px.Sub(x0).Mul(dx).Add(py.Sub(y0).Mul(dy)).Div(dx.Square().Add(dy.Square())).Clamp(0, 1) // of the nearest point on a line
	nearest := px.Sub(x0.Add(along.Mul(dx))).Hypot(py.Sub(y0.Add(along.Mul(dy)))).Min(1)              // [n, pixels]
	ink := nearest.Sub(1.6).Neg().Clamp(0, 1)
	noise := random.Normal(keys[7], tensor.Float32, n, side*side).Mul(.2)
	return ink.Add(noise), digits
}

// text is a picture as text, a line for each row of pixels.
func text(picture []float32) (rows []string) {
	const shades = " .:+*#"
	for y := range side {
		row := make([]byte, side)
		for x := range row {
			ink := float64(picture[y*side+x])
			row[x] = shades[int(math.Round(min(max(ink, 0), 1)*float64(len(shades)-1)))]
		}
		rows = append(rows, string(row))
	}
	return rows
}
