// Package arm64 translates functions for amd64 to arm64.
//
// Kernels for arm64 are written like those of AVX2, with its instructions, but for registers of 16
// bytes. When avo has given every value a register, Translate replaces the instructions. Where NEON
// has a better instruction, package neonrow writes that one, by ARM's name.
package arm64

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/neon"
)

// translator translates a function whose registers have been allocated: general registers
// keep their numbers, and so do vectors. It has registers of its own besides.
type translator struct {
	nodes   []ir.Node
	scratch int          // the vector that it took last
	masks   map[int]bool // vectors whose elements are known to be all ones or all zeros
}

const (
	address  = "R26" // R27 is the assembler's
	element  = "R25"
	firstOwn = 28 // of vectors: avo may use those below
	frameTop = 16 // bytes above the stack pointer that belong to the assembler, and alignment
)

// unknown is an instruction without a translation.
type unknown string

func (u unknown) Error() string { return "no translation for arm64 of " + string(u) }

// Translate replaces the instructions of a function.
func Translate(fn *ir.Function) (err error) {
	w := &translator{masks: map[int]bool{}}
	for _, node := range fn.Nodes {
		switch n := node.(type) {
		case ir.Label:
			clear(w.masks)
			w.nodes = append(w.nodes, n)
		case *ir.Instruction:
			w.scratch = firstOwn + 4
			if err := w.instruction(n); err != nil {
				return err
			}
		}
	}
	fn.Nodes, fn.ISA = w.nodes, nil
	if fn.LocalSize > 0 {
		fn.LocalSize += frameTop
	}
	return nil
}

// emit appends an instruction as it is written.
func (w *translator) emit(opcode string, operands ...string) {
	i := &ir.Instruction{Opcode: opcode, IsTerminal: opcode == "RET"}
	for _, o := range operands {
		i.Operands = append(i.Operands, operand.LabelRef(o))
	}
	w.nodes = append(w.nodes, i)
}

// word appends a vector instruction: see neon.Instruction.Encode.
func (w *translator) word(name string, size, d, n, m int) {
	i, ok := neon.Find(name)
	if !ok {
		panic("no instruction " + name)
	}
	if d >= firstOwn+4 || n >= firstOwn+4 {
		panic("no vector")
	}
	word, text := i.Encode(size, d, n, m)
	w.emit("WORD", fmt.Sprintf("$0x%08x // %s", word, text))
}

func (w *translator) instruction(i *ir.Instruction) error {
	ops := i.Operands
	for _, r := range i.Registers() {
		if r.Kind() == reg.KindVector && vectorNumber(r) >= firstOwn {
			return errors.New("too few registers: keep fewer values")
		}
	}
	switch {
	case i.Opcode == emit.LoadPart:
		w.loadPart(int(ops[0].(operand.U8)), vectorNumber(ops[1]), w.at(ops[2].(operand.Mem)))
		w.noteChange(ops[1], false)
	case i.Opcode == emit.TableLookup:
		w.emit("VLD1", w.at(ops[1].(operand.Mem)), fmt.Sprintf("[V%d.B16, V%d.B16, V%d.B16, V%d.B16]", firstOwn, firstOwn+1, firstOwn+2, firstOwn+3))
		w.word("tbl", 1, vectorNumber(ops[0]), firstOwn, vectorNumber(ops[2]))
		w.noteChange(ops[0], false)
	case i.Opcode[0] >= 'a':
		n, m := w.vector(ops[2]), 0
		if len(ops) > 3 {
			if by, ok := ops[3].(operand.U8); ok {
				m = int(by)
			} else {
				m = w.vector(ops[3])
			}
		}
		w.word(i.Opcode, int(ops[0].(operand.U8)), vectorNumber(ops[1]), n, m)
		w.noteChange(ops[1], strings.HasPrefix(i.Opcode, "fcm") || strings.HasPrefix(i.Opcode, "cm"))
	case branches[i.Opcode] != "":
		w.emit(branches[i.Opcode], ops[0].Asm())
	case i.Opcode[0] == 'V':
		return w.translate(i.Opcode, ops)
	default:
		return w.general(i.Opcode, ops)
	}
	return nil
}

// branches maps amd64's branches to those of arm64.
var branches = map[string]string{"JMP": "B", "JZ": "BEQ", "JEQ": "BEQ", "JNZ": "BNE", "JNE": "BNE", "JLT": "BLT", "JLE": "BLE",
	"JGE": "BGE", "JG": "BGT", "JGT": "BGT"}

// general translates instructions on addresses and counts.
func (w *translator) general(opcode string, ops []operand.Op) error {
	arithmetic := map[string]string{"ADDQ": "ADD", "SUBQ": "SUBS", "ANDQ": "ANDS", "XORQ": "EOR", "SHLQ": "LSL", "SHRQ": "LSR"}
	switch opcode {
	case "ADDQ", "SUBQ", "ANDQ", "XORQ", "SHLQ", "SHRQ":
		w.change(arithmetic[opcode], general(ops[0]), ops[1])
	case "DECQ":
		w.change("SUBS", "$1", ops[0])
	case "MOVQ":
		if m, ok := ops[0].(operand.Mem); ok {
			w.emit("MOVD", w.at(m), general(ops[1]))
		} else {
			w.emit("MOVD", general(ops[0]), general(ops[1]))
		}
	case "LEAQ":
		m, to := ops[0].(operand.Mem), general(ops[1])
		switch m.Base {
		case reg.StackPointer:
			w.emit("MOVD", fmt.Sprintf("$%d(RSP)", m.Disp+frameTop), to)
		case reg.StaticBase:
			w.emit("MOVD", "$"+m.Asm(), to)
		default:
			w.emit("ADD", fmt.Sprintf("$%d", m.Disp), general(m.Base), to)
		}
	case "NEGQ":
		w.emit("NEG", general(ops[0]), general(ops[0]))
	case "CMPQ":
		w.emit("CMP", general(ops[1]), general(ops[0]))
	case "TESTQ":
		r := address
		if m, ok := ops[1].(operand.Mem); ok {
			w.emit("MOVD", w.at(m), r)
		} else {
			r = general(ops[1])
		}
		w.emit("TST", general(ops[0]), r)
	case "RET":
		w.emit("RET")
	default:
		return unknown(opcode)
	}
	return nil
}

// change writes an instruction whose result is its second operand, a register or memory.
func (w *translator) change(name, by string, op operand.Op) {
	m, memory := op.(operand.Mem)
	if !memory {
		w.emit(name, by, general(op), general(op))
		return
	}
	w.emit("MOVD", w.at(m), address)
	w.emit(name, by, address, address)
	w.emit("MOVD", address, w.at(m))
}

// general is the text of a register or a constant.
func general(op operand.Op) string {
	switch op := op.(type) {
	case operand.I8, operand.I32:
		return fmt.Sprintf("$%d", op)
	case operand.U8, operand.U32:
		return fmt.Sprintf("$%d", op)
	case reg.Register:
		return fmt.Sprintf("R%d", reg.ToPhysical(op).PhysicalIndex())
	}
	panic(fmt.Sprint("no general operand: ", op))
}

// at is the text of a memory operand. The address is one register; a sum of two registers is
// computed first.
func (w *translator) at(m operand.Mem) string {
	base, disp := address, m.Disp
	switch {
	case m.Base == reg.FramePointer: // a parameter
		return m.Asm()
	case m.Base == reg.StaticBase:
		w.emit("MOVD", "$"+m.Asm(), address)
		disp = 0
	case m.Base == reg.StackPointer:
		base, disp = "RSP", disp+frameTop
	case m.Index != nil:
		index := general(m.Index)
		if m.Scale > 1 {
			index += fmt.Sprintf("<<%d", bits.TrailingZeros8(m.Scale))
		}
		w.emit("ADD", index, general(m.Base), address)
	default:
		base = general(m.Base)
	}
	if disp == 0 {
		return "(" + base + ")"
	}
	return fmt.Sprintf("%d(%s)", disp, base)
}

// plain is at without a displacement.
func (w *translator) plain(m operand.Mem) string {
	disp := m.Disp
	if m.Base != reg.StaticBase {
		m.Disp = 0
	}
	at := w.at(m)
	if m.Base == reg.StaticBase || disp == 0 {
		return at
	}
	w.emit("ADD", fmt.Sprintf("$%d", disp), strings.Trim(at, "()"), address)
	return "(" + address + ")"
}

// own is one of the translator's vectors.
func (w *translator) own() int {
	w.scratch--
	return w.scratch
}

// vector is a register, or one of the translator's own that memory is loaded into.
func (w *translator) vector(op operand.Op) int {
	m, ok := op.(operand.Mem)
	if !ok {
		return vectorNumber(op)
	}
	v := w.own()
	w.load(v, m)
	return v
}

func (w *translator) load(v int, m operand.Mem) { w.emit("FMOVQ", w.at(m), fmt.Sprintf("F%d", v)) }

// loadPart loads fewer bytes than a register has.
func (w *translator) loadPart(bytes, v int, from string) {
	to := fmt.Sprintf("F%d", v)
	switch bytes {
	case 8:
		w.emit("FMOVD", from, to)
	case 4:
		w.emit("FMOVS", from, to)
	case 2:
		w.emit("MOVHU", from, address)
		w.emit("FMOVS", address, to)
	case 1:
		w.emit("MOVBU", from, address)
		w.emit("FMOVS", address, to)
	default:
		panic("no load of so many bytes")
	}
}

// storePart stores the first so many bytes.
func (w *translator) storePart(bytes, v int, to string) {
	lane := map[int]string{1: "B", 2: "H", 4: "S", 8: "D"}[bytes]
	store := map[int]string{1: "MOVB", 2: "MOVH", 4: "MOVW", 8: "MOVD"}[bytes]
	w.emit("VMOV", fmt.Sprintf("V%d.%s[0]", v, lane), element)
	w.emit(store, element, to)
}

// vectorNumber is the register of arm64 that a vector is in.
func vectorNumber(op operand.Op) int {
	r, ok := op.(reg.Register)
	if !ok || reg.ToPhysical(r) == nil || r.Kind() != reg.KindVector {
		panic(fmt.Sprint("no vector: ", op))
	}
	return int(reg.ToPhysical(r).PhysicalIndex())
}
