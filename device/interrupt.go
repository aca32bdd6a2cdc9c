package device

import "context"

// Interruptible is implemented by devices whose Run takes as long as the work, such as
// the CPU. RunContext is Run, but ends soon after ctx does, with ctx's error: then what
// the launch's outputs hold is unspecified, and the device is done with its buffers.
type Interruptible interface {
	RunContext(ctx context.Context, l *Launch) error
}
