package tensor_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor"
)

// late queues launches, as a GPU does: another device runs them when a caller waits, so an index error
// is known late.
type late struct {
	device.Device
	mu    sync.Mutex
	queue []*device.Launch
	syncs int
}

func newLate() *late { return &late{Device: customdevice.New()} }

func (d *late) Info() device.Info {
	info := d.Device.Info()
	info.Name, info.Kind = "late", device.Other
	return info
}

func (d *late) Alloc(bytes int) (device.Buffer, error) {
	b, err := d.Device.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	return &lateBuffer{b, d}, nil
}

func (d *late) Run(_ context.Context, l *device.Launch) error {
	queued := l.Clone()
	for k := range len(queued.Out) + len(queued.In) {
		if o := queued.Operand(k); o.Buffer != nil {
			o.Buffer = o.Buffer.(*lateBuffer).Buffer
		}
	}
	if err := queued.Check(d.Info()); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, queued)
	device.Observe(d, l).End(nil)
	return nil
}

func (d *late) flush() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.queue {
		if err := d.Device.Run(context.Background(), l); err != nil {
			return err
		}
	}
	d.queue = nil
	return nil
}

func (d *late) Sync(context.Context) error {
	d.syncs++
	return d.flush()
}

// lateBuffer is memory of a late device. It is released when the launches before have run.
type lateBuffer struct {
	device.Buffer
	of *late
}

func (b *lateBuffer) Read(ctx context.Context, offset int, dst []byte) error {
	if err := b.of.flush(); err != nil {
		return err
	}
	return b.Buffer.Read(ctx, offset, dst)
}

func (b *lateBuffer) Write(offset int, src []byte) error {
	if err := b.of.flush(); err != nil {
		return err
	}
	return b.Buffer.Write(offset, src)
}

func (b *lateBuffer) Release() {
	if b.of.flush() == nil {
		b.Buffer.Release()
	}
}

// A loop that nobody reads waits now and then, so that its faults do not pile up.
func TestALoopOfLoadsSettlesItsFaults(t *testing.T) {
	d := newLate()
	x, turn := tensor.FromSliceOn(d, []float32{1, 2, 3}), tensor.FromSliceOn(d, []int64{1, 2, 0})
	for range 100 {
		y := x.Take(0, turn)
		s, err := tensor.Graph(y)
		require.NoError(t, err)
		assert.NotEmpty(t, s)
		x = y
	}
	start := tensor.FromSliceOn(d, []float32{1, 2, 3})
	f := tensor.Compile(func(p [2]*tensor.Tensor) *tensor.Tensor { return p[0].Take(0, p[1]) })
	d.syncs = 0
	x = start
	for range 100 {
		x = f.Call([2]*tensor.Tensor{x, turn})
	}
	assert.Equal(t, 100/17, d.syncs)
	assert.Equal(t, []float32{2, 3, 1}, data[float32](t, x))
	x = f.Call([2]*tensor.Tensor{x, tensor.FromSliceOn(d, []int64{1, 3, 0})})
	for range 40 {
		x = f.Call([2]*tensor.Tensor{x, turn})
	}
	assert.ErrorContains(t, tensor.Eval(context.Background(), x), "index 3 is out of bounds for axis 0 with size 3 (element [1])")
	assert.NoError(t, tensor.Eval(context.Background(), start))
}
