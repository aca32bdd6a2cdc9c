package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// The rows of X are rows of a table. Each index is read for a block of the result, and not for each element.
func TestAProductLoadsTheRowsThatItPacks(t *testing.T) {
	const m, n, k, rows = 40, 70, 20, 7
	d := New()
	p, err := device.Parse("(%0 int32 level 1 places 1, %1 int32, %2 int32 level 1)\n%3 int32 = load %0 %1\n%4 int32 = dot %3 %2\n%5 int32 = add %4 %1\nreturn %5")
	require.NoError(t, err)
	count := func(n int, of func(i int) int64) device.Operand {
		xs := make([]int64, n)
		for i := range xs {
			xs[i] = of(i)
		}
		return ints(t, d, xs...)
	}
	index := func(i int) int64 { return int64(i%(2*rows) - rows) } // negative ones count from the end
	table, indices := count(rows*k, func(i int) int64 { return int64(i * i) }), count(m, index)
	y, out := count(k*n, func(i int) int64 { return int64(3*i + 1) }), whole(alloc(t, d, 4*m*n), op.Int32, m*n)
	layout := func(o device.Operand, shape []int, strides ...int) device.Operand {
		o.Layout = broadcast.Layout{Shape: shape[:len(strides)], Strides: strides}
		return o
	}
	shape := []int{m, n, k, rows}
	l := &device.Launch{Program: p, Shape: shape[:3], Levels: []int{1}, Fault: new(device.Fault),
		In:  []device.Operand{layout(table, shape, 0, 0, 1, k), layout(indices, shape, 1, 0), layout(y, shape, 0, 1, n)},
		Out: []device.Operand{layout(out, shape, n, 1)}}
	require.NoError(t, d.Run(t.Context(), l))
	require.NoError(t, l.Fault.Err())
	got := read(t, out.Buffer, op.Int32, false)
	for r := range m {
		for c := range n {
			want := int32(index(r))
			for i := range k {
				at := int((index(r)+rows)%rows)*k + i
				want += int32(at*at) * int32(3*(i*n+c)+1)
			}
			require.Equal(t, op.Int32.FromInt(int64(want)), op.Int32.Load(got[4*(r*n+c):]), "row %d, column %d", r, c)
		}
	}
	t.Run("a wrong index is an error of the first element that reads it", func(t *testing.T) {
		l.In[1] = layout(count(m, func(i int) int64 { return int64(i / 33 * rows) }), shape, 1, 0)
		require.NoError(t, d.Run(t.Context(), l))
		assert.Equal(t, &device.IndexError{Index: rows, Size: rows, Element: 33 * n * k}, l.Fault.Err())
	})
	t.Run("the loops of a launch may go the other way", func(t *testing.T) {
		p, err := device.Parse("(%0 int32 level 1 places 1, %1 int32 level 1, %2 int32 level 1)\n%3 int32 = load %0 %1\n%4 int32 = dot %3 %2\nreturn %4")
		require.NoError(t, err)
		back := func(o device.Operand, offset int, strides ...int) device.Operand {
			o = layout(o, shape, strides...)
			o.Layout.Offset = offset
			return o
		}
		of := &device.Launch{Program: p, Shape: shape[:3], Levels: []int{1}, Fault: new(device.Fault),
			In:  []device.Operand{back(table, k-1, 0, 0, -1, k), layout(count(m, func(i int) int64 { return int64(i / 33 * rows) }), shape, 1, 0, 0), back(y, (k-1)*n, 0, 1, -n)},
			Out: []device.Operand{back(out, m*n-1, -n, -1)}}
		require.NoError(t, d.Run(t.Context(), of))
		assert.Equal(t, &device.IndexError{Index: rows, Size: rows, Element: 33 * n * k}, of.Fault.Err())
		of.In[1], of.Fault = layout(indices, shape, 1, 0, 0), new(device.Fault)
		require.NoError(t, d.Run(t.Context(), of))
		require.NoError(t, of.Fault.Err())
		got := read(t, out.Buffer, op.Int32, false)
		for r := range m {
			want := int32(0)
			for i := range k {
				at := int((index(r)+rows)%rows)*k + i
				want += int32(at*at) * int32(3*i*n+1)
			}
			require.Equal(t, op.Int32.FromInt(int64(want)), op.Int32.Load(got[4*(m*n-1-r*n):]), "row %d", r)
		}
	})
}
