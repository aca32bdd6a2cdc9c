package tensor

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// Warmup has the devices of the tensors prepare what [Eval] of the same tensors needs: a
// GPU compiles its kernels, which takes it from a millisecond to a second each. Nothing is
// computed or stored, and the tensors go on waiting.
//
// The tensors may stand for others, such as a blank picture for those to come. A kernel
// serves many sizes; it is another, for instance, below 4096 elements, and where sizes are no
// multiples of 16, besides for another layout (broadcast, transposed, sliced) and for what is
// fused otherwise. So tensors of the very sizes are the surest. Some drivers, llvmpipe among
// them, do a part of the work at the first launch all the same. A GPU keeps 512 kernels,
// unless opened with gpu.Pipelines.
//
// It returns the error that a tensor carries, and that of a device which cannot compute
// what is asked. Devices with nothing to prepare, such as the CPU, do nothing. Warmup waits for the
// compiler, which no context can end.
func Warmup(ts ...*Tensor) error {
	const name = "warmup"
	devices, err := devicesOf(nil, name, ts)
	if err != nil {
		return err
	}
	for _, d := range devices {
		if w, ok := d.(device.Warmer); ok {
			if err := fuse.Warm(d, w, storagesOn(nil, d, ts)...); err != nil {
				return errorf(name, "%w", err)
			}
		}
	}
	return nil
}
