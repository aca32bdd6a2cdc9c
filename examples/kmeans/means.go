package main

import "github.com/wgtensor/wgtensor/tensor"

// spread chooses k of the points [n, 3] to begin with, at equal distances in the order of brightness.
func spread(points *tensor.Tensor, k int) *tensor.Tensor {
	light := points.Mean(1)
	low, high := light.Min(), light.Max()
	steps := tensor.Linspace[float32](0, 1, k+2).Slice(0, 1, k+1, 1) // without the ends
	want := low.Add(high.Sub(low).Mul(steps)).Unsqueeze(1)           // [k, 1]
	at := light.Sub(want).Abs().Argmin(1)                            // [k]: [n] with [k, 1]
	return member(at, points.Shape()[0]).Matmul(points)              // [k, n] by [n, 3]
}

// nearest is the number of the nearest colour, for each point: [n]. The squared distance of x and c is
// x² - 2xc + c², and x² is the same for all colours.
func nearest(points, colours *tensor.Tensor) *tensor.Tensor {
	return colours.Square().Sum(1).Sub(points.Matmul(colours.T()).Mul(2)).Argmin(1) // [k] with [n, k]
}

// member is 1 where a label is the number of the column, else 0: [n, k].
func member(labels *tensor.Tensor, k int) *tensor.Tensor {
	return labels.Unsqueeze(1).Eq(tensor.Arange[int64](0, int64(k), 1)).AsType(tensor.Float32)
}

// means are the means of the points of each label, [k, 3]. A colour without points stays.
func means(points, labels, colours *tensor.Tensor) *tensor.Tensor {
	m := member(labels, colours.Shape()[0])
	counts := m.Along(0).Sum().Unsqueeze(1) // [k, 1]
	return tensor.Where(counts.Gt(0), m.T().Matmul(points).Div(counts.Maximum(1)), colours)
}

// paint gives each point the colour of its label.
func paint(labels, colours *tensor.Tensor) *tensor.Tensor {
	return member(labels, colours.Shape()[0]).Matmul(colours) // [n, k] by [k, 3]
}

// distance is the mean distance of points.
func distance(x, y *tensor.Tensor) *tensor.Tensor {
	return x.Sub(y).Square().Sum(-1).Sqrt().Mean()
}
