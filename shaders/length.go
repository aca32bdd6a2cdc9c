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

// shortCost is the Cost of a program that still counts as brief or short. It counts the rounds of
// loops, because drivers compile those slowly: an int64 power takes 14 times as long for four vectors.
const shortCost = 1 << 12

// mediumBytes is the text of a program, with its helpers, that still counts as medium.
const mediumBytes = 8 << 10

// briefOperands is how many operands a brief program has at most: what all vectors load has to fit
// into a processor's registers. With six, SwiftShader takes a quarter longer for four vectors than
// for two times two.
const briefOperands = 4

// perThread is how many vectors a thread computes. The thread finds its position once for all, and
// loads loop-invariant operands once.
func (l length) perThread() int { return [...]int{brief: 4, short: 2, medium: 1, long: 1}[l] }

// length weighs the program: its Cost, or a line of text an instruction and the helpers it needs.
func (f function) length(repair Repair) length {
	if Cost(f.program, repair) <= shortCost {
		if len(f.program.Inputs())+len(f.program.Outputs()) <= briefOperands {
			return brief
		}
		return short
	}
	bytes := 0
	for _, in := range f.program.Code() {
		i := f.instruction(in)
		i.repair = repair
		bytes += 64 + i.helperBytes()
	}
	if bytes <= mediumBytes {
		return medium
	}
	return long
}
