package gpu

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// within gives a device small sizes, once it is open.
func within(window, segment, elements int) Option {
	return func(c *config) { c.sizes = sizes{window, segment, elements} }
}

// narrowWindows crosses from window to window and from segment to segment as often as can be.
var narrowWindows = within(256, 1<<12, 400)

func TestADeviceOfTinyWindowsIsADevice(t *testing.T) {
	oneGoroutine(t)
	which := []devicetest.Option{devicetest.Bare()}
	if !devicetest.Thorough() {
		which = append(which, devicetest.Checks("inplace/interleaved", "layouts/both", "layouts/transposed"))
	}
	devicetest.Run(t, func(t testing.TB) device.Device { return open(t, narrowWindows) }, which...)
}

func TestWindowsAndSegmentsAreWhatTheAdapterAllows(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name            string
		buffer, binding int
		want            sizes
	}{
		{"buffers of two bindings", 256 * mib, 128 * mib, sizes{128 * mib, 256 * mib, math.MaxInt32}},
		{"buffers of 16 bindings", 2048*mib - 1, 128 * mib, sizes{128 * mib, 896 * mib, math.MaxInt32}},
		{"bindings longer than buffers", 64*mib + 100, 128*mib - 4, sizes{64 * mib, 64 * mib, math.MaxInt32}},
		{"SwiftShader's", 2048*mib - 1, 1024 * mib, sizes{1024*mib - 256, 1024*mib - 256, math.MaxInt32}},
		{
			name:    "many hardware drivers'",
			buffer:  2048*mib - 1,
			binding: 2048*mib - 1,
			want:    sizes{1024*mib - 256, 1024*mib - 256, math.MaxInt32},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, newSizes(webgpu.Limits{BufferBytes: c.buffer, BindingBytes: c.binding}))
		})
	}
	r := newSizes(webgpu.Limits{BufferBytes: math.MaxInt, BindingBytes: math.MaxInt})
	assert.LessOrEqual(t, r.window, math.MaxInt32, "of a driver that says anything goes")
	assert.Positive(t, r.segment)
	assert.Positive(t, r.bufferBytes())
}

// wide lays out some hundred elements, many windows of them.
func wide() map[string]broadcast.Layout {
	shape := []int{9, 6, 11}
	return map[string]broadcast.Layout{
		"dense": lay(0, shape, []int{66, 11, 1}), "offset": lay(77, shape, []int{66, 11, 1}),
		"transposed": lay(1, shape, []int{1, 9, 54}), "rotated": lay(2, shape, []int{11, 99, 1}),
		"reversed": lay(595, shape, []int{-66, -11, -1}), "mirrored": lay(13, shape, []int{66, 11, -1}),
		"stepped": lay(3, shape, []int{150, 23, 2}), "far": lay(5, shape, []int{1001, 11, 1}), "woven": lay(6, shape, []int{400, 2, 13}),
		// inputs only:
		"row": lay(4, shape, []int{0, 0, 7}), "column": lay(250, shape, []int{33, 0, 0}), "middle": lay(9, shape, []int{0, -70, 0}), "scalar": lay(255, shape, []int{0, 0, 0}),
		"sliding": lay(200, shape, []int{5, 3, 1}),
	}
}

func TestEveryLayoutRunsAcrossWindows(t *testing.T) {
	oneGoroutine(t)
	d := open(t, narrowWindows)
	r := rand.New(rand.NewPCG(5, 5))
	names := []string{}
	layouts := wide()
	for name, l := range layouts {
		if lo, _ := l.Bounds(); lo < 0 {
			l.Offset -= lo
			layouts[name] = l
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, dt := range []op.DType{op.Uint8, op.Int16, op.Float32, op.Int64} {
		for i, out := range names {
			for k, in := range names {
				if layouts[out].Repeats() || (i+k)%many(1, 5) != dt.Size()%many(1, 5) {
					continue
				}
				packed{program: copying(t, dt), layouts: []broadcast.Layout{layouts[out], layouts[in]}, names: "ab"}.run(t, d, r)
			}
			if dt.Size() < 8 && !layouts[out].Repeats() {
				packed{program: changing(t, dt), layouts: []broadcast.Layout{layouts[out], layouts[out]}, names: "aa"}.run(t, d, r)
			}
		}
	}
}

// Two operands far apart in one buffer are in two windows of it, both of them bound as written.
func TestOneBufferIsBoundThroughSeveralWindows(t *testing.T) {
	d := open(t, narrowWindows)
	r := rand.New(rand.NewPCG(6, 6))
	for _, dt := range []op.DType{op.Uint8, op.Float32} {
		for _, far := range []int{0, 256, 700, 1023, 5000} {
			packed{program: copying(t, dt), layouts: []broadcast.Layout{row(100, 3), row(100, 103+far)}, names: "aa"}.run(t, d, r)
			packed{program: copying(t, dt), layouts: []broadcast.Layout{row(100, 103+far), row(100, 3)}, names: "aa"}.run(t, d, r)
			sum := mustProgram(t, []op.DType{dt, dt}, nil, []device.Instr{{Op: op.Mul, Args: []device.Value{0, 1}}}, 2, 0)
			packed{program: sum, layouts: []broadcast.Layout{row(100, 3), row(100, 203+far), row(100, 3), row(100, 103+far/2)}, names: "aaaa"}.run(t, d, r)
		}
	}
}

func TestTransfersCrossSegments(t *testing.T) {
	d := open(t, within(256, 1<<10, 400))
	r := rand.New(rand.NewPCG(7, 7))
	want := make([]byte, 5<<10+3)
	b, err := d.Alloc(len(want))
	require.NoError(t, err)
	assert.Len(t, b.(*buffer).blocks, 6)
	require.NoError(t, b.Write(0, want))
	for range 300 {
		at := r.IntN(len(want) + 1)
		if r.IntN(2) == 0 { // near a border
			at = min(max(at&^1023+r.IntN(9)-4, 0), len(want))
		}
		n := r.IntN(min(len(want)-at, 1<<r.IntN(13)) + 1)
		for i := range n {
			want[at+i] = byte(r.Uint32())
		}
		require.NoError(t, b.Write(at, want[at:at+n]))
		if at, n = r.IntN(len(want)), r.IntN(3000); n > len(want)-at {
			n = len(want) - at
		}
		got := make([]byte, n)
		require.NoError(t, b.Read(ctx, at, got))
		require.Equal(t, want[at:at+n], got, "%d bytes at %d", n, at)
	}
	before := d.Stats()
	b.Release()
	s := d.Stats()
	assert.Equal(t, before.LiveBuffers-6, s.LiveBuffers)
	assert.Equal(t, before.LiveBytes+before.PooledBytes, s.LiveBytes+s.PooledBytes)
}

// check returns the error of a launch that is not valid.
func (c packed) check(info device.Info) error {
	l := &device.Launch{Program: c.program, Shape: c.layouts[0].Shape, Scalars: c.scalars}
	buffers := map[byte]device.Buffer{}
	for i, layout := range c.layouts {
		if buffers[c.names[i]] == nil {
			buffers[c.names[i]] = &someBuffer{}
		}
		o := device.Operand{Buffer: buffers[c.names[i]], Layout: layout}
		if outs := c.program.Outputs(); i < len(outs) {
			o.Type = c.program.Type(outs[i])
			l.Out = append(l.Out, o)
		} else {
			o.Type = c.program.Inputs()[i-len(outs)]
			l.In = append(l.In, o)
		}
	}
	return l.Check(info)
}

type someBuffer struct{ device.Buffer }

func (*someBuffer) Len() int { return 1 << 20 }

// strange returns an unusual launch that is right all the same.
func strange(t testing.TB, r *rand.Rand, info device.Info) packed {
	// Any bits are an element of these dtypes.
	dts := []op.DType{op.Uint8, op.Int8, op.Uint16, op.Int16, op.Int32, op.Int64}
	pick := func() op.DType { return dts[r.IntN(len(dts))] }
	for {
		in := []op.DType{pick(), pick()}
		results := []device.Value{0, 1}
		var code []device.Instr
		for range r.IntN(3) {
			v := device.Value(2 + len(code))
			code = append(code, device.Instr{Op: op.Cast, Type: []op.DType{op.Uint8, op.Int16, op.Float32}[r.IntN(3)], Args: []device.Value{device.Value(r.IntN(int(v)))}})
			results = append(results, v)
		}
		r.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		c := packed{program: mustProgram(t, in, nil, code, results[:1+r.IntN(len(results))]...)}
		shape := make([]int, 1+r.IntN(3))
		for axis := range shape {
			shape[axis] = 1 + r.IntN([]int{300, 20, 8}[len(shape)-1])
		}
		for i := range len(c.program.Outputs()) + 2 {
			l := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: r.IntN(400)}
			if r.IntN(2) == 0 {
				copy(l.Strides, broadcast.RowMajor(shape...).Strides)
			} else {
				for axis := range l.Strides {
					l.Strides[axis] = r.IntN(41) - 10
				}
			}
			name := byte('a' + r.IntN(3))
			if j := r.IntN(i + 1); j < i && r.IntN(2) == 0 {
				l, name = c.layouts[j], c.names[j]
			}
			c.layouts, c.names = append(c.layouts, l), c.names+string(name)
		}
		if c.check(info) == nil {
			return c
		}
	}
}

func TestStrangeLaunchesAreRight(t *testing.T) {
	oneGoroutine(t)
	for _, c := range []struct {
		name string
		opt  Option
	}{
		{"in one piece", func(*config) {}},
		{"in many", narrowWindows},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, c.opt)
			for seed := range uint64(many(150, 8)) {
				r := rand.New(rand.NewPCG(seed, 8))
				strange(t, r, d.Info()).run(t, d, r)
			}
		})
	}
}

func FuzzStrangeLaunches(f *testing.F) {
	d := open(f, narrowWindows)
	for seed := range uint64(many(8, 2)) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 9))
		strange(t, r, d.Info()).run(t, d, r)
	})
}

func TestALaunchInPiecesIsOneLaunch(t *testing.T) {
	d := open(t, narrowWindows)
	x := alloc(t, d, make([]int32, 1000)...)
	one := alloc(t, d, slices.Repeat([]int32{1}, 1000)...)
	pipelines := d.Stats().Pipelines
	stats, stop := device.CountLaunches(d)
	defer stop()
	add(t, d, x, x, one)
	assert.Equal(t, 1, stats().Launches)
	assert.LessOrEqual(t, d.Stats().Pipelines, pipelines+1)
	assert.Equal(t, slices.Repeat([]int32{1}, 1000), get(t, x))
}

// Everything that is wrong with a piece is known before the first is recorded; what the driver
// refuses after that ends the device.
func TestALaunchThatFailsHalfWayLeavesNoHalfResult(t *testing.T) {
	t.Run("before the first piece", func(t *testing.T) {
		d := open(t, narrowWindows)
		x := alloc(t, d, make([]int32, 1000)...)
		d.pipelines.edit = func(wgsl string) string { return wgsl + "no WGSL" }
		err := d.Run(context.Background(), launch(t, op.Add, x, x, x))
		require.ErrorContains(t, err, "no WGSL")
		d.pipelines.edit = nil
		add(t, d, x, x, x)
		assert.Equal(t, make([]int32, 1000), get(t, x))
	})
	t.Run("after it", func(t *testing.T) {
		d := open(t, narrowWindows)
		x := alloc(t, d, make([]int32, 1000)...)
		l := launch(t, op.Add, x, x, x)
		p, err := d.runner.prepare(l)
		require.NoError(t, err)
		require.Greater(t, len(p.Stages()), 2)
		err = d.runner.enqueue(ctx, nil, func() error {
			if err := p.compile(); err != nil {
				return err
			}
			for stage := range 2 {
				if err := d.runner.dispatch(nil, p, stage); err != nil {
					return err
				}
			}
			return errors.New("the driver is not in the mood")
		})
		require.ErrorIs(t, err, device.ErrLost)
		require.ErrorContains(t, err, "a launch failed after 2 dispatches: the driver is not in the mood")
		require.ErrorIs(t, x.Read(ctx, 0, make([]byte, 4)), device.ErrLost)
	})
}
