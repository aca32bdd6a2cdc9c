package gpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// uploaded is an operand in a buffer of its own.
func uploaded(t *testing.T, d *Device, dt op.DType, raw []byte, layout broadcast.Layout) device.Operand {
	t.Helper()
	b, err := d.Alloc(len(raw))
	require.NoError(t, err)
	t.Cleanup(b.Release)
	require.NoError(t, b.Write(0, raw))
	return device.Operand{Buffer: b, Type: dt, Layout: layout}
}

// The windows have 64 KiB, so that each list lies in several of them.
func TestAListToSortMayBeLongerThanABinding(t *testing.T) {
	for _, c := range []struct {
		name, row string
		dt        op.DType
		n         int
		teams     bool
	}{
		{"words", "argsort", op.Float32, 30_000, false},
		{"narrow elements, by teams", "sort", op.Int8, 20_000, true},
		{"pairs of words", "argsort_descending", op.Float64, 12_345, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, within(1<<16, 1<<18, 0), WorkgroupMemory(c.teams))
			row := op.Instruction(c.row).Role.(*op.Group)
			to := row.Type(c.dt)
			p, err := device.Parse(fmt.Sprintf("(%%0 %v level 1)\n%%1 %v = %s %%0\nreturn %%1", c.dt, to, c.row))
			require.NoError(t, err)
			r, x, raw := rand.New(rand.NewPCG(1, 2)), make([]op.Scalar, c.n), make([]byte, c.n*c.dt.Size())
			for i := range x {
				x[i] = c.dt.FromFloat(r.NormFloat64() * 50)
				c.dt.Store(raw[i*c.dt.Size():], x[i])
			}
			in := uploaded(t, d, c.dt, raw, broadcast.RowMajor(c.n))
			out := uploaded(t, d, to, make([]byte, c.n*to.Size()), broadcast.RowMajor(c.n))
			require.NoError(t, d.Run(ctx, &device.Launch{Program: p, Shape: []int{c.n}, Levels: []int{1}, In: []device.Operand{in}, Out: []device.Operand{out}}))
			want, got := make([]byte, c.n*to.Size()), make([]byte, c.n*to.Size())
			for i, e := range row.Eval([][]op.Scalar{x}, []op.DType{c.dt}, to) {
				to.Store(want[i*to.Size():], e)
			}
			require.NoError(t, out.Buffer.Read(ctx, 0, got))
			assert.Equal(t, want, got)
		})
	}
}

// The places, the elements, what lies at the places, and the sorted lists lie in four windows each.
func TestAStoreThatSortsItsPlacesMayReachFurtherThanABinding(t *testing.T) {
	const n, places = 20_000, 30_000
	d, r := open(t, within(1<<16, 1<<18, 0)), rand.New(rand.NewPCG(3, 4))
	if d.kernels.bindings < 13 {
		t.Skipf("%d windows are the most", d.kernels.bindings)
	}
	p, err := device.Parse("(%0 int64, %1 int32)\nreturn %0 at %1 prod")
	require.NoError(t, err)
	elements, at, content := make([]byte, 8*n), make([]byte, 4*n), make([]byte, 8*places)
	want := make([]byte, len(content))
	for i := range places {
		op.Int64.Store(content[8*i:], op.Int64.FromInt(int64(i)))
	}
	copy(want, content)
	for i := range n {
		x, to := int64(r.IntN(1000)), r.IntN(places)
		op.Int64.Store(elements[8*i:], op.Int64.FromInt(x))
		op.Int32.Store(at[4*i:], op.Int32.FromInt(int64(to)))
		op.Int64.Store(want[8*to:], op.Int64.FromInt(x*op.Int64.Int(op.Int64.Load(want[8*to:]))))
	}
	out := uploaded(t, d, op.Int64, content, broadcast.Layout{Shape: []int{n, places}, Strides: []int{0, 1}})
	l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault), Out: []device.Operand{out},
		In: []device.Operand{uploaded(t, d, op.Int64, elements, broadcast.RowMajor(n)), uploaded(t, d, op.Int32, at, broadcast.RowMajor(n))}}
	require.NoError(t, d.Run(ctx, l))
	got := make([]byte, len(content))
	require.NoError(t, out.Buffer.Read(ctx, 0, got))
	require.NoError(t, l.Fault.Err())
	assert.Equal(t, want, got)
}

func TestAListThatIsLongerThanAllBindingsIsRefused(t *testing.T) {
	const n = 200_000
	d := open(t, within(1<<16, 1<<18, 0))
	p, err := device.Parse("(%0 int8 level 1)\n%1 int8 = sort %0\nreturn %1")
	require.NoError(t, err)
	o := uploaded(t, d, op.Int8, make([]byte, n), broadcast.RowMajor(n))
	err = d.Run(ctx, &device.Launch{Program: p, Shape: o.Layout.Shape, Levels: []int{1}, In: []device.Operand{o}, Out: []device.Operand{o}})
	assert.ErrorContains(t, err, fmt.Sprintf("windows of 65536 bytes; %d are the most", d.kernels.bindings))
}
