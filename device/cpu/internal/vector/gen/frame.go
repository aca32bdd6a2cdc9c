package main

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

type (
	vec = reg.VecVirtual
	arg = operand.Op // a register or memory

	// input is the memory of an operand, at so many bytes of the unit.
	input = func(operand, at int) operand.Mem
)

// kernel is a function over elements side by side: see vector.Kernel. It works in units:
// as many elements as their results fill one register.
type kernel struct {
	name    string // of the function: "addFloat32"
	is      string // what becomes of an element, in Go: "x[i] + y[i]"
	entries []entry
	in      []int   // bytes of an element of each operand
	out     int     // and of the result
	width   int     // bytes of a register: 32, 64 with AVX-512, 16 with NEON; 0 is 32
	turns   int     // units that a turn of the loop takes; if 0, enough to read four registers
	keep    int     // how many constants stay in registers
	double  bool    // its arithmetic is that of float64
	once    bool    // a unit is written once: see compact
	limit   int     // see vector.Entry
	doubt   float32 // the same

	before func(f *frame) // of each row; or nil

	// unit computes one unit.
	unit func(f *frame, in input) vec
}

// entry is what a kernel computes, as the table names it: rows of package op, the first
// of which takes what the next one gives, and types.
type entry struct {
	ops      []string
	from, to string
}

// frame writes a function with the arithmetic of a type of floats.
type frame struct {
	*function
	t dtype.Type // float32s or float64s
}

// function is one while it is written.
type function struct {
	*build.Context
	*kernel
	n, to    reg.GPVirtual
	at, mask []reg.GPVirtual // of each operand: where it lies; 0 if it is constant, else -1
	data     map[string][]uint64
	labels   int
	kept     map[string]vec // constants that stay in registers, by name
	used     []operand.Mem  // those that units have asked for
	low      vec            // see narrow: one for all, as the allocator frees no register that is written by halves
}

// frame begins the function.
func (k *kernel) frame(c *build.Context, data map[string][]uint64) *frame {
	t := dtype.Float32
	if k.double {
		t = dtype.Float64
	}
	return &frame{&function{Context: c, kernel: k, data: data}, t}
}

// do appends an instruction by its name.
func (f *frame) do(name string, ops ...operand.Op) {
	method := reflect.ValueOf(f.Context).MethodByName(name)
	if !method.IsValid() {
		panic("no instruction " + name)
	}
	args := make([]reflect.Value, len(ops))
	for i := range ops {
		args[i] = reflect.ValueOf(ops[i])
	}
	method.Call(args)
}

// vec is a new register of the kernel's width.
func (f *frame) vec() vec {
	switch f.width {
	case 64:
		return f.ZMM()
	case 16:
		return f.XMM()
	}
	return f.YMM()
}

// elements is how many make a unit.
func (k *kernel) elements() int { return k.width / k.out }

// unroll is how many units a turn of the loop takes.
func (k *kernel) unroll() int {
	if k.turns > 0 {
		return k.turns
	}
	widest := k.out
	for _, size := range k.in {
		widest = max(widest, size)
	}
	return max(4*k.out/widest, 1)
}

func (f *frame) label() string {
	f.labels++
	return fmt.Sprintf("l%d", f.labels)
}

// write appends the whole function.
func (k *kernel) write(c *build.Context, data map[string][]uint64) {
	f := k.frame(c, data)
	c.Function(k.name)
	c.Signature(signature())
	if len(k.in) < 2 {
		c.Attributes(attr.NOSPLIT)
	}
	f.masks()
	f.Comment(rowMark)
	f.parameters()
	f.constants()
	f.keepConstants()
	if k.before != nil {
		k.before(f)
	}
	if k.once {
		f.compact()
	} else {
		if f.streams() {
			f.alignStream()
		}
		last := f.lastUnit()
		f.loops()
		f.storeLast(last)
	}
	f.nextRow()
	c.VZEROUPPER()
	c.RET()
}

// rowMark is where a function begins again for its next row.
const rowMark = "row"

// nextRow begins again, if there is another row: how many there are, and where they begin, stands in the
// parameters. But for masks registers keep nothing from row to row; so the allocator is not told of the
// jump, or it would keep all that are written by halves.
func (f *frame) nextRow() {
	done, steps, step := f.label(), f.GP64(), f.GP64()
	f.DECQ(f.parameter("rows"))
	f.JLE(operand.LabelRef(done))
	f.MOVQ(f.parameter("steps"), steps)
	for i, name := range []string{"to", "x", "y", "z"}[:1+len(f.in)] {
		f.MOVQ(operand.Mem{Base: steps, Disp: 8 * i}, step)
		f.ADDQ(step, f.parameter(name))
	}
	for _, mask := range f.mask { // used here, and so kept until here
		f.TESTQ(mask, mask)
	}
	f.Instruction(&ir.Instruction{Opcode: "JMP", Operands: []operand.Op{operand.LabelRef(rowMark)}, IsTerminal: true})
	f.Label(done)
}

// parameter is where one lies.
func (f *frame) parameter(name string) operand.Mem {
	p, err := f.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

const (
	arity     = 3
	streamBit = arity // in the mode, after a bit for each operand
)

// parameters brings the parameters into registers.
func (f *frame) parameters() {
	param := func(name string) reg.GPVirtual {
		r := f.GP64()
		f.MOVQ(f.parameter(name), r)
		return r
	}
	f.n, f.to = param("n"), param("to")
	for i := range f.in {
		f.at = append(f.at, param(string('x'+rune(i))))
	}
}

// masks notes which operands are one element. Operations on one operand do not know that.
func (f *frame) masks() {
	for i := range f.in {
		if len(f.in) > 1 {
			mask, constant := f.GP64(), f.label()
			f.XORQ(mask, mask)
			f.TESTQ(operand.U32(1<<i), f.parameter("how"))
			f.JNE(operand.LabelRef(constant))
			f.DECQ(mask)
			f.Label(constant)
			f.mask = append(f.mask, mask)
		}
	}
}

// constants spreads operands that are one element over a block on the stack, which the
// loops of several units do not advance in.
func (f *frame) constants() {
	for i, mask := range f.mask {
		size := f.in[i]
		bytes := f.unroll() * f.elements() * size
		align := max(f.width, 32) // so that no register's load goes across cache lines
		block := f.AllocLocal(bytes + align)
		varies := f.label()
		f.TESTQ(mask, mask)
		f.JNE(operand.LabelRef(varies))
		v, step := f.constantVec()
		f.do("VPBROADCAST"+dtype.Letter(size), operand.Mem{Base: f.at[i]}, v)
		f.LEAQ(block.Offset(align-1), f.at[i])
		f.ANDQ(operand.I8(int8(-align)), f.at[i])
		for at := 0; at < bytes; at += step { // a block of fewer bytes has room for all 32
			f.VMOVDQU(v, operand.Mem{Base: f.at[i], Disp: at})
		}
		f.Label(varies)
	}
}

// constantVec is a register that fills such a block, and its bytes.
func (f *frame) constantVec() (v vec, bytes int) {
	if f.width < 32 {
		return f.vec(), f.width
	}
	return f.YMM(), 32
}

// streams reports whether there are stores past the caches; those of arm64 are but a hint.
func (f *frame) streams() bool { return f.width > 16 }

// advance moves an operand on by elements of which it has count, or stays if it is constant.
func (f *frame) advance(i int, count reg.GPVirtual) {
	step := f.GP64()
	f.MOVQ(count, step)
	f.shift("SHLQ", step, f.in[i])
	f.masked(i, step)
	f.ADDQ(step, f.at[i])
}

// masked leaves 0 of a step in an operand that is constant.
func (f *frame) masked(i int, step reg.GPVirtual) {
	if f.mask != nil {
		f.ANDQ(f.mask[i], step)
	}
}

// shift multiplies or divides by a power of two.
func (f *frame) shift(name string, r reg.GPVirtual, by int) {
	for n := uint8(1); n < 8; n++ {
		if by == 1<<n {
			f.do(name, operand.U8(n), r)
		}
	}
}

// alignStream computes a first unit where results are streamed, and goes on where whole
// registers are aligned; the operands are none of the result's memory then.
func (f *frame) alignStream() {
	aligned := f.label()
	f.unlessStream(aligned)
	head := f.GP64()
	f.MOVQ(f.to, head)
	f.NEGQ(head)
	f.ANDQ(operand.I8(int8(f.width-1)), head)
	f.JZ(operand.LabelRef(aligned))
	f.store(f.unitAt(0), operand.Mem{Base: f.to})
	f.ADDQ(head, f.to)
	f.shift("SHRQ", head, f.out)
	f.SUBQ(head, f.n)
	for i := range f.in {
		f.advance(i, head)
	}
	f.Label(aligned)
}

// unlessStream jumps where results are not streamed.
func (f *frame) unlessStream(to string) {
	f.TESTQ(operand.U32(1<<streamBit), f.parameter("how"))
	f.JEQ(operand.LabelRef(to))
}

// unitAt computes a unit, so many units on.
func (f *frame) unitAt(units int) vec {
	return f.unit(f, func(i, at int) operand.Mem {
		return operand.Mem{Base: f.at[i], Disp: units*f.elements()*f.in[i] + at}
	})
}

func (f *frame) store(v vec, m operand.Mem) {
	if f.width == 64 {
		f.VMOVDQU64(v, m)
	} else {
		f.VMOVDQU(v, m)
	}
}

// lastUnit computes the last unit where elements are left over, to be stored when the
// loops are done: it overlaps with what they read, which may be the same memory.
func (f *frame) lastUnit() vec {
	whole, last := f.label(), f.vec()
	f.TESTQ(operand.I32(int32(f.elements()-1)), f.n)
	f.JZ(operand.LabelRef(whole))
	back := make([]reg.GPVirtual, len(f.in))
	for i, size := range f.in {
		back[i] = f.GP64()
		f.LEAQ(operand.Mem{Base: f.n, Disp: -f.elements()}, back[i])
		f.shift("SHLQ", back[i], size)
		f.masked(i, back[i])
	}
	result := f.unit(f, func(i, at int) operand.Mem {
		return operand.Mem{Base: f.at[i], Index: back[i], Scale: 1, Disp: at}
	})
	if f.width == 64 {
		f.VMOVDQA64(result, last)
	} else {
		f.VMOVDQA(result, last)
	}
	f.Label(whole)
	return last
}

// loops computes all whole units. Streams, too, take several units a turn: with one, blocks of a
// transposition took 1.3 times as long, for their short rows of results went to memory in pieces.
func (f *frame) loops() {
	units := f.unroll()
	few, normal := f.label(), f.label()
	if units > 1 {
		f.CMPQ(f.n, operand.I32(int32(units*f.elements())))
		f.JLT(operand.LabelRef(few))
	}
	steps := f.steps(units)
	if f.streams() {
		f.unlessStream(normal)
		f.loop(units, steps, true)
		f.JMP(operand.LabelRef(few))
		f.Label(normal)
	}
	f.loop(units, steps, false)
	f.Label(few)
	if units > 1 { // a constant's block has room for these
		f.loop(1, f.immediate(1), false)
	}
}

// steps are the bytes that operands advance by in a turn of so many units.
func (f *frame) steps(units int) []operand.Op {
	steps := f.immediate(units)
	for i := range f.mask {
		step := f.GP64()
		f.MOVQ(steps[i], step)
		f.masked(i, step)
		steps[i] = step
	}
	return steps
}

// immediate is steps of operands that vary.
func (f *frame) immediate(units int) []operand.Op {
	steps := make([]operand.Op, len(f.in))
	for i, size := range f.in {
		steps[i] = operand.I32(int32(units * f.elements() * size))
	}
	return steps
}

// loop computes turns of so many units, and stores those of a turn together: with each stored before the next
// one is loaded, what lies in the third-level cache took 1.1 times as long.
func (f *frame) loop(units int, steps []operand.Op, stream bool) {
	again, done := f.label(), f.label()
	elements := operand.I32(int32(units * f.elements()))
	f.SUBQ(elements, f.n)
	if units == 1 { // else somebody has looked
		f.JLT(operand.LabelRef(done))
	}
	f.Label(again)
	results := make([]vec, units)
	for u := range results {
		results[u] = f.unitAt(u)
	}
	for u, v := range results {
		m := operand.Mem{Base: f.to, Disp: u * f.width}
		if stream {
			f.VMOVNTDQ(v, m)
		} else {
			f.store(v, m)
		}
	}
	f.ADDQ(operand.I32(int32(units*f.width)), f.to)
	for i := range f.in {
		f.ADDQ(steps[i], f.at[i])
	}
	f.SUBQ(elements, f.n)
	f.JGE(operand.LabelRef(again))
	f.Label(done)
	f.ADDQ(elements, f.n)
}

// storeLast stores the last unit, if there is one, so that it ends where the result does.
func (f *frame) storeLast(last vec) {
	none := f.label()
	f.TESTQ(f.n, f.n)
	f.JZ(operand.LabelRef(none))
	f.shift("SHLQ", f.n, f.out)
	f.store(last, operand.Mem{Base: f.to, Index: f.n, Scale: 1, Disp: -f.width})
	f.Label(none)
}

// constant is memory with the same bits everywhere, in elements of the given size: a register of
// AVX-512, or of NEON.
func (f *frame) constant(size int, bits uint64) operand.Mem {
	words := 8
	if f.width == 16 {
		words = 2
	}
	for ; size < 8; size *= 2 {
		bits &= 1<<(8*size) - 1
		bits |= bits << (8 * size)
	}
	return f.words(fmt.Sprintf("k%016x", bits), slices.Repeat([]uint64{bits}, words)...)
}

// words is memory with the given content.
func (f *frame) words(name string, words ...uint64) operand.Mem {
	f.data[name] = words
	return operand.NewDataAddr(operand.Symbol{Name: name, Static: true}, 0)
}

// writeData appends what the functions of the file use.
func writeData(c *build.Context, data map[string][]uint64) {
	for _, name := range slices.Sorted(maps.Keys(data)) {
		c.StaticGlobal(name)
		c.DataAttributes(attr.RODATA | attr.NOPTR)
		for i, word := range data[name] {
			c.AddDatum(8*i, operand.U64(word))
		}
	}
}

// signature is vector.Kernel's.
func signature() *gotypes.Signature {
	parameter := func(name string, t types.Type) *types.Var { return types.NewVar(token.NoPos, nil, name, t) }
	pointer := types.Typ[types.UnsafePointer]
	return gotypes.NewSignature(nil, types.NewSignatureType(nil, nil, nil, types.NewTuple(
		parameter("n", types.Typ[types.Int]), parameter("to", pointer), parameter("x", pointer),
		parameter("y", pointer), parameter("z", pointer), parameter("how", types.Typ[types.Uint]),
		parameter("rows", types.Typ[types.Int]), parameter("steps", pointer)), nil, false))
}
