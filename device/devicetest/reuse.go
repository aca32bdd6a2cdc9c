package devicetest

import (
	"context"
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// checkReuse runs launches y = x + c for different x, y and c. All use the same Launch, which is
// overwritten as soon as Run has returned. The results are read only at the end.
func (s lifecycleSection) checkReuse() error {
	const n = 4099
	w := s.worker(s.device, n)
	p := mustProgram(repeat(w.dt, 1), repeat(w.dt, 1), code{{Op: op.Add, Args: args{0, 1}}}, 2)
	l := &device.Launch{Shape: []int{0}, In: make([]device.Operand, 1), Out: make([]device.Operand, 1), Scalars: make([]op.Scalar, 1)}
	var held []device.Buffer
	defer func() {
		for _, b := range held {
			b.Release()
		}
	}()
	for i := range 20 {
		x, err := w.buffer(i)
		if err != nil {
			return err
		}
		held = append(held, x)
		y, err := w.buffer(99)
		if err != nil {
			return err
		}
		held = append(held, y)
		l.Program, l.Shape[0], l.Scalars[0] = p, n, w.dt.FromInt(int64(2*i))
		l.In[0] = device.Operand{Buffer: x, Type: w.dt, Layout: broadcast.RowMajor(n)}
		l.Out[0] = device.Operand{Buffer: y, Type: w.dt, Layout: broadcast.RowMajor(n)}
		if err := s.device.Run(context.Background(), l); err != nil {
			return err
		}
		spoil(l)
	}
	for i := range len(held) / 2 {
		if err := w.holds(held[2*i+1], 3*i); err != nil {
			return fmt.Errorf("launch %d, changed after Run had returned: %w", i, err)
		}
	}
	return nil
}

// spoil leaves nothing of the launch as it was.
func spoil(l *device.Launch) {
	for _, o := range []*device.Operand{&l.In[0], &l.Out[0]} {
		o.Layout.Shape[0], o.Layout.Strides[0] = 1, 0
		*o = device.Operand{}
	}
	l.Program, l.Shape[0], l.Scalars[0] = nil, -1, l.Scalars[0]+1
}
