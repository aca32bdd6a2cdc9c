package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// ints is a row of int32.
func ints(t testing.TB, d *Device, xs ...int64) device.Operand {
	elements := make([]op.Scalar, len(xs))
	for i, x := range xs {
		elements[i] = op.Int32.FromInt(x)
	}
	return whole(upload(t, d, pack(op.Int32, elements...)), op.Int32, len(xs))
}

// shared is a table of one place that n elements share.
func shared(o device.Operand, n int) device.Operand {
	o.Layout = broadcast.Layout{Shape: []int{n, o.Layout.Shape[0]}, Strides: []int{0, o.Layout.Strides[0]}}
	return o
}

// takeLaunch loads elements of a table of int32.
func takeLaunch(t testing.TB, d *Device, table, indices device.Operand) *device.Launch {
	p, err := device.Parse("(%0 int32 places 1, %1 int32)\n%2 int32 = load %0 %1\nreturn %2")
	require.NoError(t, err)
	n := indices.Layout.Len()
	return &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault),
		In: []device.Operand{shared(table, n), indices}, Out: []device.Operand{whole(alloc(t, d, 4*n), op.Int32, n)}}
}

// Each run of a reused launch has the errors of its own indices, and no others.
func TestAReusedLaunchReportsTheErrorsOfItsRun(t *testing.T) {
	d := New()
	table, right := ints(t, d, 5, 6, 7), ints(t, d, 2, -1, 0)
	l := takeLaunch(t, d, table, right)
	l.Reuse()
	for _, c := range []struct {
		name    string
		indices device.Operand
		want    error
	}{
		{"right", right, nil},
		{"wrong", ints(t, d, 0, 3, -4), &device.IndexError{Index: 3, Size: 3, Element: 1}},
		{"wrong elsewhere", ints(t, d, 0, 0, -4), &device.IndexError{Index: -4, Size: 3, Element: 2}},
		{"right again", right, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			l.In[1], l.Fault = c.indices, new(device.Fault)
			require.NoError(t, d.Run(t.Context(), l))
			assert.Equal(t, c.want, l.Fault.Err())
		})
	}
	assert.Equal(t, pack(op.Int32, 7, 7, 5), download(t, l.Out[0].Buffer))
	l.Fault = nil
	assert.ErrorContains(t, d.Run(t.Context(), l), "no Fault")
	l.Fault, l.Out[0] = new(device.Fault), l.In[1]
	assert.ErrorContains(t, d.Run(t.Context(), l), "overwrites input 1")
}

// Every goroutine finds wrong indices, and the first one in row-major order counts.
func TestTheFirstWrongIndexCountsHoweverTheLaunchIsShared(t *testing.T) {
	const n = 100_000
	for threads := 1; threads <= 4; threads++ {
		d := New(Threads(threads))
		d.engine.Parallel = 2
		indices := make([]int64, n)
		for i := range indices {
			if i >= 31_415 && i%3 == 0 {
				indices[i] = int64(i)
			}
		}
		l := takeLaunch(t, d, ints(t, d, 1, 2), ints(t, d, indices...))
		for range 3 {
			l.Fault = new(device.Fault)
			require.NoError(t, d.Run(t.Context(), l))
			require.Equal(t, &device.IndexError{Index: 31_416, Size: 2, Element: 31_416}, l.Fault.Err())
		}
	}
}

// At one element an instruction's wrong index counts before those of outputs, and these count in their order.
func TestTheFirstWrongIndexOfAnElementCounts(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 int32 places 1, %1 int32, %2 int32, %3 int32)\n%4 int32 = load %0 %1\nreturn %4 at %2, %4 at %3")
	require.NoError(t, err)
	right := ints(t, d, 0, 0)
	for _, c := range []struct {
		name                string
		load, first, second device.Operand
		index, size         int
	}{
		{"of an instruction", ints(t, d, 0, 7), ints(t, d, 0, 8), ints(t, d, 0, 9), 7, 3},
		{"of the first output", right, ints(t, d, 0, 8), ints(t, d, 0, 9), 8, 4},
		{"of the second output", right, right, ints(t, d, 0, 9), 9, 5},
		{"of the second output before", ints(t, d, 0, 7), ints(t, d, 0, 8), ints(t, d, 9, 9), 9, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &device.Launch{Program: p, Shape: []int{2}, Fault: new(device.Fault),
				In:  []device.Operand{shared(ints(t, d, 1, 2, 3), 2), c.load, c.first, c.second},
				Out: []device.Operand{shared(ints(t, d, 0, 0, 0, 0), 2), shared(ints(t, d, 0, 0, 0, 0, 0), 2)}}
			require.NoError(t, d.Run(t.Context(), l))
			var got *device.IndexError
			require.ErrorAs(t, l.Fault.Err(), &got)
			assert.Equal(t, []int{c.index, c.size}, []int{int(got.Index), got.Size})
		})
	}
}

// A value of a group that is repeated twice for an instruction of its elements.
func TestAnInstructionTakesAValueOfItsGroupTwice(t *testing.T) {
	d := New(KernelSet(kernel.Plain))
	p, err := device.Parse("(%0 bool level 1, %1 uint16)\n%2 uint16 = where %0 %1 %1\n%3 bool = any %0\n%4 uint16 = add %2 %1\nreturn %4 %3")
	require.NoError(t, err)
	g := newGenerator(t, d, 1)
	l := &device.Launch{Program: p, Shape: []int{3, 40}, Levels: []int{1},
		In:  []device.Operand{g.operand([]int{3, 40}, op.Bool, false), g.operand([]int{3}, op.Uint16, false)},
		Out: []device.Operand{whole(alloc(t, d, 240), op.Uint16, 3, 40), whole(alloc(t, d, 3), op.Bool, 3)}}
	checkLaunch(t, d, l)
}

// The last element of a place, a product in row-major order and a sum do not depend on who computes them.
func TestGoroutinesStoreTheSameBits(t *testing.T) {
	const rows, columns, places = 30, 1000, 9
	for _, text := range []string{
		"(%0 float32, %1 int32)\nreturn %0 at %1",
		"(%0 float32, %1 int32)\nreturn %0 at %1 prod",
		"(%0 float32, %1 int32)\nreturn %0 at %1 sum",
		"(%0 float64, %1 int32)\nreturn %0 at %1 sum skip",
		"(%0 float16, %1 int32)\nreturn %0 at %1 max",
		"(%0 float32 level 1, %1 int32 level 1)\n%2 float32 = sum %0\n%3 float32 = div %0 %2\nreturn %3 at %1 prod",
	} {
		p, err := device.Parse(text)
		require.NoError(t, err)
		var want []byte
		for threads := 1; threads <= 4; threads++ {
			d := New(Threads(threads))
			d.engine.Parallel = 2
			g := newGenerator(t, d, 1)
			n := rows * columns
			l := &device.Launch{Program: p, Shape: []int{columns, rows}, Fault: new(device.Fault)}
			if p.Forms().Has(device.Reductions) {
				l.Levels = []int{1}
			}
			columnMajor := broadcast.Layout{Shape: l.Shape, Strides: []int{1, columns}}
			x, at := make([]op.Scalar, n), make([]op.Scalar, n)
			for i := range n {
				x[i], at[i] = p.Inputs()[0].FromFloat(1+g.Float64()/8), op.Int32.FromInt(int64(g.IntN(places)))
			}
			l.In = []device.Operand{{Buffer: upload(t, d, pack(p.Inputs()[0], x...)), Type: p.Inputs()[0], Layout: columnMajor},
				{Buffer: upload(t, d, pack(op.Int32, at...)), Type: op.Int32, Layout: columnMajor}}
			dt := p.Type(p.Outputs()[0])
			out := whole(upload(t, d, pack(dt, x[:places]...)), dt, places)
			out.Layout = broadcast.Layout{Shape: []int{columns, rows, places}, Strides: []int{0, 0, 1}}
			l.Out = []device.Operand{out}
			require.NoError(t, d.Run(t.Context(), l))
			got := download(t, l.Out[0].Buffer)
			if want == nil {
				want = got
			}
			require.Equal(t, want, got, "%v, %d goroutines", p, threads)
		}
	}
}

// A launch that an index error ends writes nothing to an output with places, and the memory of its elements
// is given back.
func TestStoresGiveTheirMemoryBack(t *testing.T) {
	const n = 10_000
	d := New()
	p, err := device.Parse("(%0 int32, %1 int32)\nreturn %0 at %1")
	require.NoError(t, err)
	at := make([]int64, n)
	x, places := ints(t, d, at...), ints(t, d, at...)
	l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault), In: []device.Operand{x, places}, Out: []device.Operand{shared(ints(t, d, 7), n)}}
	live := d.Stats().LiveBytes
	require.NoError(t, d.Run(t.Context(), l))
	assert.Equal(t, live, d.Stats().LiveBytes)
	assert.Equal(t, pack(op.Int32, 0), download(t, l.Out[0].Buffer))
	at[n-1] = 1
	l.In[1], l.Out[0] = ints(t, d, at...), shared(ints(t, d, 7), n)
	live = d.Stats().LiveBytes
	require.NoError(t, d.Run(t.Context(), l))
	assert.Equal(t, &device.IndexError{Index: 1, Size: 1, Element: n - 1}, l.Fault.Err())
	assert.Equal(t, live, d.Stats().LiveBytes)
	assert.Equal(t, pack(op.Int32, 7), download(t, l.Out[0].Buffer))

	small := New(Memory(live + 1024))
	l.In, l.Out, l.Fault = []device.Operand{ints(t, small, at...), ints(t, small, at...)}, []device.Operand{shared(ints(t, small, 7), n)}, new(device.Fault)
	assert.ErrorIs(t, small.Run(t.Context(), l), device.ErrOutOfMemory)
	require.NoError(t, l.Fault.Err())
}

// Blocks of a product of matrices have loads behind them, and stores.
func TestProductsAreStoredAtPlaces(t *testing.T) {
	p, err := device.Parse("(%0 int32 level 1, %1 int32 level 1, %2 int32 places 1, %3 uint8)\n%4 int32 = dot %0 %1\n%5 int32 = load %2 %3\n" +
		"%6 int32 = add %4 %5\nreturn %6, %4 at %3 sum, %6 at %3")
	require.NoError(t, err)
	const m, n, k, places = 70, 90, 40, 5
	for _, wrong := range []int{-1, 4321} {
		for threads := 1; threads <= 3; threads++ {
			d := New(Threads(threads))
			d.engine.Parallel = 2
			g := newGenerator(t, d, 1)
			random := func(dt op.DType, elements int, shape []int, strides ...int) device.Operand {
				all := make([]op.Scalar, elements)
				for i := range all {
					if all[i] = dt.FromInt(int64(g.IntN(places))); i == wrong {
						all[i] = 77
					}
				}
				return device.Operand{Buffer: upload(t, d, pack(dt, all...)), Type: dt, Layout: broadcast.Layout{Shape: shape, Strides: strides}}
			}
			shape := []int{m, n, k}
			l := &device.Launch{Program: p, Shape: shape, Levels: []int{1}, Fault: new(device.Fault),
				In: []device.Operand{random(op.Int32, m*k, shape, k, 0, 1), random(op.Int32, n*k, shape, 0, 1, n),
					random(op.Int32, places, []int{m, n, places}, 0, 0, 1), random(op.Uint8, m*n, shape[:2], n, 1)},
				Out: []device.Operand{random(op.Int32, m*n, shape[:2], 1, m), random(op.Int32, places, []int{m, n, places}, 0, 0, 1), random(op.Int32, places, []int{m, n, places}, 0, 0, 1)}}
			require.Equal(t, wrong >= 0, checkPlaced(t, d, l))
		}
	}
}

// What a store needs beside its operands counts as the device's memory. If there is too little, it writes
// nothing.
func TestTheCapCountsWhatStoresNeed(t *testing.T) {
	const n = 1 << 17 // the sorting of so many elements takes 4 MiB, and what is kept of them 1 MiB
	p, err := device.Parse("(%0 float64, %1 int32)\nreturn %0 at %1 prod")
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		memory int
		want   error
	}{
		{"enough", 7 << 20, nil},
		{"too little to sort", 5 << 20, device.ErrOutOfMemory},
		{"too little to keep", 2 << 20, device.ErrOutOfMemory},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := New(Memory(c.memory), Threads(1))
			twos, at := make([]op.Scalar, n), make([]op.Scalar, n)
			for i := range twos {
				twos[i] = op.Float64.FromFloat(float64(1 + i&1))
			}
			out := whole(upload(t, d, pack(op.Float64, twos[:2]...)), op.Float64, 2)
			out.Layout = broadcast.Layout{Shape: []int{n, 2}, Strides: []int{0, 1}}
			l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault), Out: []device.Operand{out},
				In: []device.Operand{whole(upload(t, d, pack(op.Float64, twos...)), op.Float64, n), whole(upload(t, d, pack(op.Int32, at...)), op.Int32, n)}}
			before := d.Stats()
			assert.ErrorIs(t, d.Run(t.Context(), l), c.want)
			if c.want != nil {
				assert.Equal(t, pack(op.Float64, twos[:2]...), download(t, l.Out[0].Buffer))
			}
			assert.Equal(t, before.LiveBytes, d.Stats().LiveBytes)
		})
	}
}
