package devicetest

import (
	"context"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// counting returns a type of the device that holds small numbers.
func (s target) counting() op.DType {
	for _, dt := range s.info.DTypes.List() {
		if dt != op.Bool {
			return dt
		}
	}
	return op.Bool
}

// worker makes arrays of small numbers on a device, for launches that are not trials. All its
// buffers have n elements without gaps.
type worker struct {
	d   device.Device
	dt  op.DType
	n   int
	add *device.Program
}

func (s target) worker(d device.Device, n int) *worker {
	dt := s.counting()
	return &worker{d, dt, n, single(device.Instr{Op: op.Add}, repeat(dt, 2), 0)}
}

// buffer allocates n elements of a value up to 127, which every type holds exactly.
func (w *worker) buffer(v int) (device.Buffer, error) {
	b, err := w.d.Alloc(w.n * w.dt.Size())
	if err != nil {
		return nil, fmt.Errorf("calling Alloc: %w", err)
	}
	return b, w.write(b, v)
}

// buffers is buffer for two values. Both live until release.
func (w *worker) buffers(first, second int) (x, y device.Buffer, release func(), err error) {
	if x, err = w.buffer(first); err != nil {
		return nil, nil, nil, err
	}
	if y, err = w.buffer(second); err != nil {
		x.Release()
		return nil, nil, nil, err
	}
	return x, y, func() { y.Release(); x.Release() }, nil
}

func (w *worker) write(b device.Buffer, v int) error {
	if err := b.Write(0, w.elements(v)); err != nil {
		return fmt.Errorf("calling Write: %w", err)
	}
	return nil
}

// elements are the bytes of n elements of a value.
func (w *worker) elements(v int) []byte {
	bytes := make([]byte, w.n*w.dt.Size())
	for i := range w.n {
		w.dt.Store(bytes[i*w.dt.Size():], w.dt.FromInt(int64(v)))
	}
	return bytes
}

// run adds two buffers into a third.
func (w *worker) run(out, x, y device.Buffer) error {
	if err := w.d.Run(context.Background(), w.launch(out, x, y)); err != nil {
		return fmt.Errorf("calling Run: %w", err)
	}
	return nil
}

func (w *worker) launch(out, x, y device.Buffer) *device.Launch {
	operand := func(b device.Buffer) device.Operand {
		return device.Operand{Buffer: b, Type: w.dt, Layout: broadcast.RowMajor(w.n)}
	}
	return &device.Launch{Program: w.add, Shape: []int{w.n},
		Out: []device.Operand{operand(out)}, In: []device.Operand{operand(x), operand(y)}}
}

// holds checks that every element of the buffer has the value.
func (w *worker) holds(b device.Buffer, v int) error {
	bytes := make([]byte, w.n*w.dt.Size())
	if err := read(b, 0, bytes); err != nil {
		return fmt.Errorf("calling Read: %w", err)
	}
	return w.equal(bytes, v)
}

// equal checks that every element has the value.
func (w *worker) equal(bytes []byte, v int) error {
	want := w.dt.FromInt(int64(v))
	for i := range w.n {
		if got := w.dt.Load(bytes[i*w.dt.Size():]); got != want {
			return fmt.Errorf("element %d of %d is %s, want %s", i, w.n, show(w.dt, got), show(w.dt, want))
		}
	}
	return nil
}

// alive checks that a device still computes.
func (s target) alive(d device.Device) error {
	w := s.worker(d, 5)
	x, err := w.buffer(20)
	if err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	defer x.Release()
	if err := w.run(x, x, x); err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return w.holds(x, 40)
}

// first runs the steps up to the first error.
func first(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
