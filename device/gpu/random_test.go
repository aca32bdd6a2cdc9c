package gpu

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Threads take four neighbours at a time where there are many, and one where there are few.
func TestRandomNumbersHaveTheBitsOfTheirRows(t *testing.T) {
	const text = "(%%0 int64 position, %%1 uint32; %%2 uint64)\n%%3 uint64 = cast %%0\n%%4 uint64 = threefry2x32 %%2 %%3\n%%5 uint32 = cast %%4\n" +
		"%%6 uint32 = random_bits %%3 %%2\n%%7 uint32 = bitwise_%s %%5 %%1\n%%8 float32 = random_normal %%7\n%%9 float32 = random_exponential %%7\nreturn %%4 %%6 %%8 %%9"
	d := open(t)
	const key = 0x123456789abcdef0
	for _, c := range []struct {
		name, row string
		n         int
		mask      int32
	}{
		{"few", "or", 7, 0},
		{"in rounds", "or", 4096, 0},
		{"the least bits", "and", 16, 0},
		{"the greatest bits", "or", 16, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(fmt.Sprintf(text, c.row))
			require.NoError(t, err)
			mask := make([]int32, c.n)
			for i := range mask {
				mask[i] = c.mask
			}
			l := &device.Launch{Program: p, Shape: []int{c.n}, Scalars: []op.Scalar{key}, In: []device.Operand{
				{Type: op.Int64, Layout: broadcast.RowMajor(c.n)},
				{Buffer: alloc(t, d, mask...), Type: op.Uint32, Layout: broadcast.RowMajor(c.n)}}}
			for _, v := range p.Outputs() {
				b, err := d.Alloc(c.n * p.Type(v).Size())
				require.NoError(t, err)
				l.Out = append(l.Out, device.Operand{Buffer: b, Type: p.Type(v), Layout: broadcast.RowMajor(c.n)})
			}
			require.NoError(t, d.Run(ctx, l))
			want, got := make([][]byte, len(l.Out)), make([][]byte, len(l.Out))
			for i := range uint64(c.n) {
				block := op.Threefry2x32.Role.(*op.Bits).Eval(key, i)
				bits := uint32(block)
				if bits |= uint32(c.mask); c.row == "and" {
					bits = 0
				}
				want[0] = binary.LittleEndian.AppendUint64(want[0], uint64(block))
				want[1] = binary.LittleEndian.AppendUint32(want[1], uint32(op.RandomBits.Role.(*op.Bits).Eval(i, key)))
				want[2] = binary.LittleEndian.AppendUint32(want[2], uint32(op.RandomNormal.Role.(*op.Bits).Eval(uint64(bits), 0)))
				want[3] = binary.LittleEndian.AppendUint32(want[3], uint32(op.RandomExponential.Role.(*op.Bits).Eval(uint64(bits), 0)))
			}
			for i, o := range l.Out {
				got[i] = make([]byte, len(want[i]))
				require.NoError(t, o.Buffer.Read(ctx, 0, got[i]))
			}
			assert.Equal(t, want, got)
		})
	}
}
