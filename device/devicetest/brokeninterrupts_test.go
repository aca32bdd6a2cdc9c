package devicetest

import (
	"context"
	"errors"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// onePower computes one element of powers, which are all alike.
func onePower(r *reference, l *device.Launch) {
	if code := l.Program.Code(); len(code) == 0 || code[0].Op != op.Pow {
		r.walk(l)
		return
	}
	r.walk(portion(l, 0, 1))
	at := l.Out[0].Layout.Offset * 4
	out := bytesOf(l.Out[0])[at : at+4*l.Shape[0]]
	copy(out, bytesOf(l.Out[0])[at:at+4])
	for done := 4; done < len(out); done *= 2 {
		copy(out[done:], out[:done])
	}
}

// overlook has the first part of a launch wait until its context has ended, and ignores that.
func overlook(ctx context.Context, from int) error {
	if done := ctx.Done(); from == 0 && done != nil {
		<-done
	}
	return nil
}

func TestADeviceMayNoticeTooLateOnceThatAContextHasEnded(t *testing.T) {
	const want, tries = 7, 5 // on a busy machine a context may end before its launch begins
	for try := 1; ; try++ {
		r, seen := newReference(), map[context.Context]bool{}
		r.run = onePower
		r.looks = func(ctx context.Context, from int) error {
			if seen[ctx] = true; len(seen) < want { // the first that does not end, and those of five launches
				return overlook(ctx, from)
			}
			return ctx.Err()
		}
		if r, err := Check(r, Checks("lifecycle/interrupt")); err != nil || r.Checks != 1 {
			t.Fatal(r.Checks, err)
		}
		if len(seen) == want {
			return
		}
		if try == tries {
			t.Fatalf("%d contexts were looked at, want %d", len(seen), want)
		}
	}
}

func TestADeviceMayQueueALaunchBeforeItsContextEnds(t *testing.T) {
	r := newReference()
	r.run = onePower
	r.looks = func(context.Context, int) error { return nil }
	queue := &queueing{reference: r}
	if r, err := Check(queue, Checks("lifecycle/interrupt")); err != nil || r.Checks != 1 {
		t.Error(r.Checks, err)
	}
}

// queueing returns from Run before a launch is done.
type queueing struct {
	*reference
}

func (q *queueing) Run(ctx context.Context, l *device.Launch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l = clone(l)
	q.mu.Lock() // others wait until it is done
	go func() {
		defer q.mu.Unlock()
		q.run(q.reference, l)
	}()
	return nil
}

// begun does not look at the context before the first part.
func begun(ctx context.Context, from int) error {
	if from == 0 {
		return nil
	}
	return ctx.Err()
}

// leaving changes the reaction to a context that ends within a launch.
func leaving(f func(r *reference, l *device.Launch, from int, err error) error) func(r *reference) {
	return func(r *reference) {
		r.leave = func(l *device.Launch, from int, err error) error { return f(r, l, from, err) }
	}
}

var wrongInterrupts = []broken{
	{fault: "looks at contexts before a launch only", check: "lifecycle/interrupt", spoil: func(r *reference) {
		r.looks, r.run = overlook, onePower
	}},
	{fault: "runs a launch whose context has ended", check: "lifecycle/interrupt", spoil: func(r *reference) {
		r.start = func(context.Context) error { return nil }
		r.looks = begun
	}},
	{fault: "says nothing of a launch that it left", check: "lifecycle/interrupt",
		spoil: leaving(func(*reference, *device.Launch, int, error) error { return nil })},
	{fault: "has words of its own for a context that ended", check: "lifecycle/interrupt",
		spoil: leaving(func(*reference, *device.Launch, int, error) error { return errors.New("interrupted") })},
	{fault: "goes on with a launch that it left", check: "lifecycle/interrupt",
		spoil: leaving(func(r *reference, l *device.Launch, from int, err error) error {
			rest := portion(l, from, 1)
			r.span = func(b *refBuffer, offset, n int, writes bool) ([]byte, error) {
				if !writes {
					r.walk(rest)
				}
				return b.part(offset, n, writes)
			}
			return err
		})},
	{fault: "cannot be used after it left a launch", check: "lifecycle/interrupt",
		spoil: leaving(func(r *reference, _ *device.Launch, _ int, err error) error {
			r.check = func(*reference, *device.Launch) error { return errors.New("busy") }
			return err
		})},
	{fault: "spoils inputs of a launch that it left", check: "lifecycle/interrupt",
		spoil: leaving(func(_ *reference, l *device.Launch, from int, err error) error {
			bytesOf(l.In[0])[4*from]++
			return err
		})},
	{fault: "leaves a launch in place half done", check: "lifecycle/interrupt", spoil: func(r *reference) {
		r.looks = begun
		r.whole = func(l *device.Launch) bool { return l.Shape[0] <= portions }
	}},
}
