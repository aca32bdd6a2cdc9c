package gpu

import (
	"errors"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

func TestEveryKernelOfALaunchBindsOneWindowOfEachBuffer(t *testing.T) {
	const n, window = 1003, 256
	f := &kernels{sizes: &sizes{window: window, segment: 1 << 12, elements: 400}}
	x, y := &buffer{len: 4 * n}, &buffer{len: 4 * n}
	l := launch(t, op.Add, x, y, y)
	seen := 0
	require.NoError(t, f.visit(&shaders.Kernel{}, l, l.Nest(nil), func(k *shaders.Kernel) error {
		for _, b := range k.Bindings() {
			assert.Equal(t, seen*window, b.Offset/window*window, "kernel %d", seen)
		}
		seen++
		return nil
	}))
	assert.Equal(t, (4*n+window-1)/window, seen)
	failed := errors.New("failed")
	assert.Equal(t, failed, f.visit(&shaders.Kernel{}, l, l.Nest(nil), func(*shaders.Kernel) error { return failed }))
}

func TestALongLaunchInOneWindowIsOneKernelForACardAndSeveralForASoftwareDriver(t *testing.T) {
	const n = 1 << 26
	b := &buffer{len: 4 * n}
	l := launch(t, op.Add, b, b, b)
	f := &kernels{sizes: &sizes{window: 4 * n, segment: 4 * n, elements: math.MaxInt32}}
	text, err := f.describe(l)
	require.NoError(t, err)
	assert.NotContains(t, text, " times ")
	f.software = true
	text, err = f.describe(l)
	require.NoError(t, err)
	assert.Contains(t, text, " times ")
	most := f.maxElements(l)
	assert.Equal(t, 1, bits.OnesCount(uint(most)))
	assert.LessOrEqual(t, int64(most)*int64(shaders.Cost(l.Program, f.repair)), maxWork)
}
