package tensors

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// A read of more than 64 MiB has several rounds, and launches may come between.
func TestALongReadSeesTheOldValuesOrTheNew(t *testing.T) {
	d := open(t)
	const n = 65<<20/4 + 1
	x := tensor.Zeros(tensor.Float32, n).To(d)
	require.NoError(t, tensor.Eval(t.Context(), x))
	done := make(chan error)
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
				if err := x.AddInPlace(1); err != nil {
					done <- err
					return
				}
			}
		}
	}()
	data, err := tensor.Data[float32](x)
	require.NoError(t, err)
	assert.Equal(t, data[0], data[n-1])
	close(stop)
	require.NoError(t, <-done)
}
