package gpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// exactPrograms are programs that every device computes alike, over types of every size.
func exactPrograms(t testing.TB) []*device.Program {
	two := func(dt op.DType) []op.DType { return []op.DType{dt, dt} }
	return []*device.Program{
		mustProgram(t, two(op.Uint32), nil, []device.Instr{do(op.Add, 0, 1)}, 2),
		mustProgram(t, two(op.Int32), []op.DType{op.Int32}, []device.Instr{do(op.Mul, 0, 1), do(op.Sub, 3, 2)}, 4),
		mustProgram(t, two(op.Int32), nil, []device.Instr{do(op.Lt, 0, 1), do(op.Where, 2, 0, 1)}, 3, 2),
		mustProgram(t, two(op.Uint8), nil, []device.Instr{do(op.Mul, 0, 1)}, 2),
		mustProgram(t, two(op.Uint8), nil, []device.Instr{do(op.Add, 0, 1)}, 2),
		mustProgram(t, two(op.Int16), nil, []device.Instr{do(op.Add, 0, 1)}, 2),
		mustProgram(t, two(op.Float16), nil, nil, 1, 0),
		mustProgram(t, two(op.Int64), nil, nil, 0, 1),
		mustProgram(t, []op.DType{op.Uint8, op.Int32}, nil, []device.Instr{
			{Op: op.Cast, Type: op.Int32, Args: []device.Value{0}}, do(op.Add, 1, 2), do(op.Lt, 1, 2)}, 3, 4),
		mustProgram(t, []op.DType{op.Int16, op.Int64}, nil, nil, 0, 1),
	}
}

// sizes where units, threads and workgroups begin and end.
func edgeSizes() (sizes []int) {
	for _, around := range [][2]int{{1, 17}, {255, 259}, {4095, 4115}, {16383, 16385}} {
		for n := around[0]; n <= around[1]; n++ {
			sizes = append(sizes, n)
		}
	}
	return sizes
}

func TestRowsOfEverySizeAndOffsetAreComputedAndNothingElse(t *testing.T) {
	oneGoroutine(t)
	d, r := open(t), rand.New(rand.NewPCG(4, 4))
	for i, p := range exactPrograms(t) {
		for k, n := range edgeSizes() {
			if (i+k)%many(1, 9) > 0 {
				continue
			}
			c := packed{program: p, names: "abcd"[:len(p.Outputs())+2], scalars: make([]op.Scalar, len(p.Scalars()))}
			common := r.IntN(5)
			if n%4096 == 0 { // so that workgroups are full
				common = 0
			}
			for range len(p.Outputs()) {
				c.layouts = append(c.layouts, row(n, common))
			}
			for range 2 {
				c.layouts = append(c.layouts, row(n, common+8*r.IntN(2)+r.IntN(9)/7))
			}
			if (n+i)%5 == 0 {
				c.layouts[len(c.layouts)-1] = lay(3, []int{n}, []int{0})
			}
			c.run(t, d, r)
		}
	}
}

// shapes with and without whole units along rows and whole steps along the others.
func broadcastShapes() [][]int {
	return [][]int{{128, 32}, {257, 16}, {33, 128}, {4, 5}, {65, 65}, {4, 3, 352}, {1034, 3, 4}, {8, 8, 8, 8}, {6, 3, 10, 24}, {128, 128}, {16, 8, 128}}
}

func TestBroadcastAndTransposedRowsAreComputedAndNothingElse(t *testing.T) {
	oneGoroutine(t)
	d, r := open(t), rand.New(rand.NewPCG(5, 5))
	for i, p := range exactPrograms(t) {
		outs := len(p.Outputs())
		for k, shape := range broadcastShapes() {
			if (i+k)%many(1, 3) > 0 {
				continue
			}
			c := packed{program: p, names: "abcd"[:outs+2], scalars: make([]op.Scalar, len(p.Scalars()))}
			gap := r.IntN(3) / 2 * 4
			for range outs {
				c.layouts = append(c.layouts, stridedLayout(r, shape, false, gap))
			}
			for range 2 {
				c.layouts = append(c.layouts, stridedLayout(r, shape, true, 4*r.IntN(2)+r.IntN(5)/4))
			}
			c.run(t, d, r)
		}
	}
}

// stridedLayout lays a shape out with gaps between the rows. An input repeats some axes, is transposed
// or walks backwards.
func stridedLayout(r *rand.Rand, shape []int, input bool, gap int) broadcast.Layout {
	l := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: 4 * r.IntN(2)}
	axes := r.Perm(len(shape))
	if !input || r.IntN(3) > 0 {
		for axis := range axes {
			axes[axis] = len(shape) - 1 - axis
		}
	}
	stride := 1
	for i, axis := range axes {
		switch kind := r.IntN(6); {
		case input && kind < 2:
			continue
		case input && kind == 2:
			l.Strides[axis] = -stride
			l.Offset += stride * (shape[axis] - 1)
		default:
			l.Strides[axis] = stride
		}
		stride *= shape[axis]
		if i == 0 {
			stride += gap
		}
	}
	return l
}

func TestTransposedOperandsAreReadTransposed(t *testing.T) {
	d, r := open(t), rand.New(rand.NewPCG(6, 6))
	for _, p := range exactPrograms(t)[:3] {
		for _, view := range []broadcast.Layout{
			lay(0, []int{128, 32}, []int{1, 128}), lay(4, []int{12, 512}, []int{1, 12}), lay(1, []int{128, 32}, []int{1, 128}),
			lay(512, []int{128, 32}, []int{1, -16}), lay(0, []int{32, 8, 16}, []int{1, 512, 32}), lay(0, []int{8, 32, 16}, []int{0, 1, 32}),
			lay(4, []int{128, 32}, []int{1, 0}), lay(1, []int{128, 32}, []int{1, 0}), lay(0, []int{8, 34, 16}, []int{36, 1, 0}),
		} {
			c := packed{program: p, names: "abcd"[:len(p.Outputs())+2], scalars: make([]op.Scalar, len(p.Scalars()))}
			for range len(p.Outputs()) + 1 {
				c.layouts = append(c.layouts, broadcast.RowMajor(view.Shape...))
			}
			c.layouts = append(c.layouts, view)
			c.run(t, d, r)
		}
	}
}

// Threads' numbers are divided as floats where they have at most 21 bits.
func TestTheLastThreadThatFloatsCountFindsItsRow(t *testing.T) {
	needs(t, 100)
	d := open(t)
	for _, columns := range []int{3, 1023, 8191} {
		rows := 1 << 21 / columns * 4 // four of one column a thread
		x, y := make([]int32, rows), make([]int32, columns)
		for i := range x {
			x[i] = int32(i * columns)
		}
		for i := range y {
			y[i] = int32(i)
		}
		shape, sum := []int{rows, columns}, alloc(t, d, make([]int32, rows*columns)...)
		operand := func(b device.Buffer, strides ...int) device.Operand {
			return device.Operand{Buffer: b, Type: op.Int32, Layout: lay(0, shape, strides)}
		}
		require.NoError(t, d.Run(t.Context(), &device.Launch{
			Program: mustProgram(t, []op.DType{op.Int32, op.Int32}, nil, []device.Instr{do(op.Add, 0, 1)}, 2), Shape: shape,
			In:  []device.Operand{operand(alloc(t, d, x...), 1, 0), operand(alloc(t, d, y...), 0, 1)},
			Out: []device.Operand{operand(sum, columns, 1)},
		}))
		for i, got := range get(t, sum) {
			if got != int32(i) {
				require.Failf(t, "wrong", "element %d of rows of %d is %d", i, columns, got)
			}
		}
	}
}
