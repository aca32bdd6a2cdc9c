package shaders

import (
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var weights sync.Map // bytes, by instruction

// Weight is the length in bytes of an instruction's text with every call inlined, as drivers
// do it: the time that they take to compile it grows with that.
func Weight(o *op.Op, in, result op.DType, repair Repair) int {
	key := instruction{o, in, result, repair}
	if n, ok := weights.Load(key); ok {
		return n.(int)
	}
	text := o.WGSL(in)
	if o.Rule == op.Retype {
		text = op.CastWGSL(in, result)
	}
	l := lib(repair)
	n := l.inlined(machines(text), map[int]int{})
	weights.Store(key, n)
	return n
}

// operandBytes stand for the text that finds, loads or stores an element of an operand, or names
// a value.
const operandBytes = 32

// Cost is how long the texts are that compute an element of the program: so long a driver takes
// for it, in proportion.
func Cost(p *device.Program, repair Repair) int {
	n := operandBytes * (len(p.Inputs()) + len(p.Outputs()))
	var types [3]op.DType
	for _, in := range p.Code() {
		for i, v := range in.Args {
			types[i] = p.Type(v)
		}
		n += operandBytes + Weight(in.Op, in.Op.Computes(types[:len(in.Args)]), in.Type, repair)
	}
	return n
}

// Work is the Cost of all elements.
func (k *Kernel) Work() int64 { return int64(k.plan.Len) * int64(Cost(k.program, k.repair)) }

// inlined is the length of a text and of what it names, as often as it names it.
func (l *library) inlined(text string, known map[int]int) int {
	bytes := len(text)
	for _, i := range l.named(text) {
		if _, ok := known[i]; !ok {
			known[i] = 0 // a function's own name, at its head
			known[i] = l.inlined(l.decls[i].text, known)
		}
		bytes += known[i]
	}
	return bytes
}
