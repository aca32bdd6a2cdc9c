package gpu

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// llvmpipe ends the loops of a thread after 65,535 rounds. Then these results would be wrong.
func TestThreadsThatMergeManyStatesFinishTheirLoops(t *testing.T) {
	devicetest.OneGoroutine(t)
	d, f := open(t), op.Float32
	for _, c := range []struct {
		row         *op.Op
		times       int // the row occurs in one program
		groups, n   int
		first, last float64
	}{
		{op.Sum, 3, 1, 1 << 18, 1 << 17, 1 << 17},
		{op.Var, 1, 1, 1 << 18, .25, .25},
		{op.Cumsum, 5, 64, 1 << 10, 0, 1 << 9},
		{op.Cumsum, 2, 1, 1 << 21, 0, 1 << 20},
	} {
		t.Run(fmt.Sprintf("%d %v of %d", c.times, c.row, c.n), func(t *testing.T) {
			l := &device.Launch{Shape: []int{c.groups, c.n}, Levels: []int{1}}
			operand := func(layout broadcast.Layout, write bool) device.Operand {
				b, err := d.Alloc(4 * layout.Len())
				require.NoError(t, err)
				raw := make([]byte, 4*layout.Len())
				for i := range layout.Len() {
					if write {
						binary.LittleEndian.PutUint32(raw[4*i:], uint32(f.FromFloat(float64(i%2))))
					}
				}
				require.NoError(t, b.Write(0, raw))
				t.Cleanup(b.Release)
				return device.Operand{Buffer: b, Type: f, Layout: layout}
			}
			elements, results := broadcast.RowMajor(c.groups, c.n), broadcast.RowMajor(c.groups)
			if c.row == op.Cumsum {
				results = elements
			}
			s := device.Source{Inputs: []device.Input{{Type: f, Level: 1}}}
			l.In = append(l.In, operand(elements, true))
			args := []device.Value{0}
			if c.row == op.Var {
				s.Inputs = append(s.Inputs, device.Input{Type: f})
				l.In = append(l.In, operand(broadcast.RowMajor(c.groups), false))
				args = append(args, 1)
			}
			for range c.times {
				s.Outputs = append(s.Outputs, device.Output{Value: device.Value(len(s.Inputs) + len(s.Code))})
				s.Code = append(s.Code, device.Instr{Op: c.row, Args: args})
				l.Out = append(l.Out, operand(results, false))
			}
			var err error
			l.Program, err = s.Program()
			require.NoError(t, err)
			require.NoError(t, d.Run(t.Context(), l))
			for _, o := range l.Out {
				raw := make([]byte, 4*results.Len())
				require.NoError(t, o.Buffer.Read(t.Context(), 0, raw))
				at := func(i int) float64 { return f.Float(op.Scalar(binary.LittleEndian.Uint32(raw[4*i:]))) }
				assert.Equal(t, c.first, at(0))
				assert.Equal(t, c.last, at(results.Len()-1))
			}
		})
	}
}
