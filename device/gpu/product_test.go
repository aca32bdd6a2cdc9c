package gpu

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// productOf is a launch of random matrices, with the elements of X, Y and, in the end, of the result.
// Strides are those of X and Y along rows or columns, and along what is summed. The first elements do
// not depend on the shape.
type productOf struct {
	*device.Launch
	x, y    []op.Scalar
	m, n, k int
	of      [2][2]int
}

func newProduct(t testing.TB, d *Device, text string, dt op.DType, m, n, k int, of [2][2]int) *productOf {
	p, err := device.Parse(fmt.Sprintf(text, dt))
	require.NoError(t, err)
	q := &productOf{m: m, n: n, k: k, of: of}
	operand := func(seed uint64, elements int, strides ...int) (device.Operand, []op.Scalar) {
		r, list := rand.New(rand.NewPCG(seed, 0)), make([]op.Scalar, elements)
		data := make([]byte, (elements*dt.Size()+3)/4*4)
		for i := range list {
			switch {
			case dt == op.Bool:
				list[i] = op.Scalar(r.IntN(8) / 7)
			case dt.IsFloat():
				list[i] = dt.FromFloat(r.NormFloat64())
			default:
				list[i] = dt.FromUint(r.Uint64())
			}
			dt.Store(data[i*dt.Size():], list[i])
		}
		b, err := d.Alloc(len(data))
		require.NoError(t, err)
		require.NoError(t, b.Write(0, data))
		return device.Operand{Buffer: b, Type: dt, Layout: broadcast.Layout{Shape: []int{m, n, k}[:len(strides)], Strides: strides}}, list
	}
	var x, y device.Operand
	x, q.x = operand(1, max(m*k, 1), of[0][0], 0, of[0][1])
	y, q.y = operand(2, max(n*k, 1), 0, of[1][0], of[1][1])
	to, _ := operand(3, m*n, n, 1)
	q.Launch = &device.Launch{Program: p, Shape: []int{m, n, k}, Levels: []int{1}, In: []device.Operand{x, y}, Out: []device.Operand{to}}
	return q
}

// run returns the elements of the result.
func (q *productOf) run(t testing.TB, d *Device) []op.Scalar {
	require.NoError(t, d.Run(context.Background(), q.Launch))
	dt := q.Out[0].Type
	data, list := make([]byte, q.m*q.n*dt.Size()), make([]op.Scalar, q.m*q.n)
	require.NoError(t, q.Out[0].Buffer.Read(context.Background(), 0, data))
	for i := range list {
		list[i] = dt.Load(data[i*dt.Size():])
	}
	return list
}

const dotAlone = "(%%0 %[1]v level 1, %%1 %[1]v level 1)\n%%2 %[1]v = dot %%0 %%1\nreturn %%2"

func TestAProductOfMatricesIsOneDotForEachElement(t *testing.T) {
	devicetest.OneGoroutine(t)
	d := open(t)
	for _, dt := range []op.DType{op.Float32, op.Float16, op.Int32, op.Uint8, op.Bool} {
		for i, s := range [][3]int{{17, 9, 300}, {1, 33, 5}, {5, 1, 40}, {3, 4, 0}, {10, 12, 20}, {12, 6, 20}, {9, 5, 263}} {
			m, n, k := s[0], s[1], s[2]
			if i > 3 && dt != op.Float32 && dt != op.Int32 { // the others differ in their arithmetic alone
				continue
			}
			of := [2][2]int{{k, 1}, {1, n}}
			if i%2 > 0 { // both transposed
				of = [2][2]int{{1, m}, {k, 1}}
			}
			q := newProduct(t, d, dotAlone, dt, m, n, k, of)
			args, types := [][]op.Scalar{make([]op.Scalar, k), make([]op.Scalar, k)}, []op.DType{dt, dt}
			for e, got := range q.run(t, d) {
				for j := range k {
					args[0][j], args[1][j] = q.x[e/n*of[0][0]+j*of[0][1]], q.y[e%n*of[1][0]+j*of[1][1]]
				}
				want := op.Dot.Role.(*op.Group).Eval(args, types, dt)[0]
				require.True(t, op.Dot.Within(args, types, dt, 0, got, want), "%v %v, element %d: %v, not %v", dt, s, e, dt.Float(got), dt.Float(want))
			}
		}
	}
}

func TestAnElementOfAProductDependsOnItsRowAndColumnAlone(t *testing.T) {
	d := open(t)
	const k = 600
	of := [2][2]int{{k, 1}, {k, 1}}
	product := func(m, n int) []op.Scalar { return newProduct(t, d, dotAlone, op.Float32, m, n, k, of).run(t, d) }
	whole := product(20, 10)
	require.Equal(t, whole[:10], product(1, 10))
	for i, x := range product(20, 1) {
		require.Equal(t, whole[10*i], x)
	}
	for i, x := range product(9, 7) {
		require.Equal(t, whole[i/7*10+i%7], x)
	}
}

func TestAMapJoinsItsProduct(t *testing.T) {
	d := open(t)
	of := [2][2]int{{30, 1}, {1, 5}}
	alone := newProduct(t, d, dotAlone, op.Float32, 11, 5, 30, of).run(t, d)
	relu := "(%%0 %[1]v level 1, %%1 %[1]v level 1)\n%%2 %[1]v = dot %%0 %%1\n%%3 %[1]v = relu %%2\nreturn %%3"
	for i, x := range newProduct(t, d, relu, op.Float32, 11, 5, 30, of).run(t, d) {
		require.Equal(t, max(op.Float32.Float(alone[i]), 0), op.Float32.Float(x))
	}
}

func TestAProductMaySumAlongSeveralAxes(t *testing.T) {
	d := open(t)
	const m, n, a, b = 9, 6, 3, 7
	q := newProduct(t, d, dotAlone, op.Int32, m, n, a*b, [2][2]int{{a * b, 1}, {1, n}})
	q.Shape = []int{m, n, a, b}
	q.In[0].Layout = broadcast.Layout{Shape: q.Shape, Strides: []int{a * b, 0, 1, a}} // they do not merge
	q.In[1].Layout = broadcast.Layout{Shape: q.Shape, Strides: []int{0, 1, b * n, n}}
	q.Levels = []int{2}
	for e, got := range q.run(t, d) {
		want := int32(0)
		for i := range a {
			for j := range b {
				want += int32(q.x[e/n*a*b+i+j*a]) * int32(q.y[(i*b+j)*n+e%n])
			}
		}
		require.Equal(t, want, int32(got), "element %d", e)
	}
}

func TestMapsBeforeAProductKeepItsBits(t *testing.T) {
	d := open(t)
	const m, n, k = 9, 5, 263
	of := [2][2]int{{k, 1}, {1, n}}
	mapped := newProduct(t, d, "(%%0 %[1]v level 1, %%1 %[1]v level 1; %%2 %[1]v)\n%%3 %[1]v = mul %%0 %%2\n%%4 %[1]v = relu %%1\n%%5 %[1]v = dot %%3 %%4\nreturn %%5",
		op.Float32, m, n, k, of)
	mapped.Scalars = []op.Scalar{op.Float32.FromFloat(1.7)}
	plain := newProduct(t, d, dotAlone, op.Float32, m, n, k, of)
	for i, of := range [2][]op.Scalar{plain.x, plain.y} {
		data := make([]byte, 4*len(of))
		for j, v := range of {
			x := float32(op.Float32.Float(v))
			op.Float32.Store(data[4*j:], op.Float32.FromFloat(float64([2]float32{x * 1.7, max(x, 0)}[i])))
		}
		require.NoError(t, plain.In[i].Buffer.Write(0, data))
	}
	require.Equal(t, plain.run(t, d), mapped.run(t, d))
}

func BenchmarkProductOfMatrices(b *testing.B) {
	d := open(b)
	const n = 512
	q := newProduct(b, d, dotAlone, op.Float32, n, n, n, [2][2]int{{n, 1}, {1, n}})
	for b.Loop() {
		require.NoError(b, d.Run(context.Background(), q.Launch))
		require.NoError(b, d.Sync(context.Background()))
	}
	b.ReportMetric(2*float64(n*n*n)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
}

func TestATeamGivesAProductTheBitsOfThreadsThatWorkAlone(t *testing.T) {
	alone, team := open(t), open(t, WorkgroupMemory(true))
	for _, c := range []struct {
		name    string
		dt      op.DType
		m, n, k int
		turned  bool
	}{
		{"aligned", op.Float32, 64, 128, 32, false},
		{"turned, beyond tiles and slabs", op.Float32, 65, 68, 277, true},
		{"singly", op.Int64, 33, 35, 19, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := [2][2]int{{c.k, 1}, {1, c.n}}
			if c.turned {
				of = [2][2]int{{1, c.m}, {c.k, 1}}
			}
			run := func(d *Device) []op.Scalar { return newProduct(t, d, dotAlone, c.dt, c.m, c.n, c.k, of).run(t, d) }
			require.Truef(t, slices.Equal(run(alone), run(team)), "%v", run(team)[:8])
		})
	}
}

// The rows of X are rows of a table, and all loops of the launch go the other way.
func TestAWrongRowOfAProductIsThatOfItsFirstElement(t *testing.T) {
	devicetest.OneGoroutine(t)
	const m, n, k, rows = 20, 9, 40, 7
	d := open(t)
	p, err := device.Parse("(%0 int32 level 1 places 1, %1 int32 level 1, %2 int32 level 1)\n%3 int32 = load %0 %1\n%4 int32 = dot %3 %2\nreturn %4")
	require.NoError(t, err)
	operand := func(elements int, of func(i int) int64, offset int, sizes []int, strides ...int) device.Operand {
		b, err := d.Alloc(4 * elements)
		require.NoError(t, err)
		data := make([]byte, 4*elements)
		for i := range elements {
			op.Int32.Store(data[4*i:], op.Int32.FromInt(of(i)))
		}
		require.NoError(t, b.Write(0, data))
		return device.Operand{Buffer: b, Type: op.Int32, Layout: broadcast.Layout{Shape: sizes, Strides: strides, Offset: offset}}
	}
	square := func(i int) int64 { return int64(i * i) }
	shape := []int{m, n, k}
	l := &device.Launch{Program: p, Shape: shape, Levels: []int{1}, Fault: new(device.Fault),
		In: []device.Operand{operand(rows*k, square, k-1, []int{m, n, k, rows}, 0, 0, -1, k), operand(m, func(i int) int64 { return int64(i%(2*rows) - rows) }, 0, shape, 1, 0, 0),
			operand(k*n, square, (k-1)*n, shape, 0, 1, -n)},
		Out: []device.Operand{operand(m*n, square, m*n-1, shape[:2], -n, -1)}}
	require.NoError(t, d.Run(t.Context(), l))
	data := make([]byte, 4*m*n)
	require.NoError(t, l.Out[0].Buffer.Read(t.Context(), 0, data))
	require.NoError(t, l.Fault.Err())
	for r := range m {
		for c := range n {
			want := int32(0)
			for i := range k {
				at, y := (r%(2*rows))%rows*k+i, i*n+c
				want += int32(at*at) * int32(y*y)
			}
			require.Equal(t, op.Int32.FromInt(int64(want)), op.Int32.Load(data[4*(m*n-1-r*n-c):]), "row %d, column %d", r, c)
		}
	}
	l.In[1] = operand(m, func(i int) int64 { return int64(i / 13 * -8) }, 0, shape, 1, 0, 0)
	require.NoError(t, d.Run(t.Context(), l))
	require.NoError(t, d.Sync(t.Context()))
	require.Equal(t, &device.IndexError{Index: -8, Size: rows, Element: 13 * n * k}, l.Fault.Err())
}
