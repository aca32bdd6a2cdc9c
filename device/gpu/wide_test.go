package gpu

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// hardDivision returns x near a multiple of y, with runs of equal bits in y's half-words. There the
// digits of a long division are guessed too large, or the quotient is off by one.
func hardDivision(r *rand.Rand) (x, y uint64) {
	for y == 0 {
		for range 4 {
			y = y<<16 | []uint64{0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, r.Uint64N(1 << 16)}[r.IntN(8)]
		}
		y >>= r.IntN(64)
	}
	q := r.Uint64() >> max(bits.Len64(y)-1, r.IntN(64))
	return q*y + []uint64{0, 1, ^uint64(0), y - 1}[r.IntN(4)], y
}

func TestLongDivisionGuessesNoDigitWrong(t *testing.T) {
	const n = 1 << 16
	r := rand.New(rand.NewPCG(1, 1))
	var raw []byte
	for range n {
		x, y := hardDivision(r)
		raw = binary.LittleEndian.AppendUint64(raw, x)
		raw = binary.LittleEndian.AppendUint64(raw, y)
	}
	d := open(t)
	in, err := d.Alloc(len(raw))
	require.NoError(t, err)
	out, err := d.Alloc(len(raw))
	require.NoError(t, err)
	require.NoError(t, in.Write(0, raw))

	p, err := device.NewProgram([]op.DType{op.Uint64, op.Uint64}, nil, []device.Instr{
		{Op: op.FloorDivide, Args: []device.Value{0, 1}}, {Op: op.Remainder, Args: []device.Value{0, 1}}}, 2, 3)
	require.NoError(t, err)
	second := func(b device.Buffer, first int) device.Operand {
		return device.Operand{Buffer: b, Type: op.Uint64, Layout: broadcast.Layout{Shape: []int{n}, Strides: []int{2}, Offset: first}}
	}
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n},
		In: []device.Operand{second(in, 0), second(in, 1)}, Out: []device.Operand{second(out, 0), second(out, 1)}}))
	got := make([]byte, len(raw))
	require.NoError(t, out.Read(ctx, 0, got))
	for i := 0; i < len(raw); i += 16 {
		x, y := binary.LittleEndian.Uint64(raw[i:]), binary.LittleEndian.Uint64(raw[i+8:])
		q, rest := binary.LittleEndian.Uint64(got[i:]), binary.LittleEndian.Uint64(got[i+8:])
		if q != x/y || rest != x%y {
			assert.Failf(t, "wrong", "%#x by %#x gave %#x and left %#x, not %#x and %#x", x, y, q, rest, x/y, x%y)
			return
		}
	}
}
