package devicetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

const interruptRule = "Run ends soon after its context does, with the context's error unless the launch is done or queued; then the inputs and other buffers are as they were, a launch in place is finished or not begun, and the device goes on"

// checkInterrupt lets contexts end in the middle of longer and longer launches. It passes when a
// launch ends early, or when one of the longest is queued before its context ends.
func (s lifecycleSection) checkInterrupt() error {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, n := range []int{5, 1 << 14, 1 << 17, 1 << 20, longest, longest, longest, longest} {
		if most := s.info.Limits.BufferBytes; most > 0 && 4*n > most {
			break
		}
		p, err := s.newPowers(n)
		if err != nil {
			return err
		}
		met, err := p.interrupt(s.device, ended)
		p.release()
		if err != nil {
			return fmt.Errorf("with %d elements: %w", n, err)
		}
		if met == left && n > 5 || met == queued && n == longest {
			return s.alive(s.device)
		}
	}
	return errors.New("no launch of 8 powers, of up to 4 million elements, ended soon after its context")
}

// longest is the most elements of a launch that is to be interrupted.
const longest = 1 << 22

// outcome is what became of a launch whose context ended.
type outcome int

const (
	tooLate outcome = iota // Run finished the launch after its context had ended
	queued                 // Run returned before its context ended
	left                   // Run answered the context's error
)

// powers is a slow launch: for every element it raises 1.5 to the power 1.5 repeatedly.
type powers struct {
	*device.Launch
	in, out, other device.Buffer
	host, want     []byte
}

func (s lifecycleSection) newPowers(n int) (*powers, error) {
	const dt = op.Float32
	x, p := dt.FromFloat(1.5), &powers{host: make([]byte, n*dt.Size())}
	var c code
	for v := range device.Value(8) {
		c = append(c, device.Instr{Op: op.Pow, Args: args{v + 1, 1}})
	}
	c[0].Args[0] = 0
	for i := range n {
		dt.Store(p.host[i*dt.Size():], x)
	}
	for _, b := range []*device.Buffer{&p.in, &p.out, &p.other} {
		var err error
		if *b, err = s.device.Alloc(len(p.host)); err != nil {
			return nil, fmt.Errorf("calling Alloc: %w", err)
		}
	}
	all := func(b device.Buffer) device.Operand {
		return device.Operand{Buffer: b, Type: dt, Layout: broadcast.RowMajor(n)}
	}
	p.Launch = &device.Launch{Program: mustProgram(repeat(dt, 2), nil, c, device.Value(1+len(c))), Shape: []int{n},
		Out: []device.Operand{all(p.out)}, In: []device.Operand{all(p.in), all(p.in)}}
	return p, errors.Join(p.in.Write(0, p.host), p.other.Write(0, p.host))
}

func (p *powers) release() {
	for _, b := range []device.Buffer{p.in, p.out, p.other} {
		b.Release()
	}
}

// interrupt runs the launch with contexts that end. It reports the outcome and what is wrong.
func (p *powers) interrupt(d device.Device, ended context.Context) (outcome, error) {
	if err := d.Run(context.Background(), p.Launch); err != nil {
		return tooLate, fmt.Errorf("with a context that does not end: %w", err)
	}
	p.want = make([]byte, len(p.host))
	if err := read(p.out, 0, p.want); err != nil {
		return tooLate, err
	}
	if err := d.Run(ended, p.Launch); !errors.Is(err, context.Canceled) {
		return tooLate, fmt.Errorf("with a context that had ended: %v, want %w", err, context.Canceled)
	}
	if err := p.out.Write(0, p.host); err != nil {
		return tooLate, err
	}
	met, err := p.runInterrupted(d)
	switch {
	case err != nil:
		return met, err
	case met != left:
		return met, first(
			func() error { return p.holds(p.out, p.want, "the output of a launch that was not left") },
			func() error { return p.inPlace(d) },
		)
	}
	return met, first(
		func() error { return p.out.Write(0, p.host) },
		func() error { return p.holds(p.in, p.host, "the input") },
		func() error { return p.holds(p.other, p.host, "a buffer that the launch does not have") },
		func() error { return p.holds(p.out, p.host, "what was written after the launch was left") },
		func() error { return d.Run(context.Background(), p.Launch) },
		func() error { return p.holds(p.out, p.want, "the output of the launch, run again") },
		func() error { return p.inPlace(d) },
	)
}

// runInterrupted runs the launch with a context that ends in the middle.
func (p *powers) runInterrupted(d device.Device) (outcome, error) {
	ctx := newEnding()
	switch err := d.Run(ctx, p.Launch); {
	case errors.Is(err, context.Canceled):
		return left, nil
	case err != nil:
		return tooLate, fmt.Errorf("with a context that ends in the middle: %w, want %w", err, context.Canceled)
	case ctx.ended():
		return tooLate, nil
	}
	return queued, nil
}

// inPlace runs the launch with its output over an input, and a context that ends in the middle.
func (p *powers) inPlace(d device.Device) error {
	p.Out[0], p.In[1] = p.In[0], p.Out[0]
	if err := p.out.Write(0, p.host); err != nil {
		return err
	}
	met, err := p.runInterrupted(d)
	if err != nil {
		return err
	}
	want, what := p.want, "the output of a launch in place"
	if met == left {
		want, what = p.host, "the output of a launch in place that was left"
	}
	return errors.Join(p.holds(p.in, want, what), p.holds(p.out, p.host, "the other input of a launch in place"))
}

func (p *powers) holds(b device.Buffer, want []byte, what string) error {
	got := make([]byte, len(want))
	err := read(b, 0, got)
	if err == nil {
		err = equalBytes(got, want)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// ending is a context that ends when a device looks at it for the second time, or soon after the
// first time. A launch with this context has begun by then.
type ending struct {
	context.Context
	looks sync.Mutex
	count int
	done  chan struct{}
}

func newEnding() *ending {
	return &ending{Context: context.Background(), done: make(chan struct{})}
}

func (e *ending) look() {
	e.looks.Lock()
	defer e.looks.Unlock()
	switch e.count++; e.count {
	case 1:
		time.AfterFunc(time.Millisecond, e.look)
	case 2:
		close(e.done)
	}
}

func (e *ending) Done() <-chan struct{} {
	e.look()
	return e.done
}

func (e *ending) Err() error {
	e.look()
	if e.ended() {
		return context.Canceled
	}
	return nil
}

func (e *ending) ended() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}
