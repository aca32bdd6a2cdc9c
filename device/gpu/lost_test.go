package gpu

import (
	"regexp"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// openMortal opens a device that is lost at the next call once it has to die.
func openMortal(t *testing.T) (d *Device, die *atomic.Bool) {
	t.Helper()
	open(t)
	die = new(atomic.Bool)
	d, err := Open(func(c *config) {
		c.Fault = func(string) error {
			if die.Load() {
				return webgpu.ErrLost
			}
			return nil
		}
	})
	require.NoError(t, err)
	t.Cleanup(func() {
		// Close may be the first call that learns of lost launches.
		if err := d.Close(); die.Load() && err != nil {
			assert.ErrorIs(t, err, device.ErrLost)
		} else {
			assert.NoError(t, err)
		}
	})
	return d, die
}

// onDevice has tensors made on a device until the test ends.
func onDevice(t *testing.T, d device.Device) {
	before := tensor.DefaultDevice()
	tensor.SetDefaultDevice(d)
	t.Cleanup(func() { tensor.SetDefaultDevice(before) })
}

var testsFault = regexp.MustCompile("a test's fault at ")

func lostDeviceTakesNothingOfTheHosts(t *testing.T) {
	d, die := openMortal(t)
	lostDeviceTakesNothing(t, d, func() { die.Store(true) }, testsFault)
}

// lostDeviceTakesNothing has a device lost that says why.
func lostDeviceTakesNothing(t *testing.T, d *Device, die func(), why *regexp.Regexp) {
	kept := tensor.FromSlice([]int32{1, 2, 3}) // on the CPU
	x := kept.To(d)
	onDevice(t, d)
	fill, row := tensor.Full(int32(7), 2, 3), tensor.Ones(tensor.Int32, 3).BroadcastTo(2, 3)
	stored := tensor.FromSlice([]int32{5})
	waiting := x.Add(1)
	copied, err := tensor.Data[int32](x.Mul(2))
	require.NoError(t, err)

	die()
	for _, c := range []struct {
		name string
		call func(t *testing.T) error
	}{
		{"what waited", func(*testing.T) error { _, err := tensor.Data[int32](waiting); return err }},
		{"Eval", func(*testing.T) error { return tensor.Eval(ctx, x.Mul(waiting)) }},
		{"Sync", func(*testing.T) error { return d.Sync(ctx) }},
		{"an operation in place", func(*testing.T) error { return x.AddInPlace(1) }},
		{"a new tensor", func(*testing.T) error { return tensor.FromSlice([]int32{1}).Err() }},
		{"what only the GPU had", func(t *testing.T) error { return stored.To(open(t)).Err() }},
		{"a view's copy", func(*testing.T) error { return tensor.Eval(ctx, row.Add(x)) }},
		{"what comes to it", func(*testing.T) error { return kept.To(d).Err() }},
		{"compiling for it", func(*testing.T) error { return tensor.Warmup(x.Sub(waiting)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			deadline(t)
			err := c.call(t)
			assert.ErrorIs(t, err, device.ErrLost)
			assert.Regexp(t, why, err)
		})
	}
	assert.Regexp(t, why, x.String())
	assert.Equal(t, []int32{2, 4, 6}, copied)

	other := open(t)
	for _, c := range []struct {
		name string
		*tensor.Tensor
		want []int32
	}{
		{"a tensor of the CPU", kept.To(other), []int32{1, 2, 3}},
		{"a constant", fill.To(other), []int32{7, 7, 7, 7, 7, 7}},
		{"a view of one", row.To(other), []int32{1, 1, 1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, c.Err())
			assert.Same(t, other, c.Device())
			require.NoError(t, c.AddInPlace(1))
			for i := range c.want {
				c.want[i]++
			}
			got, err := tensor.Data[int32](c.Tensor)
			assert.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
	for _, x := range []*tensor.Tensor{x, fill, row, stored, waiting} {
		x.Release()
	}
}

func TestEveryCallThatWaitsForALostDeviceReportsIt(t *testing.T) {
	d, die := openMortal(t)
	everyCallReportsIt(t, d, func() { die.Store(true) }, testsFault)
}

func everyCallReportsIt(t *testing.T, d *Device, die func(), why *regexp.Regexp) {
	deadline(t)
	base := tensor.FromSlice(make([]int32, 1<<16)).To(d)
	var done atomic.Int32
	var all sync.WaitGroup
	for g := range 6 {
		all.Go(func() {
			for {
				y := base.Add(g)
				err := tensor.Eval(ctx, y)
				if err == nil {
					_, err = tensor.Data[int32](y)
				}
				if err != nil {
					assert.ErrorIs(t, err, device.ErrLost)
					assert.Regexp(t, why, err)
					return
				}
				if done.Add(1) == 30 {
					die()
				}
			}
		})
	}
	all.Wait()
}
