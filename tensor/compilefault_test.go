package tensor_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Every call of a device fails in turn, while a compiled function is recorded or run. Then the
// tensors that the function writes are unchanged, or carry the error. The next call succeeds.
func TestAFaultInACompiledFunctionLosesNothing(t *testing.T) {
	type both struct{ X, Y *tensor.Tensor }
	for _, fault := range []error{device.ErrOutOfMemory, device.ErrLost, errBroken} {
		for k := 1; ; k++ {
			d := &flaky{recorder: newRecorder(), left: -1, err: fault}
			t.Run(fmt.Sprintf("%v/call=%d", fault, k), func(t *testing.T) {
				on(t, d)
				total, x, out := iota32(600, 2, 300), iota32(600, 2, 300), iota32(600, 2, 300)
				f := tensor.Compile(func(a both) *tensor.Tensor {
					_ = total.AddInPlace(1)                            // in place
					_ = a.X.Assign(a.X.Flip().Add(1))                  // elsewhere
					_ = a.X.Index(0, 0).Fill(7)                        // a part
					return a.X.Flip(1).Add(a.Y).Flip().Add(a.Y.Flip()) // over something stored on the way
				})
				d.left = k
				var errs []error
				for range 3 {
					before := [][]float32{nil, nil, nil}
					at := d.left
					d.left = -1
					for i, x := range []*tensor.Tensor{total, x, out} {
						before[i], _ = tensor.Data[float32](x)
					}
					d.left = at
					err := f.Into(out, both{x, x})
					if err == nil {
						continue
					}
					errs = append(errs, err)
					at, d.left = d.left, -1
					for i, x := range []*tensor.Tensor{total, x, out} {
						after, err := tensor.Data[float32](x)
						if err != nil {
							assert.ErrorIs(t, err, fault, "tensor %d", i)
							require.NotEqual(t, 1, i, "what is written elsewhere is as it was")
							require.NoError(t, x.Fill(0), "all of it is written")
							continue
						}
						assert.Equal(t, before[i], after, "tensor %d", i)
					}
					d.left = at
				}
				r := f.Call(both{x, x})
				if r.Err() != nil {
					errs = append(errs, r.Err())
				}
				d.left = -1
				if r.Err() != nil && tensor.Eval(t.Context(), total) != nil {
					require.NoError(t, total.Fill(0))
				}
				require.NoError(t, f.Into(out, both{x, x}))
				r = f.Call(both{x, x})
				require.NoError(t, r.Err())
				assert.Len(t, data32(t, r), 600)
				for _, err := range errs {
					assert.ErrorIs(t, err, fault)
				}
				if d.failed != "" && !errors.Is(fault, device.ErrOutOfMemory) {
					assert.NotEmpty(t, errs, "no call reported the fault at %s", d.failed)
				}
				for _, x := range []*tensor.Tensor{total, x, out, r} {
					x.Release()
				}
			})
			assert.True(t, collected(func() bool { return d.buffers() == 0 }), "%d buffers are left", d.buffers())
			if d.failed == "" { // no call was left to fail
				require.Greater(t, k, 10)
				break
			}
		}
	}
}

// A function may overlook that a slice could not be uploaded. Its recording would lack the slice.
func TestARecordingWithoutMemoryForASliceIsNotKept(t *testing.T) {
	for i, name := range []string{"alloc", "write"} {
		t.Run(name, func(t *testing.T) {
			d := &flaky{recorder: newRecorder(), left: -1, err: errBroken}
			on(t, d)
			f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
				y := x.Clone()
				_ = y.Assign(make([]float32, 600))
				return y
			})
			x := iota32(600)
			require.NoError(t, tensor.Eval(t.Context(), x))
			d.left = i + 1
			assert.ErrorIs(t, f.Call(x).Err(), errBroken)
			assert.Equal(t, name, d.failed)
			assert.Equal(t, make([]float32, 600), data32(t, f.Call(x)))
		})
	}
}

func TestAnArgumentWithAnErrorThatTheFunctionDoesNotUseIsNoError(t *testing.T) {
	f := tensor.Compile(func(a pairOf) *tensor.Tensor { return a.Y.Add(1) })
	released := iota32(3)
	released.Release()
	for _, x := range []*tensor.Tensor{tensor.FromError(errBroken), {}, released, nil, iota32(3)} {
		assert.Equal(t, []float32{1, 2, 3}, data32(t, f.Call(pairOf{x, iota32(3)})))
		out := iota32(3)
		require.NoError(t, f.Into(out, pairOf{x, iota32(3)}))
		assert.Equal(t, []float32{1, 2, 3}, data32(t, out))
	}
}

func TestAZeroCompiledGivesAnErrorAndNoPanic(t *testing.T) {
	type several struct {
		X    *tensor.Tensor
		List [2]*tensor.Tensor
		More []*tensor.Tensor
	}
	const text = "a zero Compiled has no function; make one with Compile"
	for _, c := range []struct {
		name string
		f    *tensor.Compiled[*tensor.Tensor, several]
	}{{"zero", new(tensor.Compiled[*tensor.Tensor, several])}, {"nil", nil}} {
		t.Run(c.name, func(t *testing.T) {
			r := c.f.Call(iota32(3))
			for _, x := range []*tensor.Tensor{r.X, r.List[0], r.List[1]} {
				assert.EqualError(t, x.Err(), "tensor: call: "+text)
			}
			assert.Empty(t, r.More)
			assert.EqualError(t, c.f.Into(several{}, iota32(3)), "tensor: into: "+text)
			assert.Equal(t, text, c.f.Explain())
		})
	}
}

func TestIntoAllocatesNothingAndCallItsResults(t *testing.T) {
	if tensor.Slowed {
		t.Skip("the race detector allocates")
	}
	type three struct {
		X    *tensor.Tensor
		N    tensor.Number
		List [2]*tensor.Tensor
	}
	big, small := iota32(5000), iota32(10)
	f := tensor.Compile(func(a three) *tensor.Tensor { return a.X.Mul(a.N).Add(a.List[0]).Flip().Add(a.List[1]) })
	stencil := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Flip().Add(x) })
	for _, c := range []struct {
		name string
		step func(x, out *tensor.Tensor) error
	}{
		{"Into", func(x, out *tensor.Tensor) error {
			return f.Into(out, three{x, tensor.Num(.5), [2]*tensor.Tensor{x, x}})
		}},
		{"Into its own argument", func(_, out *tensor.Tensor) error { return stencil.Into(out, out) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range []*tensor.Tensor{small, big} {
				out := x.Clone()
				step := func() { require.NoError(t, c.step(x, out)) }
				step()
				assert.Zero(t, int(testing.AllocsPerRun(200, step)), x.Shape())
			}
		})
	}
	call := func() {
		require.NoError(t, f.Call(three{small, tensor.Num(.5), [2]*tensor.Tensor{small, small}}).Err())
	}
	call()
	assert.LessOrEqual(t, testing.AllocsPerRun(200, call), 4., "the tensor with its storage, its buffer")
}

// panicky is a device that panics instead of running its launch number left.
type panicky struct {
	*cpu.Device
	left int
}

func (p *panicky) Run(ctx context.Context, l *device.Launch) error {
	if p.left--; p.left == 0 {
		panic("run")
	}
	return p.Device.Run(ctx, l)
}

func TestATensorCanBeUsedAfterADevicePanickedInACompiledCall(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x *tensor.Tensor) *tensor.Tensor
		left int
		want []float32 // nil: the write had begun, so the elements are unspecified
	}{
		{"in a write in place", func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1) }, 1, nil},
		{"before the write", func(x *tensor.Tensor) *tensor.Tensor { return x.Flip().Mul(2) }, 1, []float32{1, 2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &panicky{Device: cpu.New()}
			x := tensor.FromSliceOn(d, []float32{1, 2, 3})
			f := tensor.Compile(c.f)
			d.left = c.left
			assert.PanicsWithValue(t, "run", func() { _ = f.Into(x, x) })
			got, err := tensor.Data[float32](x)
			if c.want == nil {
				assert.ErrorContains(t, err, "the device panicked")
			} else {
				require.NoError(t, err)
				assert.Equal(t, c.want, got)
			}
			require.NoError(t, x.Fill(1))
			require.NoError(t, f.Into(x, x))
		})
	}
}

// Each recording keeps memory for its next run.
func TestIdleMemoryOfCompiledFunctionsMakesRoomForTensors(t *testing.T) {
	d := cpu.New(cpu.Memory(1 << 20))
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(x.Flip()) })
	for n := 25000; n < 25040; n++ {
		x := tensor.FromSliceOn(d, make([]float32, n))
		require.NoError(t, f.Into(x, x))
		x.Release()
	}
}

type node struct {
	X    *tensor.Tensor
	Kids []node
}

// endless is a slice that contains itself, twice.
func endless() []node {
	kids := []node{{X: iota32(1)}, {X: iota32(1)}}
	kids[0].Kids, kids[1].Kids = kids, kids
	return kids
}

func TestASliceThatContainsItselfIsAnErrorOfACompiledFunction(t *testing.T) {
	const want = "tensor: compile: a []tensor_test.node has more than 1000 levels of slices, or contains itself"
	first := tensor.Compile(func(ns []node) *tensor.Tensor { return ns[0].X })
	assert.EqualError(t, first.Call(endless()).Err(), want)
	assert.EqualError(t, first.Into(iota32(1), endless()), want)
	all := tensor.Compile(func(x *tensor.Tensor) []node { return endless() })
	assert.Nil(t, all.Call(iota32(1)))
	assert.EqualError(t, all.Into([]node{}, iota32(1)), want)
	assert.EqualError(t, all.Into(endless(), iota32(1)), want)
	deep := []node{{X: iota32(1)}}
	for range 998 { // the last one has an empty slice
		deep = []node{{X: iota32(1), Kids: deep}}
	}
	assert.NoError(t, first.Call(deep).Err())
}

func TestACompiledFunctionThatReturnsItsArgumentReturnsAHandleOfItsOwn(t *testing.T) {
	f := tensor.Compile(func(a pairOf) *tensor.Tensor { return a.Y })
	x := iota32(3)
	got := f.Call(pairOf{x, x})
	require.NoError(t, x.Fill(5))
	assert.Equal(t, []float32{5, 5, 5}, data32(t, got), "of the same elements")
	got.Release()
	assert.NoError(t, x.Err())
}

func TestIntoTellsTheErrorOfAResultBeforeLengths(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{tensor.FromError(errBroken)} })
	assert.ErrorIs(t, f.Into([]*tensor.Tensor{iota32(1), iota32(1)}, iota32(1)), errBroken)
}
