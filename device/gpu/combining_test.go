package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Runs have 256 elements, so that the elements of a place lie in one, in several, or end where one ends.
func TestStoresThatSortTheirPlacesCombineAllElements(t *testing.T) {
	const n = 2600
	d, r := open(t), rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		name   string
		dt     op.DType
		row    string
		places int
		at     func(i int) int // negative: skipped
	}{
		{"one place", op.Float64, "sum", 1, func(int) int { return 0 }},
		{"places of a run", op.Float64, "sum", 11, func(i int) int { return i / 256 }},
		{"places of a run and one", op.Int64, "max", 11, func(i int) int { return i / 257 }},
		{"a long one between short ones", op.Uint64, "min", 300, func(i int) int { return max(150, i%300) }},
		{"some skipped", op.Int16, "prod", 40, func(i int) int { return i%41 - 1 }},
		{"a place each", op.Float64, "max", n, func(i int) int { return n - 1 - i }},
		{"all skipped", op.Uint8, "prod", 3, func(int) int { return -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(fmt.Sprintf("(%%0 %v, %%1 int32)\nreturn %%0 at %%1 %s skip", c.dt, c.row))
			require.NoError(t, err)
			size, lists := c.dt.Size(), make([][]op.Scalar, c.places)
			elements, places, content, want := make([]byte, n*size), make([]byte, 4*n), make([]byte, c.places*size), make([]byte, c.places*size)
			for i := range lists {
				lists[i] = []op.Scalar{c.dt.FromInt(int64(i % 7))}
				c.dt.Store(content[i*size:], lists[i][0])
			}
			for i := range n {
				x := c.dt.FromFloat(r.NormFloat64() * 100)
				if c.dt == op.Float64 {
					x = c.dt.FromFloat(r.NormFloat64() * float64(uint64(1)<<r.IntN(60)))
				}
				at := c.at(i)
				if at >= 0 {
					lists[at] = append(lists[at], x)
				}
				c.dt.Store(elements[i*size:], x)
				op.Int32.Store(places[4*i:], op.Int32.FromInt(int64(at)))
			}
			for i, list := range lists {
				c.dt.Store(want[i*size:], op.Instruction(c.row).Role.(*op.Group).Eval([][]op.Scalar{list}, []op.DType{c.dt}, c.dt)[0])
			}
			operand := func(dt op.DType, raw []byte, layout broadcast.Layout) device.Operand {
				b, err := d.Alloc(len(raw))
				require.NoError(t, err)
				t.Cleanup(b.Release)
				require.NoError(t, b.Write(0, raw))
				return device.Operand{Buffer: b, Type: dt, Layout: layout}
			}
			out := operand(c.dt, content, broadcast.Layout{Shape: []int{n, c.places}, Strides: []int{0, 1}})
			require.NoError(t, d.Run(ctx, &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{out},
				In: []device.Operand{operand(c.dt, elements, broadcast.RowMajor(n)), operand(op.Int32, places, broadcast.RowMajor(n))}}))
			got := make([]byte, len(content))
			require.NoError(t, out.Buffer.Read(ctx, 0, got))
			assert.Equal(t, want, got)
		})
	}
}

// A sum that is 0 is +0, so a state tells whether an element came.
func TestASumByPlaceKeepsTheSignOfZerosWhereNoElementCame(t *testing.T) {
	d := open(t)
	p, err := device.Parse("(%0 float32, %1 int32)\nreturn %0 at %1 sum")
	require.NoError(t, err)
	const one, minusOne, minus = 0x3f800000, -0x40800000, math.MinInt32
	out := operand(alloc(t, d, minus, minus, minus, minus))
	out.Type, out.Layout = op.Float32, broadcast.Layout{Shape: []int{4, 4}, Strides: []int{0, 1}}
	x := operand(alloc(t, d, one, minus, minusOne, one))
	x.Type = op.Float32
	require.NoError(t, d.Run(ctx, &device.Launch{Program: p, Shape: []int{4}, Fault: new(device.Fault),
		Out: []device.Operand{out}, In: []device.Operand{x, operand(alloc(t, d, 0, 1, 0, 3))}}))
	assert.Equal(t, []int32{0, 0, minus, one}, get(t, out.Buffer))
}

// What a map of small numbers gives is wrapped or rounded before a store combines it.
func TestStoresCombineResultsOfTheirType(t *testing.T) {
	d := open(t)
	for _, c := range []struct {
		dt   op.DType
		row  string
		x, y float64 // the elements, doubled
		want float64
	}{
		{op.Float16, "sum", 40000, math.Inf(-1), math.NaN()},
		{op.BFloat16, "sum", 0x1.fep127, math.Inf(-1), math.NaN()},
		{op.Float16, "max", 40000, 1, math.Inf(1)},
		{op.Int8, "max", 100, 3, 6},
		{op.Uint8, "max", 200, 3, 144},
		{op.Int16, "min", 20000, 3, -25536},
		{op.Uint16, "min", 40000, 10000, 14464},
	} {
		t.Run(fmt.Sprint(c.dt, " ", c.row), func(t *testing.T) {
			p, err := device.Parse(fmt.Sprintf("(%%0 %v, %%1 int32)\n%%2 %v = add %%0 %%0\nreturn %%2 at %%1 %s", c.dt, c.dt, c.row))
			require.NoError(t, err)
			operand := func(dt op.DType, layout broadcast.Layout, all ...float64) device.Operand {
				raw := make([]byte, dt.Size()*len(all))
				for i, x := range all {
					dt.Store(raw[i*dt.Size():], dt.FromFloat(x))
				}
				b, err := d.Alloc(len(raw))
				require.NoError(t, err)
				t.Cleanup(b.Release)
				require.NoError(t, b.Write(0, raw))
				return device.Operand{Buffer: b, Type: dt, Layout: layout}
			}
			content := map[string]float64{"min": 20000}[c.row]
			out := operand(c.dt, broadcast.Layout{Shape: []int{2, 1}, Strides: []int{0, 1}}, content)
			require.NoError(t, d.Run(ctx, &device.Launch{Program: p, Shape: []int{2}, Out: []device.Operand{out}, Fault: new(device.Fault),
				In: []device.Operand{operand(c.dt, broadcast.RowMajor(2), c.x, c.y), operand(op.Int32, broadcast.RowMajor(2), 0, 0)}}))
			got := make([]byte, c.dt.Size())
			require.NoError(t, out.Buffer.Read(ctx, 0, got))
			x := op.Float64.Float(op.Convert(c.dt.Load(got), c.dt, op.Float64))
			assert.True(t, x == c.want || x != x && c.want != c.want, "%v, want %v", x, c.want)
		})
	}
}
