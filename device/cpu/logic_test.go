package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// logicOf runs a row on the truth of n numbers, and stores so many of the last values.
func logicOf(t *testing.T, d *Device, o *op.Op, dt op.DType, n, outputs int) *device.Launch {
	inputs, code, values := []op.DType{dt, dt}[:o.Arity], []device.Instr(nil), []device.Value(nil)
	last := device.Instr{Op: o}
	for k := range inputs {
		code = append(code, device.Instr{Op: op.Cast, Type: op.Bool, Args: []device.Value{device.Value(k)}})
		last.Args = append(last.Args, device.Value(len(inputs)+k))
	}
	for back := range outputs {
		values = append(values, device.Value(2*len(inputs)-back))
	}
	p, err := device.NewProgram(inputs, nil, append(code, last), values...)
	require.NoError(t, err)
	g, l := &generator{rand.New(rand.NewPCG(6, 5)), t, d}, &device.Launch{Program: p, Shape: []int{3, n}}
	for range inputs {
		l.In = append(l.In, g.operand(l.Shape, dt, true))
	}
	for range outputs {
		l.Out = append(l.Out, g.operand(l.Shape, op.Bool, false))
	}
	checkLaunch(t, d, l)
	return l
}

func TestLogicOfNumbersIsOneStepUnlessTheirTruthIsWanted(t *testing.T) {
	for _, name := range kernel.Names() {
		d := New(KernelSet(name))
		for _, o := range []*op.Op{op.LogicalAnd, op.LogicalOr, op.LogicalXor, op.LogicalNot} {
			for _, dt := range []op.DType{op.Int8, op.Uint16, op.Int32, op.Uint64} {
				assert.True(t, one(logicOf(t, d, o, dt, 333, 1), d), "%v of %v", o, dt)
				assert.False(t, one(logicOf(t, d, o, dt, 333, 2), d), "%v of %v", o, dt)
			}
			logicOf(t, d, o, op.Float32, 333, 1)
		}
	}
}

func TestTheTruthOfANumberThatIsComputedIsNoOperandOfAShortLaunch(t *testing.T) {
	d := New()
	p, err := device.NewProgram([]op.DType{op.Int8}, nil, []device.Instr{
		{Op: op.Cast, Type: op.Int32, Args: []device.Value{0}}, {Op: op.Cast, Type: op.Bool, Args: []device.Value{1}},
		{Op: op.LogicalAnd, Args: []device.Value{2, 2}}}, 3)
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{4}, In: []device.Operand{whole(upload(t, d, []byte{0, 1, 128, 0}), op.Int8, 4)},
		Out: []device.Operand{whole(alloc(t, d, 4), op.Bool, 4)}}
	require.NoError(t, d.Run(t.Context(), l))
	assert.Equal(t, []byte{0, 1, 1, 0}, download(t, l.Out[0].Buffer)[:4])
}
