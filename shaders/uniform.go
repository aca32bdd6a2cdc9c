package shaders

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// uniform has the numbers of a launch that its text reads. Launches of the same text may differ in
// them.
type uniform struct {
	nest     *nest
	variant  *variant
	walk     *walk
	task     task
	program  *device.Program
	scalars  []op.Scalar
	routines []*routine
}

// field is a word of the uniform by its name in the text, "in0_stride2".
type field struct {
	operand *operand // nil if the field belongs to no operand
	what    string
	index   int // -1 if the field has no number
}

// reciprocal begins the names of fields that are floats.
const reciprocal = "per_"

func (f field) name() string {
	name := f.what
	if f.operand != nil {
		name = f.operand.name() + "_" + name
	}
	if f.index >= 0 {
		name += strconv.Itoa(f.index)
	}
	return name
}

// fields visits the words of the uniform in order, with their values for this launch.
func (u uniform) fields(visit func(f field, value uint32)) {
	visit(field{nil, "zero", -1}, 0)
	visit(field{nil, "none", -1}, 0)
	visit(field{nil, "len", -1}, uint32(u.nest.len))
	switch {
	case u.task != nil:
		u.task.fields(visit)
	case u.walk != nil:
		u.walk.fields(u.nest.shape, visit)
	default:
		u.variant.fields(u.nest.shape, visit)
	}
	for i := range u.nest.operands {
		o := &u.nest.operands[i]
		if u.task != nil {
			visit(field{o, "lowest", -1}, uint32(o.lowest))
			continue
		}
		o.fields(visit)
		if u.walk != nil {
			u.walk.storeFields(o, visit)
		}
		if u.variant.hasVectorStride(o) {
			visit(field{o, "vector_stride", -1}, uint32(o.vectors(o.strides[u.variant.rank-2])))
		}
	}
	for i, s := range u.scalars {
		v := len(u.program.Inputs()) + i
		visit(field{nil, "s", v}, uint32(s))
		if words(u.program.Type(device.Value(v))) == 2 {
			visit(field{nil, "high", v}, uint32(s>>32))
		}
	}
}

// fields are where an operand's elements lie. Offsets and strides wrap modulo 2^32, and so does
// the arithmetic on them.
func (o *operand) fields(visit func(f field, value uint32)) {
	visit(field{o, "offset", -1}, uint32(o.count(o.offset)))
	o.placeFields(visit)
	if o.access != strided {
		return
	}
	for axis, stride := range o.strides {
		if axis < len(o.strides)-1 {
			stride = o.count(stride)
		}
		visit(field{o, "stride", axis}, uint32(stride))
	}
}

// fields are what threads need to find their elements of a shape.
func (v *variant) fields(shape []int, visit func(f field, value uint32)) {
	sized := 1 // axis 0 takes the rest of the index, and needs no size
	switch v.mapping {
	case flat:
		visit(field{nil, "threads", -1}, uint32(v.threads))
		v.tailFields(shape, visit)
	case rowBlocked:
		sized = 0
		visit(field{nil, "threads", -1}, uint32(v.threads))
		v.divisor(visit, field{nil, "row_vectors", -1}, v.rowVectors)
		if v.perThread > 1 {
			blocks := v.blocks
			if v.tiled {
				blocks /= tile
			}
			v.divisor(visit, field{nil, "blocks", -1}, blocks)
			v.tailFields(shape, visit)
		}
	case wordOwning:
		visit(field{nil, "threads", -1}, uint32(v.threads))
		visit(field{nil, "span", -1}, uint32(v.span))
		visit(field{nil, "extent", -1}, uint32(v.extent))
		sized = 0
	case multiPass:
		visit(field{nil, "pass_number", -1}, uint32(v.pass))
	}
	for axis := sized; axis < v.rank; axis++ {
		v.divisor(visit, field{nil, "size", axis}, shape[axis])
	}
}

// tailFields are what threads of the tail need to find their elements.
func (v *variant) tailFields(shape []int, visit func(f field, value uint32)) {
	if v.noTail {
		return
	}
	visit(field{nil, "body_threads", -1}, uint32(v.bodyThreads))
	visit(field{nil, "body", -1}, uint32(v.body()))
	if v.mapping == rowBlocked {
		visit(field{nil, "rest", -1}, uint32(shape[v.rank-2]-v.body()))
		return
	}
	visit(field{nil, "phase", -1}, uint32(v.phase))
	visit(field{nil, "head", -1}, uint32(v.head))
	visit(field{nil, "first", -1}, uint32(v.head-v.phase))
}

// divisor visits a field with a divisor and, where the text uses it, a field with its reciprocal.
func (v *variant) divisor(visit func(f field, value uint32), f field, n int) {
	visit(f, uint32(n))
	if v.reciprocals() {
		visit(field{nil, reciprocal + f.what, f.index}, math.Float32bits(1/float32(n)))
	}
}

// size is the number of bytes, a multiple of 16.
func (u uniform) size() int {
	words := 0
	u.fields(func(field, uint32) { words++ })
	return (4*words+15)&^15 + elementBytes*codeElements(u.routines)
}

// append appends the bytes.
func (u uniform) append(dst []byte) []byte {
	begin, end := len(dst), len(dst)+u.size()
	u.fields(func(_ field, value uint32) { dst = binary.LittleEndian.AppendUint32(dst, value) })
	for (len(dst)-begin)%elementBytes != 0 {
		dst = append(dst, 0)
	}
	for _, r := range u.routines {
		dst = append(dst, r.code...)
	}
	for len(dst) < end {
		dst = append(dst, 0)
	}
	return dst
}

// write declares the uniform.
func (u uniform) write(t *text) {
	t.open("struct Params {")
	u.fields(func(f field, _ uint32) {
		switch f.what {
		case "zero":
			t.line("zero: u32, // always 0; no compiler knows, see m_zero")
		case "loops":
			t.line("loops: u32, // always 0 in kernels of groups, see m_hide")
		case "none":
			t.line("none: u32, // always 0 too, and not known to equal zero, see m_twin")
		default:
			kind := "u32"
			if strings.HasPrefix(f.what, reciprocal) {
				kind = "f32"
			}
			t.line("%s: %s,", f.name(), kind)
		}
	})
	if len(u.routines) > 0 {
		t.line("code: array<vec4<u32>, %d>, // of the functions of libm", codeElements(u.routines))
	}
	t.close()
	t.line("@group(0) @binding(0) var<uniform> params: Params;")
}
