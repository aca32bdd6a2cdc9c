package fuse

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Recorder is a device that notes launches instead of running them. Another device runs them later.
type Recorder interface {
	device.Device
	// For returns that other device, whose limits the launches keep.
	For() device.Device
	// Record is Run for a launch whose scalars may be numbers of the compiled function, which a later
	// run may change: numbers has the graph.Arg.Number of each. The launch has a Fault if it may have
	// an index error; each later run has one of its own.
	Record(l *device.Launch, numbers []int32, fault *graph.Fault) error
}
