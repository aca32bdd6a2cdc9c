package arm64

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// like has the instructions of two operands, and of one, that differ by their name alone.
var like = map[string]struct {
	name string
	size int
}{
	"VADDPS": {"fadd", 4}, "VSUBPS": {"fsub", 4}, "VMULPS": {"fmul", 4}, "VDIVPS": {"fdiv", 4},
	"VADDPD": {"fadd", 8}, "VSUBPD": {"fsub", 8}, "VMULPD": {"fmul", 8}, "VDIVPD": {"fdiv", 8},
	"VPADDD": {"add", 4}, "VPSUBD": {"sub", 4}, "VPMAXSD": {"smax", 4}, "VPADDW": {"add", 2}, "VPSUBW": {"sub", 2}, "VPCMPGTW": {"cmgt", 2}, "VPCMPEQW": {"cmeq", 2}, "VPADDQ": {"add", 8}, "VPSUBQ": {"sub", 8},
	"VPAND": {"and", 1}, "VANDPS": {"and", 1}, "VANDPD": {"and", 1},
	"VPOR": {"orr", 1}, "VORPS": {"orr", 1}, "VORPD": {"orr", 1}, "VPXOR": {"eor", 1}, "VXORPS": {"eor", 1}, "VXORPD": {"eor", 1},
	"VSQRTPS": {"fsqrt", 4}, "VSQRTPD": {"fsqrt", 8}, "VCVTDQ2PS": {"scvtf", 4}, "VCVTPS2DQ": {"fcvtns", 4}, "VCVTPS2PD": {"fcvtl", 4},
	"VPSLLD": {"shl", 4}, "VPSRAD": {"sshr", 4}, "VPSRLD": {"ushr", 4}, "VPSLLQ": {"shl", 8}, "VPSRLQ": {"ushr", 8},
	"VPCMPGTB": {"cmgt", 1}, "VPCMPEQB": {"cmeq", 1}, "VPMINSD": {"smin", 4}, "VPCMPGTD": {"cmgt", 4}, "VPCMPGTQ": {"cmgt", 8}, "VPCMPEQD": {"cmeq", 4}, "VPCMPEQQ": {"cmeq", 8},
	"VPUNPCKLDQ": {"zip1", 4}, "VPUNPCKHDQ": {"zip2", 4},
	"VFMADD231PS": {"fmla", 4}, "VFNMADD231PS": {"fmls", 4}, "VFMADD231PD": {"fmla", 8}, "VFNMADD231PD": {"fmls", 8},
}

// translate writes what an instruction for amd64 does, on elements of 4 or 8 bytes side by
// side. In Go's order the first operand comes last but one, the result last.
func (w *translator) translate(opcode string, ops []operand.Op) error {
	if l, ok := like[opcode]; ok {
		w.alike(l.name, l.size, ops)
		return nil
	}
	double := map[byte]int{'S': 4, 'D': 8}[opcode[len(opcode)-1]]
	switch opcode {
	case "VZEROUPPER":
	case "VMOVDQU", "VMOVDQA", "VMOVUPS", "VMOVAPS", "VMOVUPD", "VMOVNTDQ":
		w.move(ops[0], ops[1])
	case "VPBROADCASTB", "VPBROADCASTW", "VPBROADCASTD", "VPBROADCASTQ":
		w.emit("VLD1R", w.plain(ops[0].(operand.Mem)), fmt.Sprintf("[V%d.%s]", vectorNumber(ops[1]), map[byte]string{'B': "B16", 'W': "H8", 'D': "S4", 'Q': "D2"}[opcode[len(opcode)-1]]))
	case "VMOVD", "VMOVQ":
		bytes := map[byte]int{'D': 4, 'Q': 8}[opcode[4]]
		if m, ok := ops[1].(operand.Mem); ok {
			w.storePart(bytes, vectorNumber(ops[0]), w.at(m))
			return nil
		}
		w.loadPart(bytes, vectorNumber(ops[1]), w.at(ops[0].(operand.Mem)))
	case "VPEXTRB", "VPEXTRW": // the first one
		w.storePart(map[byte]int{'B': 1, 'W': 2}[opcode[6]], vectorNumber(ops[1]), w.at(ops[2].(operand.Mem)))
		return nil
	case "VFMSUB231PS", "VFMSUB231PD":
		d := vectorNumber(ops[2])
		w.word("fneg", double, d, d, 0)
		w.alike("fmla", double, ops)
	case "VFMADD213PS", "VFMADD213PD", "VFMSUB213PS", "VFMSUB213PD":
		sum, d := w.own(), vectorNumber(ops[2])
		w.moveTo(sum, ops[0])
		if opcode[3:6] == "SUB" {
			w.word("fneg", double, sum, sum, 0)
		}
		w.word("fmla", double, sum, d, w.vector(ops[1]))
		w.moveVector(d, sum)
	case "VMINPS", "VMAXPS", "VMINPD", "VMAXPD": // the second operand where they do not compare
		y, x, mask := w.vector(ops[0]), w.vector(ops[1]), w.own()
		if opcode[2] == 'I' {
			w.word("fcmgt", double, mask, y, x)
		} else {
			w.word("fcmgt", double, mask, x, y)
		}
		w.choose(vectorNumber(ops[2]), mask, x, y)
	case "VCMPPS", "VCMPPD":
		w.compare(double, uint8(ops[0].(operand.U8)), w.vector(ops[2]), w.vector(ops[1]), vectorNumber(ops[3]))
		w.masks[vectorNumber(ops[3])] = true
		return nil
	case "VBLENDVPS", "VBLENDVPD", "VPBLENDVB":
		size := map[string]int{"VBLENDVPS": 4, "VBLENDVPD": 8, "VPBLENDVB": 1}[opcode]
		w.choose(vectorNumber(ops[3]), w.mask(ops[0], size), w.vector(ops[1]), w.vector(ops[2]))
	case "VGATHERDPD", "VGATHERQPD": // with a mask of all
		m, lane := ops[1].(operand.Mem), map[byte]string{'D': "S", 'Q': "D"}[opcode[7]]
		low, high := w.own(), w.own()
		for i, v := range []int{low, high} {
			w.emit("VMOV", fmt.Sprintf("V%d.%s[%d]", vectorNumber(m.Index), lane, i), address)
			w.emit("FMOVD", fmt.Sprintf("(%s)(%s<<3)", general(m.Base), address), fmt.Sprintf("F%d", v))
		}
		w.word("zip1", 8, vectorNumber(ops[2]), low, high)
	case "VSHUFPS": // of all even elements, or of all odd ones
		name := map[operand.U8]string{0x88: "uzp1", 0xdd: "uzp2"}[ops[0].(operand.U8)]
		w.word(name, 4, vectorNumber(ops[3]), w.vector(ops[2]), w.vector(ops[1]))
	case "VROUNDPS", "VROUNDPD":
		name := []string{"frintn", "frintm", "frintp", "frintz"}[ops[0].(operand.U8)&3]
		w.word(name, double, vectorNumber(ops[2]), w.vector(ops[1]), 0)
	case "VTESTPS", "VPTEST": // of one with itself
		any, v := w.own(), w.vector(ops[0])
		if opcode == "VTESTPS" {
			v = w.mask(ops[0], 4)
		}
		w.word("umaxv", 4, any, v, 0)
		w.emit("FMOVS", fmt.Sprintf("F%d", any), address)
		w.emit("TSTW", address, address)
		return nil
	default:
		return unknown(opcode)
	}
	if len(ops) > 0 {
		w.noteChange(ops[len(ops)-1], false)
	}
	return nil
}

// alike writes an instruction of the given name in place of another.
func (w *translator) alike(name string, size int, ops []operand.Op) {
	d := vectorNumber(ops[len(ops)-1])
	if by, ok := ops[0].(operand.U8); ok {
		w.word(name, size, d, w.vector(ops[1]), int(by))
		w.noteChange(ops[len(ops)-1], name == "sshr" && int(by) == 8*size-1)
		return
	}
	if len(ops) == 2 {
		w.word(name, size, d, w.vector(ops[0]), 0)
		w.noteChange(ops[1], false)
		return
	}
	n, m := w.vector(ops[1]), w.vector(ops[0])
	w.word(name, size, d, n, m)
	w.noteChange(ops[2], name[:2] == "cm" || (name == "and" || name == "orr") && w.masks[n] && w.masks[m])
}

// noteChange notes that a register has another value, and whether that is a mask.
func (w *translator) noteChange(op operand.Op, mask bool) {
	if _, memory := op.(operand.Mem); !memory {
		w.masks[vectorNumber(op)] = mask
	}
}

// mask is a vector of all ones where the elements' highest bit is set.
func (w *translator) mask(op operand.Op, size int) int {
	v := w.vector(op)
	if w.masks[v] {
		return v
	}
	own := w.own()
	w.word("sshr", size, own, v, 8*size-1)
	return own
}

// choose puts x into d where the mask is set, else y.
func (w *translator) choose(d, mask, x, y int) {
	switch d {
	case mask:
		w.word("bsl", 1, d, x, y)
	case x:
		w.word("bif", 1, d, y, mask)
	default:
		w.moveVector(d, y)
		w.word("bit", 1, d, x, mask)
	}
}

func (w *translator) move(from, to operand.Op) {
	if m, ok := to.(operand.Mem); ok {
		w.emit("FMOVQ", fmt.Sprintf("F%d", vectorNumber(from)), w.at(m))
		return
	}
	w.moveTo(vectorNumber(to), from)
}

func (w *translator) moveTo(d int, from operand.Op) {
	if m, ok := from.(operand.Mem); ok {
		w.load(d, m)
		return
	}
	w.moveVector(d, vectorNumber(from))
}

func (w *translator) moveVector(d, v int) {
	if d != v {
		w.word("orr", 1, d, v, v)
	}
}

// compare makes a mask of where floats have a condition of VCMPPS.
func (w *translator) compare(size int, condition uint8, x, y, d int) {
	not := func(name string, n, m int) {
		w.word(name, size, d, n, m)
		w.word("mvn", 1, d, d, 0)
	}
	switch condition {
	case emit.Equal:
		w.word("fcmeq", size, d, x, y)
	case emit.NotEqual:
		not("fcmeq", x, y)
	case emit.Less:
		w.word("fcmgt", size, d, y, x)
	case emit.NotLess:
		not("fcmgt", y, x)
	case emit.LessEqual:
		w.word("fcmge", size, d, y, x)
	case emit.NotAtMost:
		not("fcmge", y, x)
	case emit.GreaterEqual:
		w.word("fcmge", size, d, x, y)
	case emit.NotAtLeast:
		not("fcmge", x, y)
	case emit.GreaterThan:
		w.word("fcmgt", size, d, x, y)
	case emit.Unordered:
		if x == y {
			not("fcmeq", x, x)
			return
		}
		own := w.own()
		w.word("fcmeq", size, own, y, y)
		w.word("fcmeq", size, d, x, x)
		w.word("and", 1, d, d, own)
		w.word("mvn", 1, d, d, 0)
	default:
		panic(fmt.Sprint("no comparison ", condition))
	}
}
