package device

import "context"

// Viewer is implemented by buffers that can show their bytes without a copy. View calls f with n
// bytes from offset on, and returns f's error. The bytes are valid during the call and must not be
// changed. No call may write to the buffer meanwhile. f may use the device, but not close it.
type Viewer interface {
	View(ctx context.Context, offset, n int, f func(bytes []byte) error) error
}

// Filler is implemented by buffers whose bytes can be written in place, without a copy. Fill calls f
// with n bytes from offset on, and returns f's error. The bytes are valid during the call, and f may
// change them. The caller orders Fill as it orders Write. f may use the device, but not close it.
type Filler interface {
	Fill(offset, n int, f func(bytes []byte) error) error
}
