package cpu

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestCPUIsRegisteredUnderItsName(t *testing.T) {
	t.Setenv(KernelSetEnv, "")
	d, err := device.Open("cpu")
	require.NoError(t, err)
	info := d.Info()
	assert.Equal(t, "cpu", info.Name)
	assert.Equal(t, device.CPU, info.Kind)
	assert.Equal(t, kernels("").Backend(), info.Backend)
	assert.True(t, info.Subnormals)
	assert.Zero(t, info.Limits.Buffers)
	assert.Positive(t, info.Limits.BufferBytes)
}

func TestStringSaysWhyItWasChosen(t *testing.T) {
	d := New(Threads(2))
	assert.Equal(t, "cpu (2 threads)", d.String())
	assert.Equal(t, "cpu (1 thread)", New(Threads(1)).String())
	d.Explain("no hardware GPU: none is built in")
	assert.Equal(t, "cpu: no hardware GPU: none is built in", d.String())
	assert.Equal(t, "no hardware GPU: none is built in", d.Info().Why)
}

func TestReadAndWriteRefuseWhatLiesOutside(t *testing.T) {
	b := alloc(t, New(), 10)
	for _, c := range []struct {
		name      string
		offset, n int
	}{
		{"a byte before", -1, 1},
		{"a byte more than there is", 0, 11},
		{"the byte after the last", 10, 1},
		{"no bytes beyond the end", 11, 0},
		{"the largest offset", math.MaxInt, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, b.Write(c.offset, make([]byte, c.n)), "buffer of 10 bytes")
			assert.ErrorContains(t, b.Read(context.Background(), c.offset, make([]byte, c.n)), "buffer of 10 bytes")
		})
	}
	require.NoError(t, b.Write(7, []byte{1, 2, 3}))
	require.NoError(t, b.Write(10, nil))
	got := make([]byte, 2)
	require.NoError(t, b.Read(context.Background(), 8, got))
	assert.Equal(t, []byte{2, 3}, got)
}

func TestReadWithACancelledContextGivesItsError(t *testing.T) {
	d := New()
	b := alloc(t, d, 8)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, b.Read(ctx, 0, make([]byte, 8)), context.Canceled)
	assert.ErrorIs(t, d.Sync(ctx), context.Canceled)
	assert.NoError(t, d.Sync(context.Background()))
}

func TestAReleasedBufferAnswersErrReleased(t *testing.T) {
	d := New()
	a, b := alloc(t, d, 8), alloc(t, d, 8)
	b.Release()
	b.Release()
	assert.Equal(t, 8, b.Len())
	assert.ErrorIs(t, b.Write(0, nil), device.ErrReleased)
	assert.ErrorIs(t, b.Read(context.Background(), 0, nil), device.ErrReleased)
	l := &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{2}, Out: []device.Operand{whole(a, op.Float32, 2)}, In: []device.Operand{whole(b, op.Float32, 2)}}
	assert.ErrorIs(t, d.Run(t.Context(), l), device.ErrReleased)
	require.NoError(t, a.Write(0, nil), "a is not left locked")
}

func TestAClosedDeviceAnswersErrClosed(t *testing.T) {
	d := New()
	a := alloc(t, d, 8)
	alloc(t, d, 100).Release()
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	_, err := d.Alloc(1)
	assert.ErrorIs(t, err, device.ErrClosed)
	assert.ErrorIs(t, a.Write(0, nil), device.ErrClosed)
	assert.ErrorIs(t, a.Read(context.Background(), 0, nil), device.ErrClosed)
	assert.ErrorIs(t, d.Sync(context.Background()), device.ErrClosed)
	assert.ErrorIs(t, d.Run(t.Context(), &device.Launch{}), device.ErrClosed)
	a.Release()
	assert.Equal(t, Stats{}, d.Stats())
}

func TestAZeroDeviceAnswersThatItWasNotOpened(t *testing.T) {
	var d Device
	assert.Contains(t, d.Info().Name, "use Open")
	assert.NotEmpty(t, d.String())
	assert.Error(t, New().Run(t.Context(), nil))
	_, err := d.Alloc(4)
	assert.ErrorContains(t, err, "use Open or New")
	other := New()
	x := whole(alloc(t, other, 8), op.Float32, 2)
	l := &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{2}, Out: []device.Operand{x}, In: []device.Operand{x}}
	assert.ErrorContains(t, d.Run(t.Context(), l), "use Open or New")
	_, err = d.Describe(l)
	assert.Error(t, err)
	assert.ErrorContains(t, d.Sync(t.Context()), "use Open or New")
	assert.NoError(t, d.Close())
}

func TestBuffersOfAnotherDeviceAreRefused(t *testing.T) {
	d, other := New(), New()
	mine, theirs := whole(alloc(t, d, 8), op.Float32, 2), whole(alloc(t, other, 8), op.Float32, 2)
	p := single(t, op.Neg, op.Float32)
	err := d.Run(context.Background(), &device.Launch{Program: p, Shape: []int{2}, Out: []device.Operand{mine}, In: []device.Operand{theirs}})
	assert.ErrorContains(t, err, "input 0: the buffer belongs to another device")
	err = d.Run(context.Background(), &device.Launch{Program: p, Shape: []int{2}, Out: []device.Operand{theirs}, In: []device.Operand{mine}})
	assert.ErrorContains(t, err, "output 0: the buffer belongs to another device")
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{2}, Out: []device.Operand{mine}, In: []device.Operand{mine}}))
}

func TestItComputesInEveryType(t *testing.T) {
	assert.Equal(t, op.DTypes(), New().Info().DTypes.List())
}

func TestZeroBytesAndZeroElementsWork(t *testing.T) {
	d := New()
	b := alloc(t, d, 0)
	require.NoError(t, b.Write(0, nil))
	assert.Empty(t, download(t, b))
	x := whole(b, op.Float32, 3, 0)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{3, 0}, Out: []device.Operand{x}, In: []device.Operand{x}}))
}

func TestAZeroDimensionalTensorIsOneElement(t *testing.T) {
	d := New()
	a, b := upload(t, d, floats32(2)), alloc(t, d, 4)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: single(t, op.Square, op.Float32), Shape: []int{}, Out: []device.Operand{whole(b, op.Float32)}, In: []device.Operand{whole(a, op.Float32)}}))
	assert.Equal(t, floats32(4), download(t, b))
}

func TestALaunchThatIsWrongIsRefused(t *testing.T) {
	d := New()
	x := whole(alloc(t, d, 8), op.Float32, 2)
	x.Layout = broadcast.RowMajor(3)
	err := d.Run(context.Background(), &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{3}, Out: []device.Operand{x}, In: []device.Operand{x}})
	assert.ErrorContains(t, err, "leaves its buffer of 8 bytes")
}

func TestNoOptionAndLittleMemoryMakeADevice(t *testing.T) {
	d, err := Open(nil, Memory(-5))
	require.NoError(t, err)
	defer d.Close()
	_, err = d.Alloc(9)
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.NotContains(t, err.Error(), "-5")
}

func TestAKernelSetIsChosenByOptionAndEnvironment(t *testing.T) {
	for _, name := range kernel.Names() {
		assert.Equal(t, kernels(name).Backend(), New(KernelSet(name)).Info().Backend)
		t.Setenv(KernelSetEnv, name)
		assert.Equal(t, kernels(name).Backend(), New().Info().Backend)
	}
	t.Setenv(KernelSetEnv, "abacus")
	const text = `cpu: no kernels "abacus" here; this processor and build have plain`
	_, err := Open()
	assert.ErrorContains(t, err, text)
	_, err = device.Open("cpu")
	assert.ErrorContains(t, err, text)
	assert.Panics(t, func() { New() })
	d, err := Open(KernelSet(kernel.Plain))
	require.NoError(t, err)
	require.NoError(t, d.Close())
}
