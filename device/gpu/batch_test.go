package gpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestManyLaunchesAreFewSubmissions(t *testing.T) {
	d := open(t)
	x, one := alloc(t, d, 0, 0), alloc(t, d, 1, 10)
	before := d.Stats()
	stats, stop := device.CountLaunches(d)
	defer stop()
	const n = 10 * maxDispatches
	for range n {
		add(t, d, x, x, one)
	}
	assert.Equal(t, []int32{n, 10 * n}, get(t, x))
	assert.Equal(t, n, stats().Launches)
	assert.LessOrEqual(t, d.Stats().Submissions-before.Submissions, n/maxDispatches+1)
}

func TestLargeLaunchesAreSubmittedByTheirBytes(t *testing.T) {
	d := open(t)
	x, err := d.Alloc(d.sizes.window)
	require.NoError(t, err)
	before := d.Stats().Submissions
	for range 2*maxBatchBytes/x.Len() + 2 {
		l := launch(t, op.Add, x, x, x) // of the whole buffer, but of few elements
		l.Shape = []int{8}
		for _, o := range []*device.Operand{&l.Out[0], &l.In[0], &l.In[1]} {
			o.Layout = broadcast.RowMajor(8)
		}
		require.NoError(t, d.Run(t.Context(), l))
	}
	assert.GreaterOrEqual(t, d.Stats().Submissions, before+2)
}

func TestLaunchesOfOneKeyShareAPipeline(t *testing.T) {
	d := open(t)
	before := d.Stats().Pipelines
	for _, n := range []int{1, 7, 64, 1000} {
		x := alloc(t, d, make([]int32, n)...)
		add(t, d, x, x, x)
	}
	assert.Equal(t, before+1, d.Stats().Pipelines)
}

// Launches and writes of two buffers run in every order of four steps, and so do the same steps on
// slices. One run has no reads between the steps, one has a read after each.
func TestWritesAndLaunchesTakeEffectInTheOrderOfTheirCalls(t *testing.T) {
	d := open(t)
	for order := range 4 * 4 * 4 * 4 {
		for _, reads := range []bool{false, true} {
			x, y := alloc(t, d, 1), alloc(t, d, 2)
			wx, wy := int32(1), int32(2)
			for step, rest := 0, order; step < 4; step, rest = step+1, rest/4 {
				switch rest % 4 {
				case 0:
					wx = int32(100 * step)
					put(t, x, wx)
				case 1:
					wy = int32(1000 * step)
					put(t, y, wy)
				case 2:
					wx += wy
					add(t, d, x, x, y)
				case 3:
					wy += wx
					add(t, d, y, y, x)
				}
				if reads {
					require.Equal(t, wx, get(t, x)[0], "order %d, step %d", order, step)
				}
			}
			require.Equal(t, [2]int32{wx, wy}, [2]int32{get(t, x)[0], get(t, y)[0]}, "order %d", order)
			x.Release()
			y.Release()
		}
	}
}

func TestAWriteSubmitsOnlyWhatUsesItsBuffer(t *testing.T) {
	d := open(t)
	x, y, other := alloc(t, d, 1), alloc(t, d, 2), alloc(t, d, 3)
	add(t, d, x, x, y)
	before := d.Stats().Submissions
	put(t, other, 4)
	assert.Equal(t, before, d.Stats().Submissions)
	put(t, y, 5)
	assert.Equal(t, before+1, d.Stats().Submissions)
	put(t, y, 6)
	assert.Equal(t, before+1, d.Stats().Submissions)
	assert.Equal(t, []int32{3}, get(t, x))
}

// Uniforms of many launches, each with a scalar of its own.
func TestUniformsOfQueuedLaunchesAreNotOverwritten(t *testing.T) {
	d := open(t)
	p, err := device.NewProgram(nil, []op.DType{op.Int32}, nil, 0)
	require.NoError(t, err)
	const n = 5000
	x := alloc(t, d, make([]int32, n)...)
	for i := range n {
		out := device.Operand{Buffer: x, Type: op.Int32, Layout: broadcast.Layout{Shape: []int{1}, Strides: []int{1}, Offset: i}}
		require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{1}, Out: []device.Operand{out}, Scalars: []op.Scalar{op.Scalar(7 * i)}}))
	}
	for i, v := range get(t, x) {
		require.Equal(t, int32(7*i), v)
	}
}

func TestUniformsTooLongForOneBatchAreSpreadOverSeveral(t *testing.T) {
	d := open(t)
	types := make([]op.DType, 3000)
	for i := range types {
		types[i] = op.Int32
	}
	p, err := device.NewProgram(nil, types, nil, device.Value(len(types)-1))
	require.NoError(t, err)
	x := alloc(t, d, make([]int32, 50)...)
	for i := range 50 {
		l := &device.Launch{Program: p, Shape: []int{1}, Scalars: make([]op.Scalar, len(types))}
		l.Scalars[len(types)-1] = op.Scalar(i)
		l.Out = []device.Operand{{Buffer: x, Type: op.Int32, Layout: broadcast.Layout{Shape: []int{1}, Strides: []int{1}, Offset: i}}}
		require.NoError(t, d.Run(t.Context(), l))
	}
	for i, v := range get(t, x) {
		require.Equal(t, int32(i), v)
	}
}

func TestUniformsTooLongForTheDeviceAreUnsupported(t *testing.T) {
	d := open(t)
	types := make([]op.DType, uniformBytes/4)
	for i := range types {
		types[i] = op.Int32
	}
	p, err := device.NewProgram(nil, types, nil, 0)
	require.NoError(t, err)
	x := alloc(t, d, 0)
	l := &device.Launch{Program: p, Shape: []int{1}, Scalars: make([]op.Scalar, len(types)),
		Out: []device.Operand{{Buffer: x, Type: op.Int32, Layout: broadcast.RowMajor(1)}}}
	var unsupported *device.UnsupportedError
	require.ErrorAs(t, d.Run(t.Context(), l), &unsupported)
	assert.Contains(t, unsupported.Error(), fmt.Sprint(uniformBytes))
	assert.Equal(t, []int32{0}, get(t, x))
}
