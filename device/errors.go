package device

import (
	"cmp"
	"errors"

	"github.com/wgtensor/wgtensor/device/op"
)

// Errors that devices return, for errors.Is.
var (
	ErrClosed      = errors.New("device is closed")
	ErrLost        = errors.New("device is lost")
	ErrOutOfMemory = errors.New("out of device memory")
	ErrReleased    = errors.New("buffer is released")
)

// UnsupportedError names a feature that this device lacks and another device may have.
// errors.Is(err, errors.ErrUnsupported) holds for it.
type UnsupportedError struct {
	Device string
	Op     string   // the operation, if it is about one
	Type   op.DType // the element type, if it is about one
	Detail string   // what exactly, or the way out; without it, AsType or To are named
}

func (e *UnsupportedError) Error() string {
	what, detail := e.Op, e.Detail
	if e.Type.Valid() {
		if what != "" {
			what += " giving "
		}
		what += e.Type.String()
		detail = cmp.Or(detail, "convert with AsType, or move to another device with To")
	}
	if what != "" && detail != "" {
		what += "; "
	}
	return "device " + e.Device + " does not support " + what + detail
}

func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }
