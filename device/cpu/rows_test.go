package cpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
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

func TestOneElementPerRowServesItsRow(t *testing.T) {
	tiny := exec.Sizes{Tile: 100, LongRow: 40, Parallel: 2}
	for _, s := range []exec.Sizes{exec.DefaultSizes, tiny} {
		for _, swapped := range []bool{false, true} {
			d := New(Threads(4))
			d.engine.Sizes, d.engine.Swapped = s, swapped
			for _, shape := range [][2]int{{2, 512}, {3, 1025}, {7, 1100}, {9, 3001}, {2, 20000}} {
				t.Run(fmt.Sprint(s.Tile, swapped, shape), func(t *testing.T) {
					checkLaunch(t, d, columns(t, d, op.LogicalNot, op.Bool, shape[0], shape[1]))
					checkLaunch(t, d, columns(t, d, op.Neg, op.Int32, shape[0], shape[1]))
					checkLaunch(t, d, columns(t, d, op.Sub, op.Float64, shape[0], shape[1]))
				})
			}
		}
	}
}
