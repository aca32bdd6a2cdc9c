package device

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Input describes an input of a program. For a map Level, Places and Position are zero.
type Input struct {
	Type     op.DType
	Level    int  // 0: an element for each group; 1: one for each element of a group
	Places   int  // axes along which the program computes a place; only loads and finds read such an input
	Position bool // it has no buffer: its element is the offset that its layout gives
}

// Output describes an output of a program.
type Output struct {
	Value Value
	// At are the places, one for each axis that the operand has besides the axes of the launch.
	// Without places, the layout says where elements lie. Negative places count from the end. Other
	// places outside the axis are errors, and then nothing is written.
	At []Value
	// Skip says that elements with a place outside 0 to size-1 are left out.
	Skip bool
	// Combine is the reduction of the elements that come to one place, its content included.
	// Without it the last element in row-major order is stored.
	Combine *op.Op
}

// Source describes a program of any form. [NewProgram] makes programs of maps.
type Source struct {
	Inputs  []Input
	Scalars []op.DType
	Code    []Instr
	Outputs []Output
}

// nest is the part of a program that has other forms than maps.
type nest struct {
	inputs  []Input
	outputs []Output
	levels  []int // of every value
	stores  []int // the level of every output
	forms   Forms
}

// deepest is the number of levels besides level 0 that a launch has. A second level has no meaning
// yet.
const deepest = 1

// Program checks the source and makes the program. It checks what NewProgram checks, and levels and
// places.
func (s Source) Program() (*Program, error) {
	p := &Program{nest: &nest{}}
	for v, in := range s.Inputs {
		if err := in.check(); err != nil {
			return nil, fmt.Errorf("device: program: input %%%d: %w", v, err)
		}
		p.inputs = append(p.inputs, in.Type)
		p.nest.inputs = append(p.nest.inputs, in)
		p.nest.levels = append(p.nest.levels, in.Level)
		if in.Position {
			p.nest.forms |= Positions
		}
	}
	p.scalars = append(p.scalars, s.Scalars...)
	p.nest.levels = append(p.nest.levels, make([]int, len(s.Scalars))...)
	for _, o := range s.Outputs {
		p.outputs = append(p.outputs, o.Value)
	}
	if err := p.make(s.Code); err != nil {
		return nil, err
	}
	for i, o := range s.Outputs {
		level, err := p.checkOutput(o)
		if err != nil {
			return nil, fmt.Errorf("device: program: output %d: %w", i, err)
		}
		o.At = slices.Clone(o.At)
		p.nest.outputs, p.nest.stores = append(p.nest.outputs, o), append(p.nest.stores, level)
		if len(o.At) > 0 {
			p.nest.forms |= Stores
		}
	}
	if err := p.nest.checkUse(p.code); err != nil {
		return nil, fmt.Errorf("device: program: %w", err)
	}
	if p.nest.forms == 0 { // a program of maps
		p.nest = nil
	}
	p.text = p.format()
	return p, nil
}

// checkUse refuses levels and places that no instruction needs.
func (n *nest) checkUse(code []Instr) error {
	for v, in := range n.inputs {
		switch {
		case in.Level > 0 && n.forms&(Reductions|Scans|Sorts) == 0:
			return fmt.Errorf("input %%%d has level %d, and no instruction needs a group", v, in.Level)
		case in.Places > 0 && !slices.ContainsFunc(code, func(c Instr) bool { return c.Args[0] == Value(v) }):
			return fmt.Errorf("input %%%d has places, and is neither loaded nor searched", v)
		}
	}
	return nil
}

func (in Input) check() error {
	switch {
	case in.Level < 0 || in.Level > deepest:
		return fmt.Errorf("level %d, not 0 to %d", in.Level, deepest)
	case in.Places < 0:
		return fmt.Errorf("%d places", in.Places)
	case in.Position && in.Type != op.Int32 && in.Type != op.Int64:
		return fmt.Errorf("a position of %v; positions are int32 or int64", in.Type)
	case in.Position && in.Places > 0:
		return fmt.Errorf("a position has no places: it has no elements to load")
	}
	return nil
}

// level returns the level of an instruction's result. The arguments exist and have their types.
func (n *nest) level(in Instr) (int, error) {
	level := 0
	for i, v := range in.Args {
		level = max(level, n.levels[v])
		places := int(v) < len(n.inputs) && n.inputs[v].Places > 0
		switch want, loads := n.places(in); {
		case places && !(loads && i == 0):
			return 0, fmt.Errorf("%v: %%%d has places; only the first operand of a load or a find has", in.Op, v)
		case !places && loads && i == 0:
			return 0, fmt.Errorf("%v: %%%d is no input with places", in.Op, v)
		case loads && i == 0 && n.inputs[v].Places != want:
			return 0, fmt.Errorf("%v: %%%d has %d places, %d are given", in.Op, v, n.inputs[v].Places, want)
		}
	}
	g, ok := in.Op.Role.(*op.Group)
	switch {
	case ok && level == 0:
		return 0, fmt.Errorf("%v: %%%d has no group: it is of level 0", in.Op, in.Args[0])
	case ok && g.Gives == op.One:
		return level - 1, nil
	}
	return level, nil
}

// places is how many places the instruction computes; ok is false if it neither loads nor finds.
func (n *nest) places(in Instr) (places int, ok bool) {
	switch r := in.Op.Role.(type) {
	case op.Load:
		if r.Or {
			return len(in.Args) - 2, true
		}
		return len(in.Args) - 1, true
	case op.Find:
		return 1, true
	}
	return 0, false
}

// checkOutput returns the level of an output.
func (p *Program) checkOutput(o Output) (level int, err error) {
	n := p.nest
	for i, v := range append([]Value{o.Value}, o.At...) {
		switch {
		case v < 0 || int(v) >= len(p.types):
			return 0, fmt.Errorf("%%%d does not exist; there are %d values", v, len(p.types))
		case int(v) < len(n.inputs) && n.inputs[v].Places > 0:
			return 0, fmt.Errorf("%%%d has places; load it first", v)
		case i > 0 && !p.types[v].IsInteger():
			return 0, fmt.Errorf("the place %%%d is %v, no integer", v, p.types[v])
		}
		level = max(level, n.levels[v])
	}
	if len(o.At) == 0 && (o.Skip || o.Combine != nil) {
		return 0, fmt.Errorf("no place; elements that lie where the layout says are neither left out nor combined")
	}
	if o.Combine == nil {
		return level, nil
	}
	dt := p.types[o.Value]
	g, ok := o.Combine.Role.(*op.Group)
	switch {
	case !ok || !g.Combines:
		return 0, fmt.Errorf("%v does not combine elements; sum, prod, min, max, any and all do", o.Combine)
	case g.Type(dt) == op.Bool && dt != op.Bool:
		return 0, fmt.Errorf("%v of %v is not %v; convert with a cast", o.Combine, dt, dt)
	}
	return level, nil
}

// noteForm notes the level and the form of an instruction.
func (p *Program) noteForm(in Instr) error {
	if p.nest == nil {
		return fmt.Errorf("%v is no map; make the program of a Source", in.Op)
	}
	level, err := p.nest.level(in)
	p.nest.levels, p.nest.forms = append(p.nest.levels, level), p.nest.forms|formOf(in.Op)
	return err
}
