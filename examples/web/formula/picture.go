package formula

import (
	"fmt"

	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// Coordinates are the names that a formula for a picture may use. The last axis is that of colours.
//
//	x  from left to right, as wide as the picture is beside its height: a row, repeated by a stride of 0
//	y  from -1 at the bottom to 1 at the top: a column, repeated by a stride of 0
//	r  the distance from the middle
//	t  the time in seconds, a number
//
// The shape of the first three is [height, width, 1].
func Coordinates(height, width int, seconds float64) map[string]any {
	wide := float32(width) / float32(height)
	x := tensor.Linspace(-wide, wide, width).Unsqueeze(1).BroadcastTo(height, width, 1)
	y := tensor.Linspace[float32](1, -1, height).Reshape(height, 1, 1).BroadcastTo(height, width, 1)
	return map[string]any{"x": x, "y": y, "r": x.Hypot(y), "t": seconds}
}

// Colours is what a value of a formula looks like, [height, width, 3] from 0 to 1. One number a pixel
// has a colour of a scale from 0 to 1; three are red, green and blue.
func Colours(v *tensor.Tensor, height, width int) (*tensor.Tensor, error) {
	shape := v.Shape()
	channels := 1
	if len(shape) > 0 {
		channels = shape[len(shape)-1]
	}
	if channels != 1 && channels != 3 {
		return nil, fmt.Errorf("the value has the shape %v; the last axis of a picture has 1 number, or 3 for red, green and blue", shape)
	}
	if v.DType() != tensor.Float32 {
		v = v.AsType(tensor.Float32)
	}
	v = v.BroadcastTo(height, width, channels)
	if channels == 1 && v.Err() == nil {
		v = shade.Gradient(v.Index(2, 0), 0x0b1026, 0x23306b, 0x2f6f9f, 0x6fb8b0, 0xf3ead0, 0xf0a860, 0xb5483a)
	}
	return v, v.Err()
}
