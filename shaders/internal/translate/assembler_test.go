package translate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Registers that have a value before the code begins.
var r0, r1 = operand{register: 0}, operand{register: 1}

func assembling(registers int) *assembler { return &assembler{registers: registers} }

func TestConstantsAreComputedWithoutAnInstruction(t *testing.T) {
	a := assembling(0)
	assert.Equal(t, float(5), a.emit(Add, float(2), float(3)))
	assert.Empty(t, a.code)
}

func TestAnInstructionHasOneConstant(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  []operand
		moves int
	}{
		{"one", []operand{r0, float(2), r1}, 0},
		{"one twice", []operand{r0, float(2), float(2)}, 0},
		{"two", []operand{r0, float(2), float(3)}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := assembling(2)
			a.emit(FMA, c.args...)
			assert.Len(t, a.code, c.moves+1)
			for _, in := range a.code[:c.moves] {
				assert.Equal(t, Move, in.op)
			}
		})
	}
}

func TestASignStandsWhereTheMachineTakesIt(t *testing.T) {
	for _, c := range []struct {
		name string
		op   Op
		args []operand
		want [3]operand // of the last instruction
		more int        // instructions before it
	}{
		{"a sum", Add, []operand{r0, r1.negate()}, [3]operand{r0, number(0), r1.negate()}, 0},
		{"a product's second factor", Mul, []operand{r0, r1.negate()}, [3]operand{r0.negate(), r1, number(0)}, 0},
		{"a product with a constant", Mul, []operand{float(2), r1.negate()}, [3]operand{r1, float(-2), number(0)}, 0},
		{"a quotient", Div, []operand{r0.negate(), r1}, [3]operand{{register: 3}, r1, number(0)}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := assembling(2)
			a.emit(c.op, c.args...)
			assert.Len(t, a.code, c.more+1)
			last := a.code[c.more]
			if c.more > 0 {
				assert.Equal(t, Xor, a.code[0].op)
				assert.Equal(t, a.code[0].dst, last.args[0].register)
			}
			assert.Equal(t, c.want, last.args)
		})
	}
}

func TestWordsThatAreExchangedAreReadBeforeTheyAreWritten(t *testing.T) {
	a := assembling(2)
	a.store(value{r0, r1}, value{r1, r0})
	var moves [][2]int
	for _, in := range a.code {
		moves = append(moves, [2]int{in.dst, in.args[0].register})
	}
	assert.Equal(t, [][2]int{{2, 1}, {3, 0}, {0, 2}, {1, 3}}, moves)
}
