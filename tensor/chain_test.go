package tensor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// At most about a thousand operations wait on each other. An operation may have several steps.
func TestAChainThatNothingReadsIsComputedNowAndThen(t *testing.T) {
	for _, c := range []struct {
		name string
		step func(x *tensor.Tensor) *tensor.Tensor
	}{
		{"one step", func(x *tensor.Tensor) *tensor.Tensor { return x.Neg() }},
		{"three steps", func(x *tensor.Tensor) *tensor.Tensor { return x.Lerp(1, 0.75) }},
		{"four steps", func(x *tensor.Tensor) *tensor.Tensor { return x.Hardswish() }},
		{"an addition", func(x *tensor.Tensor) *tensor.Tensor { return tensor.Apply("add", x, x, 2) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newRecorder()
			x := iota32(3).To(d)
			for range 1200 {
				x = c.step(x)
			}
			require.NoError(t, x.Err())
			d.Lock()
			defer d.Unlock()
			assert.NotEmpty(t, d.launches)
		})
	}
}

// stuck is a device on which no launch runs until it is mended.
type stuck struct {
	*recorder
	mended bool
	tries  int
}

func (s *stuck) Run(ctx context.Context, l *device.Launch) error {
	if s.mended {
		return s.recorder.Run(ctx, l)
	}
	s.tries++
	return errBroken
}

// A try takes time for each operation that waits, so a chain may be tried less often the longer it is.
func TestALongChainOnADeviceThatFailsIsTriedSeldom(t *testing.T) {
	d := &stuck{recorder: newRecorder()}
	x := iota32(3).To(d)
	for range 10_000 {
		x = x.Neg()
	}
	assert.LessOrEqual(t, d.tries, 4*64, "at 1024, 2048, 4096 and 8192 operations")
	assert.NotZero(t, d.tries)
	d.mended = true
	assert.Equal(t, []float32{0, 1, 2}, data[float32](t, x))
}
