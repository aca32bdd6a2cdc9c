package gpu

import (
	"math"
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
	var w shaders.Lowering
	require.NoError(t, f.lower(&w, l))
	for i := range w.Stages() {
		for _, b := range w.Stages()[i].Bindings() {
			assert.Equal(t, i*window, b.Offset/window*window, "stage %d", i)
		}
	}
	assert.Len(t, w.Stages(), (4*n+window-1)/window)
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
	var w shaders.Lowering
	require.NoError(t, f.lower(&w, l))
	for i := range w.Stages() {
		assert.LessOrEqual(t, w.Stages()[i].Work(), maxWork)
	}
}
