package tensor_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestAWriteThatFailsLeavesWhatWasThere(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	e := x.Mul(2)
	d.failWith(errBroken)
	assert.ErrorIs(t, x.AddInPlace(1), errBroken)
	assert.ErrorIs(t, x.Slice(0, 1, 3, 1).Fill(0), errBroken)
	assert.ErrorIs(t, x.Assign(x.Flip()), errBroken)
	d.failWith(nil)
	assert.Equal(t, []float32{0, 1, 2, 3}, data32(t, x))
	assert.Equal(t, []float32{0, 2, 4, 6}, data32(t, e))
	x.Release()
	e.Release()
	assert.True(t, collected(func() bool { return d.buffers() == 0 }))
}

func TestAWriteWithoutMemoryLeavesWhatWasThere(t *testing.T) {
	const n = 1 << 18
	on(t, cpu.New(cpu.Memory(5*n*4/2))) // two tensors and a half
	x, y := iota32(n, 256, n/256), iota32(n)
	e := x.Mul(2)
	for _, write := range []func() error{
		func() error { return x.Assign(x.Flip()) },
		func() error { return x.AddInPlace(1) },
		func() error { return x.Slice(0, 0, 100, 1).Fill(0) },
	} {
		assert.ErrorIs(t, write(), device.ErrOutOfMemory)
	}
	e.Release()
	part := x.Slice(0, 0, 200, 1)
	assert.ErrorIs(t, part.AddInPlace(part.Flip()), device.ErrOutOfMemory, "it is put aside before")
	require.NoError(t, x.AddInPlace(1))
	y.Release()
	require.NoError(t, part.Assign(part.Flip(0)))
	got := data32(t, x.Index(0, 199))
	assert.EqualValues(t, 1, got[0])
}

func TestOutOfMemorySaysWhatExpressionsRetain(t *testing.T) {
	const n = 1 << 18
	on(t, cpu.New(cpu.Memory(5*n*4/2)))
	x := iota32(n)
	e := x.Mul(2)
	require.NoError(t, x.Fill(0))
	err := tensor.FromSlice(make([]float32, n)).Err()
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "with 2097152 of 2621440 bytes in use")
	assert.ErrorContains(t, err, "1048576 bytes are what waiting expressions and snapshots keep")
	e.Release()
	err = tensor.FromSlice(make([]float32, 2*n)).Err()
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.NotContains(t, err.Error(), "expressions")
	runtime.KeepAlive(x)
}

// A row can be written even if an expression that reads it cannot be computed.
func TestAWriteNeedsNothingOfThoseWhoReadTheOldElements(t *testing.T) {
	d := recordTensors(t)
	x, other := iota32(1<<18, 1<<8, 1<<10), iota32(1<<10)
	waits := other.Exp()
	e := x.Index(0, 0).Add(waits)
	d.fails = func(l *device.Launch) bool { return l.Program.Code() != nil && l.Program.Code()[0].Op.Name == "exp" }
	require.NoError(t, x.Index(0, 0).Fill(7))
	_, err := tensor.Data[float32](e)
	assert.ErrorIs(t, err, errBroken)
	d.fails = nil
	assert.InDelta(t, 1+2.718282, data32(t, e)[1], 1e-5)
	assert.EqualValues(t, 7, data32(t, x)[1])
}

func TestReleaseOfALastReaderGoesOnToWhatItReads(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	links := []*tensor.Tensor{x}
	for range 5 {
		links = append(links, links[len(links)-1].Add(1))
	}
	for _, l := range links[:5] {
		l.Release()
	}
	assert.Equal(t, 1, d.buffers())
	links[5].Release()
	assert.Zero(t, d.buffers())
}

// Loops that release nothing need at most 2.5 times the memory of the tensors that they name, or 24
// MiB if that is more.
func TestLoopsThatReleaseNothingNeedLittleMemory(t *testing.T) {
	devicetest.OneGoroutine(t)
	chain := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(.5).Add(1).Mul(.5).Add(1) }
	for _, c := range []struct {
		name  string
		n     int // the tensors are two matrices, float32 [n, n]
		steps int
		step  func(x, y *tensor.Tensor) error
	}{
		{"a chain", 256, 2000, func(x, y *tensor.Tensor) error { return y.Assign(chain(x)) }},
		{"a stencil", 256, 500, stencil},
		{"a chain of large tensors", 2048, 12, func(x, y *tensor.Tensor) error { return y.Assign(chain(x)) }},
		{"a stencil of large tensors", 2048, 12, stencil},
		{"a tensor that is assigned to itself", 256, 2000, func(x, _ *tensor.Tensor) error { return x.Assign(chain(x)) }},
		{"each row from the one before", 2048, 20, func(x, _ *tensor.Tensor) error {
			for i := 1; i < 2048; i++ {
				if err := x.Index(0, i).Assign(x.Index(0, i-1).Mul(.5).Add(1)); err != nil {
					return err
				}
			}
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			named := 2 * c.n * c.n * 4
			d := cpu.New(cpu.Memory(max(5*named/2, 24<<20)))
			defer d.Close()
			on(t, d)
			x, y := tensor.Ones(tensor.Float32, c.n, c.n), tensor.Ones(tensor.Float32, c.n, c.n)
			eval(t, x, y)
			for range c.steps {
				require.NoError(t, c.step(x, y))
				x, y = y, x
			}
			runtime.KeepAlive(x)
		})
	}
}

// stencil has every inner element of y become the mean of five of x.
func stencil(x, y *tensor.Tensor) error {
	n := x.Shape()[0]
	at := func(row, column int) *tensor.Tensor {
		return x.Slice(0, 1+row, n-1+row, 1).Slice(1, 1+column, n-1+column, 1)
	}
	return inner(y).Assign(at(0, 0).Add(at(-1, 0)).Add(at(1, 0)).Add(at(0, -1)).Add(at(0, 1)).Mul(.2))
}

func inner(y *tensor.Tensor) *tensor.Tensor {
	return y.Slice(0, 1, -1, 1).Slice(1, 1, -1, 1)
}
