package devicetest

import (
	"context"
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// reference is a whole device, as plain as possible. Run does every launch, one element at a time,
// by the meanings of the rows. Its functions can be replaced, to break it. It refuses float64:
// package math is not accurate enough there to be a reference.
type reference struct {
	mu     sync.Mutex
	closed bool
	info   device.Info

	check func(r *reference, l *device.Launch) error
	eval  func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar
	run   func(r *reference, l *device.Launch) // a part of a launch
	nest  func(w *nest)                        // a launch that is not of maps alone
	whole func(l *device.Launch) bool          // whether a launch has one part
	start func(ctx context.Context) error
	looks func(ctx context.Context, from int) error         // before each part
	leave func(l *device.Launch, from int, err error) error // what is answered if its context had ended
	at    func(l broadcast.Layout, i int) int               // of inputs
	span  func(b *refBuffer, offset, n int, writes bool) ([]byte, error)
	sees  func(d device.Device, l *device.Launch) *device.LaunchEvent
	extra extra
}

func newReference() *reference {
	return &reference{
		info: device.Info{Name: "reference", Kind: device.CPU, Backend: "go", DTypes: op.SetOf(op.DTypes()...) &^ op.SetOf(op.Float64),
			Forms: device.AllForms, Subnormals: true, Limits: device.Limits{BufferBytes: 1 << 30}},
		check: (*reference).checkLaunch, eval: device.Instr.Eval, run: (*reference).walk, nest: (*nest).run, at: at,
		whole: func(l *device.Launch) bool { return len(l.Program.Code()) < 8 || l.Shape[0] <= portions || l.InPlace() },
		start: context.Context.Err,
		looks: func(ctx context.Context, _ int) error { return ctx.Err() },
		leave: func(_ *device.Launch, _ int, err error) error { return err },
		span:  (*refBuffer).part,
		sees:  device.Observe,
		extra: newExtra(),
	}
}

func (r *reference) Info() device.Info { return r.info }
func (r *reference) String() string    { return "reference: one element at a time" }

func (r *reference) Alloc(bytes int) (device.Buffer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return nil, device.ErrClosed
	case bytes < 0:
		return nil, fmt.Errorf("reference: a buffer of %d bytes", bytes)
	case bytes > r.info.Limits.BufferBytes:
		return nil, fmt.Errorf("reference: %w: %d bytes; a buffer has at most %d", device.ErrOutOfMemory, bytes, r.info.Limits.BufferBytes)
	}
	return &refBuffer{device: r, bytes: make([]byte, bytes)}, nil
}

func (r *reference) Run(ctx context.Context, l *device.Launch) (err error) {
	var e *device.LaunchEvent
	defer func() { e.End(err) }() // without the lock
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return device.ErrClosed
	}
	if err := r.start(ctx); err != nil {
		return err
	}
	if err := r.check(r, l); err != nil {
		return err
	}
	e = r.observe(l)
	if l.Program.Forms() != 0 {
		w := newNest(l, func(o *device.Operand) []byte { return bytesOf(*o) })
		if r.nest(w); w.fault != nil {
			l.Fault.Set(w.fault)
		}
		return nil
	}
	if r.whole(l) {
		r.run(r, l)
		return nil
	}
	for from := 0; from < l.Shape[0]; from += portions {
		if err := r.looks(ctx, from); err != nil {
			return r.leave(l, from, err)
		}
		r.run(r, portion(l, from, min(portions, l.Shape[0]-from)))
	}
	return nil
}

// portions is how far a launch goes along its first axis at a time.
const portions = 1000

// portion is n of the first axis of a launch.
func portion(l *device.Launch, from, n int) *device.Launch {
	p := clone(l)
	p.Shape[0] = n
	for _, operands := range [][]device.Operand{p.Out, p.In} {
		for i := range operands {
			at := &operands[i].Layout
			at.Offset += from * at.Strides[0]
			at.Shape = p.Shape
		}
	}
	return p
}

func (r *reference) checkLaunch(l *device.Launch) error {
	if err := l.Check(r.info); err != nil {
		return err
	}
	for _, operands := range [][]device.Operand{l.Out, l.In} {
		for _, o := range operands {
			if o.Buffer == nil { // a position
				continue
			}
			b, ok := o.Buffer.(*refBuffer)
			if !ok || b.device != r {
				return fmt.Errorf("reference: a buffer of another device")
			}
			if b.bytes == nil {
				return device.ErrReleased
			}
		}
	}
	return nil
}

// walk runs the program for every index.
func (r *reference) walk(l *device.Launch) {
	p := l.Program
	vals := make([]op.Scalar, len(types(p)))
	copy(vals[len(l.In):], l.Scalars)
	for i := range l.Out[0].Layout.Len() {
		for k, o := range l.In {
			vals[k] = o.Type.Load(bytesOf(o)[r.at(o.Layout, i)*o.Type.Size():])
		}
		for k, instr := range p.Code() {
			args, types := operands(p, instr, vals)
			vals[p.Result(k)] = r.eval(instr, args, types)
		}
		for j, o := range l.Out {
			o.Type.Store(bytesOf(o)[at(o.Layout, i)*o.Type.Size():], vals[p.Outputs()[j]])
		}
	}
}

// at is where the i-th element lies, in row-major order of indices.
func at(l broadcast.Layout, i int) int {
	pos := l.Offset
	for axis := l.Rank() - 1; axis >= 0; axis-- {
		pos += i % l.Shape[axis] * l.Strides[axis]
		i /= l.Shape[axis]
	}
	return pos
}

func bytesOf(o device.Operand) []byte { return o.Buffer.(*refBuffer).bytes }

func (r *reference) Sync(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return device.ErrClosed
	}
	return ctx.Err()
}

func (r *reference) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return nil
}

type refBuffer struct {
	device *reference
	bytes  []byte // nil once released
}

func (b *refBuffer) Len() int { return len(b.bytes) }

func (b *refBuffer) Write(offset int, src []byte) error {
	return b.access(offset, len(src), true, func(part []byte) { copy(part, src) })
}

func (b *refBuffer) Read(ctx context.Context, offset int, dst []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.access(offset, len(dst), false, func(part []byte) { copy(dst, part) })
}

func (b *refBuffer) access(offset, n int, writes bool, f func(part []byte)) error {
	b.device.mu.Lock()
	defer b.device.mu.Unlock()
	part, err := b.device.span(b, offset, n, writes)
	if err == nil {
		f(part)
	}
	return err
}

func (b *refBuffer) part(offset, n int, _ bool) ([]byte, error) {
	switch {
	case b.device.closed:
		return nil, device.ErrClosed
	case b.bytes == nil:
		return nil, device.ErrReleased
	case offset < 0 || n < 0 || offset > len(b.bytes)-n:
		return nil, fmt.Errorf("reference: %d bytes at %d of a buffer of %d", n, offset, len(b.bytes))
	}
	return b.bytes[offset : offset+n], nil
}

func (b *refBuffer) Release() {
	b.device.mu.Lock()
	defer b.device.mu.Unlock()
	b.bytes = nil
}
