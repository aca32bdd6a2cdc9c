package tensor_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Each tensor is dropped for the next one, so at most two are in use; without a pace of
// its own the package held more with every round.
func TestTensorsDroppedInALoopAreCollectedBeforeTheyPileUp(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	const n = 1 << 21 // 8 MiB
	w := tensor.Ones(tensor.Float32, n).To(d)
	most := 0
	for range 600 { // 4.7 GiB in all
		w = w.Mul(0.5)
		require.NoError(t, tensor.Eval(context.Background(), w))
		most = max(most, d.Stats().LiveBytes)
	}
	assert.Less(t, most, 512<<20)
}
