package fastmath_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/fastmath"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// memory is a buffer without any bytes.
type memory struct{ bytes int }

func (m *memory) Len() int                              { return m.bytes }
func (*memory) Write(int, []byte) error                 { return nil }
func (*memory) Read(context.Context, int, []byte) error { return nil }
func (*memory) Release()                                {}

// kernel is a program's over five elements.
func kernel(t *testing.T, p *device.Program, r shaders.Repair) string {
	const n = 5
	l := &device.Launch{Program: p, Shape: []int{n}, Scalars: make([]op.Scalar, len(p.Scalars()))}
	operand := func(dt op.DType) device.Operand {
		return device.Operand{Buffer: &memory{n * dt.Size()}, Type: dt, Layout: broadcast.RowMajor(n)}
	}
	for _, v := range p.Outputs() {
		l.Out = append(l.Out, operand(p.Type(v)))
	}
	for _, dt := range p.Inputs() {
		l.In = append(l.In, operand(dt))
	}
	w, err := shaders.Lower(l, shaders.Limits{Window: 1 << 27}, r)
	require.NoError(t, err)
	return w.Stages()[0].WGSL()
}

// kernels are those of every row that computes in float32, of conversions from and to it, and of
// chains, with what adapters round badly repaired.
func kernels(t *testing.T) map[string]string {
	all := map[string]string{}
	repair := shaders.Repair{Div: true, Sqrt: true}
	for _, o := range op.Instructions() {
		types := make([]op.DType, o.Arity)
		for i := range types {
			types[i] = op.Float32
		}
		if o.Rule == op.Select {
			types[0] = op.Bool
		}
		if p, err := device.Single(o, types...); err == nil {
			all[o.Name] = kernel(t, p, repair)
		}
	}
	for _, dt := range shaders.DTypes.List() {
		for _, c := range [][2]op.DType{{op.Float32, dt}, {dt, op.Float32}} {
			p, err := device.NewProgram([]op.DType{c[0]}, nil, []device.Instr{{Op: op.Cast, Type: c[1], Args: []device.Value{0}}}, 1)
			require.NoError(t, err)
			all[c[0].String()+" to "+c[1].String()] = kernel(t, p, repair)
		}
	}
	parse := func(text string) string {
		p, err := device.Parse(text)
		require.NoError(t, err)
		return kernel(t, p, repair)
	}
	all["(x + y) - x"] = parse("(%0 float32, %1 float32)\n%2 float32 = add %0 %1\n%3 float32 = sub %2 %0\nreturn %3\n")
	all["(x + s) - s"] = parse("(%0 float32; %1 float32)\n%2 float32 = add %0 %1\n%3 float32 = sub %2 %1\nreturn %3\n")
	return all
}

func TestNoSumOfAKernelCancelsWhereCompilersReassociate(t *testing.T) {
	all := kernels(t)
	assert.Greater(t, len(all), 100)
	for name, text := range all {
		assert.Empty(t, fastmath.Cancellations(text), name)
	}
}

func TestBarriersKeepSumsFromCancelling(t *testing.T) {
	all := kernels(t)
	for _, name := range []string{"exp", "log2", "pow", "rsqrt", "softplus", "(x + y) - x", "(x + s) - s"} {
		t.Run(name, func(t *testing.T) {
			without := strings.ReplaceAll(all[name], "return bitcast<f32>(bitcast<u32>(v) | m_zero());", "return v;")
			assert.NotEqual(t, all[name], without)
			assert.NotEmpty(t, fastmath.Cancellations(without))
		})
	}
}
