package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// How a compact kernel stores a unit.
const (
	normally = iota
	streaming
	first // of a stream: where it starts, if that is not aligned
	last  // aside, for the end
)

// compact writes a unit just once, for those that take long: one loop for all, in which it is
// told each time how to store it. The order is that of alignStream, lastUnit and loops.
func (f *frame) compact() {
	begin, whole, unit, next, done, special := f.label(), f.label(), f.label(), f.label(), f.label(), f.label()
	how, step, end, back := f.GP64(), f.steps(1), f.AllocLocal(f.width), f.GP64()
	elements := operand.I32(int32(f.elements()))
	if f.streams() {
		f.MOVQ(f.parameter("how"), how)
		f.shift("SHRQ", how, 1<<streamBit)
		f.ANDQ(operand.I8(streaming), how)

		f.Label(begin)
		f.TESTQ(how, how)
		aligned := f.label()
		f.JZ(operand.LabelRef(aligned))
		f.TESTQ(operand.I32(int32(f.width-1)), f.to)
		f.JZ(operand.LabelRef(aligned))
		f.MOVQ(operand.I32(first), how)
		f.JMP(operand.LabelRef(unit))

		f.Label(aligned)
	} else {
		f.MOVQ(operand.I32(normally), how)
	}
	f.TESTQ(operand.I32(int32(f.elements()-1)), f.n)
	f.JZ(operand.LabelRef(whole))
	f.LEAQ(operand.Mem{Base: f.n, Disp: -f.elements()}, back)
	f.moveOn(back)
	f.ADDQ(operand.I32(last), how)
	f.JMP(operand.LabelRef(unit))

	f.Label(whole)
	f.SUBQ(elements, f.n)
	f.JLT(operand.LabelRef(done))
	f.Label(unit)
	v := f.unitAt(0)
	f.TESTQ(how, how)
	f.JNZ(operand.LabelRef(special))
	f.store(v, operand.Mem{Base: f.to})
	f.Label(next)
	f.ADDQ(operand.I32(int32(f.width)), f.to)
	for i := range f.in {
		f.ADDQ(step[i], f.at[i])
	}
	f.SUBQ(elements, f.n)
	f.JGE(operand.LabelRef(unit))
	f.JMP(operand.LabelRef(done))

	f.Label(special)
	f.storeSpecially(v, how, back, end, begin, whole, next)

	f.Label(done)
	f.ADDQ(elements, f.n)
	f.storeLast(f.load(end))
}

// storeSpecially does it any other way than normally, and goes on.
func (f *frame) storeSpecially(v vec, how, back reg.GPVirtual, end operand.Mem, begin, whole, next string) {
	if f.streams() {
		f.storeStream(v, how, back, begin, next)
	}
	f.store(v, end)
	f.NEGQ(back)
	f.moveOn(back)
	f.SUBQ(operand.I32(last), how)
	f.JMP(operand.LabelRef(whole))
}

// storeStream stores a unit of a stream, unless it is to be put aside.
func (f *frame) storeStream(v vec, how, back reg.GPVirtual, begin, next string) {
	aside, unaligned := f.label(), f.label()
	f.CMPQ(how, operand.U8(first))
	f.JEQ(operand.LabelRef(unaligned))
	f.JGT(operand.LabelRef(aside))
	f.VMOVNTDQ(v, operand.Mem{Base: f.to})
	f.JMP(operand.LabelRef(next))

	f.Label(unaligned)
	f.store(v, operand.Mem{Base: f.to})
	f.MOVQ(f.to, back)
	f.NEGQ(back)
	f.ANDQ(operand.I8(int8(f.width-1)), back)
	f.ADDQ(back, f.to)
	f.shift("SHRQ", back, f.out)
	f.SUBQ(back, f.n)
	f.moveOn(back)
	f.MOVQ(operand.I32(streaming), how)
	f.JMP(operand.LabelRef(begin))

	f.Label(aside)
}

// moveOn advances all operands.
func (f *frame) moveOn(count reg.GPVirtual) {
	for i := range f.in {
		f.advance(i, count)
	}
}
