package tensor_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// inside are the elements of a matrix that have all neighbours, moved by rows and columns.
func inside(x *tensor.Tensor, rows, columns int) *tensor.Tensor {
	n := x.Shape()[0]
	return x.Slice(0, 1+rows, n-1+rows, 1).Slice(1, 1+columns, n-1+columns, 1)
}

// fiveMean writes the mean of five neighbours in X to Y, whose border stays.
func fiveMean(a pairOf) (none struct{}) {
	x := a.X
	sum := inside(x, 0, 0).Add(inside(x, -1, 0)).Add(inside(x, 1, 0)).Add(inside(x, 0, -1)).Add(inside(x, 0, 1))
	_ = inside(a.Y, 0, 0).Assign(sum.Mul(.2))
	return none
}

// lives writes a step of the Game of Life.
func lives(a pairOf) (none struct{}) {
	count := inside(a.X, -1, -1)
	for at := 1; at < 9; at++ {
		if at != 4 {
			count = count.Add(inside(a.X, at/3-1, at%3-1))
		}
	}
	_ = inside(a.Y, 0, 0).Assign(count.BitwiseOr(inside(a.X, 0, 0)).Eq(3))
	return none
}

func board(n int) *tensor.Tensor { return pattern(n, n).Gt(2).AsType(tensor.Uint8).Clone() }

func TestALoopOverTwoTensorsIsOneLaunchAStepAndTwoBuffers(t *testing.T) {
	for _, c := range []struct {
		name  string
		start func(n int) *tensor.Tensor
		step  func(pairOf) struct{}
	}{{"stencil", func(n int) *tensor.Tensor { return pattern(n, n) }, fiveMean}, {"life", board, lives}} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			x, y := c.start(30), c.start(30)
			plainX, plainY := x.Clone(), y.Clone()
			eval(t, x, y, plainX, plainY)
			f := tensor.Compile(c.step)
			d.took()
			buffers := d.allocs
			for range 10 {
				f.Call(pairOf{x, y})
				x, y = y, x
			}
			require.Len(t, d.took(), 10)
			require.Equal(t, buffers, d.allocs)
			for range 10 {
				c.step(pairOf{plainX, plainY})
				plainX, plainY = plainY, plainX
			}
			sameBits(t, plainX, x)
			assert.Contains(t, f.Explain(), "0 buffers of 0 bytes")
		})
	}
}

// BenchmarkCompiledLoop is a step of a loop, beside the launches alone.
func BenchmarkCompiledLoop(b *testing.B) {
	for _, c := range []struct {
		name  string
		start func(n int) *tensor.Tensor
		step  func(pairOf) struct{}
	}{{"stencil", func(n int) *tensor.Tensor { return pattern(n, n) }, fiveMean}, {"life", board, lives}} {
		for _, n := range []int{256, 512} {
			bench := func(way string, step func(a pairOf)) {
				b.Run(fmt.Sprintf("loop=%s/way=%s/n=%d", c.name, way, n), func(b *testing.B) {
					x, y := c.start(n), c.start(n)
					must(b, tensor.Eval(context.Background(), x, y))
					b.ReportAllocs()
					for b.Loop() {
						step(pairOf{x, y})
						x, y = y, x
					}
				})
			}
			f := tensor.Compile(c.step)
			bench("compiled", func(a pairOf) { f.Call(a) })
			bench("plain", func(a pairOf) { c.step(a) })
			r := newRecorder()
			before := tensor.DefaultDevice()
			tensor.SetDefaultDevice(r)
			x, y := c.start(n), c.start(n)
			must(b, tensor.Eval(context.Background(), x, y))
			r.took()
			tensor.Compile(c.step).Call(pairOf{x, y})
			l := r.took()[0]
			tensor.SetDefaultDevice(before)
			l.In, l.Out = bare(l.In), bare(l.Out)
			bench("kernels", func(pairOf) { must(b, r.Device.Run(context.Background(), l)) })
		}
	}
}

// idle runs no launches.
type idle struct{ device.Device }

func (idle) Run(context.Context, *device.Launch) error { return nil }

// BenchmarkReplay is what a replayed launch costs besides the device.
func BenchmarkReplay(b *testing.B) {
	on(b, &idle{cpu.New()})
	x, y := tensor.FromSlice(make([]float32, 100), 10, 10), tensor.FromSlice(make([]float32, 100), 10, 10)
	one := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1) })
	ten := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		for range 10 {
			x = x.T().Add(x)
		}
		return x
	})
	for _, c := range []struct {
		launches int
		*tensor.Compiled[*tensor.Tensor, *tensor.Tensor]
	}{{1, one}, {10, ten}} {
		b.Run(fmt.Sprintf("launches=%d", c.launches), func(b *testing.B) {
			for b.Loop() {
				must(b, c.Into(y, x))
			}
		})
	}
	b.Run("recording/launches=1", func(b *testing.B) {
		for b.Loop() {
			must(b, tensor.Compile(chain8).Into(y, x))
		}
	})
}
