package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// fusible have kernels of several of them.
var fusible = []*op.Op{op.Add, op.Sub, op.Mul, op.Maximum, op.Minimum, op.Relu, op.Square, op.Abs}

func TestInstructionsThatOneKernelComputesGiveTheBitsOfTheirRows(t *testing.T) {
	d := New()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 9))
		dt := []op.DType{op.Float32, op.Float64}[r.IntN(2)]
		inputs := []op.DType{dt, dt, dt}
		var code []device.Instr
		for values := 4; values < 5+r.IntN(6); values++ {
			in := device.Instr{Op: fusible[r.IntN(len(fusible))]}
			for range in.Op.Arity {
				in.Args = append(in.Args, device.Value(max(r.IntN(values), r.IntN(values))))
			}
			code = append(code, in)
		}
		outputs := []device.Value{device.Value(3 + len(code))}
		if r.IntN(3) == 0 {
			outputs = append(outputs, device.Value(r.IntN(3+len(code))))
		}
		p, err := device.NewProgram(inputs, []op.DType{dt}, code, outputs...)
		require.NoError(t, err)
		g := &generator{r, t, d}
		l := &device.Launch{Program: p, Shape: []int{1 + r.IntN(5), 1 + r.IntN(100)}, Scalars: []op.Scalar{element(r, dt)}}
		for range inputs {
			l.In = append(l.In, g.operand(l.Shape, dt, true))
		}
		for range outputs {
			l.Out = append(l.Out, g.operand(l.Shape, dt, false))
		}
		checkLaunch(t, d, l)
	}
}
