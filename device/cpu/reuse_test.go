package cpu

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sameInTiles holds that a launch gives the same bits on one goroutine, in tiny tiles that goroutines
// share, and as a reused launch.
func sameInTiles(t *testing.T, d *Device, l *device.Launch) {
	t.Helper()
	before := download(t, l.Out[0].Buffer)
	run := func(l *device.Launch) []byte {
		require.NoError(t, l.Out[0].Buffer.Write(0, before))
		require.NoError(t, d.Run(t.Context(), l))
		return download(t, l.Out[0].Buffer)
	}
	sizes, threads := d.engine.Sizes, d.engine.Threads
	d.engine.Sizes, d.engine.Threads = tiny, 2
	want := run(l)
	d.engine.Sizes, d.engine.Threads = sizes, threads
	require.Equal(t, want, run(l), "%v\n%s", l.Program, describe(l))
	reused := *l
	reused.Reuse()
	for range 2 {
		require.Equal(t, want, run(&reused), "reused: %v\n%s", l.Program, describe(l))
	}
	require.NoError(t, l.Out[0].Buffer.Write(0, before))
}

func TestALaunchGivesTheSameBitsInTilesOfAnySize(t *testing.T) {
	for _, name := range sets() {
		d, r := New(KernelSet(name)), rand.New(rand.NewPCG(1, 2))
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
			l.Out = []device.Operand{whole(alloc(t, d, n*dt.Size()), dt, shape...)}
			sameInTiles(t, d, l)
		}
	}
}

// Programs of several instructions over all layouts, in place too.
func TestAProgramGivesTheSameBitsInTilesOfAnySize(t *testing.T) {
	oneGoroutine(t)
	for _, name := range sets() {
		d := New(KernelSet(name))
		for seed := range uint64(800) {
			g := newGenerator(t, d, seed)
			l := g.launch()
			if len(l.Out) > 1 || l.Out[0].Layout.Len() == 0 {
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
			sameInTiles(t, d, l)
			g.release(l)
		}
	}
}

// Kernels that take no fewer elements than these may write behind a buffer, but not behind the
// elements that were asked for.
func TestAShortLaunchWritesNoFurther(t *testing.T) {
	d := New()
	for _, o := range []*op.Op{op.Exp, op.Neg} {
		p := program(t, 1, 0, []device.Instr{call(o, 0)}, 1)
		for n := 1; n < 40; n++ {
			for offset := range 2 {
				data := onFloats(t, d, ramp(n, 1), ramp(40, 7), ramp(n, 7))
				run := func(out device.Operand, offset int) []byte {
					out.Layout = broadcast.Layout{Shape: []int{n}, Strides: []int{1}, Offset: offset}
					l := &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{out}, In: data[:1]}
					require.NoError(t, d.Run(t.Context(), l))
					return download(t, out.Buffer)
				}
				before := download(t, data[1].Buffer)
				want := append(append(before[:4*offset:4*offset], run(data[2], 0)...), before[4*(offset+n):]...)
				if offset+n <= 40 {
					require.Equal(t, want, run(data[1], offset), "%s of %d", o.Name, n)
				}
			}
		}
	}
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

func TestLongOperandsMayLieApart(t *testing.T) {
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
		sameInTiles(t, d, l)
		checkLaunch(t, d, l)
	}
}

func TestCopiesOfViewsAndFills(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(60, 1), ramp(60, 0))
	o[1].Layout = broadcast.RowMajor(4, 15)
	for v, scalars := range [][]op.Scalar{nil, {op.Float32.FromFloat(7)}} {
		p := program(t, 1, len(scalars), nil, device.Value(v))
		l := &device.Launch{Program: p, Shape: []int{4, 15}, Out: o[1:2], In: o[:1], Scalars: scalars}
		for _, strides := range [][]int{{1, 4}, {15, 0}, {0, 1}, {15, 1}, {0, 0}, {1, 1}} {
			t.Run(fmt.Sprint(v, strides), func(t *testing.T) {
				o[0].Layout = broadcast.Layout{Shape: l.Shape, Strides: strides}
				sameInTiles(t, d, l)
				checkLaunch(t, d, l)
			})
		}
	}
}

// The first output is written while later steps still read the inputs. Where it lies decides whether
// it may be.
func TestAReusedLaunchIsInPlaceOrNotByItsBuffers(t *testing.T) {
	d := New()
	for _, n := range []int{10, several} {
		p := program(t, 2, 0, []device.Instr{call(op.Add, 0, 1), call(op.Mul, 0, 1)}, 2, 3)
		o := onFloats(t, d, ramp(n, 1), ramp(n, 3), ramp(n, 0), ramp(n, 0))
		x, y, sum, product := o[0], o[1], o[2], o[3]
		l := &device.Launch{Program: p, Shape: []int{n}}
		l.Reuse()
		for turn := range 6 {
			if l.In, l.Out = []device.Operand{x, y}, []device.Operand{sum, product}; turn%2 == 1 {
				l.Out[0] = []device.Operand{x, y}[turn/2%2]
			}
			checkLaunch(t, d, l)
		}
	}
}

// The race detector stops at a pointer beyond the buffer.
func TestAReusedLaunchWithoutElementsMayHaveAnyOffset(t *testing.T) {
	d := New()
	p := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	o := onFloats(t, d, ramp(100, 1), ramp(100, 7))
	l := &device.Launch{Program: p, Shape: []int{0}, Out: o[:1], In: o[1:]}
	l.Reuse()
	for _, offset := range []int{100, 0, 50} {
		for k := range o {
			o[k].Layout = broadcast.Layout{Shape: l.Shape, Strides: []int{1}, Offset: offset}
		}
		require.NoError(t, d.Run(t.Context(), l))
	}
}

func TestAReusedLaunchKeepsNoBufferAlive(t *testing.T) {
	d := New()
	b, err := d.Alloc(40)
	require.NoError(t, err)
	require.NoError(t, b.Write(0, make([]byte, 40)))
	x := whole(b, op.Float32, 10)
	l := &device.Launch{Program: program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1), Shape: []int{10}, Out: []device.Operand{x}, In: []device.Operand{x}}
	l.Reuse()
	require.NoError(t, d.Run(t.Context(), l))
	kept := weak.Make(b.(*buffer))
	b, x, l.Out[0].Buffer, l.In[0].Buffer = nil, device.Operand{}, nil, nil
	runtime.GC()
	require.Nil(t, kept.Value())
	runtime.KeepAlive(l)
}
