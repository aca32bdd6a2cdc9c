package tensor

import (
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

var defaultDevice = struct {
	sync.Mutex
	d device.Device
}{}

// SetDefaultDevice makes d the device of new tensors. Existing tensors stay where they are. A nil
// device is a mistake in the program, and panics.
func SetDefaultDevice(d device.Device) {
	if files.Nil(d) {
		panic("tensor: SetDefaultDevice of nil")
	}
	defaultDevice.Lock()
	defer defaultDevice.Unlock()
	defaultDevice.d = d
}

// DefaultDevice returns the device of new tensors: the CPU until SetDefaultDevice. It panics, as
// cpu.New does, if WGTENSOR_CPU names unknown kernels.
func DefaultDevice() device.Device {
	defaultDevice.Lock()
	defer defaultDevice.Unlock()
	if defaultDevice.d == nil {
		defaultDevice.d = cpu.New()
	}
	return defaultDevice.d
}

// elsewhere is the advice of errors for a tensor that cannot be made on a device.
const elsewhere = "make it on a device that does, such as the CPU, convert it there with AsType, then move it with To"

// computes returns an error, with advice, if there is no device, or if one of the types is no dtype
// or none that the device computes in.
func computes(name string, d device.Device, wayOut string, dts ...DType) error {
	if files.Nil(d) {
		return errorf(name, "nil device; make one with cpu.New or gpu.Open")
	}
	info := d.Info()
	if info.Kind == device.CPU {
		wayOut = "use another dtype" // what the CPU does not have, no device has
	}
	for _, dt := range dts {
		if !dt.Valid() {
			return errorf(name, "%v is no dtype", dt)
		}
		if !info.DTypes.Has(dt) {
			return errorf(name, "%w", &device.UnsupportedError{Device: info.Name, Type: dt, Detail: wayOut})
		}
	}
	return nil
}

// runs returns an error if a device does not run a row of groups for elements of dt, or does not have
// the type of the result.
func runs(name string, d device.Device, row *op.Op, result, dt DType) error {
	info := d.Info()
	if err := info.Runs(row, dt); err != nil {
		return errorf(name, "%w", err)
	}
	return computes(name, d, "convert with AsType, or move the tensor to another device with To", result)
}

// onDevices is the part of an error that says on which devices x and y are.
func onDevices(x string, a device.Device, y string, b device.Device) string {
	if a.String() == b.String() {
		return fmt.Sprintf("%s and %s are on two devices, each %v (every Open and New makes another)", x, y, a)
	}
	return fmt.Sprintf("%s is on %v and %s on %v", x, a, y, b)
}
