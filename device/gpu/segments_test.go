package gpu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// The windows have 64 KiB, so that each group lies in several of them.
func TestAGroupMayBeLongerThanABinding(t *testing.T) {
	const softmax = "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n%4 float32 = sum %3\n%5 float32 = div %3 %4\nreturn %5"
	whole, narrow := open(t), open(t, within(1<<16, 1<<18, 0))
	for _, c := range []struct {
		name, program string
		shape         []int
		strides       []int
		offset        int
	}{
		{"a sum", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", []int{1, 70_001}, []int{0, 1}, 0},
		{"a group that begins in a window", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", []int{1, 70_001}, []int{0, 1}, 1234},
		{"a group backwards", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", []int{1, 70_001}, []int{0, -1}, 70_777},
		{"columns", "(%0 float32 level 1)\n%1 float32 = mean %0\nreturn %1", []int{3, 20_000}, []int{1, 3}, 7},
		{"columns that no window cuts", "(%0 float32 level 1)\n%1 float32 = mean %0\nreturn %1", []int{4, 20_000}, []int{1, 4}, 0},
		{"a scan", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", []int{1, 40_001}, []int{0, 1}, 3},
		{"short groups that windows cut", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", []int{300, 63}, []int{63, 1}, 5},
		{"sorts that windows cut", "(%0 float32 level 1)\n%1 int64 = argsort %0\nreturn %1", []int{5, 8000}, []int{8000, 1}, 5},
		{"a softmax", softmax, []int{1, 40_001}, []int{0, 1}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			in := broadcast.Layout{Shape: c.shape, Strides: c.strides, Offset: c.offset}
			_, end := in.Bounds()
			r, raw := rand.New(rand.NewPCG(1, 1)), make([]byte, 4*(end+1))
			for i := range end {
				op.Float32.Store(raw[4*i:], op.Float32.FromFloat(r.NormFloat64()))
			}
			results := make([][]byte, 2)
			for i, d := range []*Device{whole, narrow} {
				x, err := d.Alloc(len(raw))
				require.NoError(t, err)
				t.Cleanup(x.Release)
				require.NoError(t, x.Write(0, raw))
				out := broadcast.RowMajor(slices.Clone(c.shape[:1+p.OutputLevel(0)])...)
				dt := p.Type(p.Outputs()[0])
				results[i] = make([]byte, dt.Size()*out.Len())
				y, err := d.Alloc(len(results[i]))
				require.NoError(t, err)
				t.Cleanup(y.Release)
				require.NoError(t, d.Run(ctx, &device.Launch{Program: p, Shape: c.shape, Levels: []int{1},
					In: []device.Operand{{Buffer: x, Type: op.Float32, Layout: in}}, Out: []device.Operand{{Buffer: y, Type: dt, Layout: out}}}))
				require.NoError(t, y.Read(ctx, 0, results[i]))
			}
			require.Equal(t, results[0], results[1])
		})
	}
}
