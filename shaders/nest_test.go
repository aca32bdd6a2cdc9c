package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// dense is an operand whose elements lie in the order of a nest.
func dense(dt op.DType, output bool, offset int) operand {
	return operand{output: output, dtype: dt, offset: offset, strides: []int{1}, access: contiguous}
}

func TestAPhaseAlignsSmallOutputsAndMostOperands(t *testing.T) {
	for _, c := range []struct {
		name     string
		operands []operand
		phase    int
	}{
		{"an output alone", []operand{dense(f32, true, 1), dense(f32, false, 6), dense(f32, false, 2)}, 1},
		{"the output and an input", []operand{dense(f32, true, 6), dense(f32, false, 1), dense(f32, false, 2)}, 2},
		{"a small output rules", []operand{dense(u8, true, 3), dense(u8, false, 1), dense(u8, false, 1)}, 3},
		{"small outputs that disagree", []operand{dense(u8, true, 3), dense(u8, true, 2)}, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := nest{shape: []int{100}, len: 100, outputs: 1, operands: c.operands}
			assert.Equal(t, c.phase, n.phase(4))
		})
	}
}

func TestAThreadStepsAlongTheAxisThatAnInputIsTransposedAlong(t *testing.T) {
	out := operand{output: true, dtype: f32, strides: []int{128, 16, 1}, access: strided}
	n := func(rows int, in *operand) nest {
		return nest{shape: []int{8, rows, 16}, outputs: 1, operands: []operand{out, *in}}
	}
	for _, c := range []struct {
		name    string
		nest    nest
		axis    int
		vectors int
	}{
		{"the innermost of whole steps", n(8, input(f32, 0, 128, 16, 1)), 1, 4},
		{"an axis of whole steps beyond one that is odd", n(7, input(f32, 0, 128, 16, 1)), 0, 4},
		{"an axis that an input lies along", n(8, input(f32, 0, 1, 128, 8)), 0, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			axis, vectors := c.nest.stepAxis(4, 4)
			assert.Equal(t, c.axis, axis)
			assert.Equal(t, c.vectors, vectors)
		})
	}
	odd := nest{shape: []int{33, 7, 16}, outputs: 1, operands: []operand{out}}
	axis, vectors := odd.stepAxis(4, 4)
	assert.Equal(t, []int{0, 4}, []int{axis, vectors}, "a long axis has few elements left over")
	odd.shape = []int{5, 7, 16}
	_, vectors = odd.stepAxis(4, 4)
	assert.Equal(t, 1, vectors, "short axes of odd length have none")
}

func TestAnAxisMovesWithItsStridesAndLeavesThePlanAlone(t *testing.T) {
	shape, strides := []int{2, 3, 4}, []int{12, 4, 1}
	n := nest{shape: shape, operands: []operand{*input(f32, 0, strides...)}}
	n.move(0, 1)
	assert.Equal(t, []int{3, 2, 4}, n.shape)
	assert.Equal(t, []int{4, 12, 1}, n.operands[0].strides)
	assert.Equal(t, []int{2, 3, 4}, shape)
	assert.Equal(t, []int{12, 4, 1}, strides)
}

func TestOutputsMeetWhereTheyTouchOneWord(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b operand
		meet bool
	}{
		{"bytes in neighbouring words", dense(u8, true, 0), dense(u8, true, 8), false},
		{"bytes in one word", dense(u8, true, 0), dense(u8, true, 6), true},
		{"words side by side", dense(f32, true, 0), dense(f32, true, 6), false},
		{"bytes in another buffer", dense(u8, true, 0), operand{dtype: u8, binding: 1, strides: []int{1}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := nest{shape: []int{6}, len: 6, outputs: 2, operands: []operand{c.a, c.b}}
			assert.Equal(t, c.meet, n.wordsMeet())
		})
	}
}

func TestABindingHasTheShortestOfItsOperandsVectors(t *testing.T) {
	n := nest{operands: []operand{
		{dtype: f32, load: aligned}, {dtype: u8, load: aligned, binding: 1}, {dtype: f32, load: transposed, binding: 1},
		{dtype: f32, load: byElement, binding: 2},
	}}
	n.bindVectors(4, true)
	assert.Equal(t, []int{4, 1, 1}, []int{n.vectorOf(0), n.vectorOf(1), n.vectorOf(2)})
	assert.True(t, n.operands[0].counted, "without a tail the uniform counts in vectors")
	assert.False(t, n.operands[2].counted)
}
