package tensor_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
