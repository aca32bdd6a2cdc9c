package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sums returns a launch that sets x to n+1 times y: every n another pipeline.
func sums(t *testing.T, n int, x, y device.Buffer) *device.Launch {
	t.Helper()
	code := make([]device.Instr, n)
	for i := range code {
		code[i] = device.Instr{Op: op.Add, Type: op.Int32, Args: []device.Value{device.Value(i), 0}}
	}
	return &device.Launch{Program: mustProgram(t, []op.DType{op.Int32}, nil, code, device.Value(n)), Shape: []int{x.Len() / 4},
		Out: []device.Operand{operand(x)}, In: []device.Operand{operand(y)}}
}

// Nothing is submitted between the launches of a round: what is given up is in the batch.
func TestPipelinesBeyondTheBoundAreGivenUpAndCompiledAgain(t *testing.T) {
	for _, most := range []int{1, 2, 5} {
		d := open(t, Pipelines(most))
		y := alloc(t, d, 1, 10)
		var results []device.Buffer
		before := d.Stats()
		for range 2 {
			for n := range 11 {
				x := alloc(t, d, 0, 0)
				results = append(results, x)
				require.NoError(t, d.Run(t.Context(), sums(t, n+1, x, y)))
				require.LessOrEqual(t, len(d.pipelines.byKey), most)
			}
		}
		assert.Equal(t, before.Submissions, d.Stats().Submissions)
		for i, x := range results {
			n := int32(i%11 + 2)
			require.Equal(t, []int32{n, 10 * n}, get(t, x))
		}
		assert.Equal(t, before.Pipelines+22, d.Stats().Pipelines)
		d.seam.Lock()
		assert.LessOrEqual(t, len(d.groups), most+1)
		d.seam.Unlock()
	}
}

func TestThePipelineUsedLastIsNotGivenUp(t *testing.T) {
	d := open(t, Pipelines(4))
	x, y := alloc(t, d, 0), alloc(t, d, 1)
	before := d.Stats().Pipelines
	for n := range 12 {
		require.NoError(t, d.Run(t.Context(), sums(t, n+2, x, y)))
		require.NoError(t, d.Run(t.Context(), sums(t, 1, x, y)))
	}
	assert.Equal(t, before+13, d.Stats().Pipelines)
	assert.Equal(t, []int32{2}, get(t, x))
}
