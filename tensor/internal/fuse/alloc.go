package fuse

import (
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// alloc returns a buffer for a node's elements.
func alloc(n *graph.Node) (device.Buffer, error) {
	size, err := broadcast.Size(n.Shape)
	if err != nil {
		return nil, err
	}
	return Alloc(n.Device, size*n.Type.Size())
}

// Alloc returns a buffer of the device. Tensors that were dropped without Release
// give their memory back when Go collects them, and Go does not see a GPU's memory
// fill up: so when much has been allocated since the last collection, or when there
// is no more, Alloc collects first.
func Alloc(d device.Device, bytes int) (device.Buffer, error) {
	info := d.Info()
	if info.Kind != device.CPU && allocated.Add(int64(bytes)) > collectEvery {
		allocated.Store(0)
		runtime.GC()
	}
	buf, err := d.Alloc(bytes)
	if limit := info.Limits.BufferBytes; limit > 0 && bytes > limit {
		return buf, err // no collection makes room for it
	}
	for try := 0; try < 3 && errors.Is(err, device.ErrOutOfMemory); try++ {
		runtime.GC()
		time.Sleep(time.Millisecond << try) // cleanups run on a goroutine of their own
		buf, err = d.Alloc(bytes)
	}
	return buf, err
}

// collectEvery is the number of bytes of device memory between two collections.
const collectEvery = 1 << 30

var allocated atomic.Int64
