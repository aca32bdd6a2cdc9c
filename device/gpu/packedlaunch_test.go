package gpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// packed is a launch on host memory: layouts of the outputs and then of the inputs,
// operands of one name in one buffer. Bytes that are no elements are random.
type packed struct {
	program *device.Program
	layouts []broadcast.Layout
	names   string // a letter each
	scalars []op.Scalar
}

// run compares every byte of every buffer after the launch with what it should be.
func (c packed) run(t testing.TB, d *Device, r *rand.Rand) {
	t.Helper()
	p := c.program
	l := &device.Launch{Program: p, Shape: c.layouts[0].Shape, Scalars: c.scalars}
	outs := len(p.Outputs())
	dtype := func(i int) op.DType {
		if i < outs {
			return p.Type(p.Outputs()[i])
		}
		return p.Inputs()[i-outs]
	}
	host, bufs := map[byte][]byte{}, map[byte]device.Buffer{}
	for i, layout := range c.layouts {
		_, hi := layout.Bounds()
		for n := hi*dtype(i).Size() + 5; len(host[c.names[i]]) < n; {
			host[c.names[i]] = append(host[c.names[i]], byte(r.Uint32()))
		}
	}
	for i, layout := range c.layouts[outs:] {
		for at := range layout.Offsets() {
			dtype(outs+i).Store(host[c.names[outs+i]][at*dtype(outs+i).Size():], randomScalar(r, dtype(outs+i)))
		}
	}
	for name, bytes := range host {
		b, err := d.Alloc(len(bytes))
		require.NoError(t, err)
		defer b.Release()
		require.NoError(t, b.Write(0, bytes))
		bufs[name] = b
	}
	for i, layout := range c.layouts {
		o := device.Operand{Buffer: bufs[c.names[i]], Type: dtype(i), Layout: layout}
		if i < outs {
			l.Out = append(l.Out, o)
		} else {
			l.In = append(l.In, o)
		}
	}
	c.evaluate(host, dtype)
	require.NoError(t, d.Run(t.Context(), l))
	for name, want := range host {
		got := make([]byte, len(want))
		require.NoError(t, bufs[name].Read(ctx, 0, got))
		if !assert.Equal(t, want, got, "buffer %c of %q, %v\n%v", name, c.names, c.layouts, p) {
			t.FailNow()
		}
	}
}

// evaluate runs the program on host memory.
func (c packed) evaluate(host map[byte][]byte, dtype func(int) op.DType) {
	p := c.program
	outs := len(p.Outputs())
	at := make([][]int, len(c.layouts))
	for i, layout := range c.layouts {
		for o := range layout.Offsets() {
			at[i] = append(at[i], o*dtype(i).Size())
		}
	}
	for e := range at[0] {
		vals := make([]op.Scalar, p.Result(len(p.Code())))
		for i := range p.Inputs() {
			vals[i] = dtype(outs + i).Load(host[c.names[outs+i]][at[outs+i][e]:])
		}
		copy(vals[len(p.Inputs()):], c.scalars)
		for i, in := range p.Code() {
			var args []op.Scalar
			var types []op.DType
			for _, v := range in.Args {
				args, types = append(args, vals[v]), append(types, p.Type(v))
			}
			vals[p.Result(i)] = in.Eval(args, types)
		}
		for i, v := range p.Outputs() {
			dtype(i).Store(host[c.names[i]][at[i][e]:], vals[v])
		}
	}
}

func randomScalar(r *rand.Rand, dt op.DType) op.Scalar {
	switch {
	case dt == op.Bool:
		return op.Scalar(r.Uint32() & 1)
	case dt.IsFloat():
		// No NaN, because its bits may differ, and no subnormal number, which an adapter may flush.
		bits := 8 * dt.Size()
		return op.Scalar(r.Uint64()>>(64-bits)&^(1<<(bits-2)) | 1<<(bits-3))
	}
	return op.Scalar(r.Uint64() >> (64 - 8*dt.Size()))
}
