package customdevice

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

// operand is memory and the axes of a launch that its own axes are: -1 is one that the launch does
// not have, a place. Without elements it is a position from offset on.
type operand struct {
	shape    []int
	elements []float64
	axes     []int
	position bool
	strides  []int // of a position
	offset   int
}

// array has row-major elements, and its axes are the given ones of the launch.
func array(shape []int, axes []int, elements ...float64) operand {
	return operand{shape: shape, axes: axes, elements: elements}
}

func position(offset int, strides ...int) operand {
	return operand{position: true, strides: strides, offset: offset}
}

// example is a launch and what comes of it.
type example struct {
	name, program string
	shape, levels []int
	in            []operand
	scalars       []op.Scalar
	out           []operand // the elements are those before the launch; none: zeros
	want          [][]float64
}

var examples = []example{
	{name: "sum", program: `
		(%0 int8 level 1)
		%1 int64 = sum %0
		return %1`,
		shape: []int{2, 3}, levels: []int{1},
		in:   []operand{array([]int{2, 3}, []int{0, 1}, 100, 100, 100, -1, -2, -3)},
		out:  []operand{array([]int{2}, []int{0})},
		want: [][]float64{{300, -6}}},
	{name: "argmax of columns", program: `
		(%0 float32 level 1)
		%1 int64 = argmax %0
		return %1`,
		shape: []int{3, 2}, levels: []int{1},
		in:   []operand{array([]int{2, 3}, []int{1, 0}, 1, 5, 2, 7, 5, 2)},
		out:  []operand{array([]int{3}, []int{0})},
		want: [][]float64{{1, 0, 0}}},
	{name: "softmax in place", program: `
		(%0 float32 level 1)
		%1 float32 = max %0
		%2 float32 = sub %0 %1
		%3 float32 = exp %2
		%4 float32 = sum %3
		%5 float32 = div %3 %4
		return %5`,
		shape: []int{2, 2}, levels: []int{1},
		in:   []operand{array([]int{2, 2}, []int{0, 1}, 1000, 1000, 0, -1000)},
		want: [][]float64{{0.5, 0.5, 1, 0}}},
	{name: "layer norm", program: `
		(%0 float32 level 1, %1 float32 level 1, %2 float32 level 1; %3 float32, %4 float32)
		%5 float32 = mean %0
		%6 float32 = sub %0 %5
		%7 float32 = var %0 %3
		%8 float32 = add %7 %4
		%9 float32 = rsqrt %8
		%10 float32 = mul %6 %9
		%11 float32 = mul %10 %1
		%12 float32 = add %11 %2
		return %12`,
		shape: []int{2, 4}, levels: []int{1},
		in: []operand{array([]int{2, 4}, []int{0, 1}, 1, 1, 3, 3, 0, 0, 4, 4),
			array([]int{4}, []int{1}, 1, 2, 1, 2), array([]int{4}, []int{1}, 0, 0, 10, 10)},
		scalars: []op.Scalar{0, 0},
		out:     []operand{array([]int{2, 4}, []int{0, 1})},
		want:    [][]float64{{-1, -2, 11, 12, -1, -2, 11, 12}}},
	{name: "matmul", program: `
		(%0 float32 level 1, %1 float32 level 1)
		%2 float32 = dot %0 %1
		return %2`,
		shape: []int{2, 3, 2}, levels: []int{1},
		in: []operand{array([]int{2, 2}, []int{0, 2}, 1, 2, 3, 4),
			array([]int{2, 3}, []int{2, 1}, 1, 2, 3, 4, 5, 6)},
		out:  []operand{array([]int{2, 3}, []int{0, 1})},
		want: [][]float64{{9, 12, 15, 19, 26, 33}}},
	{name: "nearest centre: distances", program: `
		(%0 float32 level 1, %1 float32 level 1)
		%2 float32 = sub %0 %1
		%3 float32 = mul %2 %2
		%4 float32 = sum %3
		return %4`,
		shape: []int{3, 2, 2}, levels: []int{1},
		in: []operand{array([]int{3, 2}, []int{0, 2}, 0, 0, 5, 5, 1, 1),
			array([]int{2, 2}, []int{1, 2}, 4, 4, 0, 1)},
		out:  []operand{array([]int{3, 2}, []int{0, 1})},
		want: [][]float64{{32, 1, 2, 41, 18, 1}}},
	{name: "nearest centre: the nearest", program: `
		(%0 float32 level 1)
		%1 int64 = argmin %0
		return %1`,
		shape: []int{3, 2}, levels: []int{1},
		in:   []operand{array([]int{3, 2}, []int{0, 1}, 32, 1, 2, 41, 18, 1)},
		out:  []operand{array([]int{3}, []int{0})},
		want: [][]float64{{1, 0, 1}}},
	{name: "cumsum", program: `
		(%0 float32 level 1)
		%1 float32 = cumsum %0
		return %1`,
		shape: []int{4}, levels: []int{1},
		in:   []operand{array([]int{4}, []int{0}, 1e8, 1, -1e8, 1)},
		out:  []operand{array([]int{4}, []int{0})},
		want: [][]float64{{1e8, 1e8, 1, 2}}},
	{name: "take of rows", program: `
		(%0 int32 places 1, %1 int64)
		%2 int32 = load %0 %1
		return %2`,
		shape: []int{4, 2},
		in: []operand{array([]int{3, 2}, []int{-1, 1}, 1, 2, 3, 4, 5, 6),
			array([]int{4}, []int{0}, 2, 0, -1, 1)},
		out:  []operand{array([]int{4, 2}, []int{0, 1})},
		want: [][]float64{{5, 6, 1, 2, 5, 6, 3, 4}}},
	{name: "gather along axis 1", program: `
		(%0 int32 places 1, %1 int64)
		%2 int32 = load %0 %1
		return %2`,
		shape: []int{2, 2},
		in: []operand{array([]int{2, 3}, []int{0, -1}, 1, 2, 3, 4, 5, 6),
			array([]int{2, 2}, []int{0, 1}, 2, 0, 1, -1)},
		out:  []operand{array([]int{2, 2}, []int{0, 1})},
		want: [][]float64{{3, 1, 5, 6}}},
	{name: "take, times 2, sum of rows", program: `
		(%0 int32 level 1 places 1, %1 int64; %2 int32)
		%3 int32 = load %0 %1
		%4 int32 = mul %3 %2
		%5 int64 = sum %4
		return %5`,
		shape: []int{3, 2}, levels: []int{1},
		in: []operand{array([]int{3, 2}, []int{-1, 1}, 1, 2, 3, 4, 5, 6),
			array([]int{3}, []int{0}, 2, 0, -1)},
		scalars: []op.Scalar{2},
		out:     []operand{array([]int{3}, []int{0})},
		want:    [][]float64{{22, 6, 22}}},
	{name: "roll by 1", program: `
		(%0 int32 places 1, %1 int32 position; %2 int32)
		%3 int32 = remainder %1 %2
		%4 int32 = load %0 %3
		return %4`,
		shape: []int{4},
		in:    []operand{array([]int{4}, []int{-1}, 1, 2, 3, 4), position(-1, 1)}, scalars: []op.Scalar{4},
		out:  []operand{array([]int{4}, []int{0})},
		want: [][]float64{{4, 1, 2, 3}}},
	{name: "pad with 7", program: `
		(%0 int32 places 1, %1 int32 position; %2 int32)
		%3 int32 = load_or %0 %1 %2
		return %3`,
		shape: []int{5},
		in:    []operand{array([]int{2}, []int{-1}, 1, 2), position(-1, 1)}, scalars: []op.Scalar{7},
		out:  []operand{array([]int{5}, []int{0})},
		want: [][]float64{{7, 1, 2, 7, 7}}},
	{name: "tril", program: `
		(%0 int32, %1 int32 position; %2 int32, %3 int32)
		%4 bool = le %1 %2
		%5 int32 = where %4 %0 %3
		return %5`,
		shape: []int{3, 3},
		in:    []operand{array([]int{3, 3}, []int{0, 1}, 1, 2, 3, 4, 5, 6, 7, 8, 9), position(0, -1, 1)}, scalars: []op.Scalar{0, 0},
		out:  []operand{array([]int{3, 3}, []int{0, 1})},
		want: [][]float64{{1, 0, 0, 4, 5, 0, 7, 8, 9}}},
	{name: "one_hot", program: `
		(%0 int64, %1 int64 position)
		%2 bool = eq %0 %1
		%3 int64 = cast %2
		return %3`,
		shape: []int{3, 3},
		in:    []operand{array([]int{3}, []int{0}, 2, 0, 1), position(0, 0, 1)},
		out:   []operand{array([]int{3, 3}, []int{0, 1})},
		want:  [][]float64{{0, 0, 1, 1, 0, 0, 0, 1, 0}}},
	{name: "arange", program: `
		(%0 int64 position)
		return %0`,
		shape: []int{4}, in: []operand{position(3, -2)},
		out:  []operand{array([]int{4}, []int{0})},
		want: [][]float64{{3, 1, -1, -3}}},
	{name: "scatter", program: `
		(%0 int32, %1 int64)
		return %0 at %1`,
		shape: []int{4},
		in:    []operand{array([]int{4}, []int{0}, 1, 2, 3, 4), array([]int{4}, []int{0}, 2, 0, 2, -1)},
		out:   []operand{array([]int{5}, []int{-1}, 9, 9, 9, 9, 9)},
		want:  [][]float64{{2, 9, 3, 9, 4}}},
	{name: "scatter_add", program: `
		(%0 int8, %1 int64)
		return %0 at %1 sum`,
		shape: []int{4},
		in:    []operand{array([]int{4}, []int{0}, 100, 2, 100, 4), array([]int{4}, []int{0}, 2, 0, 2, 5)},
		out:   []operand{array([]int{6}, []int{-1}, 9, 9, 9, 9, 9, 9)},
		want:  [][]float64{{11, 9, -47, 9, 9, 13}}},
	{name: "searchsorted", program: `
		(%0 float32 places 1, %1 float32)
		%2 int64 = find_left %0 %1
		%3 int64 = find_right %0 %1
		return %2 %3`,
		shape: []int{3},
		in:    []operand{array([]int{4}, []int{-1}, 1, 2, 2, 3), array([]int{3}, []int{0}, 2, 0, 4)},
		out:   []operand{array([]int{3}, []int{0}), array([]int{3}, []int{0})},
		want:  [][]float64{{1, 0, 4}, {3, 0, 4}}},
	{name: "sort and argsort of columns", program: `
		(%0 float32 level 1)
		%1 float32 = sort %0
		%2 int64 = argsort %0
		return %1 %2`,
		shape: []int{2, 3}, levels: []int{1},
		in:   []operand{array([]int{3, 2}, []int{1, 0}, 2, 1, 1, 1, 2, 0)},
		out:  []operand{array([]int{3, 2}, []int{1, 0}), array([]int{3, 2}, []int{1, 0})},
		want: [][]float64{{1, 0, 2, 1, 2, 1}, {1, 2, 0, 0, 2, 1}}},
	{name: "nonzero: count", program: `
		(%0 float32 level 1; %1 float32)
		%2 bool = ne %0 %1
		%3 int64 = cast %2
		%4 int64 = sum %3
		%5 int64 = cumsum %3
		return %4 %5`,
		shape: []int{2, 3}, levels: []int{2},
		in: []operand{array([]int{2, 3}, []int{0, 1}, 0, 5, 0, 6, 0, 7)}, scalars: []op.Scalar{0},
		out:  []operand{array(nil, nil), array([]int{2, 3}, []int{0, 1})},
		want: [][]float64{{3}, {0, 1, 1, 2, 2, 3}}},
	{name: "nonzero: write", program: `
		(%0 float32, %1 int64, %2 int64 position, %3 int64 position; %4 float32, %5 int64)
		%6 bool = ne %0 %4
		%7 int64 = sub %1 %5
		%8 int64 = neg %5
		%9 int64 = where %6 %7 %8
		return %2 at %9 skip, %3 at %9 skip`,
		shape: []int{2, 3},
		in: []operand{array([]int{2, 3}, []int{0, 1}, 0, 5, 0, 6, 0, 7), array([]int{2, 3}, []int{0, 1}, 0, 1, 1, 2, 2, 3),
			position(0, 1, 0), position(0, 0, 1)},
		scalars: []op.Scalar{0, 1},
		out:     []operand{array([]int{3}, []int{-1}), array([]int{3}, []int{-1})},
		want:    [][]float64{{0, 1, 1}, {1, 0, 2}}},
	{name: "random bits", program: `
		(%0 int64 position; %1 uint64)
		%2 uint64 = cast %0
		%3 uint32 = random_bits %1 %2
		return %3`,
		shape: []int{3}, in: []operand{position(0, 1)}, scalars: []op.Scalar{0},
		out:  []operand{array([]int{3}, []int{0})}, // jax.random.bits(jax.random.key(0), (3,), "uint32")
		want: [][]float64{{4070199207, 4202968722, 1427181096}}},
}

// Every form of program runs on the device, and gives what it should.
func TestLaunches(t *testing.T) {
	var text strings.Builder
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			d := New()
			l, results := e.launch(t, d)
			require.NoError(t, d.Run(t.Context(), l))
			require.NoError(t, l.Fault.Err())
			var got [][]float64
			for _, o := range results {
				got = append(got, read(t, o))
			}
			require.Equal(t, e.want, got)
			fmt.Fprintf(&text, "# %s\n%sgives %v\n\n", e.name, l.Describe(), got)
		})
	}
	golden.File(t, text.String())
}

// launch lays the example's operands out on a device. An example without outputs is in place.
func (e *example) launch(t *testing.T, d device.Device) (l *device.Launch, results []device.Operand) {
	p, err := device.Parse(e.program)
	require.NoError(t, err)
	l = &device.Launch{Program: p, Shape: e.shape, Levels: e.levels, Scalars: e.scalars, Fault: new(device.Fault)}
	for i, x := range e.in {
		l.In = append(l.In, x.lay(t, d, p.Inputs()[i], l.Shape[:l.Kept()+len(e.shape[l.Kept():])*p.Input(i).Level]))
	}
	for i, x := range e.out {
		axes := l.Shape
		if p.OutputLevel(i) == 0 {
			axes = l.Shape[:l.Kept()]
		}
		x.elements = append(x.elements, make([]float64, broadcast.RowMajor(x.shape...).Len()-len(x.elements))...)
		l.Out = append(l.Out, x.lay(t, d, p.Type(p.Outputs()[i]), axes))
	}
	if e.out == nil {
		l.Out = l.In[:1]
	}
	return l, l.Out
}

// lay makes the operand over the given axes of the launch.
func (x operand) lay(t *testing.T, d device.Device, dt op.DType, axes []int) device.Operand {
	l := broadcast.Layout{Shape: append([]int{}, axes...), Strides: make([]int, len(axes)), Offset: x.offset}
	if x.position {
		copy(l.Strides, x.strides)
		return device.Operand{Type: dt, Layout: l}
	}
	own := broadcast.RowMajor(x.shape...)
	for k, axis := range x.axes {
		if axis >= 0 {
			l.Strides[axis] = own.Strides[k]
		} else {
			l.Shape, l.Strides = append(l.Shape, x.shape[k]), append(l.Strides, own.Strides[k])
		}
	}
	b, err := d.Alloc(own.Len() * dt.Size())
	require.NoError(t, err)
	data := make([]byte, b.Len())
	for i, v := range x.elements {
		dt.Store(data[i*dt.Size():], dt.FromFloat(v))
	}
	require.NoError(t, b.Write(0, data))
	return device.Operand{Buffer: b, Type: dt, Layout: l}
}

// read is all that lies in an operand's buffer.
func read(t *testing.T, o device.Operand) (values []float64) {
	data := make([]byte, o.Buffer.Len())
	require.NoError(t, o.Buffer.Read(context.Background(), 0, data))
	for ; len(data) > 0; data = data[o.Type.Size():] {
		values = append(values, op.Float64.Float(op.Convert(o.Type.Load(data), o.Type, op.Float64)))
	}
	return values
}
