package arm64

import (
	"testing"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/stretchr/testify/require"
)

// translate returns what becomes of one instruction.
func translate(t *testing.T, opcode string, operands ...operand.Op) (lines []string) {
	t.Helper()
	fn := ir.NewFunction("f")
	fn.AddInstruction(&ir.Instruction{Opcode: opcode, Operands: operands})
	require.NoError(t, Translate(fn))
	for _, i := range fn.Instructions() {
		line := i.Opcode
		for _, o := range i.Operands {
			line += " " + o.Asm()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestInstructionsAreTranslated(t *testing.T) {
	memory := operand.Mem{Base: reg.RSI, Disp: 32}
	for _, c := range []struct {
		name     string
		opcode   string
		operands []operand.Op
		want     []string
	}{
		{"of vectors", "VADDPS", []operand.Op{reg.X2, reg.X1, reg.X0}, []string{"WORD $0x4e22d420 // fadd v0.4s, v1.4s, v2.4s"}},
		{"from memory", "VMOVDQU", []operand.Op{memory, reg.X3}, []string{"FMOVQ 32(R6) F3"}},
		{"with an operand in memory", "VPADDD", []operand.Op{memory, reg.X1, reg.X1},
			[]string{"FMOVQ 32(R6) F31", "WORD $0x4ebf8421 // add v1.4s, v1.4s, v31.4s"}},
		{"of addresses", "ADDQ", []operand.Op{operand.I8(64), reg.RSI}, []string{"ADD $64 R6 R6"}},
		{"of two registers' sum", "VMOVDQU", []operand.Op{operand.Mem{Base: reg.RSI, Index: reg.RDI, Scale: 1}, reg.X3},
			[]string{"ADD R7 R6 R26", "FMOVQ (R26) F3"}},
		{"a jump", "JNZ", []operand.Op{operand.LabelRef("l1")}, []string{"BNE l1"}},
		{"a move to where it is", "VMOVDQA", []operand.Op{reg.X1, reg.X1}, nil},
		{"what arm64 has no need of", "VZEROUPPER", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, translate(t, c.opcode, c.operands...)) })
	}
}

// VMINPS gives its second operand where the two do not compare, FMIN a NaN.
func TestAMinimumOfAMD64IsAComparisonAndAChoice(t *testing.T) {
	lines := translate(t, "VMINPS", reg.X2, reg.X1, reg.X0)
	require.Len(t, lines, 3)
	require.Contains(t, lines[0], "fcmgt")
	require.Contains(t, lines[2], "bit")
}

func TestAnInstructionWithoutTranslationIsAnError(t *testing.T) {
	fn := ir.NewFunction("f")
	fn.AddInstruction(&ir.Instruction{Opcode: "VPERMPS", Operands: []operand.Op{reg.X2, reg.X1, reg.X0}})
	require.ErrorContains(t, Translate(fn), "VPERMPS")
}

func TestRegistersOfTheTranslatorAreRefused(t *testing.T) {
	fn := ir.NewFunction("f")
	fn.AddInstruction(&ir.Instruction{Opcode: "VPADDD", Operands: []operand.Op{reg.X1, reg.X1, reg.X28}, Outputs: []operand.Op{reg.X28}})
	require.ErrorContains(t, Translate(fn), "too few registers")
}
