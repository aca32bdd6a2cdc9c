package fuse

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Alloc returns a buffer of the device. If there is not enough memory, it collects dropped buffers
// and tries again.
func Alloc(d device.Device, bytes int) (device.Buffer, error) {
	graph.Pace(d, bytes)
	buf, err := d.Alloc(bytes)
	if err == nil {
		return buf, nil
	}
	if limit := d.Info().Limits.BufferBytes; limit > 0 && bytes > limit {
		return nil, err // no collection makes room for it
	}
	for try := 0; try < 3 && errors.Is(err, device.ErrOutOfMemory); try++ {
		buf, err = graph.Reclaim(func() (device.Buffer, error) { return d.Alloc(bytes) })
	}
	if retained := graph.Retained(); retained > 0 && errors.Is(err, device.ErrOutOfMemory) {
		err = fmt.Errorf("%w; %d bytes are what waiting expressions read of tensors that were written or released: Eval or Release them", err, retained)
	}
	return buf, err
}
