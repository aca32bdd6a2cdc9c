package tensor_test

import (
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

type tensorList = []*tensor.Tensor

// anything is an argument with a field of each kind.
type anything struct {
	X, Y  *tensor.Tensor
	List  tensorList
	Float float64
}

// Functions and arguments that the tests of jax.jit and mlx.compile try, where no other test here
// does. Each is called twice with each argument.
func TestSituationsThatJAXAndMLXTry(t *testing.T) {
	zeroD := func(v float32) *tensor.Tensor { return tensor.Scalar(v) }
	var numbered tensorList
	for i := range 40 {
		numbered = append(numbered, zeroD(float32(i)))
	}
	repeat := func(n int) (list tensorList) {
		for i := range n {
			list = append(list, iota32(4, 2, 2).Add(i))
		}
		return list
	}
	sum := func(a anything) tensorList {
		s := a.List[0]
		for _, x := range a.List[1:] {
			s = s.Add(x)
		}
		return tensorList{s}
	}
	twos := make([]int, 10)
	for i := range twos {
		twos[i] = 2
	}
	for _, c := range []struct {
		name string
		f    func(a anything) tensorList
		args []anything
		want int // recordings
	}{
		{"only makes tensors", func(anything) tensorList {
			return tensorList{tensor.Zeros(tensor.Float32, 2).Mul(.1), tensor.Zeros(tensor.Float32, 2).Mul(.1), tensor.Arange(0, 5, 1)}
		}, []anything{{}}, 1},
		{"the same tensor many times", func(a anything) tensorList {
			list := tensorList{}
			for range 64 {
				list = append(list, a.X)
			}
			var first tensorList
			for len(list) > 1 {
				var next tensorList
				for i := 0; i < len(list); i += 2 {
					next = append(next, list[i].Add(list[i+1]))
				}
				if first == nil {
					first = next
				}
				list = next
			}
			return append(list, first...)
		}, []anything{{X: iota32(2)}}, 1},
		{"a float", func(a anything) tensorList { return tensorList{a.X.Add(a.Float)} },
			[]anything{{X: iota32(3), Float: 1}, {X: iota32(3), Float: 2}, {X: iota32(3), Float: math.NaN()}, {X: iota32(3), Float: math.Inf(1)}, {X: iota32(3), Float: math.Copysign(0, -1)}, {X: iota32(3)}}, 6},
		{"no tensor or one", func(a anything) tensorList {
			if a.Y == nil {
				return tensorList{a.X.Sub(2).Abs()}
			}
			return tensorList{a.X.Add(a.Y).Abs(), a.Y}
		}, []anything{{X: iota32(3)}, {X: iota32(3), Y: iota32(3)}}, 2},
		{"results of another kind for another type", func(a anything) tensorList {
			if a.X.DType() == tensor.Bool {
				return tensorList{a.X, a.X.LogicalNot()}
			}
			return tensorList{a.X.Add(1)}
		}, []anything{{X: iota32(3)}, {X: iota32(3).Gt(1)}}, 2},
		{"no result", func(anything) tensorList { return nil }, []anything{{X: iota32(3)}}, 1},
		{"broadcast against each other", func(a anything) tensorList {
			list, err := tensor.BroadcastTensors(a.X, a.Y)
			require.NoError(t, err)
			return list
		}, []anything{{X: zeroD(1), Y: iota32(4, 2, 2)}}, 1},
		{"ten axes, transposed", func(a anything) tensorList { return tensorList{a.X.Add(a.Y).Abs()} },
			[]anything{{X: iota32(1024, twos...).T(), Y: iota32(1024, twos...)}}, 1},
		{"64 arguments", sum, []anything{{List: repeat(64)}}, 1},
		{"500 arguments", sum, []anything{{List: repeat(500)}, {List: repeat(499)}}, 2},
		{"80 captured scalars", func(a anything) tensorList {
			y := a.X.Mul(0)
			for i := range numbered {
				y = y.Add(numbered[i].Mul(a.X).Mul(numbered[len(numbered)-1-i]))
			}
			return tensorList{y}
		}, []anything{{X: iota32(4, 2, 2)}}, 1},
		{"another compiled function that captures", func(a anything) tensorList {
			inner := tensor.Compile(func(*tensor.Tensor) *tensor.Tensor { return a.X.Exp().Neg() })
			return tensorList{inner.Call(a.X)}
		}, []anything{{X: iota32(3)}}, 1},
		{"twelve functions deep", func(a anything) tensorList {
			f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1) })
			for range 11 {
				of := f
				f = tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return of.Call(x).Mul(.5) })
			}
			return tensorList{f.Call(a.X)}
		}, []anything{{X: iota32(3)}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			recorded := 0
			f := tensor.Compile(func(a anything) tensorList { recorded++; return c.f(a) })
			for range 2 {
				for _, a := range c.args {
					want, got := c.f(a), f.Call(a)
					require.Len(t, got, len(want))
					for i := range want {
						if want[i] == nil {
							require.Nil(t, got[i])
							continue
						}
						sameBits(t, want[i], got[i])
					}
				}
			}
			assert.Equal(t, c.want, recorded, f.Explain())
		})
	}
}

func TestAVariableOfTheProgramKeepsItsValueOfTheRecording(t *testing.T) {
	x := tensor.Scalar[float32](1)
	f := tensor.Compile(func(y *tensor.Tensor) *tensor.Tensor { return x.Add(y) })
	require.Equal(t, []float32{2}, data32(t, f.Call(tensor.Scalar[float32](1))))
	x = tensor.FromSlice([]float32{1, 2})
	require.Equal(t, []float32{2}, data32(t, f.Call(tensor.Scalar[float32](1))))
}

func TestAStandInThatEscapesIsAnErrorAfterwards(t *testing.T) {
	var leaked, derived *tensor.Tensor
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		leaked, derived = x, x.Add(1)
		return x.Mul(2)
	})
	require.NoError(t, f.Call(iota32(3)).Err())
	for _, x := range []*tensor.Tensor{leaked, derived, leaked.Add(1), derived.Add(iota32(3)), iota32(3).Add(derived), leaked.Clone(), leaked.T()} {
		_, err := x.Bytes()
		assert.ErrorContains(t, err, "compiled")
	}
	assert.Error(t, iota32(3).Assign(derived))
	assert.Error(t, leaked.AddInPlace(1))
	other := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(derived) })
	assert.Error(t, other.Call(iota32(3)).Err(), "nor in another function")
	assert.Error(t, f.Call(leaked).Err(), "nor as an argument")
}

func TestGoroutinesWithArgumentsOfTheirOwn(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(x).Sub(3) })
	var all sync.WaitGroup
	results := make([]*tensor.Tensor, 10)
	for i := range results {
		all.Add(1)
		go func() {
			defer all.Done()
			results[i] = f.Call(iota32(i))
		}()
	}
	all.Wait()
	for i, y := range results {
		sameBits(t, iota32(i).Mul(2).Sub(3), y)
	}
}

func TestOneFunctionOnEachDevice(t *testing.T) {
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Neg() })
	everywhere(t, func(t *testing.T, d device.Device) {
		for range 2 {
			x := tensor.FromSliceOn(d, []float32{1, 2, 3})
			y := f.Call(x)
			assert.Same(t, d, y.Device())
			sameBits(t, x.Neg(), y)
		}
	})
}

// A compiled function that nothing names any more is collected, with the tensors that it captured,
// one that captures itself too.
func TestACompiledFunctionIsCollected(t *testing.T) {
	gone := make(chan bool, 5)
	for range cap(gone) {
		func() {
			type holder struct {
				f *tensor.Compiled[*tensor.Tensor, *tensor.Tensor]
				x *tensor.Tensor
			}
			h := &holder{x: iota32(1000)}
			h.f = tensor.Compile(func(y *tensor.Tensor) *tensor.Tensor { _ = h.f; return h.x.Add(y) })
			require.NoError(t, h.f.Call(iota32(1000)).Err())
			require.NoError(t, h.f.Into(iota32(1000), iota32(1000)))
			runtime.AddCleanup(h, func(gone chan bool) { gone <- true }, gone)
		}()
	}
	deadline := time.After(time.Minute)
	for range cap(gone) {
		for collected := false; !collected; {
			runtime.GC()
			select {
			case collected = <-gone:
			case <-deadline:
				t.Fatal("something keeps it alive")
			case <-time.After(time.Millisecond):
			}
		}
	}
}
