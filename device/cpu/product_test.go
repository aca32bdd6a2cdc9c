package cpu

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// products are the programs of the tests, of one type. Sides say along which axes each input varies: x
// along rows, y along columns, b along both.
var products = []struct{ sides, text string }{
	{"xy", "(%%0 %[1]v level 1, %%1 %[1]v level 1)\n%%2 %[1]v = dot %%0 %%1\nreturn %%2"},
	{"xyb", "(%%0 %[1]v level 1, %%1 %[1]v level 1, %%2 %[1]v)\n%%3 %[1]v = dot %%1 %%0\n%%4 %[1]v = add %%3 %%2\n%%5 %[1]v = maximum %%4 %%2\nreturn %%5"},
	{"xy", "(%%0 %[1]v level 1, %%1 %[1]v level 1; %%2 %[1]v)\n%%3 %[1]v = dot %%0 %%1\n%%4 %[1]v = mul %%3 %%2\nreturn %%4 %%3"},
	{"xy", "(%%0 int8 level 1, %%1 %[1]v level 1)\n%%2 %[1]v = cast %%0\n%%3 %[1]v = dot %%2 %%1\nreturn %%3"},
	{"xyx", "(%%0 %[1]v level 1, %%1 int16 level 1, %%2 %[1]v)\n%%3 %[1]v = cast %%1\n%%4 %[1]v = maximum %%0 %%2\n%%5 %[1]v = dot %%3 %%4\n%%6 %[1]v = add %%5 %%2\nreturn %%6"},
}

// productLaunch multiplies matrices whose rows, columns and sums have some axes each, in any order.
// Their elements are so small that sums are exact.
func (g *generator) productLaunch() *device.Launch {
	dt := pick(g, op.DTypes())
	program := pick(g, products)
	p, err := device.Parse(fmt.Sprintf(program.text, dt))
	require.NoError(g.t, err)
	const rows, columns = 1, 2
	var sides, shape []int
	groups := 1
	for range 1 + g.IntN(4) {
		side := g.IntN(3)
		n := 1 + g.IntN([]int{3, 20, 20}[side])
		if groups *= n; groups > 400 {
			break
		}
		sides, shape = append(sides, side), append(shape, n)
	}
	group := []int{g.IntN(2) * g.IntN(20), 1 + g.IntN(4)}[g.IntN(2):]
	if groups < 40 {
		group = []int{250 + g.IntN(300)}
	}
	l := &device.Launch{Program: p, Shape: slices.Concat(shape, group), Levels: []int{len(group)}}
	for k := range p.Inputs() {
		of := l.Shape[:len(shape)]
		if p.Input(k).Level > 0 {
			of = l.Shape
		}
		own := slices.Clone(of)
		for axis, side := range sides {
			if program.sides[k] == 'x' && side == columns || program.sides[k] == 'y' && side == rows {
				own[axis] = 1
			}
		}
		layout, n := g.layout(own, false)
		layout.Shape = of
		for axis := range own {
			if own[axis] != of[axis] {
				layout.Strides[axis] = 0
			}
		}
		l.In = append(l.In, g.small(layout, n, p.Inputs()[k]))
	}
	for range p.Scalars() {
		l.Scalars = append(l.Scalars, dt.FromInt(1))
	}
	for range p.Outputs() {
		layout, n := g.layout(shape, false)
		l.Out = append(l.Out, g.small(layout, n, dt))
	}
	return l
}

// small is an operand of small whole numbers.
func (g *generator) small(l broadcast.Layout, n int, dt op.DType) device.Operand {
	elements := make([]op.Scalar, n)
	for i := range elements {
		if elements[i] = dt.FromInt(int64(g.IntN(5) - 2)); dt == op.Bool {
			elements[i] = op.Scalar(g.IntN(2))
		}
	}
	data := pack(dt, elements...)
	if g.d.engine.Swapped {
		swapAll(data, dt.Size())
	}
	return device.Operand{Buffer: upload(g.t, g.d, data), Type: dt, Layout: l}
}

func testProducts(t *testing.T, d *Device, n int) {
	if devicetest.Thorough() && !slowed {
		n *= 20
	}
	for seed := range n {
		g := newGenerator(t, d, uint64(seed))
		l := g.productLaunch()
		checkLaunch(t, d, l)
		g.release(l)
	}
}

func TestRandomProductsOfMatricesAreDots(t *testing.T) {
	testProducts(t, New(), 100)
	testProducts(t, New(KernelSet(kernel.Plain)), 30)
}

func TestBigEndianHostsMultiplyTheSameElements(t *testing.T) {
	d := New()
	d.engine.Swapped = true // this host pretends: buffers hold its elements the other way round
	testProducts(t, d, 20)
}

// productOfFloats is a launch of random float32 matrices of m rows and n columns. The first of them do
// not depend on m and n.
func productOfFloats(t testing.TB, d *Device, m, n, k int) *device.Launch {
	p, err := device.Parse(fmt.Sprintf(products[0].text, op.Float32))
	require.NoError(t, err)
	operand := func(seed uint64, elements int, strides ...int) device.Operand {
		r, data := rand.New(rand.NewPCG(seed, 0)), make([]op.Scalar, elements)
		for i := range data {
			data[i] = op.Float32.FromFloat(r.NormFloat64())
		}
		return device.Operand{Buffer: upload(t, d, pack(op.Float32, data...)), Type: op.Float32,
			Layout: broadcast.Layout{Shape: []int{m, n, k}[:len(strides)], Strides: strides}}
	}
	return &device.Launch{Program: p, Shape: []int{m, n, k}, Levels: []int{1},
		In: []device.Operand{operand(1, m*k, k, 0, 1), operand(2, n*k, 0, k, 1)}, Out: []device.Operand{operand(3, m*n, n, 1)}}
}

// multiplied is the elements of such a product.
func multiplied(t *testing.T, d *Device, m, n int) []op.Scalar {
	l := productOfFloats(t, d, m, n, 600)
	require.NoError(t, d.Run(context.Background(), l))
	data := read(t, l.Out[0].Buffer, op.Float32, false)
	elements := make([]op.Scalar, m*n)
	for i := range elements {
		elements[i] = op.Float32.Load(data[4*i:])
	}
	return elements
}

func TestAnElementOfAProductDependsOnItsRowAndColumnAlone(t *testing.T) {
	for _, set := range kernel.Names() {
		d := New(KernelSet(set), Threads(1))
		const m, n = 200, 300
		whole := multiplied(t, d, m, n)
		shared := New(KernelSet(set), Threads(4))
		shared.engine.Parallel, shared.engine.Wake = 2, 2
		require.Equal(t, whole, multiplied(t, shared, m, n), "%s: by several threads", set)
		require.Equal(t, whole[:n], multiplied(t, d, 1, n), "%s: one row", set)
		column := multiplied(t, d, m, 1) // has an order of its own
		require.Equal(t, column, multiplied(t, shared, m, 1), "%s: one column by several threads", set)
		require.Equal(t, column[:9], multiplied(t, d, 9, 1), "%s: some rows of one column", set)
		for i, x := range multiplied(t, d, 9, 17) {
			require.Equal(t, whole[i/17*n+i%17], x, "%s: some rows and columns", set)
		}
	}
}

func TestAProductIsLeftWhenItsContextEnds(t *testing.T) {
	deadline(t)
	d := New(KernelSet(kernel.Plain), Threads(1))
	p, err := device.Parse(fmt.Sprintf(products[0].text, op.Float64))
	require.NoError(t, err)
	const n, k = 10, 1 << 24 // a second for one block; all fit an int of 32 bits
	operand := func(shape ...int) device.Operand {
		return device.Operand{Buffer: upload(t, d, make([]byte, 8*n*n)), Type: op.Float64, Layout: broadcast.Layout{Shape: shape, Strides: make([]int, len(shape))}}
	}
	x, y, to := operand(n, n, k), operand(n, n, k), operand(n, n)
	x.Layout.Strides[0], y.Layout.Strides[1], to.Layout = 1, 1, broadcast.RowMajor(n, n)
	l := &device.Launch{Program: p, Shape: []int{n, n, k}, Levels: []int{1}, In: []device.Operand{x, y}, Out: []device.Operand{to}}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		await(d)
		cancel()
	}()
	require.ErrorIs(t, d.Run(ctx, l), context.Canceled)
}

func TestDescribeNamesTheKernelOfAProduct(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{kernel.Plain, "Go dot; blocks of a product; 1 goroutine"},
		{"avx2", "avx2 dot; blocks of a product; 1 goroutine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !slices.Contains(kernel.Names(), c.name) {
				t.Skip("this processor has no such kernels")
			}
			d := New(KernelSet(c.name), Threads(1))
			got, err := d.Describe(productOfFloats(t, d, 4, 5, 6))
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestGoroutinesShareAProductThatOneBlockHasRoomFor(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("only one goroutine runs at a time")
	}
	d := New(Threads(2))
	for _, c := range []struct {
		name string
		m, n int
	}{{"rows of a square", 256, 256}, {"rows of one column", 1024, 1}, {"columns of one row", 1, 1024}, {"columns of few rows", 16, 512}} {
		t.Run(c.name, func(t *testing.T) {
			got, err := d.Describe(productOfFloats(t, d, c.m, c.n, 1024))
			require.NoError(t, err)
			require.Contains(t, got, "2 goroutines")
		})
	}
}

func BenchmarkProductOfMatrices(b *testing.B) {
	for _, n := range []int{16, 64, 512} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprint(n, "/threads=", threads), func(b *testing.B) {
				d := New(Threads(threads))
				l := productOfFloats(b, d, n, n, n)
				l.Reuse()
				for b.Loop() {
					require.NoError(b, d.Run(context.Background(), l))
				}
				b.ReportMetric(2*float64(n*n*n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}
