package main

import "github.com/wgtensor/wgtensor/tensor"

// spread chooses k of the points [n, 3] to begin with, at equal distances in the order of brightness.
func spread(points *tensor.Tensor, k int) *tensor.Tensor {
	light := points.Mean(1)
	low, high := light.Min(), light.Max()
	steps := tensor.Linspace[float32](0, 1, k+2).Slice(0, 1, k+1, 1) // without the ends
	want := low.Add(high.Sub(low).Mul(steps)).Unsqueeze(1)           // [k, 1]
	at := light.Sub(want).Abs().Argmin(1)                            // [k]: [n] with [k, 1]
	return points.Take(0, at)
}

// nearest is the number of the nearest colour, for each point: [n]. The squared distance of x and c is
// x² - 2xc + c², and x² is the same for all colours.
func nearest(points, colours *tensor.Tensor) *tensor.Tensor {
	return colours.Square().Sum(1).Sub(points.Matmul(colours.T()).Mul(2)).Argmin(1) // [k] with [n, k]
}

// means are the means of the points of each label, [k, 3]. A colour without points stays.
func means(points, labels, colours *tensor.Tensor) *tensor.Tensor {
	shape := points.Shape()
	sums := tensor.Zeros(tensor.Float32, colours.Shape()...).IndexAdd(0, labels, points)
	counts := tensor.Zeros(tensor.Float32, colours.Size(0), 1).IndexAdd(0, labels, tensor.Ones(tensor.Float32, shape[0], 1))
	return tensor.Where(counts.Gt(0), sums.Div(counts.Maximum(1)), colours)
}

// paint gives each point the colour of its label.
func paint(labels, colours *tensor.Tensor) *tensor.Tensor { return colours.Take(0, labels) }

// distance is the mean distance of points.
func distance(x, y *tensor.Tensor) *tensor.Tensor {
	return x.Sub(y).Square().Sum(-1).Sqrt().Mean()
}
