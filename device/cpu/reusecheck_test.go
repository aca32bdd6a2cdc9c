package cpu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A launch is reused after a change of buffers, offsets or scalars. Changes of other fields are the
// caller's mistakes, which have to end in an error where the launch has no meaning any more.
func TestAReusedLaunchIsCheckedAsANewOne(t *testing.T) {
	d, other := New(), New()
	const n = 6
	buffers := func(t *testing.T, on *Device, sizes ...int) (all []device.Buffer) {
		for _, size := range sizes {
			all = append(all, upload(t, on, floats32(ramp(size, 1)...)))
		}
		return all
	}
	scaled, err := device.Parse("(%0 float32, %1 float32; %2 float32)\n%3 float32 = mul %0 %2\n%4 float32 = add %3 %1\nreturn %4")
	require.NoError(t, err)
	chosen, err := device.Parse("(%0 float32, %1 float32; %2 bool)\n%3 float32 = where %2 %0 %1\nreturn %3")
	require.NoError(t, err)
	released := alloc(t, d, 4*n)
	released.Release()

	for _, c := range []struct {
		name   string
		wrong  bool
		change func(t *testing.T, l *device.Launch)
	}{
		{"nothing", false, func(*testing.T, *device.Launch) {}},
		{"another buffer", false, func(t *testing.T, l *device.Launch) { l.In[0].Buffer = buffers(t, d, n)[0] }},
		{"a larger buffer, and an offset", false, func(t *testing.T, l *device.Launch) {
			l.In[0].Buffer, l.In[0].Layout.Offset = buffers(t, d, 2*n)[0], n
		}},
		{"another scalar", false, func(_ *testing.T, l *device.Launch) { l.Scalars[0] = 1 }},
		{"an output in place", false, func(_ *testing.T, l *device.Launch) { l.Out[0].Buffer = l.In[1].Buffer }},
		{"an output behind an input", false, func(t *testing.T, l *device.Launch) {
			l.In[1].Buffer = buffers(t, d, 2*n)[0]
			l.Out[0].Buffer, l.Out[0].Layout.Offset = l.In[1].Buffer, n
		}},
		{"an output before an input", false, func(t *testing.T, l *device.Launch) {
			l.In[1].Buffer, l.In[1].Layout.Offset = buffers(t, d, 2*n)[0], n
			l.Out[0].Buffer = l.In[1].Buffer
		}},
		{"both inputs in one buffer", false, func(_ *testing.T, l *device.Launch) { l.In[0].Buffer = l.In[1].Buffer }},
		{"a buffer that is an element too small", true, func(t *testing.T, l *device.Launch) { l.In[0].Buffer = buffers(t, d, n-1)[0] }},
		{"an output that is too small", true, func(t *testing.T, l *device.Launch) { l.Out[0].Buffer = buffers(t, d, n-1)[0] }},
		{"no buffer", true, func(_ *testing.T, l *device.Launch) { l.Out[0].Buffer = nil }},
		{"a buffer of another device", true, func(t *testing.T, l *device.Launch) { l.In[0].Buffer = buffers(t, other, n)[0] }},
		{"a released buffer", true, func(_ *testing.T, l *device.Launch) { l.In[1].Buffer = released }},
		{"an offset beyond the buffer", true, func(_ *testing.T, l *device.Launch) { l.In[1].Layout.Offset = 1 }},
		{"a negative offset", true, func(_ *testing.T, l *device.Launch) { l.In[1].Layout.Offset = -1 }},
		{"the largest offset", true, func(_ *testing.T, l *device.Launch) { l.In[1].Layout.Offset = math.MaxInt }},
		{"the smallest offset", true, func(_ *testing.T, l *device.Launch) { l.In[1].Layout.Offset = math.MinInt }},
		{"an offset that overflows in bytes", true, func(_ *testing.T, l *device.Launch) { l.In[1].Layout.Offset = math.MinInt / 4 * 2 }},
		{"an output over a part of an input", true, func(t *testing.T, l *device.Launch) {
			l.In[1].Buffer = buffers(t, d, 2*n)[0]
			l.Out[0].Buffer, l.Out[0].Layout.Offset = l.In[1].Buffer, n/2
		}},
		{"a scalar of too many bits", true, func(_ *testing.T, l *device.Launch) { l.Scalars[0] = 1 << 40 }},
		{"a scalar less", true, func(_ *testing.T, l *device.Launch) { l.Scalars = nil }},
		{"an operand less", true, func(_ *testing.T, l *device.Launch) { l.In = l.In[:1] }},
		{"groups that the program does not have", true, func(_ *testing.T, l *device.Launch) { l.Levels = []int{1} }},
		{"no program", true, func(_ *testing.T, l *device.Launch) { l.Program = nil }},
		{"another program", true, func(t *testing.T, l *device.Launch) { l.Program = single(t, op.Neg, op.Float32) }},
		{"a program that takes a bool", true, func(_ *testing.T, l *device.Launch) { l.Program, l.Scalars[0] = chosen, 2 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var of []device.Operand
			for _, b := range buffers(t, d, n, n, n) {
				of = append(of, whole(b, op.Float32, n))
			}
			l := &device.Launch{Program: scaled, Shape: []int{n}, Scalars: []op.Scalar{op.Float32.FromFloat(2)}, Out: of[:1], In: of[1:]}
			l.Reuse()
			for range 2 {
				require.NoError(t, d.Run(t.Context(), l))
			}
			c.change(t, l)
			fresh := *l // which keeps nothing
			want := d.Run(t.Context(), &fresh)
			require.Equal(t, c.wrong, want != nil, "%v", want)
			for range 2 {
				got := d.Run(t.Context(), l)
				if c.wrong {
					assert.EqualError(t, got, want.Error())
				} else {
					require.NoError(t, got)
					checkLaunch(t, d, l)
				}
			}
		})
	}
}

func TestAReusedLaunchOfABoolTakesNoOtherScalar(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 float32, %1 float32; %2 bool)\n%3 float32 = where %2 %0 %1\nreturn %3")
	require.NoError(t, err)
	o := onFloats(t, d, ramp(5, 1), ramp(5, 2), ramp(5, 3))
	l := &device.Launch{Program: p, Shape: []int{5}, Scalars: []op.Scalar{1}, Out: o[:1], In: o[1:]}
	l.Reuse()
	require.NoError(t, d.Run(t.Context(), l))
	l.Scalars[0] = 2
	require.ErrorContains(t, d.Run(t.Context(), l), "scalar 0 is 0x2, which is no bool")
	l.Scalars[0] = 0
	checkLaunch(t, d, l)
}

// Elements of one buffer that alternate are of two operands, so the launch is checked in full.
func TestAReusedLaunchMayReadBetweenTheElementsThatItWrites(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(20, 1), ramp(20, 1))
	every := broadcast.Layout{Shape: []int{10}, Strides: []int{2}}
	o[0].Layout, o[1].Layout = every, every
	l := &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{10}, Out: o[:1], In: o[1:]}
	l.Reuse()
	checkLaunch(t, d, l)
	l.In[0].Buffer, l.In[0].Layout.Offset = l.Out[0].Buffer, 1
	checkLaunch(t, d, l)
	l.In[0].Layout.Offset = 0
	checkLaunch(t, d, l) // in place
}

func TestAReusedLaunchRefusesAnInputInAnotherOrderInTheOutputsBuffer(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(9, 1), ramp(9, 1))
	o[0].Layout, o[1].Layout = broadcast.RowMajor(3, 3), broadcast.Layout{Shape: []int{3, 3}, Strides: []int{1, 3}}
	l := &device.Launch{Program: single(t, op.Neg, op.Float32), Shape: []int{3, 3}, Out: o[:1], In: o[1:]}
	l.Reuse()
	checkLaunch(t, d, l)
	l.In[0].Buffer = l.Out[0].Buffer
	require.ErrorContains(t, d.Run(t.Context(), l), "overlaps output 0")
}

// The bytes of a narrow input lie where a wide output is written.
func TestAReusedLaunchRefusesAnInputOfAnotherSizeInTheOutputsBuffer(t *testing.T) {
	d := New()
	p, err := device.NewProgram([]op.DType{op.Uint8}, nil, []device.Instr{{Op: op.Cast, Type: op.Float32, Args: []device.Value{0}}}, 1)
	require.NoError(t, err)
	out, in := whole(alloc(t, d, 40), op.Float32, 10), whole(upload(t, d, make([]byte, 10)), op.Uint8, 10)
	l := &device.Launch{Program: p, Shape: []int{10}, Out: []device.Operand{out}, In: []device.Operand{in}}
	l.Reuse()
	require.NoError(t, d.Run(t.Context(), l))
	l.In[0].Buffer = l.Out[0].Buffer
	require.ErrorContains(t, d.Run(t.Context(), l), "overlaps output 0")
}

func TestAReusedLaunchIsRefusedWhereItsOutputsAreTheSame(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 float32)\n%1 float32 = add %0 %0\n%2 float32 = mul %0 %0\nreturn %1 %2")
	require.NoError(t, err)
	operand := func() device.Operand { return whole(upload(t, d, floats32(ramp(4, 1)...)), op.Float32, 4) }
	l := &device.Launch{Program: p, Shape: []int{4}, In: []device.Operand{operand()}, Out: []device.Operand{operand(), operand()}}
	l.Reuse()
	require.NoError(t, d.Run(t.Context(), l))
	l.Out[1].Buffer = l.Out[0].Buffer
	assert.ErrorContains(t, d.Run(t.Context(), l), "outputs 0 and 1 overlap")
}
