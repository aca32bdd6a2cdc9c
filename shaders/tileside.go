package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// tileSide is X or Y in a tile of a product: some rows of X, or columns of Y.
type tileSide struct {
	name  string       // "row" or "column"
	value device.Value // X or Y
	maps  []int        // that compute it
	axis  int          // along which tiles lie, or -1
	n     int          // rows or columns of a thread
	block int          // how many tiles a block has along the axis
	loads map[int]sideLoad
	along bool // neighbouring threads of a team load neighbours along a sum, and not along rows
}

// sideLoad is how a tile loads an input of a side.
type sideLoad uint8

const (
	singly   sideLoad = iota // element by element
	sumWise                  // in vectors along a sum
	sideWise                 // in vectors along neighbouring rows
	shared                   // an element for all rows
	fixed                    // an element for all products of a sum
)

// operands are the inputs that a side reads.
func (s *tileSide) operands(n *nest, p *device.Program) (list []*operand) {
	reads := map[device.Value]bool{s.value: len(s.maps) == 0}
	for _, i := range s.maps {
		for _, v := range p.Code()[i].Args {
			reads[v] = true
		}
	}
	for i := n.outputs; i < len(n.operands); i++ {
		if o := &n.operands[i]; reads[device.Value(o.number)] {
			list = append(list, o)
		}
	}
	return list
}

// bind finds how the operands of a side are loaded. Threads that add several products in a round load these
// together.
func (s *tileSide) bind(n *nest, p *device.Program, kept, step int) {
	s.loads = map[int]sideLoad{}
	for _, o := range s.operands(n, p) {
		size := o.dtype.Size() // and so many words have four elements
		switch {
		case len(o.strides) == kept || allZero(o.strides[kept:]):
			s.loads[o.number] = fixed
		case s.axis >= 0 && o.strides[s.axis] == 0:
			s.loads[o.number] = shared
			s.along = s.along || len(o.places) > 0 && o.strides[len(o.strides)-1] == 1 // rows of a table
		case size <= wordBytes && step == vectorWords && len(n.shape) == kept+1 && n.vectorsAlong(o, kept):
			o.width, s.loads[o.number] = size, sumWise
		case size <= wordBytes && s.n%vectorWords == 0 && n.vectorsAlong(o, s.axis):
			o.width, s.loads[o.number] = size, sideWise
		default:
			s.loads[o.number] = singly
			s.along = s.along || o.strides[len(o.strides)-1] == 1
		}
		s.along = s.along || s.loads[o.number] == sumWise
	}
}

func allZero(strides []int) bool {
	for _, n := range strides {
		if n != 0 {
			return false
		}
	}
	return true
}

// vectorsAlong reports whether an operand can be loaded or stored along an axis in vectors of four elements.
func (n *nest) vectorsAlong(o *operand, axis int) bool {
	if o.unbound || len(o.places) > 0 || o.strides[axis] != 1 || o.offset%vectorWords != 0 || n.shape[axis]%vectorWords != 0 {
		return false
	}
	for a, stride := range o.strides {
		if a != axis && stride%vectorWords != 0 {
			return false
		}
	}
	for i := range n.operands {
		if other := &n.operands[i]; other != o && other.binding == o.binding {
			return false
		}
	}
	return true
}

// operandsOf are the operands of a side.
func (x walkText) operandsOf(s *tileSide) []*operand { return s.operands(&x.k.nest, x.f.program) }

// writeBase finds where an operand of a side begins, without its rows.
func (x walkText) writeBase(t *text, s *tileSide, o *operand) {
	base := fmt.Sprintf("params.%s_offset", o.name())
	for axis := range x.kept {
		if axis != x.tiling.sides[0].axis && axis != x.tiling.sides[1].axis {
			base += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, o.name(), axis)
		}
	}
	t.line("let %s_%s = %s;", s.name, o.name(), base)
}

// rowOf is where a row of a side begins in an operand. The rows beyond a matrix are its last.
func (s *tileSide) rowOf(o *operand, row string) string {
	base := s.name + "_" + o.name()
	if s.axis < 0 {
		return base
	}
	return fmt.Sprintf("%s + min(%s, params.%ss - 1u) * params.%s_stride%d", base, row, s.name, o.name(), s.axis)
}

// writeVector loads four elements of an operand, under a name.
func writeVector(t *text, o *operand, name, at string) {
	t.line("let %s_at = %s;", name, at)
	t.line("let %s = %s;", name, o.boundVector(name+"_at"+divideByPower(vectorWords)))
}

// lane is the bits of one of four elements.
func (o *operand) lane(vector string, lane int) string {
	switch o.dtype.Size() {
	case 1:
		return fmt.Sprintf("m_byte(%s, %du)", vector, lane)
	case 2:
		return fmt.Sprintf("m_short(%s, %du)", laneOf(vector, lane/2), lane%2)
	}
	return laneOf(vector, lane)
}

// laneOf is an element of a vector.
func laneOf(vector string, lane int) string { return vector + "." + "xyzw"[lane:lane+1] }

// writeSingle loads an element of an operand, under a name. Of a table the name is where a load begins, and of a
// position what it counts.
func writeSingle(t *text, o *operand, name, at string) string {
	t.line("let %s_at = %s;", name, at)
	bits := o.bits
	switch {
	case o.unbound:
		bits = o.positionBits
	case len(o.places) > 0:
		bits = strings.Clone
	}
	t.line("let %s = %s;", name, bits(name+"_at"))
	return name
}

// writeValue gives an element of a side a name. It is computed by maps from elements of operands, whose bits
// are given.
func (x walkText) writeValue(t *text, s *tileSide, name string, bits []string) {
	operands, dt := x.operandsOf(s), x.f.program.Type(s.value)
	if len(s.maps) == 0 {
		t.line("let %s = %s;", name, fromBits(dt, bits[0]))
		return
	}
	t.line("var %s: %s;", name, valueType(dt))
	t.open("{")
	for i, o := range operands {
		if len(o.places) > 0 {
			t.line("let %s_at = %s;", o.name(), bits[i])
			continue
		}
		t.line("let %s = %s;", x.f.value(device.Value(o.number)), fromBits(o.dtype, bits[i]))
	}
	for _, i := range s.maps {
		x.writeInstr(t, i)
	}
	t.line("%s = %s;", name, x.f.value(s.value))
	t.close()
}

// writeScalars names the scalars that maps of a side take.
func (x walkText) writeScalars(t *text, s *tileSide) {
	for _, i := range s.maps {
		for _, v := range x.f.program.Code()[i].Args {
			if !x.f.isInput(v) && !x.f.computed(v) {
				x.ensure(t, v)
			}
		}
	}
}
