package gpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Bytes at the edges of a group are no elements: their bits must not spill over.
func TestWholeWordsComputeEveryPairOfBytes(t *testing.T) {
	oneGoroutine(t)
	d, r := open(t), rand.New(rand.NewPCG(4, 4))
	rows := 0
	for _, o := range op.Instructions() {
		for i, dt := range []op.DType{op.Bool, op.Int8, op.Uint8, op.Int16, op.Uint16} {
			if o.WordWGSL(dt) == "" || o.Rule == op.Retype {
				continue
			}
			if rows++; (rows+i)%many(1, 3) > 0 {
				continue
			}
			types := make([]op.DType, o.Arity)
			for i := range types {
				types[i] = dt
			}
			if o.Rule == op.Select {
				types[0] = op.Bool
			}
			p, err := device.Single(o, types...)
			require.NoError(t, err)
			everyPair(t, d, r, p)
		}
	}
	assert.Greater(t, rows, 50)
}

// everyPair launches the program on all pairs of bytes (of wider operands and more than
// two on random ones), which begin inside a word.
func everyPair(t *testing.T, d *Device, r *rand.Rand, p *device.Program) {
	const n = 1 << 16
	l := &device.Launch{Program: p, Shape: []int{n}}
	types := p.Inputs()
	args := make([][]op.Scalar, len(types))
	for i, dt := range types {
		raw := make([]byte, (n+3)*dt.Size())
		args[i] = make([]op.Scalar, n)
		for e := range n {
			v := randomScalar(r, dt)
			if dt.Size() == 1 && dt != op.Bool && i < 2 {
				v = op.Scalar(e >> (8 * i) & 255)
			}
			args[i][e] = v
			dt.Store(raw[(e+3)*dt.Size():], v)
		}
		for e := range 3 * dt.Size() {
			raw[e] = byte(r.Uint32())
		}
		b, err := d.Alloc(len(raw))
		require.NoError(t, err)
		defer b.Release()
		require.NoError(t, b.Write(0, raw))
		l.In = append(l.In, device.Operand{Buffer: b, Type: dt, Layout: row(n, 3)})
	}
	dt := p.Type(p.Outputs()[0])
	out, err := d.Alloc((n + 3) * dt.Size())
	require.NoError(t, err)
	defer out.Release()
	l.Out = []device.Operand{{Buffer: out, Type: dt, Layout: row(n, 3)}}
	require.NoError(t, d.Run(t.Context(), l))
	raw := make([]byte, out.Len())
	require.NoError(t, out.Read(ctx, 0, raw))
	at := make([]op.Scalar, len(types))
	for e := range n {
		for i := range at {
			at[i] = args[i][e]
		}
		if got, want := dt.Load(raw[(e+3)*dt.Size():]), p.Code()[0].Eval(at, types); got != want {
			require.Equal(t, want, got, fmt.Sprint(p, at))
		}
	}
}
