package tensor

import (
	"runtime"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// Warmup has the devices of the tensors prepare what [Eval] of the same tensors needs: a
// GPU compiles its kernels, which takes it from a millisecond to a second each. Nothing is
// computed or stored, and the tensors go on waiting, so that an expression of small
// tensors can stand for one of large ones: a kernel serves every size. It does not serve
// every layout and rank: what is broadcast, transposed or sliced another way may be
// another kernel, and so may be what is fused with something else.
//
// It returns the error that a tensor carries, and that of a device which cannot compute
// what is asked. Devices with nothing to prepare, such as the CPU, do nothing.
func Warmup(ts ...*Tensor) error {
	const name = "warmup"
	devices, err := devicesOf(nil, name, ts)
	if err != nil {
		return err
	}
	for _, d := range devices {
		if w, ok := d.(device.Warmer); ok {
			if err := fuse.Warm(w, nodesOn(nil, d, ts)...); err != nil {
				return errorf(name, "%w", err)
			}
		}
	}
	runtime.KeepAlive(ts)
	return nil
}
