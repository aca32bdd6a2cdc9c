package gpu

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// driver is the WebGPU device, and the error of all calls once it is lost. All parts of a Device
// share it.
//
// Its lock guards all parts, and the blocks of buffers. Methods of parts are called with the lock
// held, except where their doc says that they take it. A method that waits opens the lock
// meanwhile, and its doc says so: the state may then have changed for its caller. Unlocking is
// deferred, so that a panic is seen as such: a caller may release buffers on its way out.
//
// These need no lock: fields that only Open sets (kernels, sizes), atomic values, and the channel
// of large reads. A receiver and a trace have a mutex each. No call takes that mutex while it holds
// the lock, because code under the mutex may use the device.
type driver struct {
	*webgpu.Device
	patience time.Duration // see Patience
	closed   atomic.Bool   // set with the lock held
	lost     error         // the answer to every call: a launch or a write that was promised did not happen
}

// enter takes the lock, if the device can be used.
func (d *driver) enter() error {
	if err := d.opened(); err != nil {
		return err
	}
	d.Lock()
	err := d.usable()
	if err != nil {
		d.Unlock()
	}
	return err
}

// unlocked calls f without the lock, which is held before and after, also if f panics.
func (d *driver) unlocked(f func() error) error {
	d.Unlock()
	defer d.Lock()
	return f()
}

// mayWait is an error where the caller must not wait: see device.MayWait.
func mayWait() error {
	if err := device.MayWait(); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	return nil
}

// opened returns an error of a zero Device, and ErrClosed of a closed one.
func (d *driver) opened() error {
	switch {
	case d == nil:
		return errors.New("gpu: a zero Device runs nothing; use Open")
	case d.closed.Load():
		return device.ErrClosed
	}
	return nil
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
