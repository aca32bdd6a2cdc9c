package device

import (
	"errors"
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
	// Distinct says that the caller promises different places for all elements that are not left out.
	// A device then need not find the last one. If two are the same, either element is stored.
	Distinct bool
}

// Source describes a program of any form. [NewProgram] makes programs of maps.
type Source struct {
	Inputs  []Input
	Scalars []op.DType
	Code    []Instr
	Outputs []Output
}

// deepest is the number of levels besides level 0 that a launch has. A second level has no meaning
// yet.
const deepest = 1

// Program makes the program. It checks the grammar: every argument is an earlier value, and every
// instruction's operands have types that its row takes. It also checks levels and places.
func (s Source) Program() (*Program, error) {
	p := &Program{ins: slices.Clone(s.Inputs), types: make([]op.DType, 0, len(s.Inputs)+len(s.Scalars)+len(s.Code))}
	for _, add := range []func(Source) error{p.addOperands, p.addCode, p.addOutputs, p.checkUse} {
		if err := add(s); err != nil {
			return nil, fmt.Errorf("device: program: %w", err)
		}
	}
	p.uses, p.text = op.SetOf(p.types...), p.format()
	p.faulty = p.mayFault()
	p.setPhases()
	return p, nil
}

func (p *Program) addOperands(s Source) error {
	for v, in := range s.Inputs {
		if err := in.check(); err != nil {
			return fmt.Errorf("input %%%d: %w", v, err)
		}
		p.types, p.levels, p.places = append(p.types, in.Type), append(p.levels, in.Level), p.places+in.Places
		if in.Position {
			p.forms |= Positions
		}
	}
	p.types = append(p.types, s.Scalars...)
	p.levels = append(p.levels, make([]int, len(s.Scalars))...)
	for v, dt := range p.types {
		if !dt.Valid() {
			return fmt.Errorf("operand %%%d has no type: %v", v, dt)
		}
	}
	p.operands = len(p.types)
	return nil
}

func (p *Program) addCode(s Source) error {
	for i, in := range s.Code {
		dt, err := p.result(in)
		if err != nil {
			return fmt.Errorf("instruction %d: %w", i, err)
		}
		level, err := p.level(in)
		if err != nil {
			return fmt.Errorf("instruction %d: %w", i, err)
		}
		p.types, p.levels, p.forms = append(p.types, dt), append(p.levels, level), p.forms|formOf(in.Op)
		p.code = append(p.code, Instr{in.Op, dt, slices.Clone(in.Args)})
		if g, ok := in.Op.Role.(*op.Group); ok {
			p.ordered = p.ordered || g.Ordered
		}
	}
	return nil
}

func (p *Program) addOutputs(s Source) error {
	if len(s.Outputs) == 0 {
		return errors.New("no output; name the values to store")
	}
	for i, o := range s.Outputs {
		if err := p.checkOutput(o); err != nil {
			return fmt.Errorf("output %d: %w", i, err)
		}
		o.At = slices.Clone(o.At)
		p.outs, p.outputs = append(p.outs, o), append(p.outputs, o.Value)
		if p.places += len(o.At); len(o.At) > 0 {
			p.forms |= Stores
		}
	}
	return nil
}

// checkUse refuses levels and places that no instruction needs.
func (p *Program) checkUse(s Source) error {
	for v, in := range s.Inputs {
		switch {
		case in.Level > 0 && !p.groups():
			return fmt.Errorf("input %%%d has level %d, and no instruction needs a group", v, in.Level)
		case in.Places > 0 && !slices.ContainsFunc(p.code, func(c Instr) bool { return c.Args[0] == Value(v) }):
			return fmt.Errorf("input %%%d has places, and is neither loaded nor searched", v)
		}
	}
	return nil
}

// result returns the type of an instruction's result.
func (p *Program) result(in Instr) (op.DType, error) {
	if in.Op == nil {
		return 0, fmt.Errorf("no operation")
	}
	types := make([]op.DType, len(in.Args))
	for i, v := range in.Args {
		if v < 0 || int(v) >= len(p.types) {
			return 0, fmt.Errorf("%v: operand %%%d is not defined before it; there are %d values", in.Op, v, len(p.types))
		}
		types[i] = p.types[v]
	}
	dt, err := in.Op.Check(types)
	switch {
	case err != nil:
		return 0, err
	case in.Op.Rule == op.Retype && !in.Type.Valid():
		return 0, fmt.Errorf("%v: no type to convert to; set the instruction's Type", in.Op)
	case in.Op.Rule == op.Retype:
		return in.Type, nil
	case in.Type.Valid() && in.Type != dt:
		return 0, fmt.Errorf("%v of %v gives %v, not %v; convert with a cast", in.Op, types, dt, in.Type)
	}
	return dt, nil
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
func (p *Program) level(in Instr) (int, error) {
	level := 0
	for i, v := range in.Args {
		level = max(level, p.levels[v])
		want := 0
		if i == 0 {
			want = in.places()
		}
		if has := p.placesOf(v); has != want {
			return 0, fmt.Errorf("%v: %%%d has %d places, %d are given; only the first operand of a load or a find has places", in.Op, v, has, want)
		}
	}
	g, ok := in.Op.Role.(*op.Group)
	if !ok {
		return level, nil
	}
	for i, v := range in.Args {
		switch once := g.Once && i > 0; {
		case once && p.levels[v] > 0:
			return 0, fmt.Errorf("%v: %%%d is of level %d; the row takes one element for each group there, of level 0", in.Op, v, p.levels[v])
		case !once && p.levels[v] == 0:
			return 0, fmt.Errorf("%v: %%%d has no group: it is of level 0", in.Op, v)
		}
	}
	if g.Gives == op.One {
		return level - 1, nil
	}
	return level, nil
}

// placesOf is how many places an input has, and 0 for another value.
func (p *Program) placesOf(v Value) int {
	if int(v) < len(p.ins) {
		return p.ins[v].Places
	}
	return 0
}

// places is how many places the instruction computes for its first operand.
func (in Instr) places() int {
	switch r := in.Op.Role.(type) {
	case op.Load:
		if r.Or {
			return len(in.Args) - 2
		}
		return len(in.Args) - 1
	case op.Find:
		return 1
	}
	return 0
}

// checkOutput refuses a wrong output.
func (p *Program) checkOutput(o Output) error {
	for i, v := range append([]Value{o.Value}, o.At...) {
		switch {
		case v < 0 || int(v) >= len(p.types):
			return fmt.Errorf("%%%d does not exist; there are %d values", v, len(p.types))
		case p.placesOf(v) > 0:
			return fmt.Errorf("%%%d has places; load it first", v)
		case i > 0 && !p.types[v].IsInteger():
			return fmt.Errorf("the place %%%d is %v, no integer", v, p.types[v])
		}
	}
	switch {
	case len(o.At) == 0 && (o.Skip || o.Combine != nil || o.Distinct):
		return fmt.Errorf("no place; elements that lie where the layout says are neither left out nor combined")
	case o.Distinct && o.Combine != nil:
		return fmt.Errorf("%v combines elements at one place, and all places are distinct", o.Combine)
	case o.Combine == nil:
		return nil
	}
	dt := p.types[o.Value]
	g, ok := o.Combine.Role.(*op.Group)
	switch {
	case !ok || !g.Combines:
		return fmt.Errorf("%v does not combine elements; sum, prod, min, max, any and all do", o.Combine)
	case g.Type(dt) == op.Bool && dt != op.Bool:
		return fmt.Errorf("%v of %v is not %v; convert with a cast", o.Combine, dt, dt)
	}
	return nil
}
