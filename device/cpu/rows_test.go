package cpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// columns is a launch over rows of the given length; each input has one element per row,
// at the very ends of its buffer.
func columns(t *testing.T, d *Device, o *op.Op, dt op.DType, rows, length int) *device.Launch {
	r := rand.New(rand.NewPCG(uint64(rows), uint64(length)))
	p := single(t, o, []op.DType{dt, dt, dt}[:o.Arity]...)
	out := whole(alloc(t, d, rows*length*dt.Size()), dt, rows, length)
	l := &device.Launch{Program: p, Shape: []int{rows, length}, Out: []device.Operand{out}}
	for range o.Arity {
		var elements []op.Scalar
		for range rows {
			elements = append(elements, element(r, dt))
		}
		data := pack(dt, elements...)
		if d.engine.Swapped {
			swapAll(data, dt.Size())
		}
		layout := broadcast.Layout{Shape: l.Shape, Strides: []int{1, 0}}
		l.In = append(l.In, device.Operand{Buffer: upload(t, d, data), Type: dt, Layout: layout})
	}
	return l
}

func TestOneElementServesALongRowWhereverAChunkOfItBegins(t *testing.T) {
	d := New(Threads(2))
	checkLaunch(t, d, columns(t, d, op.LogicalNot, op.Bool, 2, 98500))
}

// tiny sizes divide small launches as large ones are.
var tiny = exec.Sizes{Tile: 100, LongRow: 40, Parallel: 2}

// onEachHost runs a test for usual and tiny sizes, on a host of either byte order.
func onEachHost(t *testing.T, threads int, test func(t *testing.T, d *Device)) {
	for _, s := range []exec.Sizes{exec.DefaultSizes, tiny} {
		for _, swapped := range []bool{false, true} {
			d := New(Threads(threads))
			d.engine.Sizes, d.engine.Swapped = s, swapped
			t.Run(fmt.Sprint(s.Tile, swapped), func(t *testing.T) { test(t, d) })
		}
	}
}

func TestOneElementPerRowServesItsRow(t *testing.T) {
	onEachHost(t, 4, func(t *testing.T, d *Device) {
		for _, shape := range [][2]int{{2, 512}, {3, 1025}, {7, 1100}, {9, 3001}, {2, 20000}} {
			t.Run(fmt.Sprint(shape), func(t *testing.T) {
				checkLaunch(t, d, columns(t, d, op.LogicalNot, op.Bool, shape[0], shape[1]))
				checkLaunch(t, d, columns(t, d, op.Neg, op.Int32, shape[0], shape[1]))
				checkLaunch(t, d, columns(t, d, op.Sub, op.Float64, shape[0], shape[1]))
			})
		}
	})
}

// A row has one element of the column, which some rows before it may have too. Tiles have one row,
// a part of it, or several.
func TestAColumnIsConvertedForEachRow(t *testing.T) {
	d := New(Threads(4))
	d.engine.Parallel = 2
	for k, from := range op.DTypes() {
		for _, to := range []op.DType{op.Int32, op.Float64} {
			p, err := device.NewProgram([]op.DType{from, to}, nil, []device.Instr{
				{Op: op.Cast, Type: to, Args: []device.Value{0}}, {Op: op.Sub, Args: []device.Value{1, 2}}}, 3)
			require.NoError(t, err)
			shapes := [][]int{{20, 3, 130}, {30, 2, 300}, {3, 5, 1100}}
			if slowed {
				shapes = shapes[k%3:][:1]
			}
			for _, shape := range shapes {
				t.Run(fmt.Sprintf("%v to %v, %v", from, to, shape), func(t *testing.T) {
					g := newGenerator(t, d, 1)
					column := broadcast.Layout{Shape: shape, Strides: []int{0, 1, 0}}
					l := &device.Launch{Program: p, Shape: shape, In: []device.Operand{g.operandAt(column, from), g.operandAt(broadcast.RowMajor(shape...), to)},
						Out: []device.Operand{g.operandAt(broadcast.RowMajor(shape...), to)}}
					checkLaunch(t, d, l)
					g.release(l)
				})
			}
		}
	}
}

// repeatedRows is a launch that subtracts operands of shape [a,b,c,n]. The second operand repeats
// rows of n along the axis c and along one of the two outer axes. If stored is set, the launch also
// copies it to an output.
func repeatedRows(t *testing.T, d *Device, shape [4]int, along int, stored bool) *device.Launch {
	a, b, c, n := shape[0], shape[1], shape[2], shape[3]
	l := &device.Launch{Shape: shape[:]}
	strides := []int{b * n, n, 0, 1}
	strides[along] = 0
	layout := broadcast.Layout{Shape: l.Shape, Strides: strides}
	short := device.Operand{Buffer: upload(t, d, floats32(ramp(a*b*n, 1)...)), Type: op.Float32, Layout: layout}
	full := whole(upload(t, d, floats32(ramp(a*b*c*n, 2)...)), op.Float32, shape[:]...)
	f := op.Float32
	l.In = []device.Operand{full, short}
	l.Out = []device.Operand{whole(alloc(t, d, a*b*c*n*4), f, shape[:]...)}
	l.Program = single(t, op.Sub, f, f)
	if stored {
		p, err := device.NewProgram([]op.DType{f, f}, nil, []device.Instr{{Op: op.Sub, Type: f, Args: []device.Value{0, 1}}}, 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		l.Program, l.Out = p, append(l.Out, whole(alloc(t, d, a*b*c*n*4), f, shape[:]...))
	}
	return l
}

func TestRowsThatAnInputRepeatsServeWhateverAxisItIsTheSameAlong(t *testing.T) {
	onEachHost(t, 2, func(t *testing.T, d *Device) {
		for _, shape := range [][4]int{{3, 5, 17, 17}, {7, 2, 3, 130}, {2, 9, 40, 12}, {2, 3, 64, 64}} {
			for along := range 2 {
				for _, stored := range []bool{false, true} {
					t.Run(fmt.Sprint(shape, along, stored), func(t *testing.T) {
						checkLaunch(t, d, repeatedRows(t, d, shape, along, stored))
					})
				}
			}
		}
	})
}

func TestStridedOperandsAreReadElementByElement(t *testing.T) {
	d := New()
	for _, dt := range []op.DType{op.Uint8, op.BFloat16, op.Int32, op.Float64} {
		r := rand.New(rand.NewPCG(11, uint64(dt)))
		for _, n := range []int{1, 7, 8, 9, 33, 1000, 5000} {
			for _, stride := range []int{-2, -1, 2, 3, 4} {
				elements := make([]op.Scalar, kernel.Abs(stride)*(n-1)+1) // and nothing behind the last one
				for i := range elements {
					elements[i] = element(r, dt)
				}
				from := device.Operand{Buffer: upload(t, d, pack(dt, elements...)), Type: dt,
					Layout: broadcast.Layout{Shape: []int{n}, Strides: []int{stride}, Offset: max(-stride, 0) * (n - 1)}}
				other := whole(upload(t, d, pack(dt, elements[:n]...)), dt, n) // decides the direction
				l := &device.Launch{Program: single(t, op.Maximum, dt, dt), Shape: []int{n}, In: []device.Operand{other, from},
					Out: []device.Operand{whole(alloc(t, d, n*dt.Size()), dt, n)}}
				checkLaunch(t, d, l)
			}
		}
	}
}

func TestRowsOfEveryLengthGiveTheirElements(t *testing.T) {
	seeds := uint64(150)
	if slowed {
		seeds = 30
	}
	for _, s := range []exec.Sizes{exec.DefaultSizes, tiny} {
		d := New(Threads(2))
		d.engine.Sizes = s
		for seed := range seeds {
			g := newGenerator(t, d, seed)
			dt, o := pick(g, []op.DType{op.Float32, op.Float64, op.Int16, op.Uint8, op.BFloat16}), pick(g, []*op.Op{op.Sub, op.Maximum, op.Abs, op.Gt, op.Clamp})
			length := pick(g, []int{2, 3, 5, 8, 9, 16, 31, 32, 33, 64, 100, 130, 256, 300, 700})
			l := &device.Launch{Shape: pick(g, [][]int{{40, length}, {3, 17, length}, {length, 40}, {5, length, 9}, {200, length, 2}})}
			types := []op.DType{dt, dt, dt}[:o.Arity]
			l.Program = single(t, o, types...)
			for range types {
				l.In = append(l.In, g.operand(l.Shape, dt, true))
			}
			l.Out = append(l.Out, g.operand(l.Shape, l.Program.Type(l.Program.Result(0)), false))
			checkLaunch(t, d, l)
			g.release(l)
		}
	}
}
