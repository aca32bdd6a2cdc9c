package fuse

import "github.com/wgtensor/wgtensor/device"

// Recorder is a device that notes launches instead of running them. Another device runs them later.
type Recorder interface {
	device.Device
	// For returns that other device, whose limits the launches keep.
	For() device.Device
	// Record is Run for a launch with numbers among its scalars. A later run may change the
	// numbers.
	Record(l *device.Launch, numbers []Number) error
}

// Number says that a scalar of a launch is a number of the compiled function.
type Number struct {
	Scalar int
	Number int32 // as in graph.Arg
}
