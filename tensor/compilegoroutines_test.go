package tensor_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// A compiled function may wait for a goroutine that calls the same function, as it may without
// Compile.
func TestACompiledFunctionMayWaitForAGoroutineThatCallsIt(t *testing.T) {
	type argument struct {
		X     *tensor.Tensor
		Depth int
	}
	captured := iota32(5)
	for _, c := range []struct {
		name  string
		inner func(a argument) argument
	}{
		{"with another static field", func(a argument) argument { return argument{iota32(5), a.Depth - 1} }},
		{"with another shape", func(a argument) argument { return argument{iota32(a.Depth), a.Depth - 1} }},
		{"with its own argument", func(a argument) argument { return argument{a.X, a.Depth - 1} }},
		{"with a captured tensor", func(a argument) argument { return argument{captured, a.Depth - 1} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var call func(argument) *tensor.Tensor
			run := func(a argument) *tensor.Tensor {
				if a.Depth == 0 {
					return a.X.Mul(2)
				}
				inner := make(chan *tensor.Tensor)
				go func() { inner <- call(c.inner(a)) }()
				return a.X.Add(<-inner)
			}
			call = run
			want := run(argument{iota32(1), 2})
			f := tensor.Compile(run)
			call = f.Call
			for range 2 {
				got := make(chan *tensor.Tensor, 1)
				go func() { got <- f.Call(argument{iota32(1), 2}) }()
				select {
				case y := <-got:
					sameBits(t, want, y)
				case <-time.After(time.Minute):
					t.Fatal("the calls wait for each other")
				}
			}
		})
	}
}

// Goroutines call one function with equal arguments while it is recorded.
func TestGoroutinesThatRecordTheSameAtOnceDoNotWaitForEachOther(t *testing.T) {
	const goroutines = 4
	arrived, all := make(chan bool, goroutines), make(chan bool)
	go func() {
		for range goroutines {
			<-arrived
		}
		close(all)
	}()
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		arrived <- true
		<-all // each is in the function
		return x.Add(1)
	})
	results := make(chan *tensor.Tensor, goroutines)
	for range goroutines {
		go func() { results <- f.Call(iota32(3)) }()
	}
	for range goroutines {
		select {
		case y := <-results:
			sameBits(t, iota32(3).Add(1), y)
		case <-time.After(time.Minute):
			t.Fatal("one waits for another to have recorded it")
		}
	}
	require.Contains(t, f.Explain(), "recorded for 1 kind of")
	require.Contains(t, f.Explain(), "4 calls")
}

// Which of the recordings is kept is not known. A call gives what that one gives.
func TestGoroutinesThatRecordResultsOfOtherLengthsAtOnceGetOneOfThem(t *testing.T) {
	const goroutines = 4
	var arrived sync.WaitGroup
	arrived.Add(goroutines)
	var count atomic.Int32
	f := tensor.Compile(func(x *tensor.Tensor) []*tensor.Tensor {
		arrived.Done()
		arrived.Wait()
		return tensorList{x.Add(1), x.Add(2), x.Add(3), x.Add(4)}[:count.Add(1)]
	})
	lengths := make([]int, goroutines)
	var all sync.WaitGroup
	for i := range goroutines {
		all.Go(func() { lengths[i] = len(f.Call(iota32(3))) })
	}
	all.Wait()
	for _, n := range lengths {
		assert.Equal(t, lengths[0], n)
	}
}

func TestAGoroutineOfACompiledFunctionMayUseCapturedTensors(t *testing.T) {
	k, mask := iota32(3), tensor.FromSlice([]bool{true, false, true})
	for _, c := range []struct {
		name string
		f    func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"as the second operand", func(x *tensor.Tensor) *tensor.Tensor { return x.Add(k) }},
		{"as the first", func(x *tensor.Tensor) *tensor.Tensor { return k.Sub(x) }},
		{"several", func(x *tensor.Tensor) *tensor.Tensor { return tensor.Where(mask, k, x) }},
		{"a view", func(x *tensor.Tensor) *tensor.Tensor { return x.Add(k.Flip(0)) }},
		{"assigned to the argument", func(x *tensor.Tensor) *tensor.Tensor {
			assert.NoError(t, x.Assign(k))
			return x
		}},
		{"written in place", func(x *tensor.Tensor) *tensor.Tensor {
			assert.NoError(t, k.AddInPlace(x))
			return x
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			elsewhere := func(x *tensor.Tensor) *tensor.Tensor {
				y := make(chan *tensor.Tensor)
				go func() { y <- c.f(x) }()
				return <-y
			}
			f := tensor.Compile(elsewhere)
			for i := range 3 {
				before := k.Clone()
				want, wantK := data32(t, elsewhere(iota32(3).Mul(i))), data32(t, k)
				require.NoError(t, k.Assign(before))
				assert.Equal(t, want, data32(t, f.Call(iota32(3).Mul(i))))
				assert.Equal(t, wantK, data32(t, k))
				require.NoError(t, k.AddInPlace(1), "each call reads it anew")
			}
		})
	}
}

func TestAGoroutineOfACompiledFunctionMayUseItsNumbers(t *testing.T) {
	f := tensor.Compile(func(a scaled) *tensor.Tensor {
		y := make(chan *tensor.Tensor)
		go func() { y <- a.X.Mul(a.N) }()
		return <-y
	})
	for n := range 4 {
		sameBits(t, iota32(3).Mul(n), f.Call(scaled{iota32(3), tensor.Num(float64(n))}))
	}
	assert.Contains(t, f.Explain(), "recorded for 1 kind of")
}

// A goroutine that goes on after the function has returned has no part in the recording.
func TestAGoroutineMayOutliveTheRecordingThatItBegan(t *testing.T) {
	captured := iota32(3)
	for range 20 {
		done := make(chan bool)
		var all sync.WaitGroup
		f := tensor.Compile(func(a scaled) *tensor.Tensor {
			all.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
						y := a.X.Mul(a.N).Add(iota32(3)).Sub(captured)
						_ = y.Add(tensor.FromSlice([]float32{1, 2, 3})).Clone()
						_ = y.AddInPlace(1)
					}
				}
			})
			return a.X.Add(a.N)
		})
		for n := range 3 {
			sameBits(t, iota32(3).Add(n), f.Call(scaled{iota32(3), tensor.Num(float64(n))}))
		}
		close(done)
		all.Wait()
	}
}

func TestAnArgumentThatIsReleasedDuringARecordingIsAnError(t *testing.T) {
	for range 2000 {
		x := tensor.FromSlice(make([]int32, 300))
		go x.Release()
		y := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor { return x.Add(1) }).Call(x)
		if _, err := tensor.Data[int32](y); err != nil {
			require.ErrorContains(t, err, "after Release")
		}
	}
}

func TestGoroutinesCallOneCompiledFunction(t *testing.T) {
	var recorded atomic.Int32
	total := tensor.Zeros(tensor.Float32, 64)
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		recorded.Add(1)
		_ = total.AddInPlace(1)
		return x.Flip().Add(1).Flip().Add(x)
	})
	const goroutines, calls = 4, 250
	var all sync.WaitGroup
	errs := make([]error, goroutines)
	for g := range goroutines {
		all.Add(1)
		go func() {
			defer all.Done()
			x := tensor.Full(float32(g), 64)
			out := tensor.Zeros(tensor.Float32, 64)
			for range calls {
				if err := f.Into(out, x); err != nil {
					errs[g] = err
					return
				}
				if v, err := tensor.Item[float32](out.Index(0, 5)); err != nil || v != float32(2*g+1) {
					errs[g] = fmt.Errorf("%v instead of %v: %w", v, 2*g+1, err)
					return
				}
			}
		}()
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("calls wait for each other")
	}
	for _, err := range errs {
		require.NoError(t, err)
	}
	assert.LessOrEqual(t, recorded.Load(), int32(goroutines), "one recording is kept")
	assert.Contains(t, f.Explain(), "recorded for 1 kind of")
	assert.Equal(t, float32(goroutines*calls), data32(t, total)[0], "no write is lost")
}

func TestGoroutinesOfACompiledFunctionMayAllMakeStridedViews(t *testing.T) {
	on(t, cpu.New())
	f := tensor.Compile(func(x *tensor.Tensor) *tensor.Tensor {
		var parts [2]*tensor.Tensor
		var all sync.WaitGroup
		for i := range parts {
			all.Go(func() { parts[i] = x.AsStrided([]int{2}, []int{1}, i) })
		}
		all.Wait()
		return parts[0].Add(parts[1])
	})
	assert.Equal(t, []float32{3, 5}, data32(t, f.Call(tensor.FromSlice([]float32{1, 2, 3}))))
}
