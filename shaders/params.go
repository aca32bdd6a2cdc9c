package shaders

import (
	"encoding/binary"
	"strconv"
)

// field is a word of the uniform by its name in the text, "in0_stride2".
type field struct {
	operand int // -1 if it belongs to none
	what    string
	index   int // -1 if there is but one
}

// fields visits the words of the uniform in order, with their values for this launch.
// Offsets and strides wrap modulo 2^32, and so does the arithmetic on them.
func (k *Kernel) fields(visit func(f field, value uint32)) {
	visit(field{-1, "zero", -1}, 0)
	visit(field{-1, "none", -1}, 0)
	visit(field{-1, "len", -1}, uint32(k.plan.Len))
	for axis := 1; axis < k.rank; axis++ { // what is left over of the index needs no size
		visit(field{-1, "size", axis}, uint32(k.plan.Shape[axis]))
	}
	for i, a := range k.plan.Operands {
		visit(field{i, "offset", -1}, uint32(a.Offset))
		if k.operands[i].access != strided {
			continue
		}
		for axis, stride := range a.Strides {
			visit(field{i, "stride", axis}, uint32(stride))
		}
	}
	for i, s := range k.scalars {
		visit(field{-1, "s", len(k.program.Inputs()) + i}, uint32(s))
	}
}

func (k *Kernel) fieldName(f field) string {
	name := f.what
	if f.operand >= 0 {
		name = k.name(f.operand) + "_" + name
	}
	if f.index >= 0 {
		name += strconv.Itoa(f.index)
	}
	return name
}

// ParamBytes is the size of the uniform, a multiple of 16.
func (k *Kernel) ParamBytes() int {
	words := 0
	k.fields(func(field, uint32) { words++ })
	return (4*words + 15) &^ 15
}

// Params appends the uniform's bytes for this launch to dst.
func (k *Kernel) Params(dst []byte) []byte {
	end := len(dst) + k.ParamBytes()
	k.fields(func(_ field, value uint32) { dst = binary.LittleEndian.AppendUint32(dst, value) })
	for len(dst) < end {
		dst = append(dst, 0)
	}
	return dst
}

// emitParams declares the uniform.
func (k *Kernel) emitParams(t *text) {
	t.open("struct Params {")
	k.fields(func(f field, _ uint32) {
		switch f.what {
		case "zero":
			t.line("zero: u32, // always 0; no compiler knows, see m_zero")
		case "none":
			t.line("none: u32, // always 0 too, and not known to equal zero, see m_twin")
		default:
			t.line("%s: u32,", k.fieldName(f))
		}
	})
	t.close()
	t.line("@group(0) @binding(0) var<uniform> params: Params;")
}
