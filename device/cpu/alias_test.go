package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/op"
)

// program is a program on float32 operands.
func program(t *testing.T, inputs, scalars int, code []device.Instr, outputs ...device.Value) *device.Program {
	t.Helper()
	types := []op.DType{op.Float32, op.Float32, op.Float32}
	p, err := device.NewProgram(types[:inputs], types[:scalars], code, outputs...)
	require.NoError(t, err)
	return p
}

func call(o *op.Op, args ...device.Value) device.Instr { return device.Instr{Op: o, Args: args} }

func ramp(n int, increment float32) []float32 {
	xs := make([]float32, n)
	for i := range xs {
		xs[i] = float32(i) * increment
	}
	return xs
}

const several = 3*exec.TileLen + 5 // elements, in several tiles

func onFloats(t *testing.T, d *Device, xs ...[]float32) (operands []device.Operand) {
	for _, x := range xs {
		operands = append(operands, whole(upload(t, d, floats32(x...)), op.Float32, len(x)))
	}
	return operands
}

func TestAnOutputInPlaceIsNotWrittenBeforeTheInputIsReadForTheLastTime(t *testing.T) {
	d := New()
	// %1 = -x goes to x's buffer, and %2 = %1 - x still reads x.
	p := program(t, 1, 0, []device.Instr{call(op.Neg, 0), call(op.Sub, 1, 0)}, 1, 2)
	o := onFloats(t, d, ramp(several, 1), ramp(several, 0))
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{several}, Out: o, In: o[:1]}))
	assert.Equal(t, floats32(ramp(several, -1)[1:]...), download(t, o[0].Buffer)[4:])
	assert.Equal(t, floats32(ramp(several, -2)[1:]...), download(t, o[1].Buffer)[4:])
}

func TestTwoInputsChangePlacesInOneLaunch(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(several, 1), ramp(several, 2))
	p := program(t, 2, 0, nil, 1, 0)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{several}, Out: o, In: o}))
	assert.Equal(t, floats32(ramp(several, 2)...), download(t, o[0].Buffer))
	assert.Equal(t, floats32(ramp(several, 1)...), download(t, o[1].Buffer))
}

func TestAnInputIsCopiedAwayWhileItIsOverwritten(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(several, 1), ramp(several, 0))
	p := program(t, 1, 0, []device.Instr{call(op.Add, 0, 0)}, 1, 0)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{several}, Out: o, In: o[:1]}))
	assert.Equal(t, floats32(ramp(several, 2)...), download(t, o[0].Buffer))
	assert.Equal(t, floats32(ramp(several, 1)...), download(t, o[1].Buffer))
}

func TestAScalarFillsAndAnInputIsCopied(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(several, 0), ramp(several, 0), ramp(several, 3))
	p := program(t, 1, 1, nil, 1, 0)
	seven := op.Float32.FromFloat(7)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{several}, Out: o[:2], In: o[2:], Scalars: []op.Scalar{seven}}))
	assert.Equal(t, pack(op.Float32, seven, seven), download(t, o[0].Buffer)[4*several-8:])
	assert.Equal(t, download(t, o[2].Buffer), download(t, o[1].Buffer))
}

func TestOneResultGoesToTwoOutputs(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(several, 1), ramp(several, 0))
	p := program(t, 1, 0, []device.Instr{call(op.Add, 0, 0)}, 1, 1)
	require.NoError(t, d.Run(t.Context(), &device.Launch{Program: p, Shape: []int{several}, Out: o, In: o[:1]}))
	assert.Equal(t, floats32(ramp(several, 2)...), download(t, o[0].Buffer))
	assert.Equal(t, floats32(ramp(several, 2)...), download(t, o[1].Buffer))
}

func TestALongProgramIsRight(t *testing.T) {
	d := New()
	code := []device.Instr{call(op.Add, 0, 0)}
	for v := device.Value(1); v < 200; v++ {
		code = append(code, call(op.Sub, v, 0))
	}
	o := onFloats(t, d, ramp(several, 1), ramp(several, 0))
	l := &device.Launch{Program: program(t, 1, 0, code, 200), Shape: []int{several}, Out: o[1:], In: o[:1]}
	checkLaunch(t, d, l)
}
