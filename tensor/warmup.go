package tensor

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// Warmup makes the devices prepare for [Eval] of the same tensors: a GPU compiles kernels, which
// takes from a millisecond to a second each. Warmup computes and stores nothing, and the tensors go
// on waiting.
//
// The tensors may stand for others, such as a blank picture for later pictures. A kernel serves
// many sizes. Another kernel may be needed for another layout, or for other fused operations.
// Launches of fewer than 4096 elements have kernels of their own. So have sizes that are no
// multiple of 16. So use tensors of the same sizes. Some drivers, llvmpipe among them, still do a
// part of the work at the first launch. A GPU keeps 512 kernels by default (gpu.Pipelines).
//
// It returns the error that a tensor carries, or the error of a device that cannot compute the
// expression. Devices with nothing to prepare, such as the CPU, do nothing. Warmup waits for the
// compiler, which no context can end.
func Warmup(ts ...*Tensor) error {
	return warm("warmup", ts, func(d device.Device) device.Warmer {
		w, _ := d.(device.Warmer)
		return w
	})
}

// warm passes the launches of an evaluation to a Warmer for each device, or to none if it is nil.
func warm(name string, ts []*Tensor, warmer func(d device.Device) device.Warmer) error {
	devices, err := devicesOf(nil, name, ts)
	if err != nil {
		return err
	}
	for _, d := range devices {
		if w := warmer(d); w != nil {
			if err := fuse.Warm(d, w, storagesOn(nil, d, ts)...); err != nil {
				return errorf(name, "%w", err)
			}
		}
	}
	return nil
}
