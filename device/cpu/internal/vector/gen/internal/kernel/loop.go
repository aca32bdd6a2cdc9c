package kernel

import (
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// loop writes a kernel's function: the loop over rows, and the one over a row's vectors.
type loop struct {
	*emit.Writer
	*Kernel
	n, to reg.GPVirtual   // the elements left in the row, and the address of the next result
	at    []reg.GPVirtual // where each operand's next element lies
	mask  []reg.GPVirtual // of each operand 0 if it is one element for the whole row, else -1
	block reg.GPVirtual   // where the constants of a composition are, each in all elements of a register
}

// write appends the whole function.
func (k *Kernel) write(c *build.Context, data emit.Table) {
	if k.unrollCount() > 1 && k.isLong() {
		once := *k
		once.Unroll, k = 1, &once
	}
	l := &loop{Writer: emit.New(c, k.Width, data), Kernel: k}
	c.Function(k.Name)
	c.Signature(signature())
	if len(k.In) < 2 {
		c.Attributes(attr.NOSPLIT)
	}
	l.masks()
	l.Comment(rowMark)
	l.parameters()
	l.broadcastConstants()
	l.fillBlock()
	l.keepConstants()
	l.begin()
	if k.unrollCount() == 1 {
		(&singleBody{loop: l}).write()
	} else {
		if l.streams() {
			l.alignStream()
		}
		last := l.lastVector()
		l.loops()
		l.storeLast(last)
	}
	l.nextRow()
	c.VZEROUPPER()
	c.RET()
}

// keepConstants keeps constants in registers, those that a vector needs first.
func (l *loop) keepConstants() {
	if l.Kernel.Keep == 0 {
		return
	}
	l.Writer.Keep(l.Kernel.Keep, l.trial())
}

// begin writes what a row begins with.
func (l *loop) begin() {
	if l.Begin != nil {
		l.Begin(l.Writer)
	}
}

// trial writes the code of a vector for itself.
func (l *loop) trial() *emit.Writer {
	trial := emit.New(build.NewContext(), l.Width, emit.Table{})
	trial.Function(l.Name)
	trial.Signature(signature())
	t := &loop{Writer: trial, Kernel: l.Kernel, at: l.at, block: l.block}
	t.begin()
	t.vectorAt(0)
	return trial
}

// mostRepeated is how many instructions the code of a vector may have, if it stands once for each way to store it.
// Repeating longer code gains no time.
const mostRepeated = 12

// isLong reports whether the code of a vector is too long to stand in a function more than once.
func (k *Kernel) isLong() bool {
	l := &loop{Kernel: k, Writer: emit.New(build.NewContext(), k.Width, emit.Table{})}
	l.Function(k.Name)
	l.block = l.GP64()
	for range k.In {
		l.at = append(l.at, l.GP64())
	}
	file, _ := l.trial().Result() // errors are those of the function, too
	return len(file.Functions()[0].Instructions()) > mostRepeated
}

// rowMark is where a function begins again for its next row.
const rowMark = "row"

// nextRow begins again if there is another row; the parameters say how many, and where they begin.
// Only the masks stay in registers from row to row. The allocator does not see the jump, or it
// would keep all registers that are written by halves.
func (l *loop) nextRow() {
	done, strides, stride := l.NewLabel(), l.GP64(), l.GP64()
	l.DECQ(l.Parameter("rows"))
	l.JLE(operand.LabelRef(done))
	l.MOVQ(l.Parameter("call"), strides)
	for i, name := range []string{"to", "x", "y", "z"}[:1+len(l.In)] {
		l.MOVQ(operand.Mem{Base: strides, Disp: 8 * i}, stride)
		l.ADDQ(stride, l.Parameter(name))
	}
	for _, mask := range l.mask { // used here, and so kept until here
		l.TESTQ(mask, mask)
	}
	l.Instruction(&ir.Instruction{Opcode: "JMP", Operands: []operand.Op{operand.LabelRef(rowMark)}, IsTerminal: true})
	l.Label(done)
}

const (
	arity     = 3
	streamBit = arity // in the mode, after a bit for each operand
)

// parameters brings the parameters into registers.
func (l *loop) parameters() {
	param := func(name string) reg.GPVirtual {
		r := l.GP64()
		l.MOVQ(l.Parameter(name), r)
		return r
	}
	l.n, l.to = param("n"), param("to")
	for i := range l.In {
		l.at = append(l.at, param(string('x'+rune(i))))
	}
}

// masks notes which operands are one element. Kernels of one operand have no masks.
func (l *loop) masks() {
	for i := range l.In {
		if len(l.In) > 1 {
			mask, constant := l.GP64(), l.NewLabel()
			l.XORQ(mask, mask)
			l.TESTQ(operand.U32(1<<i), l.Parameter("how"))
			l.JNE(operand.LabelRef(constant))
			l.DECQ(mask)
			l.Label(constant)
			l.mask = append(l.mask, mask)
		}
	}
}

// broadcastConstants fills a block on the stack with each operand that is one element. The loops of
// several vectors do not advance in it.
func (l *loop) broadcastConstants() {
	for i, mask := range l.mask {
		size := l.In[i]
		bytes := l.unrollCount() * l.elements() * size
		align := max(l.Width, 32) // so that no register's load goes across cache lines
		block := l.AllocLocal(bytes + align)
		varies := l.NewLabel()
		l.TESTQ(mask, mask)
		l.JNE(operand.LabelRef(varies))
		v, width := l.broadcastVec()
		l.Do("VPBROADCAST"+dtype.Letter(size), operand.Mem{Base: l.at[i]}, v)
		l.LEAQ(block.Offset(align-1), l.at[i])
		l.ANDQ(operand.I8(int8(-align)), l.at[i])
		for at := 0; at < bytes; at += width { // a block of fewer bytes has room for all 32
			l.VMOVDQU(v, operand.Mem{Base: l.at[i], Disp: at})
		}
		l.Label(varies)
	}
}

// fillBlock fills a block on the stack with the constants of a composition.
func (l *loop) fillBlock() {
	if len(l.Constants) == 0 {
		return
	}
	align, call := max(l.Width, 32), l.GP64()
	block := l.AllocLocal(len(l.Constants)*l.Width + align)
	l.block = l.GP64()
	l.LEAQ(block.Offset(align-1), l.block)
	l.ANDQ(operand.I8(int8(-align)), l.block)
	l.MOVQ(l.Parameter("call"), call)
	for i, size := range l.Constants {
		v := l.Vec()
		l.Do("VPBROADCAST"+dtype.Letter(size), operand.Mem{Base: call, Disp: 8 * (1 + arity + i)}, v)
		if l.Constant != nil {
			v = l.Constant(l.Writer, v)
		}
		l.Store(v, operand.Mem{Base: l.block, Disp: i * l.Width})
	}
}

// vector computes a vector of operands that lie where in says.
func (l *loop) vector(in Input) emit.Vec { return l.registers(in)[0] }

// registers are those of a vector.
func (l *loop) registers(in Input) []emit.Vec {
	or := func(i, at int) operand.Mem {
		if i >= len(l.In) {
			return operand.Mem{Base: l.block, Disp: (i - len(l.In)) * l.Width}
		}
		return in(i, at)
	}
	if l.Vectors != nil {
		return l.Vectors(l.Writer, or)
	}
	return []emit.Vec{l.Vector(l.Writer, or)}
}

// broadcastVec returns a register that fills such a block, and the block's bytes.
func (l *loop) broadcastVec() (v emit.Vec, bytes int) {
	if l.Width < 32 {
		return l.Vec(), l.Width
	}
	return l.YMM(), 32
}

// streams reports whether there are stores past the caches; on arm64 they are only a hint.
func (l *loop) streams() bool { return l.Width > 16 }

// advance moves an operand on by count elements; one that is constant stays.
func (l *loop) advance(i int, count reg.GPVirtual) {
	increment := l.GP64()
	l.MOVQ(count, increment)
	l.ShiftGeneral("SHLQ", increment, l.In[i])
	l.clearIfConstant(i, increment)
	l.ADDQ(increment, l.at[i])
}

// clearIfConstant makes an increment 0 if the operand is constant.
func (l *loop) clearIfConstant(i int, increment reg.GPVirtual) {
	if l.mask != nil {
		l.ANDQ(l.mask[i], increment)
	}
}

// alignStream computes the first vector where results are streamed, and goes on where whole
// registers are aligned. A streamed result shares no memory with the operands.
func (l *loop) alignStream() {
	aligned := l.NewLabel()
	l.unlessStream(aligned)
	head := l.GP64()
	l.MOVQ(l.to, head)
	l.NEGQ(head)
	l.ANDQ(operand.I8(int8(l.Width-1)), head)
	l.JZ(operand.LabelRef(aligned))
	l.Store(l.vectorAt(0), operand.Mem{Base: l.to})
	l.ADDQ(head, l.to)
	l.ShiftGeneral("SHRQ", head, l.Out)
	l.SUBQ(head, l.n)
	for i := range l.In {
		l.advance(i, head)
	}
	l.Label(aligned)
}

// unlessStream jumps where results are not streamed.
func (l *loop) unlessStream(to string) {
	l.TESTQ(operand.U32(1<<streamBit), l.Parameter("how"))
	l.JEQ(operand.LabelRef(to))
}

// vectorAt computes the vector that begins so many vectors after the next one.
func (l *loop) vectorAt(vectors int) emit.Vec { return l.vector(l.inputsAt(vectors)) }

// inputsAt are the operands of that vector.
func (l *loop) inputsAt(vectors int) Input {
	return func(i, at int) operand.Mem {
		return operand.Mem{Base: l.at[i], Disp: vectors*l.elements()*l.In[i] + at}
	}
}

// lastVector computes the vector that ends the row, where elements are left over. It is stored when
// the loops are done: the vectors before it read some of its elements, maybe from the same memory.
func (l *loop) lastVector() emit.Vec {
	whole, last := l.NewLabel(), l.Vec()
	l.TESTQ(operand.I32(int32(l.elements()-1)), l.n)
	l.JZ(operand.LabelRef(whole))
	back := make([]reg.GPVirtual, len(l.In))
	for i, size := range l.In {
		back[i] = l.GP64()
		l.LEAQ(operand.Mem{Base: l.n, Disp: -l.elements()}, back[i])
		l.ShiftGeneral("SHLQ", back[i], size)
		l.clearIfConstant(i, back[i])
	}
	result := l.vector(func(i, at int) operand.Mem {
		return operand.Mem{Base: l.at[i], Index: back[i], Scale: 1, Disp: at}
	})
	if l.Width == 64 {
		l.VMOVDQA64(result, last)
	} else {
		l.VMOVDQA(result, last)
	}
	l.Label(whole)
	return last
}

// loops computes all whole vectors. A stream takes several vectors an iteration, too. With one,
// blocks of a transposition took 1.3 times as long: their short rows of results went to memory in
// parts.
func (l *loop) loops() {
	vectors := l.unrollCount()
	few, normal := l.NewLabel(), l.NewLabel()
	if vectors > 1 {
		l.CMPQ(l.n, operand.I32(int32(vectors*l.elements())))
		l.JLT(operand.LabelRef(few))
	}
	increments := l.increments(vectors)
	if l.streams() {
		l.unlessStream(normal)
		l.loop(vectors, increments, true)
		l.JMP(operand.LabelRef(few))
		l.Label(normal)
	}
	l.loop(vectors, increments, false)
	l.Label(few)
	if vectors > 1 { // a constant's block has room for these
		l.loop(1, l.immediate(1), false)
	}
}

// increments are the bytes that operands advance by in an iteration of so many vectors.
func (l *loop) increments(vectors int) []operand.Op {
	increments := l.immediate(vectors)
	for i := range l.mask {
		increment := l.GP64()
		l.MOVQ(increments[i], increment)
		l.clearIfConstant(i, increment)
		increments[i] = increment
	}
	return increments
}

// immediate are the increments of operands that vary.
func (l *loop) immediate(vectors int) []operand.Op {
	increments := make([]operand.Op, len(l.In))
	for i, size := range l.In {
		increments[i] = operand.I32(int32(vectors * l.elements() * size))
	}
	return increments
}

// loop computes iterations of so many vectors, and stores those of an iteration together. With each
// stored before the next is loaded, operands in the third-level cache took 1.1 times as long.
func (l *loop) loop(vectors int, increments []operand.Op, stream bool) {
	again, done := l.NewLabel(), l.NewLabel()
	elements := operand.I32(int32(vectors * l.elements()))
	l.SUBQ(elements, l.n)
	if vectors == 1 { // loops has compared otherwise
		l.JLT(operand.LabelRef(done))
	}
	l.Label(again)
	l.prefetch(l.at[0], l.AheadX, vectors*l.elements()*l.In[0])
	if !stream {
		l.prefetch(l.to, l.AheadTo, vectors*l.Width)
	}
	results := make([]emit.Vec, vectors)
	for u := range results {
		results[u] = l.vectorAt(u)
	}
	for u, v := range results {
		m := operand.Mem{Base: l.to, Disp: u * l.Width}
		if stream {
			l.VMOVNTDQ(v, m)
		} else {
			l.Store(v, m)
		}
	}
	l.ADDQ(operand.I32(int32(vectors*l.Width)), l.to)
	for i := range l.In {
		l.ADDQ(increments[i], l.at[i])
	}
	l.SUBQ(elements, l.n)
	l.JGE(operand.LabelRef(again))
	l.Label(done)
	l.ADDQ(elements, l.n)
}

// prefetch fetches so many bytes that lie ahead of an address.
func (l *loop) prefetch(at reg.GPVirtual, ahead, bytes int) {
	for disp := 0; ahead > 0 && disp < bytes; disp += 64 {
		l.PREFETCHT0(operand.Mem{Base: at, Disp: ahead + disp})
	}
}

// storeLast stores the last vector, if there is one, so that it ends where the result does.
func (l *loop) storeLast(last ...emit.Vec) {
	none := l.NewLabel()
	l.TESTQ(l.n, l.n)
	l.JZ(operand.LabelRef(none))
	l.ShiftGeneral("SHLQ", l.n, l.Out)
	for i, v := range last {
		l.Store(v, operand.Mem{Base: l.to, Index: l.n, Scale: 1, Disp: i*l.Width - l.bytes()})
	}
	l.Label(none)
}

// signature is vector.Kernel's.
func signature() *gotypes.Signature {
	parameter := func(name string, t types.Type) *types.Var { return types.NewVar(token.NoPos, nil, name, t) }
	pointer := types.Typ[types.UnsafePointer]
	return gotypes.NewSignature(nil, types.NewSignatureType(nil, nil, nil, types.NewTuple(
		parameter("n", types.Typ[types.Int]), parameter("to", pointer), parameter("x", pointer),
		parameter("y", pointer), parameter("z", pointer), parameter("how", types.Typ[types.Uint]),
		parameter("rows", types.Typ[types.Int]), parameter("call", pointer)), nil, false))
}
