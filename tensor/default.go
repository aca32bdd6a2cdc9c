package tensor

import (
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
)

var defaultDevice = struct {
	sync.Mutex
	d device.Device
}{}

// SetDefaultDevice makes tensors be made on d from now on; those that exist stay
// where they are. A nil device is a program's mistake and panics.
func SetDefaultDevice(d device.Device) {
	if d == nil {
		panic("tensor: SetDefaultDevice of nil")
	}
	defaultDevice.Lock()
	defer defaultDevice.Unlock()
	defaultDevice.d = d
}

// DefaultDevice returns the device that tensors are made on: the CPU until
// SetDefaultDevice.
func DefaultDevice() device.Device {
	defaultDevice.Lock()
	defer defaultDevice.Unlock()
	if defaultDevice.d == nil {
		defaultDevice.d = cpu.New()
	}
	return defaultDevice.d
}

// computes refuses element types that the device does not compute in.
func computes(name string, d device.Device, dts ...DType) error {
	has := d.Info().DTypes
	for _, dt := range dts {
		if !has.Has(dt) {
			return errorf(name, "%w", &device.UnsupportedError{Device: d.Info().Name, Type: dt})
		}
	}
	return nil
}

// clone copies a shape so that a 0-d one is not nil.
func clone(shape []int) []int { return append(make([]int, 0, len(shape)), shape...) }
