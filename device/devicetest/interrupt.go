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

const interruptRule = "RunContext is Run, but ends with its context's error soon after that ends; then other buffers are as they were, it is done with its own, and the device goes on"

// interruptChecks are for devices whose launches can be left.
func (s *suite) interruptChecks() []check {
	d, ok := device.Own[device.Interruptible](s.device)
	if !ok {
		return nil
	}
	return []check{{"lifecycle/interrupt", interruptRule, func() error { return s.checkInterrupt(d) }}}
}

// checkInterrupt lets contexts end in the middle of longer and longer launches: a short one may be
// done before its device has noticed, and so may a long one, by a goroutine that had no processor.
func (s *suite) checkInterrupt(d device.Interruptible) error {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, n := range []int{5, 1 << 14, 1 << 17, 1 << 20, 1 << 22, 1 << 22, 1 << 22, 1 << 22} {
		if most := s.info.Limits.BufferBytes; most > 0 && 4*n > most {
			break
		}
		p, err := s.newPowers(n)
		if err != nil {
			return err
		}
		left, err := p.interrupted(d, ended)
		p.release()
		if err != nil {
			return fmt.Errorf("with %d elements: %w", n, err)
		}
		if left && n > 5 {
			return s.alive(s.device)
		}
	}
	return errors.New("no launch of 8 powers, of up to 4 million elements, was left when its context ended in the middle")
}

// powers is a launch that takes its time, the same for every element: 1.5 to the power 1.5, and so on.
type powers struct {
	*device.Launch
	in, out, other device.Buffer
	host, want     []byte
}

func (s *suite) newPowers(n int) (*powers, error) {
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

// interrupted reports whether the launch was left when its context ended, and what is wrong.
func (p *powers) interrupted(d device.Interruptible, ended context.Context) (left bool, err error) {
	if err := d.RunContext(context.Background(), p.Launch); err != nil {
		return false, fmt.Errorf("with a context that does not end: %w", err)
	}
	p.want = make([]byte, len(p.host))
	if err := read(p.out, 0, p.want); err != nil {
		return false, err
	}
	if err := d.RunContext(ended, p.Launch); !errors.Is(err, context.Canceled) {
		return false, fmt.Errorf("with a context that had ended: %v, want %w", err, context.Canceled)
	}
	if err := p.out.Write(0, p.host); err != nil {
		return false, err
	}
	err = d.RunContext(newEnding(), p.Launch)
	if err == nil {
		return false, p.holds(p.out, p.want, "the output of a launch that was not left")
	}
	if !errors.Is(err, context.Canceled) {
		return false, fmt.Errorf("with a context that ends in the middle: %w, want %w", err, context.Canceled)
	}
	return true, first(
		func() error { return p.out.Write(0, p.host) },
		func() error { return p.holds(p.in, p.host, "the input") },
		func() error { return p.holds(p.other, p.host, "a buffer that the launch does not have") },
		func() error { return p.holds(p.out, p.host, "what was written after the launch was left") },
		func() error { return d.RunContext(context.Background(), p.Launch) },
		func() error { return p.holds(p.out, p.want, "the output of the launch, run again") },
	)
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

// ending is a context that ends when it is looked at for the second time, or soon after the
// first: a launch that takes it has begun by then.
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
	select {
	case <-e.done:
		return context.Canceled
	default:
		return nil
	}
}
