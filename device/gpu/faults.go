package gpu

import (
	"context"
	"encoding/binary"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

// faultReports are the launches whose index errors, if there are any, are still on the adapter.
type faultReports struct {
	device  *Device
	turn    chan struct{} // held while errors are read
	pending []fault       // the driver's lock guards it
}

// fault is a launch that may have an index error.
type fault struct {
	of     *device.Fault
	words  *buffer
	checks shaders.Checks
}

// mostFaults is how many launches may wait with an index error, or without. Each has a buffer of its
// own, of some words.
const mostFaults = 1 << 10

// add notes a launch that was recorded, and keeps its words. It takes the lock.
func (f *faultReports) add(of *device.Fault, p *preparation) {
	s := p.Errors()
	if s == nil {
		return
	}
	f.device.driver.Lock()
	defer f.device.driver.Unlock()
	f.pending = append(f.pending, fault{of, p.scratch[s.Number], p.Checks()})
	p.scratch[s.Number] = nil
}

// full reports whether too many launches wait. It takes the lock.
func (f *faultReports) full() bool {
	f.device.driver.Lock()
	defer f.device.driver.Unlock()
	return len(f.pending) >= mostFaults
}

// collect reads the errors of all launches that were recorded, and stores them. It may wait.
func (f *faultReports) collect(ctx context.Context) error {
	if err := mayWait(); err != nil {
		return err
	}
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	f.device.driver.Lock()
	pending := f.pending
	f.pending = nil
	f.device.driver.Unlock()
	if len(pending) == 0 {
		return nil
	}
	if err := f.read(ctx, pending); err != nil {
		f.device.driver.Lock()
		f.pending = append(pending, f.pending...)
		f.device.driver.Unlock()
		return err
	}
	for _, one := range pending {
		one.words.Release()
	}
	return nil
}

// read reads the errors of launches, all at once.
func (f *faultReports) read(ctx context.Context, pending []fault) error {
	n := 0
	for _, one := range pending {
		n += one.checks.Bytes()
	}
	bytes, to := make([]byte, n), new(receiver)
	defer to.leave()
	err := f.device.tryTwice("read", n, func() error {
		p, err := f.request(pending, bytes)
		return f.device.receive(ctx, to, p, err)
	})
	if err != nil {
		return err
	}
	for _, one := range pending {
		if e := one.checks.IndexError(func(i int) uint32 { return binary.LittleEndian.Uint32(bytes[4*i:]) }); e != nil {
			one.of.Set(e)
		}
		bytes = bytes[one.checks.Bytes():]
	}
	return nil
}

// request takes the lock and submits copies of the words of launches to one staging buffer.
func (f *faultReports) request(pending []fault, dst []byte) (parts []part, err error) {
	d := f.device
	if err := d.driver.enter(); err != nil {
		return nil, err
	}
	defer d.driver.Unlock()
	staging, err := d.staging.take(padToVectors(len(dst)))
	if err != nil {
		return nil, err
	}
	parts, to := []part{{staging: staging, n: len(dst), dst: dst}}, 0
	for _, one := range pending {
		from, n := one.words.at(0), one.checks.Bytes()
		if err := d.recorder.copy(staging, to, from.memory, from.offset, n); err != nil {
			return parts, err
		}
		to += n
	}
	return parts, d.recorder.flush()
}
