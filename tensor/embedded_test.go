package tensor_test

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// countingCPU is the device that it embeds. Its Run also counts.
type countingCPU struct {
	*cpu.Device
	runs atomic.Int64
}

func (c *countingCPU) Run(ctx context.Context, l *device.Launch) error {
	c.runs.Add(1)
	return c.Device.Run(ctx, l)
}

// eachIsOneLaunch makes launches of every kind, and holds that each is counted.
func eachIsOneLaunch(t *testing.T, runs *atomic.Int64) {
	ending, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, n := range []int{10, 1000, 100_000} {
		x, y, z := iota32(n), iota32(n), iota32(n)
		column, row := iota32(n/2, n/2, 1), iota32(2)
		for _, c := range []struct {
			name string
			step func() error
		}{
			{"x + y", func() error { return tensor.Eval(context.Background(), x.Add(y)) }},
			{"x + y, with a context that can end", func() error { return tensor.Eval(ending, x.Add(y)) }},
			{"x + y, read", func() error { _, err := x.Add(y).Bytes(); return err }},
			{"column + row", func() error { return tensor.Eval(context.Background(), column.Add(row)) }},
			{"2x + y", func() error { return tensor.Eval(context.Background(), x.Mul(2).Add(y)) }},
			{"a copy", func() error { return tensor.Eval(context.Background(), x.Flip().Clone()) }},
			{"z += y", func() error { return z.AddInPlace(y) }},
			{"z += 1", func() error { return z.AddInPlace(1) }},
			{"z = x + y", func() error { return z.Assign(x.Add(y)) }},
			{"z = 7", func() error { return z.Fill(7) }},
		} {
			t.Run(fmt.Sprintf("%s of %d elements", c.name, n), func(t *testing.T) {
				before := runs.Load()
				require.NoError(t, c.step())
				assert.EqualValues(t, 1, runs.Load()-before)
			})
		}
	}
}

func TestARunAroundAnEmbeddedCPUSeesEveryLaunch(t *testing.T) {
	d := &countingCPU{Device: cpu.New()}
	defer d.Close()
	on(t, d)
	eachIsOneLaunch(t, &d.runs)
}

// The row's first version waits, and a dropped expression keeps it. It does not keep the matrix.
func TestAWrittenRowKeepsNoMatrix(t *testing.T) {
	d := cpu.New()
	on(t, d)
	row := func() *tensor.Tensor {
		matrix := tensor.Ones(tensor.Float32, 500, 1000).Clone()
		row := matrix.Index(0, 3).Add(1)
		row.Neg()
		require.NoError(t, row.Fill(2))
		return row
	}()
	device.Collect()
	assert.Equal(t, 1, d.Stats().LiveBuffers)
	runtime.KeepAlive(row)
}
