package devicetest

import (
	"context"
	"errors"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// interruptible is a reference whose launches, of one axis without gaps, can be left.
type interruptible struct {
	*reference
	looks func(ctx context.Context, from int) error         // before each part, after the context was found alive
	left  func(l *device.Launch, from int, err error) error // what is answered when it was not
	start func(ctx context.Context) error
}

func newInterruptible(r *reference) *interruptible {
	return &interruptible{r,
		func(ctx context.Context, _ int) error { return ctx.Err() },
		func(_ *device.Launch, _ int, err error) error { return err },
		context.Context.Err}
}

func (d *interruptible) Self() device.Device { return d }

func (d *interruptible) RunContext(ctx context.Context, l *device.Launch) error {
	const step = 1000
	if err := d.start(ctx); err != nil {
		return err
	}
	for from := 0; from < l.Shape[0]; from += step {
		if err := d.looks(ctx, from); err != nil {
			return d.left(l, from, err)
		}
		if err := d.Run(portion(l, from, min(step, l.Shape[0]-from))); err != nil {
			return err
		}
	}
	return nil
}

// portion is n elements of a launch.
func portion(l *device.Launch, from, n int) *device.Launch {
	p := cloned(l)
	p.Shape = []int{n}
	for _, operands := range [][]device.Operand{p.Out, p.In} {
		for i := range operands {
			operands[i].Layout = broadcast.Layout{Shape: []int{n}, Strides: []int{1}, Offset: from}
		}
	}
	return p
}

func TestADeviceWhoseLaunchesCanBeLeftPasses(t *testing.T) {
	r, err := Check(newInterruptible(newReference()), Checks("lifecycle/"))
	if err != nil || r.Checks != 5 {
		t.Error(r.Checks, err)
	}
}

// onePower computes one element of powers, which are all alike.
func onePower(r *reference, l *device.Launch) {
	if code := l.Program.Code(); len(code) == 0 || code[0].Op != op.Pow {
		r.walk(l)
		return
	}
	r.walk(portion(l, 0, 1))
	at := l.Out[0].Layout.Offset * 4
	out := bytesOf(l.Out[0])[at : at+4*l.Shape[0]]
	copy(out, bytesOf(l.Out[0])[:4])
	for done := 4; done < len(out); done *= 2 {
		copy(out[done:], out[:done])
	}
}

func TestADeviceMayNoticeTooLateOnceThatAContextHasEnded(t *testing.T) {
	r := newReference()
	r.run = onePower
	d, seen := newInterruptible(r), map[context.Context]bool{}
	d.looks = func(ctx context.Context, from int) error {
		if seen[ctx] = true; len(seen) <= 7 { // the first that does not end, and those of six launches
			return nil
		}
		return ctx.Err()
	}
	if r, err := Check(d, Checks("lifecycle/interrupt")); err != nil || r.Checks != 1 {
		t.Error(r.Checks, err)
	}
}

// leaving changes what is done when a launch is left.
func leaving(f func(d *interruptible, l *device.Launch, from int, err error) error) func(r *reference) device.Device {
	return func(r *reference) device.Device {
		d := newInterruptible(r)
		d.left = func(l *device.Launch, from int, err error) error { return f(d, l, from, err) }
		return d
	}
}

var wrongInterrupts = []broken{
	{fault: "looks at contexts before a launch only", check: "lifecycle/interrupt",
		wrap: func(r *reference) device.Device {
			d := newInterruptible(r)
			d.looks = func(context.Context, int) error { return nil }
			r.run = onePower
			return d
		}},
	{fault: "runs a launch whose context has ended", check: "lifecycle/interrupt",
		wrap: func(r *reference) device.Device {
			d := newInterruptible(r)
			d.start = func(context.Context) error { return nil }
			d.looks = func(ctx context.Context, from int) error {
				if from == 0 {
					return nil
				}
				return ctx.Err()
			}
			return d
		}},
	{fault: "says nothing of a launch that it left", check: "lifecycle/interrupt",
		wrap: leaving(func(*interruptible, *device.Launch, int, error) error { return nil })},
	{fault: "has words of its own for a context that ended", check: "lifecycle/interrupt",
		wrap: leaving(func(*interruptible, *device.Launch, int, error) error { return errors.New("interrupted") })},
	{fault: "goes on with a launch that it left", check: "lifecycle/interrupt",
		wrap: leaving(func(d *interruptible, l *device.Launch, from int, err error) error {
			rest := portion(l, from, 1)
			d.span = func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
				if !writes && rest != nil {
					d.walk(rest)
				}
				return b.part(offset, n, writes)
			}
			return err
		})},
	{fault: "cannot be used after it left a launch", check: "lifecycle/interrupt",
		wrap: leaving(func(d *interruptible, _ *device.Launch, _ int, err error) error {
			d.check = func(*reference, *device.Launch) error { return errors.New("busy") }
			return err
		})},
	{fault: "spoils inputs of a launch that it left", check: "lifecycle/interrupt",
		wrap: leaving(func(_ *interruptible, l *device.Launch, from int, err error) error {
			bytesOf(l.In[0])[4*from]++
			return err
		})},
}
