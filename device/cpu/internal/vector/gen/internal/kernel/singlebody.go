package kernel

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// How a single body stores its vector.
const (
	normally    = iota
	streaming   // past the caches
	streamStart // the first of a stream, which may not be aligned
	aside       // on the stack, until the row ends
)

// singleBody writes the code of a vector just once, for kernels whose code is long. It writes one
// loop, in which a register tells each time how to store. The order of stores is that of
// alignStream, lastVector and loops.
type singleBody struct {
	*loop
	how, back              reg.GPVirtual // how to store; how many elements the loop advanced, to go back by
	end                    operand.Mem   // the vector that is put aside
	begin, whole, body, on string        // labels
}

func (l *singleBody) write() {
	l.begin, l.whole, l.body, l.on = l.NewLabel(), l.NewLabel(), l.NewLabel(), l.NewLabel()
	done, special := l.NewLabel(), l.NewLabel()
	l.how = l.GP64()
	increments := l.increments(1)
	if len(l.In) == arity && l.block != nil && l.Width > 16 { // there are too few registers
		for i, increment := range increments {
			increments[i] = l.AllocLocal(8)
			l.MOVQ(increment, increments[i])
		}
	}
	l.end, l.back = l.AllocLocal(l.bytes()), l.GP64()
	elements := operand.I32(int32(l.elements()))
	l.choose()

	l.Label(l.whole)
	l.SUBQ(elements, l.n)
	l.JLT(operand.LabelRef(done))
	l.Label(l.body)
	v := l.registers(l.inputsAt(0))
	l.TESTQ(l.how, l.how)
	l.JNZ(operand.LabelRef(special))
	l.storeAll(v, operand.Mem{Base: l.to})
	l.Label(l.on)
	l.ADDQ(operand.I32(int32(l.bytes())), l.to)
	for i := range l.In {
		l.ADDQ(increments[i], l.at[i])
	}
	l.SUBQ(elements, l.n)
	l.JGE(operand.LabelRef(l.body))
	l.JMP(operand.LabelRef(done))

	l.Label(special)
	l.storeSpecially(v)

	l.Label(done)
	l.ADDQ(elements, l.n)
	last := make([]emit.Vec, len(v))
	for i := range last {
		last[i] = l.Load(l.end.Offset(i * l.Width))
	}
	l.storeLast(last...)
}

// storeAll stores registers one behind the other.
func (l *loop) storeAll(v []emit.Vec, m operand.Mem) {
	for i := range v {
		l.Store(v[i], m.Offset(i*l.Width))
	}
}

// choose jumps to the body for the vectors before the whole ones. These are the unaligned start of
// a stream, then the vector that ends the row.
func (l *singleBody) choose() {
	if l.streams() {
		l.MOVQ(l.Parameter("how"), l.how)
		l.ShiftGeneral("SHRQ", l.how, 1<<streamBit)
		l.ANDQ(operand.I8(streaming), l.how)

		l.Label(l.begin)
		l.TESTQ(l.how, l.how)
		aligned := l.NewLabel()
		l.JZ(operand.LabelRef(aligned))
		l.TESTQ(operand.I32(int32(l.Width-1)), l.to)
		l.JZ(operand.LabelRef(aligned))
		l.MOVQ(operand.I32(streamStart), l.how)
		l.JMP(operand.LabelRef(l.body))

		l.Label(aligned)
	} else {
		l.MOVQ(operand.I32(normally), l.how)
	}
	l.TESTQ(operand.I32(int32(l.elements()-1)), l.n)
	l.JZ(operand.LabelRef(l.whole))
	l.LEAQ(operand.Mem{Base: l.n, Disp: -l.elements()}, l.back)
	l.advanceAll(l.back)
	l.ADDQ(operand.I32(aside), l.how)
	l.JMP(operand.LabelRef(l.body))
}

// storeSpecially stores any other way than normally, and goes on.
func (l *singleBody) storeSpecially(v []emit.Vec) {
	if l.streams() {
		l.storeStream(v)
	}
	l.storeAll(v, l.end)
	l.NEGQ(l.back)
	l.advanceAll(l.back)
	l.SUBQ(operand.I32(aside), l.how)
	l.JMP(operand.LabelRef(l.whole))
}

// storeStream stores a vector of a stream, unless it is to be put aside.
func (l *singleBody) storeStream(v []emit.Vec) {
	putAside, unaligned := l.NewLabel(), l.NewLabel()
	l.CMPQ(l.how, operand.U8(streamStart))
	l.JEQ(operand.LabelRef(unaligned))
	l.JGT(operand.LabelRef(putAside))
	for i := range v {
		l.VMOVNTDQ(v[i], operand.Mem{Base: l.to, Disp: i * l.Width})
	}
	l.JMP(operand.LabelRef(l.on))

	l.Label(unaligned)
	l.storeAll(v, operand.Mem{Base: l.to})
	l.MOVQ(l.to, l.back)
	l.NEGQ(l.back)
	l.ANDQ(operand.I8(int8(l.Width-1)), l.back)
	l.ADDQ(l.back, l.to)
	l.ShiftGeneral("SHRQ", l.back, l.Out)
	l.SUBQ(l.back, l.n)
	l.advanceAll(l.back)
	l.MOVQ(operand.I32(streaming), l.how)
	l.JMP(operand.LabelRef(l.begin))

	l.Label(putAside)
}

// advanceAll advances all operands.
func (l *loop) advanceAll(count reg.GPVirtual) {
	for i := range l.In {
		l.advance(i, count)
	}
}
