package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// elementOf writes elements of operands that lie in the order of a nest, in buffers of their own.
func elementOf(p *device.Program, v variant) elementText {
	n := nest{outputs: len(p.Outputs())}
	add := func(output bool, number int, dt op.DType) {
		n.operands = append(n.operands, operand{
			output: output, number: number, dtype: dt, binding: len(n.operands), strides: []int{1}, width: 1,
		})
	}
	for i, v := range p.Outputs() {
		add(true, i, p.Type(v))
	}
	for i, dt := range p.Inputs() {
		add(false, i, dt)
	}
	return elementText{&n, &v, function{program: p, words: v.onWords}}
}

func TestAnElementIsLoadedComputedAndStored(t *testing.T) {
	negate := program(t, types(i32), nil, []device.Instr{do(op.Neg, 0)}, 1)
	assert.Equal(t, []string{
		"let in0_at = params.in0_offset + i;",
		"let x0 = bitcast<i32>(buf2[in0_at]);",
		"let y = apply(x0);",
		"let out0_at = params.out0_offset + i;",
		"buf1[out0_at] = bitcast<u32>(y);",
	}, linesOf(elementOf(negate, variant{}).write))
}

func TestACopiedElementPassesNoInstruction(t *testing.T) {
	assert.Equal(t, []string{
		"let in0_at = params.in0_offset + i;",
		"let b0 = buf2[in0_at];",
		"let out0_at = params.out0_offset + i;",
		"buf1[out0_at] = b0;",
	}, linesOf(elementOf(copying(t, f32), variant{}).write))
}

func TestAPassComputesTheElementsAtItsPlace(t *testing.T) {
	e := elementOf(copying(t, u8), variant{mapping: multiPass})
	assert.Equal(t, []string{"if (((params.out0_offset + i) & 3u) != params.pass_number) { return; }"}, linesOf(e.writePass))
	assert.Contains(t, linesOf(e.write), "let out0_shift = params.pass_number * 8u;")
}

func TestAThreadThatOwnsAWordStoresItOnce(t *testing.T) {
	c := clusterText{elementOf(copying(t, u8), variant{mapping: wordOwning, lanes: 4, rank: 1})}
	lines := linesOf(c.write)
	assert.Contains(t, lines, "  out0_word |= (b0) << (j * 8u);")
	assert.Contains(t, lines, "buf1[out0_at] = (buf1[out0_at] & ~mask) | out0_word;")
}

func TestOnlyThreadsOfTheTailLoopOverElements(t *testing.T) {
	v := variant{mapping: flat, lanes: 4, vectors: vectors{perThread: 1, tailLanes: 1}}
	lines := linesOf(vectorText{elementOf(copying(t, f32), v)}.write)
	assert.Contains(t, lines, "let in_tail = thread >= params.body_threads;")
	assert.Contains(t, lines, "for (var e = select(1u, 0u, in_tail); e < 1u; e++) {")
	v.noTail = true
	lines = linesOf(vectorText{elementOf(copying(t, f32), v)}.write)
	assert.NotContains(t, lines, "let in_tail = thread >= params.body_threads;")
	assert.Equal(t, "}", lines[len(lines)-1])
	v.noTail, v.looped = false, true
	assert.Contains(t, linesOf(vectorText{elementOf(copying(t, f32), v)}.write), "for (var e = 0u; e < 1u; e++) {")
}
