package device

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// launch returns x*s + y over a shape, right in every way.
func launch(shape ...int) *Launch {
	p, err := Parse("(%0 float32, %1 float32; %2 float32)\n%3 float32 = mul %0 %2\n%4 float32 = add %3 %1\nreturn %4")
	if err != nil {
		panic(err)
	}
	return &Launch{Program: p, Shape: shape, Scalars: []op.Scalar{op.Float32.FromFloat(2)},
		In:  []Operand{operand(f32, shape...), operand(f32, shape...)},
		Out: []Operand{operand(f32, shape...)}}
}

func TestALaunchInOrderIsTaken(t *testing.T) {
	assert.NoError(t, launch(2, 3).Check(everything))
	assert.NoError(t, launch().Check(everything))
	assert.NoError(t, launch(0, 3).Check(everything))

	inPlace := launch(2, 3)
	inPlace.Out[0] = inPlace.In[1]
	assert.NoError(t, inPlace.Check(everything))

	row := launch(2, 3) // broadcast, reversed, and another part of the output's buffer
	row.In[0] = Operand{&fakeBuffer{12}, f32, broadcast.Layout{Shape: []int{2, 3}, Strides: []int{0, -1}, Offset: 2}}
	row.Out[0].Buffer = &fakeBuffer{48}
	row.In[1] = row.Out[0]
	row.In[1].Layout.Offset = 6
	assert.NoError(t, row.Check(everything))
}

func TestALaunchIsRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(l *Launch)
		want string
	}{
		{"input missing", func(l *Launch) { l.In = l.In[:1] },
			"1 inputs, 1 outputs and 1 scalars given, the program takes 2, 1 and 1"},
		{"scalar missing", func(l *Launch) { l.Scalars = nil },
			"2 inputs, 1 outputs and 0 scalars given, the program takes 2, 1 and 1"},
		{"scalar wider than its type", func(l *Launch) { l.Scalars[0] = 1 << 32 },
			"scalar 0 is 0x100000000, which is no float32"},
		{"no buffer", func(l *Launch) { l.In[1].Buffer = nil },
			"input 1 has no buffer"},
		{"another type", func(l *Launch) { l.Out[0].Type = op.Int32 },
			"output 0 is int32, the program takes float32 there"},
		{"another shape", func(l *Launch) { l.In[0] = operand(f32, 3) },
			"input 0 has shape [3]; expand it with Layout.To to the launch's axes [2 3] and then 0 places"},
		{"beyond the buffer", func(l *Launch) { l.In[0].Layout.Offset = 1 },
			"input 0 (float32) leaves its buffer of 24 bytes: shape [2 3] with strides [3 1] from offset 1 reaches elements 1 to 6 of a storage of 6"},
		{"before the buffer", func(l *Launch) { l.Out[0].Layout.Strides = []int{-3, 1} },
			"output 0 (float32) leaves its buffer of 24 bytes: shape [2 3] with strides [-3 1] from offset 0 reaches elements -3 to 2 of a storage of 6"},
		{"strides missing", func(l *Launch) { l.In[0].Layout.Strides = nil },
			"input 0 (float32) leaves its buffer of 24 bytes: layout has 2 sizes [2 3] but 0 strides []"},
		{"written twice", func(l *Launch) { l.Out[0].Layout.Strides = []int{0, 1} },
			"output 0 writes an element more than once (strides [0 1])"},
		{"overlap", func(l *Launch) {
			l.Out[0].Buffer = &fakeBuffer{28}
			l.In[0] = l.Out[0]
			l.In[0].Layout.Offset = 1
		}, "input 0 (strides [3 1], offset 1) overlaps output 0 (strides [3 1], offset 0); copy one first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := launch(2, 3)
			c.harm(l)
			assert.EqualError(t, l.Check(everything), "device: launch of mul+add over shape [2 3]: "+c.want)
		})
	}
	assert.EqualError(t, new(Launch).Check(everything), "device: launch without a program")
}

func TestAScalarIsAnElementOfItsType(t *testing.T) {
	p, err := Parse("(; %0 float64, %1 bool)\nreturn %0 %1")
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: []int{2}, Out: []Operand{operand(op.Float64, 2), operand(op.Bool, 2)}}
	for _, all := range [][]op.Scalar{{0, 0}, {math.MaxUint64, 1}} {
		l.Scalars = all
		assert.NoError(t, l.Check(everything))
	}
	l.Scalars = []op.Scalar{0, 2}
	assert.EqualError(t, l.Check(everything), "device: launch of copy over shape [2]: scalar 1 is 0x2, which is no bool")
}

func TestOutputsMayNotOverlap(t *testing.T) {
	p, err := NewProgram([]op.DType{f32}, nil, nil, 0, 0)
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: []int{4}, In: []Operand{operand(f32, 4)}}
	out := operand(f32, 4)
	l.Out = []Operand{out, out}
	assert.EqualError(t, l.Check(everything), "device: launch of copy over shape [4]: outputs 0 and 1 overlap")
}

func TestOverlapOfDifferentTypesIsCountedInBytes(t *testing.T) {
	p, err := Parse("(%0 float32)\n%1 int8 = cast %0\nreturn %1")
	require.NoError(t, err)
	shared := &fakeBuffer{20}
	four := broadcast.RowMajor(4)
	l := &Launch{Program: p, Shape: []int{4}, In: []Operand{{shared, f32, four}}, Out: []Operand{{shared, op.Int8, four}}}
	assert.ErrorContains(t, l.Check(everything), "input 0 (strides [1], offset 0) overlaps output 0 (strides [1], offset 0)")
	l.Out[0].Layout.Offset = 16
	assert.NoError(t, l.Check(everything))
}

func TestWorkBeyondTheDeviceIsUnsupported(t *testing.T) {
	p, err := Parse("(%0 float32)\n%1 float64 = cast %0\n%2 float64 = neg %1\nreturn %2")
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: []int{4}, In: []Operand{operand(f32, 4)}, Out: []Operand{operand(op.Float64, 4)}}
	small := Info{Name: "tiny", DTypes: op.SetOf(op.Float32)}
	err = l.Check(small)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "device tiny does not support cast giving float64; convert with AsType, or move to another device with To")

	small = Info{Name: "tiny", DTypes: op.SetOf(op.DTypes()...), Limits: Limits{Buffers: 2}}
	err = launch(2, 3).Check(small)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "device tiny does not support a launch of 3 operands, 2 at most; split the program")
}

func TestUnsupportedWorkNamesWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		name, want string
		e          UnsupportedError
	}{
		{
			name: "a dtype",
			want: "device d does not support float64; convert with AsType, or move to another device with To",
			e:    UnsupportedError{Device: "d", Type: op.Float64},
		},
		{
			name: "an operation giving a dtype",
			want: "device d does not support pow giving int8; int8 needs atomics",
			e:    UnsupportedError{Device: "d", Op: "pow", Type: op.Int8, Detail: "int8 needs atomics"},
		},
		{"an operation", "device d does not support pow", UnsupportedError{Device: "d", Op: "pow"}},
		{
			name: "a detail",
			want: "device d does not support buffers of 5 GB",
			e:    UnsupportedError{Device: "d", Detail: "buffers of 5 GB"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.EqualError(t, &c.e, c.want)
		})
	}
}

func TestCheckingALaunchAllocatesNothing(t *testing.T) {
	l := launch(64, 64)
	l.In[0].Layout.Strides = []int{0, 1}
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = l.Check(everything) }))
}

func BenchmarkCheck(b *testing.B) {
	l := launch(64, 64)
	l.In[0].Layout.Strides = []int{0, 1}
	b.Run("step=check", func(b *testing.B) {
		for b.Loop() {
			_ = l.Check(everything)
		}
	})
	b.Run("step=plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = l.Nest(nil).Groups
		}
	})
}

func TestAPlanHasTheOutputsFirst(t *testing.T) {
	l := launch(2, 3)
	l.In[0].Layout.Strides = []int{0, 1}
	p := l.Nest(nil).Groups
	assert.Equal(t, []int{2, 3}, p.Shape)
	assert.Len(t, p.Operands, 3)
	assert.Equal(t, broadcast.Contiguous, p.Operands[0].Class)
	assert.Equal(t, broadcast.InnerRow, p.Operands[1].Class)
	assert.Equal(t, broadcast.Contiguous, p.Operands[2].Class)
}
