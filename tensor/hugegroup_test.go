package tensor_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// A group of nearly as many elements as an int counts is walked until the context ends: its number of
// tiles does not overflow, which would make an empty group of it.
func TestAGroupOfAsManyElementsAsAnIntCountsEndsWithItsContext(t *testing.T) {
	for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt / 2} {
		x := tensor.Ones(tensor.Uint8, 1).BroadcastTo(n)
		require.NoError(t, x.Err())
		for _, name := range []string{"sum", "max", "argmax", "prod", "all", "mean"} {
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			assert.ErrorIs(t, tensor.Eval(ctx, tensor.Reduce(name, x.Along())), context.DeadlineExceeded, "%s of %d", name, n)
			cancel()
		}
	}
}

func TestALogsumexpThatDoesNotFitItsAccumulatorIsAnError(t *testing.T) {
	x := tensor.Ones(tensor.Uint8, 1).BroadcastTo(math.MaxInt)
	assert.ErrorContains(t, x.Logsumexp().Err(), "more bytes than an int counts")
}

// No memory holds what a launch needs beside its operands, and its bytes are more than an int counts.
func TestALaunchOfMoreElementsThanMemoryHoldsIsAnError(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		return // memory may hold them
	}
	x := tensor.Zeros(tensor.Uint8, 1)
	for _, n := range []int{math.MaxInt, math.MaxInt/2 + 1, math.MaxInt / 8, math.MaxInt / 16, math.MaxInt >> 11} {
		places := x.BroadcastTo(n)
		zeros := tensor.Zeros(tensor.Float32, 1)
		assert.ErrorIs(t, tensor.Eval(t.Context(), zeros.Put(places, tensor.Scalar[float32](1))), device.ErrOutOfMemory, "put to %d places", n)
		if n <= math.MaxInt/8 {
			order := places.Argsort(0)
			require.NoError(t, order.Err())
			assert.ErrorIs(t, tensor.Eval(t.Context(), order.Sum()), device.ErrOutOfMemory, "the order of %d elements", n)
		}
	}
}
