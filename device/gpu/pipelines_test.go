package gpu

import (
	"context"
	"slices"
	"strings"
	"sync"
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

// Nothing is submitted between the launches of an iteration: what is given up is in the batch.
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
		d.driver.Lock()
		assert.LessOrEqual(t, len(d.groups.byKey), most+1)
		d.driver.Unlock()
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

// compiling holds the compiler of the kernels of a type until it is let go.
func compiling(text string) (o Option, begun, proceed chan struct{}) {
	begun, proceed = make(chan struct{}), make(chan struct{})
	return editKernels(func(wgsl string) string {
		if strings.Contains(wgsl, text) {
			begun <- struct{}{}
			<-proceed
		}
		return wgsl
	}), begun, proceed
}

func TestALaunchWaitsForItsOwnPipelineAlone(t *testing.T) {
	deadline(t)
	hold, begun, proceed := compiling(" int32 = mul ")
	d := open(t, hold)
	x, y, z := alloc(t, d, 0), alloc(t, d, 3), alloc(t, d, 0)
	stats, stop := device.CountLaunches(d)
	defer stop()
	var wg sync.WaitGroup
	for range 2 { // who need one pipeline
		wg.Go(func() { assert.NoError(t, d.Run(ctx, launch(t, op.Mul, x, y, y))) })
	}
	<-begun
	add(t, d, z, y, y) // compiles as well
	assert.Equal(t, []int32{6}, get(t, z))
	assert.NoError(t, z.Write(0, []byte{1}))
	assert.NoError(t, d.Sync(ctx))
	require.NoError(t, d.Warm(launch(t, op.Sub, z, y, y)))
	before := d.Stats().Pipelines
	close(proceed)
	wg.Wait()
	assert.Equal(t, []int32{9}, get(t, x))
	assert.Equal(t, before+1, d.Stats().Pipelines)
	assert.Equal(t, 3, stats().Launches)
	assert.Contains(t, []int{2, 3}, stats().Compiled, "one of the two may begin when the other's kernel is there")
}

func TestALaunchWhoseContextEndsWaitsForNoPipelineAndIsNotRun(t *testing.T) {
	deadline(t)
	hold, begun, proceed := compiling(" int32 = mul ")
	d := open(t, hold, Pipelines(1))
	x, y := alloc(t, d, 7), alloc(t, d, 3)
	ending, end := context.WithCancel(ctx)
	ended := make(chan error)
	go func() { ended <- d.Run(ending, launch(t, op.Mul, x, y, y)) }()
	<-begun
	end()
	assert.ErrorIs(t, <-ended, context.Canceled)
	assert.Equal(t, []int32{7}, get(t, x))
	before := d.Stats().Pipelines
	close(proceed)
	// The launch uses the same pipeline, which was compiled to its end.
	require.NoError(t, d.Run(ctx, launch(t, op.Mul, x, y, y)))
	assert.Equal(t, before+1, d.Stats().Pipelines)
	assert.Equal(t, []int32{9}, get(t, x))
	for _, p := range d.pipelines.byKey {
		assert.Zero(t, p.held)
	}
}

func TestCloseWaitsForAPipelineAndItsLaunchIsTold(t *testing.T) {
	deadline(t)
	hold, begun, proceed := compiling(" int32 = mul ")
	open(t)
	d, err := Open(hold)
	require.NoError(t, err)
	x, y := alloc(t, d, 7), alloc(t, d, 3)
	ended := make(chan error)
	go func() { ended <- d.Run(ctx, launch(t, op.Mul, x, y, y)) }()
	<-begun
	require.NoError(t, d.Close())
	close(proceed)
	assert.ErrorIs(t, <-ended, device.ErrClosed)
}

func TestAKernelThatDoesNotCompileIsToldToAllWhoNeedIt(t *testing.T) {
	deadline(t)
	hold, begun, proceed := compiling(" int32 = mul ")
	d := open(t, hold, editKernels(func(wgsl string) string { return strings.Replace(wgsl, "let v2 = x0 * x1", "no WGSL", 1) }))
	x, y := alloc(t, d, 7), alloc(t, d, 3)
	ended := make(chan error)
	for range 2 {
		go func() { ended <- d.Run(ctx, launch(t, op.Mul, x, y, y)) }()
	}
	<-begun
	close(proceed)
	go func() { // one of them may have come after the failure
		for range begun {
		}
	}()
	for range 2 {
		assert.ErrorContains(t, <-ended, "in the kernel of\n(%0 int32, %1 int32)")
	}
	close(begun)
	add(t, d, x, y, y)
	assert.Equal(t, []int32{6}, get(t, x))
}

func TestPiecesOfALaunchMayNeedMorePipelinesThanAreKept(t *testing.T) {
	deadline(t)
	d := open(t, narrowWindows, Pipelines(1))
	x, y := alloc(t, d, make([]int32, 1003)...), alloc(t, d, slices.Repeat([]int32{4}, 1003)...)
	add(t, d, x, y, y)
	assert.Equal(t, slices.Repeat([]int32{8}, 1003), get(t, x))
}
