package gpu

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu/internal/fastmath"
	"github.com/wgtensor/wgtensor/device/op"
)

// Compilers of hardware drivers contract a product and a sum to one fma. Those of software drivers
// do not, so here the text of the kernels has the fmas. In a sum of two products, the left or the
// right product is contracted.
func TestFloat32KeepsItsPromisesWhereCompilersContract(t *testing.T) {
	for _, c := range []struct {
		name string
		side fastmath.Side
		few  []string // rows of a short run
	}{
		{"the left product", fastmath.Left, []string{"log2", "sigmoid"}},
		{"the right product", fastmath.Right, []string{"gelu"}},
	} {
		t.Run(c.name, func(t *testing.T) { keepsItsPromises(t, c.side, c.few...) })
	}
}

func keepsItsPromises(t *testing.T, side fastmath.Side, few ...string) {
	oneGoroutine(t)
	var kernels atomic.Int64
	d := open(t, editKernels(func(wgsl string) string {
		text, fmas := fastmath.Contract(wgsl, side)
		if fmas > 0 {
			kernels.Add(1)
		}
		return text
	}))
	info := *d.info.Load()
	info.DTypes = op.SetOf(op.Bool, op.Float32)
	d.info.Store(&info)
	var opts []devicetest.Option
	if !devicetest.Thorough() {
		opts = append(opts, devicetest.Quick(), devicetest.Only(few...))
	}
	report, err := devicetest.Check(d, opts...)
	require.NoError(t, err)
	t.Log(report, kernels.Load(), "kernels contracted")
	assert.GreaterOrEqual(t, kernels.Load(), int64(many(700, len(few))))
	if devicetest.Thorough() {
		_, err := devicetest.Sweep{Step: 2003}.Run(d)
		assert.NoError(t, err)
	}
}

func TestAContractedSumIsRoundedOnce(t *testing.T) {
	oneGoroutine(t)
	const n = 4000
	values := sumsOfProducts(n)
	d := open(t)
	d.pipelines.edit = func(wgsl string) string {
		text, fmas := fastmath.Contract(strings.Replace(wgsl, "m_bar(x0 * x1)", "x0 * x1", 1), fastmath.Left)
		assert.Equal(t, 1, fmas)
		return text
	}
	operand := func(values []float32) device.Operand {
		b, err := d.Alloc(4 * n)
		require.NoError(t, err)
		var raw []byte
		for _, v := range values {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
		}
		require.NoError(t, b.Write(0, raw))
		return device.Operand{Buffer: b, Type: op.Float32, Layout: broadcast.RowMajor(n)}
	}
	types := []op.DType{op.Float32, op.Float32, op.Float32}
	l := &device.Launch{Program: mustProgram(t, types, nil, []device.Instr{do(op.Mul, 0, 1), do(op.Add, 3, 2)}, 4),
		Shape: []int{n}, Out: []device.Operand{operand(make([]float32, n))}}
	for _, v := range values {
		l.In = append(l.In, operand(v))
	}
	require.NoError(t, d.Run(t.Context(), l))
	for i, bits := range get(t, l.Out[0].Buffer) {
		x, y, z := values[0][i], values[1][i], values[2][i]
		require.Equal(t, once(x, y, z), math.Float32frombits(uint32(bits)), "%v * %v + %v", x, y, z)
	}
}

// sumsOfProducts are operands of x * y + z. Some have any size. In some the product and z cancel.
// In some the sum lies next to the middle between two numbers.
func sumsOfProducts(n int) (values [3][]float32) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func(low, high int) float32 {
		return float32(math.Ldexp(1+r.Float64(), low+r.IntN(high-low))) * float32(1-2*r.IntN(2))
	}
	for i := range n {
		x, y := number(-30, 30), number(-30, 30)
		z := -x * y
		switch i % 4 {
		case 0:
			z = number(-60, 60)
		case 1:
			z *= number(-26, 26)
		case 2:
			y = 1 / x
			z = (1<<24 + 2*float32(r.IntN(100))) * float32(1-2*r.IntN(2))
		}
		values[0], values[1], values[2] = append(values[0], x), append(values[1], y), append(values[2], z)
	}
	return values
}

// once is x * y + z, rounded once.
func once(x, y, z float32) float32 {
	meaning := func(x float32) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(float64(x)) }
	sum := meaning(x)
	nearest, _ := sum.Mul(sum, meaning(y)).Add(sum, meaning(z)).Float32()
	return nearest
}
