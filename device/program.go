package device

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// Value names a value of a program: first the inputs, then the scalars, then the
// results of the instructions, in order.
type Value int

// Instr computes one value from earlier values.
type Instr struct {
	Op   *op.Op
	Type op.DType // the result's type; for op.Cast the type to convert to, else filled in
	Args []Value
}

// Eval is the exact meaning of the instruction: the element that it computes from args, which have
// the given types. Tests judge devices by it, and a simple device may compute with it.
func (in Instr) Eval(args []op.Scalar, types []op.DType) op.Scalar {
	if in.Op.Rule == op.Retype { // the one rule whose result type the instruction chooses
		return op.Convert(args[0], types[0], in.Type)
	}
	return in.Op.Eval(args, types)
}

// Program is a list of scalar instructions that a launch runs once for every element. One operation
// is a program of one instruction, and a fused chain is a longer program. A copy or a fill has no
// instructions. A program does not change.
type Program struct {
	inputs, scalars []op.DType
	code            []Instr
	outputs         []Value
	types           []op.DType // of every value
	uses            op.Set     // all of types
	text            string
	nest            *nest // nil for a program of maps alone
}

// NewProgram checks the program's grammar: every argument is an earlier value, and every
// instruction's operands have types that its row takes.
func NewProgram(inputs, scalars []op.DType, code []Instr, outputs ...Value) (*Program, error) {
	p := &Program{inputs: slices.Clone(inputs), scalars: slices.Clone(scalars), outputs: slices.Clone(outputs)}
	if err := p.make(code); err != nil {
		return nil, err
	}
	p.text = p.format()
	return p, nil
}

// make adds the instructions to a program of operands and outputs.
func (p *Program) make(code []Instr) error {
	p.types = make([]op.DType, 0, len(p.inputs)+len(p.scalars)+len(code))
	p.types = append(append(p.types, p.inputs...), p.scalars...)
	for v, dt := range p.types {
		if !dt.Valid() {
			return fmt.Errorf("device: program: operand %%%d has no type: %v", v, dt)
		}
	}
	for i, in := range code {
		dt, err := p.check(in)
		if err != nil {
			return fmt.Errorf("device: program: instruction %d: %w", i, err)
		}
		p.types = append(p.types, dt)
		p.code = append(p.code, Instr{in.Op, dt, slices.Clone(in.Args)})
	}
	if len(p.outputs) == 0 {
		return fmt.Errorf("device: program: no output; name the values to store")
	}
	for _, v := range p.outputs {
		if v < 0 || int(v) >= len(p.types) {
			return fmt.Errorf("device: program: output %%%d does not exist; there are %d values", v, len(p.types))
		}
	}
	p.uses = op.SetOf(p.types...)
	return nil
}

// Single is the program of one operation on inputs of the given types.
func Single(o *op.Op, inputs ...op.DType) (*Program, error) {
	args := make([]Value, len(inputs))
	for i := range args {
		args[i] = Value(i)
	}
	return NewProgram(inputs, nil, []Instr{{Op: o, Args: args}}, Value(len(inputs)))
}

func (p *Program) check(in Instr) (op.DType, error) {
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
	if err == nil && (p.nest != nil || in.Op.Role != nil) {
		err = p.noteForm(in)
	}
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

// Inputs returns the types of the inputs. Callers must not change what the accessors return.
func (p *Program) Inputs() []op.DType { return p.inputs }

// Scalars returns the types of the scalars.
func (p *Program) Scalars() []op.DType { return p.scalars }

// Code returns the instructions.
func (p *Program) Code() []Instr { return p.code }

// Outputs returns the values that are stored.
func (p *Program) Outputs() []Value { return p.outputs }

// Type returns the type of a value.
func (p *Program) Type(v Value) op.DType { return p.types[v] }

// Result returns the value that instruction i computes.
func (p *Program) Result(i int) Value { return Value(len(p.inputs) + len(p.scalars) + i) }
