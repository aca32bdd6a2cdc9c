package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestSomeInstructionsHaveATextForWholeWords(t *testing.T) {
	for _, c := range []struct {
		name        string
		instruction instruction
		words       bool
	}{
		{"bytes are added at once", instruction{op: op.Add, from: u8, to: u8}, true},
		{"a root is of one element", instruction{op: op.Sqrt, from: f16, to: f16}, false},
		{"a cast that keeps the bits", instruction{op: cast(op.Int8, 0).Op, from: u8, to: op.Int8}, true},
		{"a cast that computes", instruction{op: cast(f16, 0).Op, from: op.Uint16, to: f16}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.words, c.instruction.hasWordText())
			assert.Equal(t, c.words, c.instruction.wordText() != "")
		})
	}
}

func TestAResultFitsItsTypeBeforeItIsUsedAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		op    *op.Op
		dtype op.DType
		text  string
	}{
		{"a float passes a barrier", op.Add, f32, "m_bar({x})"},
		{"an int32 fits", op.Add, i32, "{x}"},
		{"bytes wrap", op.Add, u8, "({x}) & 255u"},
		{"halves round", op.Add, f16, "m_round_f16({x})"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := do(c.op, 0, 1)
			in.Type = c.dtype
			assert.Equal(t, c.text, fit(in))
		})
	}
}
