package shaders

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device"
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
	visit(field{-1, "len", -1}, uint32(k.len))
	k.spreadFields(visit)
	for i := range k.operands {
		o := &k.operands[i]
		visit(field{i, "offset", -1}, uint32(o.count(o.offset)))
		if o.access != strided {
			continue
		}
		for axis, stride := range o.strides {
			if axis < len(o.strides)-1 {
				stride = o.count(stride)
			}
			visit(field{i, "stride", axis}, uint32(stride))
		}
		if k.hasApart(o) {
			visit(field{i, "apart", -1}, uint32(o.vectors(o.strides[k.rank-2])))
		}
	}
	for i, s := range k.scalars {
		v := len(k.program.Inputs()) + i
		visit(field{-1, "s", v}, uint32(s))
		if words(k.program.Type(device.Value(v))) == 2 {
			visit(field{-1, "high", v}, uint32(s>>32))
		}
	}
}

// spreadFields are what threads need to find their elements.
func (k *Kernel) spreadFields(visit func(f field, value uint32)) {
	sized := 1 // what is left over of the index needs no size
	switch k.mapping {
	case flat:
		visit(field{-1, "threads", -1}, uint32(k.threads))
		k.restFields(visit)
	case rowBlocked:
		sized = 0
		visit(field{-1, "threads", -1}, uint32(k.threads))
		k.divisor(visit, field{-1, "strips", -1}, k.rowVectors)
		if k.perThread > 1 {
			blocks := k.blocks
			if k.tiled {
				blocks /= tile
			}
			k.divisor(visit, field{-1, "blocks", -1}, blocks)
			k.restFields(visit)
		}
	case wordOwning:
		visit(field{-1, "threads", -1}, uint32(k.threads))
		visit(field{-1, "span", -1}, uint32(k.span))
		visit(field{-1, "extent", -1}, uint32(k.extent))
		sized = 0
	case multiPass:
		visit(field{-1, "turn", -1}, uint32(k.pass))
	}
	for axis := sized; axis < k.rank; axis++ {
		k.divisor(visit, field{-1, "size", axis}, k.shape[axis])
	}
}

// divisor is what is divided by, and its reciprocal.
func (k *Kernel) divisor(visit func(f field, value uint32), f field, n int) {
	visit(f, uint32(n))
	if k.reciprocals() {
		visit(field{-1, reciprocal + f.what, f.index}, math.Float32bits(1/float32(n)))
	}
}

// reciprocal begins the names of fields that are floats.
const reciprocal = "per_"

// restFields are what lone threads need to find theirs.
func (k *Kernel) restFields(visit func(f field, value uint32)) {
	if k.noTail {
		return
	}
	visit(field{-1, "whole", -1}, uint32(k.bodyThreads))
	visit(field{-1, "body", -1}, uint32(k.body()))
	if k.mapping == rowBlocked {
		visit(field{-1, "rest", -1}, uint32(k.shape[k.rank-2]-k.body()))
		return
	}
	visit(field{-1, "phase", -1}, uint32(k.vectors.phase))
	visit(field{-1, "head", -1}, uint32(k.head))
	visit(field{-1, "first", -1}, uint32(k.head-k.vectors.phase))
}

func (k *Kernel) fieldName(f field) string {
	name := f.what
	if f.operand >= 0 {
		name = k.operands[f.operand].name() + "_" + name
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
	return (4*words+15)&^15 + elementBytes*codeElements(k.routines)
}

// Params appends the uniform's bytes for this launch to dst.
func (k *Kernel) Params(dst []byte) []byte {
	end := len(dst) + k.ParamBytes()
	begin := len(dst)
	k.fields(func(_ field, value uint32) { dst = binary.LittleEndian.AppendUint32(dst, value) })
	for (len(dst)-begin)%elementBytes != 0 {
		dst = append(dst, 0)
	}
	for _, r := range k.routines {
		dst = append(dst, r.code...)
	}
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
			kind := "u32"
			if strings.HasPrefix(f.what, reciprocal) {
				kind = "f32"
			}
			t.line("%s: %s,", k.fieldName(f), kind)
		}
	})
	if len(k.routines) > 0 {
		t.line("code: array<vec4<u32>, %d>, // of the functions of libm", codeElements(k.routines))
	}
	t.close()
	t.line("@group(0) @binding(0) var<uniform> params: Params;")
}
