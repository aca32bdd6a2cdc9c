package devicetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// answering changes what Run says after the checks.
func answering(f func(r *reference, l *device.Launch, err error) error) func(r *reference) {
	return func(r *reference) {
		r.check = func(r *reference, l *device.Launch) error { return f(r, l, r.checkLaunch(l)) }
	}
}

// reaching changes which bytes Read and Write reach.
func reaching(f func(b *refBuffer, offset, n int, writes bool) ([]byte, error)) func(r *reference) {
	return func(r *reference) { r.span = f }
}

var wrongPromises = []broken{
	{fault: "refuses types in its own words", check: "ops/add",
		spoil: answering(func(_ *reference, _ *device.Launch, err error) error {
			if errors.Is(err, errors.ErrUnsupported) {
				return errors.New("cannot float64")
			}
			return err
		})},
	{fault: "refuses without saying what", check: "ops/add",
		spoil: answering(func(_ *reference, _ *device.Launch, err error) error {
			if errors.Is(err, errors.ErrUnsupported) {
				return errors.ErrUnsupported
			}
			return err
		})},
	{fault: "computes in types it does not list", check: "ops/add",
		spoil: answering(func(_ *reference, _ *device.Launch, err error) error {
			if errors.Is(err, errors.ErrUnsupported) {
				return nil
			}
			return err
		})},
	{fault: "refuses after writing", check: "ops/add",
		spoil: answering(func(_ *reference, l *device.Launch, err error) error {
			if errors.Is(err, errors.ErrUnsupported) {
				bytesOf(l.Out[0])[0]++
			}
			return err
		})},
	{fault: "refuses a type it lists", check: "ops/add",
		spoil: answering(func(r *reference, l *device.Launch, err error) error {
			if l.In != nil && l.In[0].Type == op.Int16 {
				return &device.UnsupportedError{Device: "reference", Type: op.Int16}
			}
			return err
		})},
	{fault: "looks at inputs only", check: "refusals/types",
		spoil: answering(func(_ *reference, l *device.Launch, err error) error {
			if errors.Is(err, errors.ErrUnsupported) && l.In[0].Type != op.Float64 {
				return nil
			}
			return err
		})},
	{fault: "does not keep its own limit", check: "refusals/operands", spoil: func(r *reference) {
		info := r.info
		r.info.Limits.Buffers = 5
		r.check = func(_ *reference, l *device.Launch) error { return l.Check(info) }
	}},
	{fault: "checks nothing", check: "refusals/launches",
		spoil: answering(func(r *reference, l *device.Launch, err error) error { return nil })},
	{fault: "computes with a bool of 2", check: "refusals/launches",
		spoil: answering(func(r *reference, l *device.Launch, err error) error {
			if err != nil && strings.Contains(err.Error(), "which is no bool") {
				return nil
			}
			return err
		})},
	{fault: "takes foreign buffers", check: "refusals/foreign",
		spoil: answering(func(r *reference, l *device.Launch, _ error) error { return l.Check(r.info) })},
	{fault: "takes released buffers", check: "lifecycle/release", spoil: func(r *reference) {
		r.check = func(_ *reference, l *device.Launch) error { return l.Check(r.info) }
		r.run = func(*reference, *device.Launch) {}
	}},
	{fault: "forgets a refused launch is over", check: "refusals/launches",
		spoil: answering(func(r *reference, _ *device.Launch, err error) error {
			if err != nil {
				r.run = func(*reference, *device.Launch) {}
			}
			return err
		})},
	{fault: "reaches whole words only", check: "buffers/anywhere",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			return b.part(offset&^3, n, writes)
		})},
	{fault: "needs even lengths", check: "buffers/sizes",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			if n%4 != 0 {
				return nil, errors.New("odd length")
			}
			return b.part(offset, n, writes)
		})},
	{fault: "cuts what is out of range", check: "buffers/range",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			offset = min(max(offset, 0), len(b.bytes))
			return b.bytes[offset:min(len(b.bytes), offset+max(0, n))], nil
		})},
	{fault: "panics out of range", check: "buffers/range",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			return b.bytes[offset : offset+n], nil
		})},
	{fault: "loses what lies beyond a megabyte", check: "buffers/large",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			part, err := b.part(offset, n, writes)
			return part[:min(n, 1<<20)], err
		})},
	{fault: "a bare error for too much memory", check: "buffers/refused",
		spoil: func(r *reference) { r.info.Limits.BufferBytes = math.MinInt }},
	{fault: "has no name", check: "info", spoil: func(r *reference) { r.info.Name = "" }},
	{fault: "has types that do not exist", check: "info", spoil: func(r *reference) { r.info.DTypes |= 1 << 20 }},
	{fault: "binds too few buffers", check: "info", spoil: func(r *reference) { r.info.Limits.Buffers = 2 }},
	{fault: "runs launches when they are waited for", check: "order/writes", spoil: late},
	{fault: "runs the last launch twice", check: "order/queue",
		spoil: rerun(func(r *reference, l *device.Launch) { r.walk(l); r.walk(l) })},
	{fault: "forgets queued launches on Release", check: "order/release", spoil: late},
	{fault: "mixes up goroutines", check: "order/concurrent", spoil: func(r *reference) {
		var last *device.Launch
		r.run = func(r *reference, l *device.Launch) {
			if last == nil || l.Out[0].Layout.Len() == last.Out[0].Layout.Len() {
				last = l
				r.walk(l)
			}
		}
	}},
	{fault: "answers another error when closed", check: "close/errors",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			if b.device.closed {
				return nil, errors.New("gone")
			}
			return b.part(offset, n, writes)
		})},
	{fault: "breaks off when closed", check: "close/concurrent",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			if b.device.closed {
				return nil, fmt.Errorf("the queue is gone")
			}
			return b.part(offset, n, writes)
		})},
	{fault: "does not listen to contexts", check: "lifecycle/cancel",
		wrap: func(r *reference) device.Device { return deaf{r} }},
	{fault: "keeps the launch it was given", check: "lifecycle/launch",
		spoil: delay(func(l *device.Launch) *device.Launch { return l })},
	{fault: "looks for scalars when a launch is due", check: "lifecycle/launch",
		spoil: delay(func(l *device.Launch) *device.Launch {
			c := clone(l)
			c.Scalars = l.Scalars
			return c
		})},
	{fault: "closes once", check: "close/errors", wrap: func(r *reference) device.Device { return &closesOnce{r} }},
	{fault: "has forms that do not exist", check: "info", spoil: func(r *reference) { r.info.Forms |= 1 << 15 }},
	{fault: "panics when it is named", check: "info", wrap: func(r *reference) device.Device { return nameless{r} }},
	{fault: "panics on another goroutine", check: "order/concurrent", wrap: func(r *reference) device.Device { return nameless{r} }},
	{fault: "panics while it closes", check: "close/concurrent",
		spoil: reaching(func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			if b.device.closed {
				panic("closed")
			}
			return b.part(offset, n, writes)
		})},
	{fault: "does not close", check: "close/errors", wrap: func(r *reference) device.Device { return immortal{r} }},
}

type deaf struct{ *reference }

func (deaf) Sync(context.Context) error { return nil }

type closesOnce struct{ *reference }

func (d *closesOnce) Close() error {
	if d.Sync(context.Background()) != nil {
		return errors.New("is closed")
	}
	return d.reference.Close()
}

type nameless struct{ *reference }

func (nameless) String() string { panic("who am I?") }

type immortal struct{ *reference }

func (immortal) Close() error { return nil }

// delay keeps a launch, changed by kept, and runs it when the next launch comes or a buffer is
// used.
func delay(keep func(l *device.Launch) *device.Launch) func(r *reference) {
	return func(r *reference) {
		var waiting *device.Launch
		flush := func(r *reference) {
			if waiting != nil && waiting.Program != nil {
				r.walk(waiting)
			}
			waiting = nil
		}
		r.run = func(r *reference, l *device.Launch) { flush(r); waiting = keep(l) }
		r.span = func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
			flush(r)
			return b.part(offset, n, writes)
		}
	}
}

// clone copies the launch: the copy shares its program and buffers only.
func clone(l *device.Launch) *device.Launch {
	operands := func(list []device.Operand) (out []device.Operand) {
		for _, o := range list {
			o.Layout = o.Layout.Clone()
			out = append(out, o)
		}
		return out
	}
	return &device.Launch{Program: l.Program, Shape: slices.Clone(l.Shape), Out: operands(l.Out), In: operands(l.In), Scalars: slices.Clone(l.Scalars)}
}

// late keeps the last launch until the next one or a read.
func late(r *reference) {
	var waiting *device.Launch
	flush := func(r *reference) {
		if waiting != nil && bytesOf(waiting.In[0]) != nil && bytesOf(waiting.In[1]) != nil {
			r.walk(waiting)
		}
		waiting = nil
	}
	r.run = func(r *reference, l *device.Launch) { flush(r); waiting = l }
	r.span = func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
		if !writes {
			flush(r)
		}
		return b.part(offset, n, writes)
	}
}
