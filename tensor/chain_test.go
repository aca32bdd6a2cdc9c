package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
