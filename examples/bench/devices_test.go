package main

import (
	"context"
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// Devices with faults, for the tests.
func init() {
	register := func(name string, f func() device.Device) {
		device.Register(name, func() (device.Device, error) { return f(), nil })
	}
	register("liar", func() device.Device { return &faulty{cpu.New(), op.Exp, lie} })
	register("idler", func() device.Device { return &faulty{cpu.New(), op.Tanh, idle} })
	register("poor", func() device.Device { return cpu.New(cpu.Memory(150_000)) })
	register("narrow", func() device.Device { return narrow{cpu.New()} })
	device.Register("abacus", func() (device.Device, error) { return nil, errors.New("abacus: a bead is missing") })
}

// faulty is a CPU that does not run one operation as it should.
type faulty struct {
	device.Device
	op  *op.Op
	run func(d device.Device, l *device.Launch) error
}

func (f *faulty) Run(ctx context.Context, l *device.Launch) error {
	if slices.ContainsFunc(l.Program.Code(), func(in device.Instr) bool { return in.Op == f.op }) {
		return f.run(f.Device, l)
	}
	return f.Device.Run(context.Background(), l)
}

// lie gets the last element wrong.
func lie(d device.Device, l *device.Launch) error {
	if err := d.Run(context.Background(), l); err != nil {
		return err
	}
	out := l.Out[0]
	last := (out.Layout.Offset + out.Layout.Len() - 1) * out.Type.Size()
	raw := make([]byte, out.Type.Size())
	if err := out.Buffer.Read(context.Background(), last, raw); err != nil {
		return err
	}
	raw[0] ^= 0x10
	return out.Buffer.Write(last, raw)
}

// idle does nothing.
func idle(device.Device, *device.Launch) error { return nil }

// narrow has no float64, and small buffers.
type narrow struct{ *cpu.Device }

func (n narrow) Info() device.Info {
	info := n.Device.Info()
	info.DTypes &^= op.SetOf(op.Float64)
	info.Limits.BufferBytes = 1 << 14
	return info
}
