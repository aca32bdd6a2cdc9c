package tensor_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

type namedCall struct {
	name string
	call func() error
}

// hostile are calls that no device can serve.
func hostile() []namedCall {
	const huge = math.MaxInt/2 + 1 // 2^62
	x, virtual := iota32(6, 2, 3), tensor.Ones(tensor.Uint8, 1).BroadcastTo(math.MaxInt)
	bad := func(t *tensor.Tensor) error { return t.Err() }
	calls := []namedCall{
		{"as strided past the end", func() error { return bad(x.AsStrided([]int{2}, []int{huge}, 0)) }},
		{"as strided offset", func() error { return bad(x.AsStrided([]int{2}, []int{1}, huge)) }},
		{"as strided negative offset", func() error { return bad(x.AsStrided([]int{2}, []int{1}, math.MinInt)) }},
		{"as strided product", func() error { return bad(x.AsStrided([]int{3, 3}, []int{huge, huge}, 1)) }},
		{"as strided least stride", func() error { return bad(x.AsStrided([]int{2}, []int{math.MinInt}, 0)) }},
		{"index", func() error { return bad(x.Index(huge, 0)) }},
		{"index axis 0", func() error { return bad(x.Index(0, huge)) }},
		{"index least", func() error { return bad(x.Index(0, math.MinInt)) }},
		{"slice axis", func() error { return bad(x.Slice(math.MinInt, 0, 1, 1)) }},
		{"unsqueeze", func() error { return bad(x.Unsqueeze(huge)) }},
		{"transpose", func() error { return bad(x.Transpose(huge, math.MinInt)) }},
		{"arange", func() error { return bad(tensor.Arange[int64](math.MinInt64, math.MaxInt64, 1)) }},
		{"arange of floats", func() error { return bad(tensor.Arange[float64](0, 1e300, 1e-300)) }},
		{"linspace", func() error { return bad(tensor.Linspace[float32](0, 1, huge)) }},
		{"linspace of fewer", func() error { return bad(tensor.Linspace[float32](0, 1, math.MinInt)) }},
		{"bytes of a virtual tensor", func() error { _, err := virtual.Bytes(); return err }},
		{"clone of one", func() error { return tensor.Eval(context.Background(), virtual.Clone()) }},
		{"a float32 for each of it", func() error { return bad(virtual.AsType(tensor.Float64)) }},
		{"assign", func() error { return x.Assign(virtual) }},
		{"reflect", func() error { return bad(tensor.Ones(tensor.Bool, 1).BroadcastTo(huge).Pad(0, 1, 0, tensor.Reflect)) }},
		{"tile nothing", func() error { return bad(tensor.Zeros(tensor.Bool, 0, 3).Tile(1, huge)) }},
		{"repeat nothing", func() error { return bad(tensor.Zeros(tensor.Bool, 0, 4).Repeat(1, huge)) }},
		{"kron of nothing", func() error {
			return bad(tensor.Zeros(tensor.Bool, 0, huge).Kron(tensor.Zeros(tensor.Bool, 0, 4)))
		}},
	}
	shapes := []struct {
		name  string
		shape []int
	}{
		{"2^62", []int{huge}},
		{"2^62 by 2^62", []int{huge, huge}},
		{"3 by 2^62", []int{3, huge}},
		{"-1", []int{-1, -1}},
		{"-2", []int{-2, 3}},
		{"least", []int{math.MinInt}},
		{"all least", []int{math.MinInt, math.MinInt}},
		{"64 axes of 2", slices.Repeat([]int{2}, 64)},
		{"1000 axes of 9", slices.Repeat([]int{9}, 1000)},
		{"64 axes of -1", slices.Repeat([]int{-1}, 64)},
		{"64 axes of 2^62", slices.Repeat([]int{huge}, 64)},
	}
	makers := []struct {
		name string
		from func(s []int) *tensor.Tensor
	}{
		{"zeros", func(s []int) *tensor.Tensor { return tensor.Zeros(tensor.Float32, s...) }},
		{"ones", func(s []int) *tensor.Tensor { return tensor.Ones(tensor.Bool, s...).AsType(tensor.Float64) }},
		{"full", func(s []int) *tensor.Tensor { return tensor.Full(int64(3), s...) }},
		{"from slice", func(s []int) *tensor.Tensor { return tensor.FromSlice([]float32{1}, s...) }},
		{"from bytes", func(s []int) *tensor.Tensor { return tensor.FromBytes(tensor.Int16, []byte{1, 2}, s...) }},
		{"broadcast to", func(s []int) *tensor.Tensor { return x.BroadcastTo(s...) }},
		{"expand", func(s []int) *tensor.Tensor { return x.Index(0, 0).Expand(append([]int{2}, s...)...) }},
		{"reshape", func(s []int) *tensor.Tensor { return x.Reshape(s...) }},
		{"as strided", func(s []int) *tensor.Tensor { return x.AsStrided(s, make([]int, len(s)), 0).Mul(1) }},
		{"permute", func(s []int) *tensor.Tensor { return x.Permute(s...) }},
		{"squeeze", func(s []int) *tensor.Tensor { return x.Squeeze(s...) }},
		{"flip", func(s []int) *tensor.Tensor { return x.Flip(s...) }},
	}
	for _, s := range shapes {
		for _, m := range makers {
			calls = append(calls, namedCall{m.name + " of " + s.name, func() error { return bad(m.from(s.shape)) }})
		}
	}
	for _, o := range op.All() {
		args := make([]any, o.Needs())
		for i := range args {
			args[i] = virtual
		}
		if o.Rule == op.Select {
			args[0] = tensor.Ones(tensor.Bool, 1).BroadcastTo(math.MaxInt)
		}
		calls = append(calls, namedCall{o.Name, func() error {
			return tensor.Eval(context.Background(), tensor.Apply(o.Name, args...))
		}})
	}
	return calls
}

func TestHostileSizesAreRefusedWithoutMemory(t *testing.T) {
	for _, c := range hostile() {
		t.Run(c.name, func(t *testing.T) {
			const times = 10
			assert.NotPanics(t, func() {
				assert.Error(t, c.call())
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for range times {
					_ = c.call()
				}
				runtime.ReadMemStats(&after)
				// The text of a shape of 1000 axes takes 66 KB with its copies. The tensors would
				// take petabytes.
				assert.Less(t, (after.TotalAlloc-before.TotalAlloc)/times, uint64(128<<10), "bytes for the error")
				assert.Equal(t, before.NumForcedGC, after.NumForcedGC, "collections")
			})
		})
	}
}

func TestSequencesThatADeviceHasNoRoomForTakeNoneOfTheHosts(t *testing.T) {
	on(t, cpu.New(cpu.Memory(1<<16)))
	for _, c := range []struct {
		name string
		list func() *tensor.Tensor
	}{
		{"arange", func() *tensor.Tensor { return tensor.Arange[int64](0, 1<<24, 1) }},
		{"linspace", func() *tensor.Tensor { return tensor.Linspace(0., 1, 1<<24) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := c.list().Bytes()
			runtime.ReadMemStats(&after)
			assert.ErrorIs(t, err, device.ErrOutOfMemory)
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
		})
	}
}

// Any number of axes is allowed, as long as the elements can be counted.
func TestTensorsOfManyAxesAreTensors(t *testing.T) {
	for _, rank := range []int{63, 64, 65, 300} {
		t.Run(fmt.Sprint("rank ", rank), func(t *testing.T) {
			shape := slices.Repeat([]int{1}, rank)
			shape[rank/2], shape[rank-1] = 3, 2
			x := iota32(6, shape...)
			y := x.Add(x.Index(rank/2, 1).Unsqueeze(rank / 2)).Flip(rank - 1)
			assert.Equal(t, []float32{4, 2, 6, 4, 8, 6}, data32(t, y))
		})
	}
}
