package gpu

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// driver is the WebGPU device, and why no call may succeed any more. All parts of a Device share it.
//
// Its lock is the only lock of a Device: every part is used with it held. A method that opens the lock
// while it waits says so, and its caller looks again at what may have changed. Without the lock one
// may use what never changes, atomic values, and the memory of a read (receiver, which has a mutex
// of its own and is locked last).
type driver struct {
	*webgpu.Device
	patience time.Duration // see Patience
	closed   atomic.Bool   // set with the lock held
	lost     error         // the answer to every call: a launch or a write that was promised did not happen
}

// enter takes the lock, if the device can be used.
func (d *driver) enter() error {
	d.Lock()
	err := d.usable()
	if err != nil {
		d.Unlock()
	}
	return err
}

func (d *driver) usable() error {
	switch {
	case d.closed.Load():
		return device.ErrClosed
	case d.lost != nil:
		return d.lost
	}
	return translate(d.Usable())
}

// lose ends the device. The error says what was promised and why it did not happen.
func (d *driver) lose(what string, cause error) error {
	d.lost = fmt.Errorf("gpu: %w; open a new one: %s: %w", device.ErrLost, what, cause)
	return d.lost
}

// translate gives the errors of package webgpu the names of package device.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, webgpu.ErrClosed):
		return device.ErrClosed
	case errors.Is(err, webgpu.ErrLost):
		return fmt.Errorf("gpu: %w; open a new one: %w", device.ErrLost, err)
	case errors.Is(err, webgpu.ErrOutOfMemory):
		return fmt.Errorf("gpu: %w: %w", device.ErrOutOfMemory, err)
	}
	return fmt.Errorf("gpu: %w", err)
}
