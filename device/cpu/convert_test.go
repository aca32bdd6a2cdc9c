package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// launchConverted runs a row on inputs that are converted for it, and on a number if it takes more.
func launchConverted(t *testing.T, d *Device, o *op.Op, to op.DType, number op.Scalar, n int, from ...op.DType) {
	var scalars []op.DType
	l := &device.Launch{Shape: []int{n}}
	if o.Arity > len(from) {
		scalars, l.Scalars = []op.DType{to}, []op.Scalar{number}
	}
	var code []device.Instr
	last := device.Instr{Op: o}
	for k := range from {
		code = append(code, device.Instr{Op: op.Cast, Type: to, Args: []device.Value{device.Value(k)}})
		last.Args = append(last.Args, device.Value(len(from)+len(scalars)+k))
	}
	for k := range scalars {
		last.Args = append(last.Args, device.Value(len(from)+k))
	}
	p, err := device.NewProgram(from, scalars, append(code, last), device.Value(2*len(from)+len(scalars)))
	require.NoError(t, err)
	l.Program = p
	g := &generator{rand.New(rand.NewPCG(8, uint64(n))), t, d}
	for _, dt := range from {
		l.In = append(l.In, g.operand(l.Shape, dt, true))
	}
	l.Out = []device.Operand{g.operand(l.Shape, p.Type(p.Outputs()[0]), false)}
	checkLaunch(t, d, l)
}

func TestLaunchesConvertTheirOperands(t *testing.T) {
	for _, name := range kernel.Names() {
		d := New(KernelSet(name))
		for _, n := range []int{1, 5, 1100} {
			launchConverted(t, d, op.Div, op.Float32, 0, n, op.Int32, op.Int32)
			launchConverted(t, d, op.Div, op.Float32, 0, n, op.Int8, op.Uint64)
			launchConverted(t, d, op.Div, op.Float64, op.Float64.FromFloat(3), n, op.Int16)
			launchConverted(t, d, op.Add, op.Int64, 5, n, op.Uint8)
			launchConverted(t, d, op.Sqrt, op.Float32, 0, n, op.Uint16)
			launchConverted(t, d, op.LogicalXor, op.Bool, 1, n, op.Int16)
			launchConverted(t, d, op.LogicalAnd, op.Bool, 1, n, op.Float64)
			launchConverted(t, d, op.LogicalOr, op.Bool, 0, n, op.BFloat16)
		}
	}
}

func TestANumberIsTrueForNumbersOfAnyType(t *testing.T) {
	for _, name := range kernel.Names() {
		d := New(KernelSet(name), Threads(2))
		d.engine.Sizes.Parallel = 1000
		for _, dt := range []op.DType{op.Uint16, op.Float64} {
			for _, n := range []int{3, 300, 5000} { // the last by tiles
				launchConverted(t, d, op.LogicalXor, op.Bool, 1, n, dt)
			}
		}
	}
}
