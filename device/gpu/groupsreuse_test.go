package gpu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A result of bytes is copied from words by a stage of its own, which has no scalars.
func TestAReusedLaunchOfGroupsHasOtherScalars(t *testing.T) {
	d := open(t)
	p, err := device.Parse("(%0 float32 level 1; %1 float32)\n%2 bool = gt %0 %1\n%3 bool = any %2\nreturn %3")
	require.NoError(t, err)
	in, err := d.Alloc(4 * 6)
	require.NoError(t, err)
	data := make([]byte, 4*6)
	for i := range 6 {
		op.Float32.Store(data[4*i:], op.Float32.FromFloat(float64(i)))
	}
	require.NoError(t, in.Write(0, data))
	out, err := d.Alloc(2)
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{2, 3}, Levels: []int{1}, Scalars: make([]op.Scalar, 1),
		In:  []device.Operand{{Buffer: in, Type: op.Float32, Layout: broadcast.RowMajor(2, 3)}},
		Out: []device.Operand{{Buffer: out, Type: op.Bool, Layout: broadcast.RowMajor(2)}}}
	l.Reuse()
	for _, c := range []struct {
		above float64
		want  []byte
	}{{1, []byte{1, 1}}, {2, []byte{0, 1}}, {5, []byte{0, 0}}, {1, []byte{1, 1}}} {
		l.Scalars[0] = op.Float32.FromFloat(c.above)
		require.NoError(t, d.Run(context.Background(), l))
		got := make([]byte, 2)
		require.NoError(t, out.Read(context.Background(), 0, got))
		assert.Equal(t, c.want, got, "above %v", c.above)
	}
}
