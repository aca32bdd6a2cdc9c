package tensor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// story runs a random program over small tensors and returns their elements at the end. A seed
// determines the program. each is called with every tensor that the program makes.
func story(t *testing.T, seed uint64, each func(*tensor.Tensor)) (values [][]byte) {
	r := rand.New(rand.NewPCG(seed, 7))
	n := []int{0, 1, 6, 100, 3000, 5000}[r.IntN(6)]
	makeTensor := func() *tensor.Tensor { return tensor.Arange[float32](0, float32(n), 1).Mul(0.25).Clone() }
	set := []*tensor.Tensor{makeTensor(), makeTensor(), makeTensor()}
	for range 12 {
		x, y := set[r.IntN(3)], set[r.IntN(3)]
		e := x
		for range 1 + r.IntN(10) {
			switch r.IntN(9) {
			case 0:
				e = e.Add(y)
			case 1:
				e = e.Mul(0.5)
			case 2:
				e = e.Maximum(e)
			case 3:
				e = tensor.Where(e.Gt(y), e, 3)
			case 4:
				e = e.AsType(tensor.Int32).AsType(tensor.Float32)
			case 5:
				e = e.Flip()
			case 6:
				e = e.Ge(2).AsType(tensor.Float32)
			case 7:
				e = e.Hardswish()
			case 8:
				e = e.Sub(x)
			}
			each(e)
		}
		require.NoError(t, e.Err())
		switch at := r.IntN(3); r.IntN(6) {
		case 0:
			require.NoError(t, set[at].Assign(e))
		case 1:
			require.NoError(t, set[at].AddInPlace(e))
		case 2:
			require.NoError(t, set[at].Slice(0, 1, tensor.End, 2).Assign(e.Slice(0, 1, tensor.End, 2)))
		case 3:
			require.NoError(t, tensor.Eval(context.Background(), e))
			set[at] = e
		case 4:
			require.NoError(t, set[at].Fill(at))
		default: // e is asked for later, if at all
			set[at] = e
		}
	}
	for _, x := range set {
		raw, err := x.Bytes()
		require.NoError(t, err)
		values = append(values, raw)
	}
	return values
}

func lazily(*tensor.Tensor) {}

func TestFusedProgramsOfSmallTensorsAreWhatTheirStepsCompute(t *testing.T) {
	on(t, cpu.New())
	for seed := range uint64(rounds(150)) {
		want := story(t, seed, func(x *tensor.Tensor) { eval(t, x) })
		require.Equal(t, want, story(t, seed, lazily), "seed %d", seed)
	}
}

// An operation allocates a tensor with its storage, a buffer, and a version if that is larger than
// 16 KiB. An assigned expression has no buffer, but does not go back to its pool.
func TestSmallOperationsAllocateWhatTheyReturn(t *testing.T) {
	if tensor.Slowed {
		t.Skip("with the race detector a sync.Pool drops some of what it is given")
	}
	on(t, cpu.New())
	device.Collect() // the cleanups of other tests allocate
	x, y, z, large := iota32(1000), iota32(1000), iota32(1000), iota32(5000)
	ending, cancel := context.WithCancel(context.Background())
	defer cancel()
	inFreshTensor := func(ctx context.Context, f func() *tensor.Tensor) func(t *testing.T) {
		return func(t *testing.T) {
			e := f()
			if tensor.Eval(ctx, e) != nil {
				t.Fail()
			}
			e.Release()
		}
	}
	for _, c := range []struct {
		name   string
		allocs float64
		f      func(t *testing.T)
	}{
		{"x + y", 2, inFreshTensor(context.Background(), func() *tensor.Tensor { return x.Add(y) })},
		{"20 KB", 3, inFreshTensor(context.Background(), func() *tensor.Tensor { return large.Add(large) })},
		{"x + y, with a context that can end", 2, inFreshTensor(ending, func() *tensor.Tensor { return x.Add(y) })},
		{"x += y", 0, func(t *testing.T) { assert.NoError(t, x.AddInPlace(y)) }},
		{"z = x + y", 2, func(t *testing.T) { assert.NoError(t, z.Assign(x.Add(y))) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			// No expression of another case waits to read these.
			x, y, z = iota32(1000), iota32(1000), iota32(1000)
			for range 2000 { // so many unused expressions there may be
				c.f(t)
			}
			assert.Equal(t, c.allocs, testing.AllocsPerRun(1000, func() { c.f(t) }))
		})
	}
}

func TestBroadcastOperandsComputeWhatExpandedCopiesDo(t *testing.T) {
	on(t, cpu.New())
	x, row, column, scalar := iota32(420, 6, 70), iota32(70), iota32(6, 6, 1), tensor.Scalar[float32](3)
	widen := func(t *tensor.Tensor) *tensor.Tensor { return t.BroadcastTo(6, 70).Clone() }
	for _, c := range []struct {
		name string
		f    func(row, column, scalar *tensor.Tensor) *tensor.Tensor
	}{
		{"a row", func(row, _, _ *tensor.Tensor) *tensor.Tensor { return x.Add(row) }},
		{"a column", func(_, column, _ *tensor.Tensor) *tensor.Tensor { return x.Sub(column) }},
		{"column and row", func(row, column, _ *tensor.Tensor) *tensor.Tensor { return column.Mul(row) }},
		{"one element", func(_, _, scalar *tensor.Tensor) *tensor.Tensor { return scalar.Div(x) }},
		{"a choice", func(row, column, _ *tensor.Tensor) *tensor.Tensor { return tensor.Where(row.Gt(30), x, column) }},
		{"several", func(row, column, _ *tensor.Tensor) *tensor.Tensor { return x.Flip().Mul(column).Add(1).Maximum(row) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := data32(t, c.f(widen(row), widen(column), widen(scalar)))
			assert.Equal(t, want, data32(t, c.f(row, column, scalar)))
		})
	}
}

func TestAChainHoldsNothingButItsResult(t *testing.T) {
	d := cpu.New()
	on(t, d)
	x, y, z := iota32(2000), iota32(2000), iota32(2000)
	steps := []*tensor.Tensor{x}
	for range 3 {
		steps = append(steps, steps[len(steps)-1].Add(y))
	}
	last := steps[len(steps)-1]
	require.NoError(t, z.Assign(last))
	assert.Equal(t, 3, d.Stats().LiveBuffers, "the operands and what was written")
	flags := last.Gt(y)
	eval(t, flags)
	s := d.Stats()
	assert.Equal(t, 4, s.LiveBuffers)
	assert.LessOrEqual(t, s.LiveBytes, 3*8192+2048, "a bool is a byte")
	assert.Equal(t, data32(t, z), data32(t, last))
	for _, s := range steps[1:] {
		s.Release()
	}
	for _, s := range []*tensor.Tensor{x, y, z, flags} {
		s.Release()
	}
	assert.Zero(t, d.Stats().LiveBuffers)
	runtime.KeepAlive(steps)
}

func TestSmallAndLargeTensorsAreComputedSideBySide(t *testing.T) {
	deadline(t, time.Minute)
	d := cpu.New()
	on(t, d)
	shared := iota32(70_000)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range rounds(300) {
				n := []int{1, 1000, 70_000}[(g+i)%3]
				part := shared.Slice(0, 0, n, 1)
				e := part.Add(g)
				if !assert.NoError(t, tensor.Eval(context.Background(), e)) {
					return
				}
				v, err := tensor.Item[float32](e.Index(0, n-1))
				assert.NoError(t, err)
				assert.Equal(t, float32(n-1+g), v, fmt.Sprint(n))
				e.Release()
				part.Release()
			}
		})
	}
	all.Wait()
}
