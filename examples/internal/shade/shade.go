// Package shade maps tensors to colours.
package shade

import "github.com/wgtensor/wgtensor/tensor"

// Gradient gives numbers from 0 to 1 colours, along a new last axis of red, green and blue from 0
// to 1. The stops, written 0xRRGGBB, lie at equal distances. Numbers beyond 0 and 1 have the first
// and the last colour.
func Gradient(x *tensor.Tensor, stops ...uint32) *tensor.Tensor {
	x = x.Unsqueeze(-1).Mul(len(stops) - 1) // [height, width, 1]
	y := RGB(stops[0])
	for i, stop := range stops[1:] {
		y = y.Add(x.Sub(i).Clamp(0, 1).Mul(RGB(stop).Sub(RGB(stops[i])))) // + [height, width, 1] * [3]
	}
	return y
}

// RGB is a colour written 0xRRGGBB: a tensor of 3 elements from 0 to 1.
func RGB(c uint32) *tensor.Tensor {
	return tensor.FromSlice([]float32{float32(c >> 16 & 255), float32(c >> 8 & 255), float32(c & 255)}).Div(255)
}
