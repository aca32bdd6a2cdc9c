package device

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestAnInstructionHasAMeaningWhateverItsOperation(t *testing.T) {
	half := op.Float32.FromFloat(2.5)
	assert.Equal(t, op.Float32.FromFloat(5), Instr{Op: op.Add, Type: f32}.Eval([]op.Scalar{half, half}, f32s))
	assert.Equal(t, op.Scalar(1), Instr{Op: op.Eq, Type: op.Bool}.Eval([]op.Scalar{half, half}, f32s))
	assert.Equal(t, op.Scalar(2), Instr{Op: op.Cast, Type: op.Int8}.Eval([]op.Scalar{half}, f32s[:1]))
}
