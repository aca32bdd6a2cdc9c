package shaders

// length tells programs apart by the time that drivers take to compile them, which grows
// with how often an element's text is repeated.
type length uint8

const (
	brief  length = iota // repeated for all elements of four vectors
	short                // of two
	medium               // of one
	long                 // not repeated
)

// Bytes of text of a program that still counts as brief, and so on.
const (
	briefBytes  = 1 << 8
	shortBytes  = 1 << 10
	mediumBytes = 8 << 10
)

// briefOperands is how many operands a brief program has at most: what all vectors load at once has
// to fit into a processor's registers. With one more operand, SwiftShader computes four vectors at
// once more slowly than two at a time.
const briefOperands = 3

// perThread is how many vectors a thread computes. The thread finds its position once for all, and
// loads loop-invariant operands once.
func (l length) perThread() int { return [...]int{brief: 4, short: 2, medium: 1, long: 1}[l] }

// length weighs the program: a line of text an instruction, and the helpers it needs.
func (f function) length(repair Repair) length {
	bytes := 0
	for _, in := range f.program.Code() {
		i := f.instruction(in)
		i.repair = repair
		bytes += 64 + i.helperBytes()
	}
	operands := len(f.program.Inputs()) + len(f.program.Outputs())
	switch {
	case bytes <= briefBytes && operands <= briefOperands:
		return brief
	case bytes <= shortBytes:
		return short
	case bytes <= mediumBytes:
		return medium
	}
	return long
}
