package cpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// A row has one element of the column, which some rows before it may have too. Tiles have one row,
// a part of it, or several.
func TestAColumnIsConvertedForEachRow(t *testing.T) {
	d := New(Threads(4))
	d.engine.Parallel = 2
	for _, from := range kernel.Supported.List() {
		for _, to := range []op.DType{op.Int32, op.Float64} {
			p, err := device.NewProgram([]op.DType{from, to}, nil, []device.Instr{
				{Op: op.Cast, Type: to, Args: []device.Value{0}}, {Op: op.Sub, Args: []device.Value{1, 2}}}, 3)
			require.NoError(t, err)
			for _, shape := range [][]int{{40, 3, 130}, {40, 3, 200}, {30, 2, 300}, {5, 5, 1100}} {
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
