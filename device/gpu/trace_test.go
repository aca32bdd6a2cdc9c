package gpu

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestTraceShowsProgramPlanVariantAndTextOfEveryLaunch(t *testing.T) {
	var log bytes.Buffer
	d := open(t, Trace(&log))
	for _, line := range strings.Split(log.String(), "\n") {
		if strings.HasPrefix(line, "device=") {
			assert.Contains(t, line, " selftest=true", "of the first launches")
		}
	}
	log.Reset()
	x := alloc(t, d, make([]int32, 4096)...)
	add(t, d, x, x, x)
	add(t, d, x, x, x)
	other := open(t)
	y := alloc(t, other, 1)
	add(t, other, y, y, y)
	assert.Equal(t, 2, strings.Count(log.String(), "variant=\"flat 4xvec4 no-tail exact-grid\" threads=256\n"))
	for _, part := range []string{"device=gpu op=add shape=[4096] read=32768 written=16384 queued=",
		"program\n\t(%0 int32, %1 int32)\n\t%2 int32 = add %0 %1\n", "plan shape=[4096] elements=4096\n",
		"in1 dtype=int32 offset=0 strides=[1] access=contiguous load=aligned binding=1 words=4\n", "fn main("} {
		assert.Contains(t, log.String(), part)
	}
	assert.NotContains(t, log.String(), "selftest")
	log.Reset()
	require.NoError(t, d.Close())
	assert.Empty(t, log.String())
}

type broken struct{ calls int }

func (w *broken) Write([]byte) (int, error) {
	w.calls++
	return 0, assert.AnError
}

func TestAfterATraceThatCannotBeWrittenLaunchesFail(t *testing.T) {
	open(t) // or there is no adapter
	w := &broken{}
	_, err := Open(Trace(w))
	require.ErrorIs(t, err, assert.AnError)
	calls := w.calls
	d := open(t)
	add(t, d, alloc(t, d, 1), alloc(t, d, 1), alloc(t, d, 1))
	assert.Equal(t, calls, w.calls, "a device that did not open is traced no further")
}

func TestAnEventSaysWhatWasCompiledAndWaitedFor(t *testing.T) {
	d := open(t)
	x := alloc(t, d, 1, 2, 3)
	var events []device.LaunchEvent
	defer device.OnLaunch(func(e *device.LaunchEvent) { events = append(events, *e) })()
	l := launch(t, op.Mul, x, x, x)
	for range 2 {
		require.NoError(t, d.Run(ctx, l))
	}
	require.Len(t, events, 2)
	first, second := events[0], events[1]
	assert.Equal(t, []int{1, 0}, []int{first.Compiled, second.Compiled})
	assert.Positive(t, first.Waited)
	assert.Zero(t, second.Waited)
	assert.LessOrEqual(t, first.Waited, first.Time)
	for _, e := range events {
		assert.False(t, e.SelfTest)
		assert.Equal(t, "element, 3 threads", e.Variant)
		assert.Equal(t, 1, e.Dispatches)
	}
}

func TestALaunchThatIsRunInPartsIsDescribedByItsParts(t *testing.T) {
	d := open(t)
	x := alloc(t, d, make([]int32, 8)...)
	half := func(offset int) device.Operand {
		o := operand(x)
		o.Type, o.Layout.Shape, o.Layout.Strides, o.Layout.Offset = op.Int8, []int{8}, []int{1}, offset
		return o
	}
	p, err := device.NewProgram([]op.DType{op.Int8}, nil, []device.Instr{do(op.Neg, 0), do(op.Abs, 0)}, 1, 2)
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{8}, In: []device.Operand{half(0)}, Out: []device.Operand{half(0), half(8 + 1)}}
	var events []device.LaunchEvent
	var pages []string
	defer device.OnLaunch(func(e *device.LaunchEvent) {
		events = append(events, *e)
		page, err := e.Kernels()
		assert.NoError(t, err)
		pages = append(pages, page)
	})()
	require.NoError(t, d.Run(ctx, l))
	require.Len(t, events, 1, "its parts are no launches")
	assert.Regexp(t, "^2 times [^;]+; [^;]+$", events[0].Variant, "a copy and a result alike, and a result elsewhere")
	assert.Equal(t, 3, strings.Count(pages[0], "fn main("))
	assert.Equal(t, 3, events[0].Dispatches)
}

func TestALaunchOfALongGroupHasADispatchForEachStage(t *testing.T) {
	d := open(t)
	p, err := device.Parse("(%0 int32 level 1)\n%1 int32 = max %0\nreturn %1")
	require.NoError(t, err)
	var stages []int
	defer device.OnLaunch(func(e *device.LaunchEvent) {
		page, err := e.Kernels()
		assert.NoError(t, err)
		stages = append(stages, strings.Count(page, "fn main("))
	})()
	stats, stop := device.CountLaunches(d)
	defer stop()
	for _, n := range []int{8, 100_000} {
		x, to := operand(alloc(t, d, make([]int32, n)...)), operand(alloc(t, d, 0))
		x.Layout, to.Layout = broadcast.RowMajor(n), broadcast.RowMajor()
		l := &device.Launch{Program: p, Shape: []int{n}, Levels: []int{1}, In: []device.Operand{x}, Out: []device.Operand{to}}
		require.NoError(t, d.Run(ctx, l))
	}
	assert.Equal(t, 1, stages[0])
	assert.Greater(t, stages[1], 1)
	assert.Equal(t, stages[0]+stages[1], stats().Dispatches)
}
