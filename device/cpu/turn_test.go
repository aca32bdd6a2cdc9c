package cpu

import (
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/op"
)

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
	tiny := exec.Sizes{Tile: 100, LongRow: 40, Parallel: 2}
	for _, s := range []exec.Sizes{exec.DefaultSizes, tiny} {
		for _, swapped := range []bool{false, true} {
			d := New(Threads(2))
			d.engine.Sizes, d.engine.Swapped = s, swapped
			for _, shape := range [][4]int{{3, 5, 17, 17}, {7, 2, 3, 130}, {2, 9, 40, 12}, {2, 3, 64, 64}} {
				for along := range 2 {
					for _, stored := range []bool{false, true} {
						t.Run(fmt.Sprint(s.Tile, swapped, shape, along, stored), func(t *testing.T) {
							checkLaunch(t, d, repeatedRows(t, d, shape, along, stored))
						})
					}
				}
			}
		}
	}
}
