package tensor_test

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// plots is the step between the values of a slot. Elements of a slot's tensors are multiples of
// plots plus the slot's number, so an element from another slot's tensor is found.
const plots = 1 << 10

// Memory that is released or dropped serves the next tensor at once. Goroutines read, write, view and
// release the same tensors. Each read gives the elements of that tensor, after a whole write.
func TestNoTensorReadsMemoryThatWasGivenToAnother(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		s := &shared{T: t}
		for k := range s.slots {
			s.slots[k].Store(s.fresh(k, rand.New(rand.NewPCG(uint64(k), 3))))
		}
		end, most := time.Now().Add(long()), int64(rounds(2500))
		var steps atomic.Int64
		together(t, 5, func(g int) {
			r := rand.New(rand.NewPCG(uint64(g), 4))
			for (steps.Add(1) < most || time.Now().Before(end)) && !t.Failed() {
				k := r.IntN(len(s.slots))
				s.step(k, s.slots[k].Load(), r)
			}
		})
		require.Positive(t, s.values.Load(), "reads that gave values")
	})
}

type shared struct {
	*testing.T
	slots  [3]atomic.Pointer[tensor.Tensor]
	values atomic.Int64
}

// fresh is a tensor of the slot's values, stored or waiting.
func (s *shared) fresh(k int, r *rand.Rand) *tensor.Tensor {
	n := []int{6, 9000}[r.IntN(2)]
	x := tensor.Full(int32(k), 2, n)
	switch r.IntN(4) {
	case 0:
		return x
	case 1:
		return x.Add(plots)
	case 2:
		defer x.Release()
		return x.Mul(1).Add(plots)
	}
	_ = tensor.Eval(context.Background(), x)
	return x
}

func (s *shared) step(k int, x *tensor.Tensor, r *rand.Rand) {
	switch r.IntN(13) {
	case 0:
		s.slots[k].Store(s.fresh(k, r))
		x.Release()
	case 1:
		s.slots[k].Store(s.fresh(k, r)) // and the collector finds x
	case 2:
		_ = x.AddInPlace(plots)
	case 3:
		_ = x.Assign(tensor.Full(int32(k), 1).Add(int32(plots * r.IntN(9))))
	case 4:
		_ = x.Flip().AddInPlace(tensor.Full(int32(plots), 2, 1))
	case 10:
		_ = x.AddInPlace(s.slots[0].Load()) // multiples of plots
	case 5:
		y := x.Add(x).Sub(k)
		s.holds(k, y)
		y.Release()
	case 6:
		y := x.T().Slice(0, 0, 1, 1)
		x = y.Add(int32(plots))
		y.Release()
		s.holds(k, x)
	case 7:
		y := x.Clone()
		_ = y.MulInPlace(1)
		s.holds(k, y)
		y.Release()
	case 8:
		y := tensor.Where(x.Ge(0), x, x.Neg())
		s.holds(k, y)
	case 9:
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(50))*time.Microsecond)
		_ = tensor.Eval(ctx, x.Add(plots))
		cancel()
	default:
		s.holds(k, x)
	}
}

// holds reads a tensor, unless it has been released.
func (s *shared) holds(k int, x *tensor.Tensor) {
	got, err := tensor.Data[int32](x)
	if err != nil {
		assert.ErrorContains(s, err, "use of a tensor after Release")
		return
	}
	s.values.Add(1)
	for i, v := range got {
		if v != got[0] || v&(plots-1) != int32(k) {
			assert.Fail(s, "elements of another tensor, or of another write", "slot %d: %d, and %d at %d of %d", k, got[0], v, i, len(got))
			return
		}
	}
}
