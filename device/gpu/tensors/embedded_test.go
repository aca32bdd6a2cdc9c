package tensors

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// counting passes on every method of the device it embeds, and has a Run of its own.
type counting struct {
	*gpu.Device
	runs atomic.Int64
}

func (c *counting) Run(ctx context.Context, l *device.Launch) error {
	c.runs.Add(1)
	return c.Device.Run(ctx, l)
}

func TestARunAroundAnEmbeddedGPUSeesEveryLaunch(t *testing.T) {
	d := &counting{Device: open(t)}
	ending, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, n := range []int{10, 1000, 100_000} {
		x, y, z := tensor.FromSliceOn(d, make([]float32, n)), tensor.FromSliceOn(d, make([]float32, n)), tensor.FromSliceOn(d, make([]float32, n))
		for _, c := range []struct {
			name string
			step func() error
		}{
			{"x + y", func() error { return tensor.Eval(context.Background(), x.Add(y)) }},
			{"x + y, with a context that can end", func() error { return tensor.Eval(ending, x.Add(y)) }},
			{"x + y, read", func() error { _, err := x.Add(y).Bytes(); return err }},
			{"2x + y", func() error { return tensor.Eval(context.Background(), x.Mul(2).Add(y)) }},
			{"a copy", func() error { return tensor.Eval(context.Background(), x.Flip().Clone()) }},
			{"z += y", func() error { return z.AddInPlace(y) }},
			{"z = x + y", func() error { return z.Assign(x.Add(y)) }},
			{"z = 7", func() error { return z.Fill(7) }},
		} {
			t.Run(fmt.Sprintf("%s of %d elements", c.name, n), func(t *testing.T) {
				before := d.runs.Load()
				require.NoError(t, c.step())
				assert.EqualValues(t, 1, d.runs.Load()-before)
			})
		}
	}
}
