package cpu

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestABriefLaunchGivesWhatAnyLaunchGives(t *testing.T) {
	for _, name := range tierNames() {
		d, r := New(Tier(name)), rand.New(rand.NewPCG(1, 2))
		brief, flats := 0, 0
		for range 3000 {
			o := op.All()[r.IntN(len(op.All()))]
			from := op.DTypes()[r.IntN(len(op.DTypes()))]
			if compute, _, err := o.Types(from); err != nil || compute != from || o.As != nil || o.Rule == op.Retype {
				continue
			}
			shape := []int{1 + r.IntN(3) + r.IntN(2)*r.IntN(20), 1 + r.IntN(40) + r.IntN(2)*r.IntN(100)}
			n := shape[0] * shape[1]
			l := &device.Launch{Shape: shape}
			var inputs, scalars []op.DType
			in := device.Instr{Op: o}
			for i := range o.Arity {
				dt := from
				if o.Rule == op.Select && i == 0 {
					dt = op.Bool
				}
				elements := make([]op.Scalar, n)
				for k := range elements {
					elements[k] = element(r, dt)
				}
				if i > 0 && r.IntN(4) == 0 {
					scalars, l.Scalars = append(scalars, dt), append(l.Scalars, elements[0])
					in.Args = append(in.Args, -1)
					continue
				}
				in.Args = append(in.Args, device.Value(len(inputs)))
				inputs = append(inputs, dt)
				l.In = append(l.In, device.Operand{Buffer: upload(t, d, pack(dt, elements...)), Type: dt, Layout: anyRows(r, shape)})
			}
			at := device.Value(len(inputs))
			for i, v := range in.Args {
				if v < 0 {
					in.Args[i], at = at, at+1
				}
			}
			p, err := device.NewProgram(inputs, scalars, []device.Instr{in}, at)
			require.NoError(t, err)
			l.Program = p
			dt := p.Type(at)
			l.Out = []device.Operand{{Type: dt, Layout: broadcast.RowMajor(shape...)}}
			if !d.RunBrief(l) {
				assert.Nil(t, l.Out[0].Buffer)
				continue
			}
			brief++
			got := l.Out[0].Buffer
			require.Equal(t, n*dt.Size(), got.Len())
			l.Out[0].Buffer = alloc(t, d, n*dt.Size())
			require.NoError(t, d.Run(t.Context(), l))
			want := download(t, l.Out[0].Buffer)
			require.Equal(t, want, download(t, got), "%s: %v of %d", name, p, n)
			require.True(t, d.RunBrief(l), "again, into a buffer that is there")
			require.Equal(t, want, download(t, l.Out[0].Buffer), "%s: %v of %d", name, p, n)
			f, ok := flat(l)
			if !ok {
				continue
			}
			if !d.RunFlat(f) {
				assert.Contains(t, f.Single, true, "a kernel that takes no single element")
				continue
			}
			flats++
			require.Equal(t, want, download(t, f.Out), "%s: %v of %d", name, p, n)
			made := f.Out
			require.True(t, d.RunFlat(f), "again")
			require.Equal(t, want, download(t, made), "%s: %v of %d", name, p, n)
		}
		assert.Greater(t, brief, 300, name)
		assert.Greater(t, flats, 50, name)
	}
}

// Programs of several instructions over all layouts, in place too.
func TestABriefProgramGivesTheBitsOfItsRows(t *testing.T) {
	oneGoroutine(t)
	for _, name := range tierNames() {
		d := New(Tier(name))
		rows, flats := 0, 0
		for seed := range uint64(800) {
			g := newGenerator(t, d, seed)
			l := g.launch()
			if len(l.Out) > 1 || len(l.Program.Code()) < 2 {
				continue
			}
			if g.IntN(2) == 0 { // as most results lie
				l.Out[0] = whole(alloc(t, d, l.Out[0].Layout.Len()*l.Out[0].Type.Size()), l.Out[0].Type, l.Shape...)
				for k, in := range l.In {
					if in.Layout.Contiguous() {
						l.In[k].Layout.Offset = 0
					}
				}
			}
			checkRun(t, d, l, func(l *device.Launch) error {
				if f, ok := flat(l); ok && l.Out[0].Layout.Contiguous() && l.Out[0].Layout.Offset == 0 {
					if f.Out = l.Out[0].Buffer; d.RunFlat(f) {
						flats++
						return nil
					}
				}
				if d.RunBrief(l) {
					rows++
					return nil
				}
				return d.Run(context.Background(), l)
			})
			g.release(l)
		}
		assert.Greater(t, rows, 20, name)
		assert.Greater(t, flats, 5, name)
	}
}

// flat says a launch in fewer words, if its operands are such.
func flat(l *device.Launch) (f *device.Flat, ok bool) {
	f = &device.Flat{Program: l.Program, Len: l.Out[0].Layout.Len()}
	copy(f.Scalars[:], l.Scalars)
	for i, in := range l.In {
		f.In[i] = in.Buffer
		f.Single[i] = !in.Layout.Contiguous() && !slices.ContainsFunc(in.Layout.Strides, func(s int) bool { return s != 0 })
		if !in.Layout.Contiguous() && !f.Single[i] || in.Layout.Offset != 0 {
			return f, false
		}
	}
	return f, true
}

// Kernels that take no fewer elements than these may write behind a buffer, but not behind the
// elements that were asked for.
func TestAShortFlatLaunchWritesNoFurther(t *testing.T) {
	d := New()
	for _, o := range []*op.Op{op.Exp, op.Neg} {
		p := program(t, 1, 0, []device.Instr{call(o, 0)}, 1)
		for n := 1; n < 40; n++ {
			data := onFloats(t, d, ramp(n, 1), ramp(40, 7), ramp(n, 7))
			whole := &device.Flat{Program: p, Len: n, Out: data[2].Buffer}
			whole.In[0] = data[0].Buffer
			require.True(t, d.RunFlat(whole))
			want := append(download(t, whole.Out), download(t, data[1].Buffer)[4*n:]...)
			part := &device.Flat{Program: p, Len: n, Out: data[1].Buffer}
			part.In[0] = data[0].Buffer
			require.True(t, d.RunFlat(part))
			require.Equal(t, want, download(t, part.Out), "%s of %d", o.Name, n)
		}
	}
}

func TestAFlatLaunchThatIsNotBriefIsLeftAsItIs(t *testing.T) {
	t.Setenv(TierEnv, "") // the best
	if kernels("").name == plainTier {
		t.Skip("plain loops take no numbers in place of operands")
	}
	var d *Device
	for _, c := range []struct {
		name string
		harm func(t *testing.T, f *device.Flat)
	}{
		{"single result", func(t *testing.T, f *device.Flat) { f.Single[0], f.In[0] = true, f.Out }},
		{"no program", func(t *testing.T, f *device.Flat) { f.Program = nil }},
		{"no elements", func(t *testing.T, f *device.Flat) { f.Len = 0 }},
		{"fewer than none", func(t *testing.T, f *device.Flat) { f.Len = math.MinInt }},
		{"too many", func(t *testing.T, f *device.Flat) { f.Len = 101 }},
		{"far too many", func(t *testing.T, f *device.Flat) { f.Len = math.MaxInt }},
		{"short output", func(t *testing.T, f *device.Flat) { f.Out = alloc(t, d, 396) }},
		{"no input", func(t *testing.T, f *device.Flat) { f.In[1] = nil }},
		{"input of other", func(t *testing.T, f *device.Flat) { f.In[1] = alloc(t, New(), 400) }},
		{"output of other", func(t *testing.T, f *device.Flat) { f.Out = alloc(t, New(), 400) }},
		{"released", func(t *testing.T, f *device.Flat) { f.In[0].Release() }},
		{"output released", func(t *testing.T, f *device.Flat) { f.Out.Release() }},
		{"no float32", func(t *testing.T, f *device.Flat) { f.Scalars[0] = 1 << 32 }},
		{"a result that grows", func(t *testing.T, f *device.Flat) { f.Program, f.Out = program64(t), f.In[0] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d = New(Memory(1 << 22))
			o := onFloats(t, d, ramp(100, 1), ramp(100, 2), ramp(100, 3))
			f := &device.Flat{Program: program(t, 2, 1, []device.Instr{call(op.Clamp, 0, 1, 2)}, 3), Len: 100, Out: o[2].Buffer}
			f.In[0], f.In[1] = o[0].Buffer, o[1].Buffer
			require.True(t, d.RunFlat(f))
			require.NoError(t, o[2].Buffer.Write(0, floats32(ramp(100, 3)...)))
			c.harm(t, f)
			assert.False(t, d.RunFlat(f))
			if c.name != "output released" {
				assert.Equal(t, floats32(ramp(100, 3)...), download(t, o[2].Buffer))
			}
		})
	}
}

// program64 converts to float64.
func program64(t *testing.T) *device.Program {
	p, err := device.NewProgram([]op.DType{op.Float32}, nil, []device.Instr{{Op: op.Cast, Type: op.Float64, Args: []device.Value{0}}}, 1)
	require.NoError(t, err)
	return p
}

// anyRows is a layout of a matrix among as many elements.
func anyRows(r *rand.Rand, shape []int) broadcast.Layout {
	l := broadcast.RowMajor(shape...)
	rows, columns := shape[0], shape[1]
	switch r.IntN(9) {
	case 0:
		l.Strides = []int{0, 1}
	case 1:
		l.Strides = []int{1, 0}
	case 2:
		l.Strides = []int{0, 0}
	case 3:
		l.Strides = []int{1, rows}
	case 4:
		l.Strides, l.Offset = []int{-columns, -1}, rows*columns-1
	case 5:
		l.Strides = []int{(rows*columns - 1) / max(rows-1, 1), 0}
	case 6:
		l.Strides = []int{0, (rows*columns - 1) / max(columns-1, 1)}
	}
	return l
}

func TestABufferThatWasReleasedStaysReleased(t *testing.T) {
	d := New()
	b := alloc(t, d, 64)
	b.Release()
	assert.NotSame(t, b, alloc(t, d, 64), "others may hold it")
	assert.ErrorIs(t, b.Write(0, []byte{1}), device.ErrReleased)
}

func TestLongOperandsThatLieApartAreBrief(t *testing.T) {
	d := New()
	where, err := device.Single(op.Where, op.Bool, op.Float64, op.Float64)
	require.NoError(t, err)
	g := newGenerator(t, d, 5)
	for _, shape := range [][]int{{10_000}, {3, 3001}, {50, 200}, {7, 600}} {
		in := len(shape) - 1
		l := &device.Launch{Program: where, Shape: shape}
		for k, dt := range []op.DType{op.Float64, op.Bool, op.Float64, op.Float64} {
			layout := broadcast.RowMajor(shape...)
			for axis := range shape {
				layout.Strides[axis] *= 1 + k
			}
			if k == 3 {
				layout.Offset, layout.Strides[in] = layout.Strides[in]*shape[in], -layout.Strides[in]
			}
			_, n := layout.Bounds()
			elements := make([]op.Scalar, n)
			for i := range elements {
				elements[i] = element(g.Rand, dt)
			}
			o := device.Operand{Buffer: upload(t, d, pack(dt, elements...)), Type: dt, Layout: layout}
			if k == 0 {
				l.Out = append(l.Out, o)
			} else {
				l.In = append(l.In, o)
			}
		}
		require.True(t, d.RunBrief(l))
		got := download(t, l.Out[0].Buffer)
		require.NoError(t, d.Run(t.Context(), l))
		assert.Equal(t, download(t, l.Out[0].Buffer), got, shape)
	}
}

func TestBriefCopiesOfViews(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(60, 1), ramp(60, 0))
	p := program(t, 1, 0, nil, 0)
	l := &device.Launch{Program: p, Shape: []int{4, 15}, Out: o[1:2], In: o[:1]}
	o[1].Layout = broadcast.RowMajor(4, 15)
	for _, strides := range [][]int{{1, 4}, {15, 0}, {0, 1}, {15, 1}, {0, 0}, {1, 1}} {
		o[0].Layout = broadcast.Layout{Shape: l.Shape, Strides: strides}
		require.True(t, d.RunBrief(l))
		got := download(t, o[1].Buffer)
		require.NoError(t, d.Run(t.Context(), l))
		assert.Equal(t, download(t, o[1].Buffer), got, strides)
	}
}

func TestBriefCopiesAndFills(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(50, 1), ramp(50, 0), ramp(50, 0))
	p := program(t, 1, 1, nil, 0)
	seven := []op.Scalar{op.Float32.FromFloat(7)}
	require.True(t, d.RunBrief(&device.Launch{Program: p, Shape: []int{50}, Out: o[1:2], In: o[:1], Scalars: seven}))
	assert.Equal(t, floats32(ramp(50, 1)...), download(t, o[1].Buffer))
	p = program(t, 1, 1, nil, 1)
	require.True(t, d.RunBrief(&device.Launch{Program: p, Shape: []int{50}, Out: o[2:], In: o[:1], Scalars: seven}))
	assert.Equal(t, pack(op.Float32, seven[0]), download(t, o[2].Buffer)[4*49:])
}

func TestWhatIsNotBriefIsLeftAsItIs(t *testing.T) {
	d := New(Memory(1 << 22))
	neg := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	launch := func(t *testing.T, n int) *device.Launch {
		o := onFloats(t, d, ramp(n, 1), ramp(n, 2))
		return &device.Launch{Program: neg, Shape: []int{n}, Out: o[1:], In: o[:1]}
	}
	assert.True(t, d.RunBrief(launch(t, 100)))
	for _, c := range []struct {
		name string
		harm func(t *testing.T, l *device.Launch)
	}{
		{"much", func(t *testing.T, l *device.Launch) { *l = *launch(t, briefWork+1) }},
		{"a view too far", func(t *testing.T, l *device.Launch) { l.In[0].Layout.Strides = []int{2} }},
		{"three loops", func(t *testing.T, l *device.Launch) {
			l.Shape = []int{2, 5, 10}
			l.In[0].Layout = broadcast.Layout{Shape: l.Shape, Strides: []int{1, 0, 3}}
			l.Out[0].Layout = broadcast.RowMajor(l.Shape...)
		}},
		{"much to pack", func(t *testing.T, l *device.Launch) {
			*l = *launch(t, packedBytes)
			l.Shape = []int{8, packedBytes / 8}
			l.In[0].Layout = broadcast.Layout{Shape: l.Shape, Strides: []int{1, 8}}
			l.Out[0].Layout = broadcast.RowMajor(l.Shape...)
		}},
		{"a mistake", func(t *testing.T, l *device.Launch) { l.In[0].Type = op.Int32 }},
		{"other device", func(t *testing.T, l *device.Launch) { l.In[0].Buffer = alloc(t, New(), 400) }},
		{"output of other", func(t *testing.T, l *device.Launch) { l.Out[0].Buffer = alloc(t, New(), 400) }},
		{"released", func(t *testing.T, l *device.Launch) { l.In[0].Buffer.Release() }},
		{"output released", func(t *testing.T, l *device.Launch) { l.Out[0].Buffer.Release() }},
		{
			name: "many numbers",
			harm: func(t *testing.T, l *device.Launch) {
				l.Scalars = make([]op.Scalar, device.MostInputs+1)
				types := slices.Repeat([]op.DType{op.Float32}, len(l.Scalars))
				p, err := device.NewProgram(types[:1], types, []device.Instr{call(op.Neg, 0)}, device.Value(1+len(types)))
				require.NoError(t, err)
				l.Program = p
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d = New(Memory(1 << 22))
			l := launch(t, 100)
			out := l.Out[0].Buffer
			c.harm(t, l)
			assert.False(t, d.RunBrief(l))
			if l.Out[0].Buffer == out && c.name != "output released" {
				assert.Equal(t, floats32(ramp(100, 2)...), download(t, out))
			}
		})
	}
	d = New(Memory(1 << 22))
	l := launch(t, 100)
	require.NoError(t, d.Close())
	assert.False(t, d.RunBrief(l), "closed")
}
