package shaders

import (
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var weights sync.Map // bytes, by instruction

// Weight is the length in bytes of an instruction's text with every call inlined, as drivers do it.
// Their time to compile grows with it.
func Weight(o *op.Op, in, result op.DType, repair Repair) int {
	key := instruction{o, in, result, repair}
	if n, ok := weights.Load(key); ok {
		return n.(int)
	}
	n := lib(repair).inlinedLength(machines(key.text()), once, map[int]int{})
	weights.Store(key, n)
	return n
}

// operandBytes stand for the text that finds, loads or stores an element of an operand, or names
// a value.
const operandBytes = 32

// Cost is the length of the texts that compute an element of the program. Bodies of loops count as
// often as they run. A driver's time is roughly proportional to it.
func Cost(p *device.Program, repair Repair) int {
	n := operandBytes * (len(p.Inputs()) + len(p.Outputs()))
	var types [3]op.DType
	for _, in := range p.Code() {
		for i, v := range in.Args {
			types[i] = p.Type(v)
		}
		n += operandBytes + cost(instruction{in.Op, in.Op.Computes(types[:len(in.Args)]), in.Type, repair})
	}
	return n
}

// Work is the Cost of all elements.
func (k *Kernel) Work() int64 { return int64(k.nest.len) * int64(Cost(k.program, k.repair)) }

var costs sync.Map // bytes, by instruction

// cost is the cost of an instruction. Each element of a routine's code counts as a product,
// because it may be one.
func cost(of instruction) int {
	if n, ok := costs.Load(of); ok {
		return n.(int)
	}
	n := lib(of.repair).inlinedLength(of.text(), iterations, map[int]int{})
	if of.from == op.Float64 {
		for _, r := range routinesOf(of.op) {
			n += len(r.code) / elementBytes * cost(instruction{op.Mul, op.Float64, op.Float64, of.repair})
		}
	}
	costs.Store(of, n)
	return n
}
