package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestLongKernelsAreCompiledOnAnotherDeviceFirst(t *testing.T) {
	deadline(t)
	open(t)
	d, err := Open()
	require.NoError(t, err)
	if !d.pipelines.rehearser.late {
		require.NoError(t, d.Close())
		t.Skipf("%v compiles a kernel when its pipeline is made", d)
	}
	x := alloc(t, d, 2)
	add(t, d, x, x, x)
	assert.Empty(t, d.pipelines.rehearser.idle, "of a short kernel")
	for _, o := range []*op.Op{op.Exp, op.Log} {
		compute64(t, d, o, [][]float64{{1, 2, 3}})
	}
	require.Len(t, d.pipelines.rehearser.idle, 1, "the second kernel had the first one's")
	other := d.pipelines.rehearser.idle[0].webgpu
	other.Lock()
	assert.Equal(t, 1+maxBuffers, other.Live(), "nothing is left of the kernels")
	other.Unlock()
	require.NoError(t, d.Close())
	other.Lock()
	defer other.Unlock()
	assert.ErrorIs(t, other.Usable(), webgpu.ErrClosed)
}
