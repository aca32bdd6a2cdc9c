package device

import "context"

// Viewer is implemented by buffers that can show their bytes without a copy. View calls f with n bytes from
// offset on, which last for the call and must not be changed, and returns f's error. Nothing may write
// to the buffer meanwhile; f may use the device, but not close it.
type Viewer interface {
	View(ctx context.Context, offset, n int, f func(bytes []byte) error) error
}
