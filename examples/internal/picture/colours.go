package picture

import (
	"context"
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
)

// Colours reads red, green and blue of a PNG or JPEG: bytes, [height, width, 3]. Without a name it
// draws Mountains of the given size.
func Colours(name string, height, width int) (*tensor.Tensor, error) {
	if name == "" {
		if min(height, width) < 2 || max(height, width) > 1<<12 {
			return nil, fmt.Errorf("%d x %d pixels; sizes are from 2 to %d", width, height, 1<<12)
		}
		pixels := Mountains(height, width)
		return pixels, tensor.Eval(context.Background(), pixels)
	}
	pixels, err := Load(name)
	if err != nil {
		return nil, err
	}
	if pixels.DType() == tensor.Uint16 {
		pixels = pixels.BitwiseRightShift(8).AsType(tensor.Uint8)
	}
	if pixels.Shape()[2] == 1 {
		return pixels.Expand(-1, -1, 3).Clone(), nil
	}
	return pixels.Slice(2, 0, 3, 1).Contiguous(), nil
}
