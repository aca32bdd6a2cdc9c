package devicetest

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

const briefRule = "RunFlat and RunBrief do what Run does, into a buffer that they are given or make, or nothing and say so; Reclaim is Release, and leaves buffers of others as they are"

// briefChecks are for devices that have launches of their own for few elements.
func (s *suite) briefChecks() []check {
	d, ok := device.Own[device.Brief](s.device)
	if !ok {
		return nil
	}
	return []check{{"lifecycle/brief", briefRule, func() error { return s.checkBrief(d) }}}
}

func (s *suite) checkBrief(d device.Brief) error {
	for _, n := range []int{1, 5, 1000, 3001} {
		w := &briefly{s.worker(s.device, n), d, 1}
		for ; w.times < 4; w.times++ {
			w.add = w.adds()
			if err := w.check(w.flat); err != nil {
				return fmt.Errorf("RunFlat of %d elements, %d instructions: %w", n, w.times, err)
			}
			if err := w.check(w.launch); err != nil {
				return fmt.Errorf("RunBrief of %d elements, %d instructions: %w", n, w.times, err)
			}
		}
	}
	return errors.Join(s.checkReclaim(d), s.alive(s.device))
}

// briefly runs a worker's additions as Brief does.
type briefly struct {
	*worker
	d     device.Brief
	times int // the second operand is added so often
}

// adds is a program of so many additions.
func (w *briefly) adds() *device.Program {
	steps := code{}
	for i := range w.times {
		x := device.Value(1 + i) // what was added last
		if i == 0 {
			x = 0
		}
		steps = append(steps, device.Instr{Op: op.Add, Args: args{x, 1}})
	}
	return mustProgram(repeat(w.dt, 2), nil, steps, device.Value(1+w.times))
}

func (w *briefly) flat(out, x, y device.Buffer) (device.Buffer, bool) {
	f := &device.Flat{Program: w.add, Len: w.n, Out: out, In: [device.MostInputs]device.Buffer{x, y}}
	done := w.d.RunFlat(f)
	return f.Out, done
}

func (w *briefly) launch(out, x, y device.Buffer) (device.Buffer, bool) {
	operand := func(b device.Buffer) device.Operand {
		return device.Operand{Buffer: b, Type: w.dt, Layout: broadcast.RowMajor(w.n)}
	}
	l := &device.Launch{Program: w.add, Shape: []int{w.n}, Out: []device.Operand{operand(out)}, In: []device.Operand{operand(x), operand(y)}}
	done := w.d.RunBrief(l)
	return l.Out[0].Buffer, done
}

func (w *briefly) check(run func(out, x, y device.Buffer) (device.Buffer, bool)) error {
	sum := 10 + 11*w.times
	var b [4]device.Buffer
	for i := range b {
		var err error
		if b[i], err = w.buffer(10 + i); err != nil {
			return err
		}
		defer b[i].Release()
	}
	x, y, out, gone := b[0], b[1], b[2], b[3]
	gone.Release()
	made, done := run(nil, x, y)
	switch {
	case done && made == nil:
		return errors.New("is done, and has no output")
	case !done && made != nil:
		return errors.New("is not done, and has made an output")
	case done:
		defer made.Release()
		if err := w.holds(made, sum); err != nil {
			return fmt.Errorf("into a buffer that it made: %w", err)
		}
	}
	want := 12
	if _, done := run(out, x, y); done {
		want = sum
	}
	if err := w.holds(out, want); err != nil {
		return fmt.Errorf("into a buffer that was there: %w", err)
	}
	if _, done := run(out, x, gone); done {
		return errors.New("runs with a released input")
	}
	if _, done := run(gone, x, y); done {
		return errors.New("runs with a released output")
	}
	if _, done := run(out, stranger{}, y); done {
		return errors.New("runs with an input of another device")
	}
	return errors.Join(w.holds(out, want), w.holds(x, 10), w.holds(y, 11))
}

// lent is a buffer as a device hands it out that embeds another.
type lent struct {
	device.Buffer
	released int
}

func (l *lent) Release() { l.released++; l.Buffer.Release() }

func (s *suite) checkReclaim(d device.Brief) error {
	w := s.worker(s.device, 1000)
	kept, err := w.buffer(1)
	if err != nil {
		return err
	}
	defer kept.Release()
	for i := range 10 {
		b, err := w.buffer(2 + i)
		if err != nil {
			return err
		}
		if err := errors.Join(w.holds(b, 2+i), w.holds(kept, 1)); err != nil {
			return fmt.Errorf("after %d buffers were reclaimed: %w", i, err)
		}
		if i%2 == 0 {
			if !d.Reclaim(b) {
				return errors.New("a buffer of the device's own is not reclaimed")
			}
			continue
		}
		other := &lent{Buffer: b}
		if d.Reclaim(other) || other.released != 0 {
			return fmt.Errorf("a buffer that is not the device's is reclaimed, and released %d times", other.released)
		}
		b.Release()
	}
	return nil
}
