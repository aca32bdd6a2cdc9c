package tensor_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestReleaseGivesMemoryBackAtOnce(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	y := x.Add(1)
	eval(t, y)
	assert.Equal(t, 2, d.buffers())
	x.Release()
	assert.Equal(t, 1, d.buffers())
	x.Release()
	y.Release()
	y.Release()
	assert.Zero(t, d.buffers())
	_, err := tensor.Data[float32](y)
	assert.EqualError(t, err, "tensor: data: use of a tensor after Release")
	assert.ErrorContains(t, y.Add(1).Err(), "add: x: use of a tensor after Release")
	assert.ErrorContains(t, y.AddInPlace(1), "after Release")
	assert.ErrorContains(t, y.T().Err(), "after Release")
	assert.Contains(t, y.String(), "after Release")
}

func TestViewsKeepWhatTheyNeed(t *testing.T) {
	d := recordTensors(t)
	x := iota32(6, 2, 3)
	v := x.T()
	w := v.Index(0, 1)
	x.Release()
	v.Release()
	assert.Equal(t, []float32{1, 4}, data32(t, w))
	w.Release()
	assert.Zero(t, d.buffers())
}

func TestWaitingExpressionsKeepWhatTheyNeed(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	e := x.Add(1)
	f := e.Mul(2)
	x.Release()
	e.Release()
	assert.Equal(t, 1, d.buffers())
	assert.Equal(t, []float32{2, 4, 6, 8}, data32(t, f))
	assert.Equal(t, 1, d.buffers(), "only the result")
	f.Release()
	assert.Zero(t, d.buffers())
}

func TestReleasedExpressionsAreNeverComputed(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	e := x.Add(1)
	f := e.Mul(2)
	f.Release()
	e.Release()
	require.NoError(t, x.Fill(0))
	assert.Len(t, d.took(), 1, "the fill")
	x.Release()
	assert.Zero(t, d.buffers())
}

func TestTensorsThatGoCollectsGiveMemoryBack(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	for range 10 {
		eval(t, x.Add(1).Mul(2))
		_ = x.Sub(1).Exp() // never asked for
	}
	assert.True(t, collected(func() bool { return d.buffers() == 1 }))
	x.Release()
	assert.True(t, collected(func() bool { return d.buffers() == 0 }), "expressions that were collected need nothing")

	y := iota32(6, 2, 3)
	eval(t, y.T().Index(0, 1).Add(1))
	y.Release()
	assert.True(t, collected(func() bool { return d.buffers() == 0 }), "nor do views")
	runtime.KeepAlive(y)
}

func TestACollectionInTheMiddleOfWorkTakesNothingAway(t *testing.T) {
	d := recordTensors(t)
	d.collect = true
	x := iota32(3)
	for range 3 {
		assert.Equal(t, []float32{0, 1, 2}, data32(t, iota32(3)))
		assert.Equal(t, []float32{0, 2, 4}, data32(t, x.Mul(2)))
		assert.Equal(t, []float32{0, 3, 1, 4, 2, 5}, data32(t, lastView(iota32(6, 2, 3))))
		assert.Equal(t, []float32{0, 6, 2, 8, 4, 10}, data32(t, lastView(iota32(6, 2, 3)).Mul(2)))
		require.NoError(t, iota32(3).AddInPlace(iota32(3).Flip()))
		require.NoError(t, lastView(iota32(6, 2, 3)).Assign(lastView(iota32(6, 2, 3))))
		assert.Contains(t, lastView(iota32(6, 2, 3)).String(), "[[0. 3.]")
		eval(t, lastView(iota32(6, 2, 3).Neg()))
	}
}

// lastView is a view that alone keeps its storage.
func lastView(x *tensor.Tensor) *tensor.Tensor {
	defer x.Release()
	return x.T()
}

func TestLongChainsTakeNeitherStackNorMemory(t *testing.T) {
	d := recordTensors(t)
	x := tensor.Scalar[float32](0)
	n := rounds(100_000)
	for i := range n {
		x = x.Add(1)
		if i%10_000 == 0 {
			runtime.GC()
		}
	}
	v, err := tensor.Item[float32](x)
	require.NoError(t, err)
	assert.EqualValues(t, n, v)
	assert.True(t, collected(func() bool { return d.buffers() < 3 }))
}

func TestALongChainIsComputedOnTheWay(t *testing.T) {
	for _, c := range []struct {
		name string
		link func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"of compositions", (*tensor.Tensor).Softsign},
		{"of conversions", func(x *tensor.Tensor) *tensor.Tensor { return x.AsType(tensor.Int32).AsType(tensor.Float32) }},
		{"of copies", func(x *tensor.Tensor) *tensor.Tensor { return x.T().Contiguous().T().Contiguous() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			x := iota32(4, 2, 2)
			for range 600 {
				x = c.link(x)
			}
			assert.NotEmpty(t, d.took(), "some 1024 operations wait on each other at most")
			require.NoError(t, x.Err())
		})
	}
}

func TestALoopOverOneTensorDoesNotGrow(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	for range 2000 {
		y := x.Mul(2)
		z := y.Add(1)
		require.NoError(t, x.Assign(z.Sub(x)))
		y.Release()
		z.Release()
	}
	assert.True(t, collected(func() bool { return d.buffers() == 1 }))
	runtime.KeepAlive(x)
}

func TestALongChainThatCannotBeComputedIsNoTrouble(t *testing.T) {
	devicetest.OneGoroutine(t)
	d := recordTensors(t)
	d.failWith(errBroken)
	x := iota32(1)
	for range 20_000 {
		x = x.Add(1)
	}
	_, err := tensor.Data[float32](x)
	assert.ErrorIs(t, err, errBroken)
	x.Release()
}

func TestErrorsOfADeviceDoNotStick(t *testing.T) {
	d := recordTensors(t)
	x := iota32(3)
	y := x.Add(1)
	v := y.T()
	z := v.Mul(y)
	v.Release()
	d.failWith(errBroken)
	_, err := tensor.Data[float32](z)
	require.ErrorIs(t, err, errBroken)
	assert.ErrorContains(t, err, "tensor: data: add+mul: the device is broken")
	assert.ErrorIs(t, x.AddInPlace(1), errBroken, "its readers cannot be computed, so it is not written")
	c := y.Clone()
	assert.NoError(t, c.Err())
	assert.Contains(t, y.String(), "the device is broken")
	d.failWith(nil)
	assert.Equal(t, []float32{1, 4, 9}, data32(t, z))
	assert.Equal(t, []float32{1, 2, 3}, data32(t, c))
	assert.Equal(t, []float32{0, 1, 2}, data32(t, x))
	for _, v := range []*tensor.Tensor{x, y, z, c} {
		v.Release()
	}
	assert.Zero(t, d.buffers(), "a failed launch leaks nothing")
}

func TestAnErrorNamesTheFirstFourOperationsOfALaunch(t *testing.T) {
	d := recordTensors(t)
	x := iota32(3)
	eval(t, x)
	d.failWith(errBroken)
	for _, c := range []struct {
		name string
		x    *tensor.Tensor
		want string
	}{
		{"one", x.Neg(), "data: neg: the"},
		{"four", x.Neg().Abs().Neg().Sqrt(), "data: neg+abs+neg+sqrt: the"},
		{"five", x.Neg().Abs().Neg().Sqrt().Neg(), "data: neg+abs+neg+sqrt+…: the"},
		{"six", x.Neg().Abs().Neg().Sqrt().Neg().Abs(), "data: neg+abs+neg+sqrt+…: the"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := tensor.Data[float32](c.x)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func TestOutOfMemoryIsAnErrorAndMayPass(t *testing.T) {
	d := cpu.New(cpu.Memory(1 << 16))
	on(t, d)
	x := tensor.Zeros(tensor.Float32, 8<<10)
	eval(t, x)
	y := x.Add(1).T().Add(x)
	assert.ErrorIs(t, tensor.Eval(context.Background(), y), nil)
	z := y.Mul(2)
	assert.ErrorIs(t, tensor.Eval(context.Background(), z), device.ErrOutOfMemory)
	x.Release()
	eval(t, z)
	assert.ErrorIs(t, tensor.FromSlice(make([]float64, 1<<14)).Err(), device.ErrOutOfMemory)
	_, err := x.BroadcastTo(2, 8<<10).Bytes()
	assert.Error(t, err)
}

func TestAClosedDeviceSaysSo(t *testing.T) {
	d := cpu.New()
	on(t, d)
	x := iota32(3)
	y := x.Add(1)
	require.NoError(t, d.Close())
	_, err := tensor.Data[float32](y)
	assert.ErrorIs(t, err, device.ErrClosed)
	assert.ErrorIs(t, x.AddInPlace(1), device.ErrClosed)
	assert.ErrorIs(t, iota32(3).Err(), device.ErrClosed)
	assert.ErrorIs(t, tensor.Eval(context.Background(), y), device.ErrClosed)
	y.Release()
	x.Release()
}

func TestEvalHeedsItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, tensor.Eval(ctx, iota32(3).Add(1)), context.Canceled)
	assert.NoError(t, tensor.Eval(context.Background()))
	assert.True(t, errors.Is(tensor.Eval(context.Background(), iota32(2), nil), nil) == false)
}

// The write sees the tensor, or that it was released.
func TestAReleaseDuringAWriteEndsItOrComesAfterIt(t *testing.T) {
	x := tensor.FromSlice(make([]float32, 20), 10, 2)
	for range 20_000 {
		y := x.Mul(1)
		var release sync.WaitGroup
		release.Go(y.Release)
		err := y.AddInPlace(1)
		release.Wait()
		if err != nil {
			require.ErrorContains(t, err, "use of a tensor after Release")
		}
	}
}
