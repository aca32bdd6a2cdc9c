package fuse

import "github.com/wgtensor/wgtensor/device"

// Recorder is a device that notes launches, in place of running them, to have another one run them.
type Recorder interface {
	device.Device
	// For is that other device: launches are as large as it likes them.
	For() device.Device
	// Record is Run of a launch some of whose scalars are numbers, which may be others when it is run.
	Record(l *device.Launch, numbers []Number) error
}

// Number says which of the scalars of a launch is which number.
type Number struct {
	Scalar int
	Number int32 // as in graph.Operand
}
