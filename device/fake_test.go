package device

import (
	"context"
	"errors"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// fakeBuffer is memory whose size alone is known.
type fakeBuffer struct{ bytes int }

func (b *fakeBuffer) Len() int                                { return b.bytes }
func (b *fakeBuffer) Write(int, []byte) error                 { return errors.ErrUnsupported }
func (b *fakeBuffer) Read(context.Context, int, []byte) error { return errors.ErrUnsupported }
func (b *fakeBuffer) Release()                                {}

// fakeDevice is a device that only says what it is.
type fakeDevice struct {
	info   Info
	closed bool
}

func (d *fakeDevice) Info() Info                             { return d.info }
func (d *fakeDevice) Alloc(n int) (Buffer, error)            { return &fakeBuffer{n}, nil }
func (d *fakeDevice) Run(_ context.Context, l *Launch) error { return l.Check(d.info) }
func (d *fakeDevice) Sync(context.Context) error             { return nil }
func (d *fakeDevice) Close() error                           { d.closed = true; return nil }
func (d *fakeDevice) String() string                         { return d.info.Name }
func (d *fakeDevice) Explain(why string)                     { d.info.Why = why }

// everything is a device that computes in all types.
var everything = Info{Name: "fake", DTypes: op.SetOf(op.DTypes()...)}

// expOf is a launch of exp, right in every way.
func expOf(shape ...int) *Launch {
	p, err := Single(op.Exp, op.Float32)
	if err != nil {
		panic(err)
	}
	return &Launch{Program: p, Shape: shape, In: []Operand{operand(op.Float32, shape...)}, Out: []Operand{operand(op.Float32, shape...)}}
}

// operand is a tensor in a buffer of its own that just holds it.
func operand(dt op.DType, shape ...int) Operand {
	l := broadcast.RowMajor(shape...)
	return Operand{&fakeBuffer{l.Len() * dt.Size()}, dt, l}
}
