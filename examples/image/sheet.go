package main

import (
	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// sheet shows pictures side by side, each with its histogram below, as numbers from 0 to 1.
func sheet(pictures ...*tensor.Tensor) (*tensor.Tensor, error) {
	const gap = 8
	height, width := pictures[0].Shape()[0], pictures[0].Shape()[1]
	low := height / 3
	s := shade.RGB(0x14161c).BroadcastTo(gap+height+gap+low+gap, gap+len(pictures)*(width+gap), 3).Clone()
	for i, p := range pictures {
		columns := tensor.S(gap+i*(width+gap), (i+1)*(width+gap), 1)
		if err := s.SetAt(p.AsType(tensor.Float32).Div(255), tensor.S(gap, gap+height, 1), columns); err != nil {
			return nil, err
		}
		if err := s.SetAt(plot(histogram(p), height*width, low, width), tensor.S(-low-gap, -gap, 1), columns); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// bins is how many parts of the range from black to white a histogram counts.
const bins = 64

// histogram counts the values of [height, width, 3] of bytes: [bins, 3].
func histogram(p *tensor.Tensor) *tensor.Tensor {
	bin := p.Reshape(-1, 3).BitwiseRightShift(2)
	return tensor.Zeros(tensor.Int64, bins, 3).ScatterAdd(0, bin, tensor.Ones(tensor.Int64, bin.Shape()...))
}

// plot draws shares of red, green and blue over each other, [height, width, 3]: where all are, it
// is white.
func plot(counts *tensor.Tensor, pixels, height, width int) *tensor.Tensor {
	bin := tensor.Arange[float32](0, bins, 1).Reshape(bins, 1, 1)
	at := tensor.Linspace[float32](0, bins-1, width).Unsqueeze(1)
	near := tensor.Scalar[float32](1).Sub(at.Sub(bin).Abs()).Maximum(0) // [bins, width, 1]
	curve := near.Mul(counts.Unsqueeze(1)).Sum(0).Mul(bins / float32(pixels)).Sqrt().Div(3)
	y := tensor.Linspace[float32](1, 0, height).Reshape(height, 1, 1)
	return curve.Sub(y).Mul(height).Clamp(.16, .82) // [width, 3] - [height, 1, 1]
}
