package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// family is a layout for every operand of a launch. A unary operation has in[0] alone, so in[0] or
// out always has the layout that the family tests.
type family struct {
	name   string
	rule   string
	shapes [][]int
	out    view
	in     [3]view
}

const ownStrides = "every operand is walked with its own strides from its own offset"

var families = []family{
	{"same", "operands without gaps are taken element by element", [][]int{{7, 9}}, dense, [3]view{dense, dense, dense}},
	{"sizes", "any number of elements works, also odd ones and those around blocks and workgroups",
		[][]int{{1}, {2}, {3}, {5}, {17}, {255}, {256}, {257}, {1023}, {4097}}, dense, [3]view{dense, dense, dense}},
	{"scalar", "an operand whose strides are all 0 is one element for all", [][]int{{11}, {6, 7}}, dense, [3]view{along(), dense, along()}},
	{"row", "an operand of stride 0 along the first axis is repeated down", [][]int{{5, 7}, {300, 3}}, dense, [3]view{along(1), dense, along(1)}},
	{"column", "an operand of stride 0 along the last axis is repeated across", [][]int{{5, 7}, {3, 300}}, dense, [3]view{along(0), dense, along(0)}},
	{"both", "operands may be repeated along different axes: (m,1) with (1,n) is (m,n)", [][]int{{4, 9}, {1, 9}, {33, 1}}, dense, [3]view{along(0), along(1), along()}},
	{"mixed", "four axes, each repeated by another operand", [][]int{{2, 5, 3, 4}}, dense, [3]view{along(0, 2), along(1, 3), along(1, 2)}},
	{"middle", "an axis repeated between others", [][]int{{3, 4, 5}}, dense, [3]view{along(0, 2), along(1), dense}},
	{"transposed", ownStrides, [][]int{{6, 11}, {3, 4, 5}, {66, 130}}, dense, [3]view{transpose, dense, transpose}},
	{"rotated", ownStrides, [][]int{{3, 4, 5}, {2, 3, 4, 5}}, rotate, [3]view{dense, transpose, rotate}},
	{"transposed-output", ownStrides, [][]int{{6, 11}, {3, 4, 5}, {3, 17, 35}}, transpose, [3]view{dense, transpose, dense}},
	{"transposed-row", ownStrides, [][]int{{6, 11}, {5, 4, 3}}, transpose, [3]view{repeatAlong(transpose, 1), dense, along(0)}},
	{"stepped", ownStrides + "; elements between its own stay", [][]int{{13}, {4, 5}, {2, 3, 4}, {37, 70}}, stepBy(1, 2), [3]view{stepBy(0, 3), dense, stepBy(2, 2)}},
	{"stepped-output", "elements between those of the output stay", [][]int{{67}, {5, 6}}, stepBy(0, 3), [3]view{dense, along(), dense}},
	{"reversed", "negative strides walk backwards", [][]int{{19}, {4, 7}}, dense, [3]view{reverse, dense, mirror}},
	{"reversed-output", "negative strides walk backwards, in outputs too", [][]int{{19}, {4, 7}}, reverse, [3]view{dense, reverse, mirror}},
	{"reversed-all", "negative strides walk backwards", [][]int{{4, 7}}, reverse, [3]view{reverse, reverse, reverse}},
	{"reversed-row", "a repeated operand may walk backwards too", [][]int{{4, 7}}, mirror, [3]view{repeatAlong(reverse, 1), repeatAlong(reverse, 0), dense}},
	{"offset", "operands begin at their offsets", [][]int{{31}, {5, 6}}, shiftBy(37), [3]view{shiftBy(1), shiftBy(66), shiftBy(3)}},
	{"empty", "a launch without elements changes nothing, and is no error", [][]int{{0}, {3, 0, 2}, {0, 5}, {4, 0}}, dense, [3]view{dense, dense, along()}},
	{"ranks", "any rank up to 8 works",
		[][]int{{}, {6}, {2, 3}, {2, 3, 2}, {2, 1, 3, 2}, {1, 2, 3, 1, 2}, {2, 1, 2, 3, 1, 2}, {2, 2, 1, 2, 2, 1, 3}, {2, 2, 2, 1, 2, 2, 2, 3}},
		dense, [3]view{every(0), every(1), transpose}},
}

// handful are the operations that meet every family: each arity, and results of
// another type than the operands'. nil is the copy.
var handful = []*op.Op{nil, op.Neg, op.Square, op.BitwiseNot, op.Add, op.Sub, op.BitwiseXor, op.Maximum, op.Lt, op.Where, op.Clamp}

// layoutSection checks that elements are found wherever operands lie, in place too.
type layoutSection struct{ *trials }

// layoutChecks tries every family with every type, and with every operation of handful.
func (s layoutSection) layoutChecks() []check {
	var cs []check
	for i, f := range families {
		run := func() error { return s.checkFamily(f) }
		if s.frugal() {
			run = func() error { return s.checkPairs(f, i) }
		}
		cs = append(cs, check{"layouts/" + f.name, f.rule, run})
	}
	return cs
}

// checkPairs tries the i-th family with each type once.
func (s layoutSection) checkPairs(f family, i int) error {
	var all faults
	for k, dt := range s.dtypes() {
		p := programIn(handful[(i+k)%len(handful)], dt)
		if p == nil {
			p = s.oneOf(handful, dt)
		}
		all.add(s.inFamily(f, f.shapes[k%len(f.shapes)], p))
	}
	return all.join()
}

func (s layoutSection) checkFamily(f family) error {
	var all faults
	dts := s.info.DTypes.List()
	for _, shape := range f.shapes {
		for _, dt := range dts {
			all.add(s.inFamily(f, shape, s.oneOf(handful, dt)))
		}
		for k, o := range handful {
			if p := programIn(o, dts[(k+len(shape))%len(dts)]); p != nil {
				all.add(s.inFamily(f, shape, p))
			}
		}
	}
	return all.join()
}

// oneOf is the program of a random row of the list that computes in dt, or the copy.
func (s *source) oneOf(rows []*op.Op, dt op.DType) *device.Program {
	rows = slices.DeleteFunc(slices.Clone(rows), func(o *op.Op) bool { return programIn(o, dt) == nil })
	return programIn(pick(s, rows), dt)
}

// programIn returns the program of the row in dt, or nil if the row does not compute in dt. The
// program of a nil row is the copy.
func programIn(o *op.Op, dt op.DType) *device.Program {
	if o == nil {
		return mustProgram([]op.DType{dt}, nil, nil, 0)
	}
	types, ok := operandTypes(o, dt)
	if !ok {
		return nil
	}
	return single(device.Instr{Op: o}, types, 0)
}

// inFamily judges a program over operands that lie as the family says.
func (s *trials) inFamily(f family, shape []int, p *device.Program) error {
	t := &trial{program: p}
	for k, dt := range p.Inputs() {
		t.in = append(t.in, s.random(dt, f.in[k%3](shape)))
	}
	for _, v := range p.Outputs() {
		t.out = append(t.out, s.array(p.Type(v), f.out(shape)))
	}
	if err := s.judge(t); err != nil {
		return fmt.Errorf("layout %s: %w", f.name, err)
	}
	return nil
}
