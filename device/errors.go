package device

import (
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
	s := "device " + e.Device + " does not support "
	switch {
	case e.Op != "" && e.Type.Valid():
		s += e.Op + " giving " + e.Type.String()
	case e.Type.Valid():
		s += e.Type.String()
	default:
		s += e.Op
	}
	switch {
	case e.Detail != "" && (e.Op != "" || e.Type.Valid()):
		s += "; " + e.Detail
	case e.Detail != "":
		s += e.Detail
	case e.Type.Valid():
		s += "; convert with AsType, or move to another device with To"
	}
	return s
}

func (e *UnsupportedError) Is(target error) bool { return target == errors.ErrUnsupported }
