package gpu

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// hardHalves are all values of a half-precision type, the middles between neighbours, and
// the float32 numbers next to either; then every 4093rd bit pattern.
func hardHalves(dt op.DType) []uint32 {
	var list []uint32
	for h := range uint32(1 << 16) {
		x, next := dt.Float(op.Scalar(h)), dt.Float(op.Scalar((h+1)&0xffff))
		middle := x + (next-x)/2
		if dt == op.Float16 && h&0x7fff == 0x7bff {
			middle = math.Copysign(65520, x) // from where on it is an infinity
		}
		a, b := math.Float32bits(float32(x)), math.Float32bits(float32(middle))
		list = append(list, a-1, a, a+1, b-1, b, b+1)
	}
	for b := uint32(0); b < math.MaxUint32-4093; b += 4093 {
		list = append(list, b)
	}
	return list
}

func TestFloatsAreRoundedToHalvesOnceWhetherStoredOrNot(t *testing.T) {
	oneGoroutine(t)
	d := open(t)
	for _, dt := range []op.DType{op.Float16, op.BFloat16} {
		list := hardHalves(dt)
		n := len(list)
		p := mustProgram(t, []op.DType{op.Float32}, nil, []device.Instr{
			{Op: op.Cast, Type: dt, Args: []device.Value{0}}, {Op: op.Cast, Type: op.Float32, Args: []device.Value{1}},
		}, 1, 2)
		x, err := d.Alloc(4 * n)
		require.NoError(t, err)
		var raw []byte
		for _, b := range list {
			raw = binary.LittleEndian.AppendUint32(raw, b)
		}
		require.NoError(t, x.Write(0, raw))
		stored, err := d.Alloc(2 * n)
		require.NoError(t, err)
		require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n},
			In: []device.Operand{{Buffer: x, Type: op.Float32, Layout: row(n, 0)}},
			Out: []device.Operand{
				{Buffer: stored, Type: dt, Layout: row(n, 0)}, {Buffer: x, Type: op.Float32, Layout: row(n, 0)}}}))
		halves := make([]byte, 2*n)
		require.NoError(t, stored.Read(ctx, 0, halves))
		require.NoError(t, x.Read(ctx, 0, raw))
		for i, b := range list {
			want := op.Convert(op.Scalar(b), op.Float32, dt)
			got := dt.Load(halves[2*i:])
			back := op.Float32.Load(raw[4*i:])
			if math.IsNaN(dt.Float(want)) {
				require.True(t, math.IsNaN(dt.Float(got)) && math.IsNaN(op.Float32.Float(back)), "%v of %#x", dt, b)
				continue
			}
			// The condition comes first: testify would take a second for all values.
			if wide := op.Convert(want, dt, op.Float32); got != want || back != wide {
				require.Equal(t, []op.Scalar{want, wide}, []op.Scalar{got, back}, "%v of %#x, and back", dt, b)
			}
		}
		x.Release()
		stored.Release()
	}
}

func TestLargeIntegersAreRoundedToHalvesOnce(t *testing.T) {
	oneGoroutine(t)
	d := open(t)
	var list []int32
	for e := 8; e < 31; e++ {
		for m := range int32(1 << 9) { // around the middles between the bfloat16s of the binade
			middle := 1<<e + (2*m+1)<<e>>9
			list = append(list, middle-1, middle, middle+1, -middle-1, -middle, -middle+1)
		}
	}
	n := len(list)
	for _, from := range []op.DType{op.Int32, op.Uint32} {
		for _, to := range []op.DType{op.Float16, op.BFloat16} {
			p := mustProgram(t, []op.DType{from}, nil, []device.Instr{{Op: op.Cast, Type: to, Args: []device.Value{0}}}, 1)
			x := alloc(t, d, list...)
			out, err := d.Alloc(2 * n)
			require.NoError(t, err)
			require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{n},
				In:  []device.Operand{{Buffer: x, Type: from, Layout: row(n, 0)}},
				Out: []device.Operand{{Buffer: out, Type: to, Layout: row(n, 0)}}}))
			raw := make([]byte, 2*n)
			require.NoError(t, out.Read(ctx, 0, raw))
			for i, v := range list {
				require.Equal(t, op.Convert(op.Scalar(uint32(v)), from, to), to.Load(raw[2*i:]), "%v %d to %v", from, v, to)
			}
			x.Release()
			out.Release()
		}
	}
}
