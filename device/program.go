package device

import (
	"fmt"

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

// Eval is the exact meaning of a map or a random row: the element that it computes from args, which have the
// given types. The other rows say theirs in Op.Role. Tests judge devices by it, and a simple device may
// compute with it.
func (in Instr) Eval(args []op.Scalar, types []op.DType) op.Scalar {
	if in.Op.Rule == op.Retype { // the one rule whose result type the instruction chooses
		return op.Convert(args[0], types[0], in.Type)
	}
	return in.Op.Eval(args, types)
}

// Program is a list of scalar instructions that a launch runs for the elements of its shape. One operation
// is a program of one instruction, and a fused chain is a longer program. A copy or a fill has no
// instructions. A program does not change.
type Program struct {
	ins      []Input
	code     []Instr
	outs     []Output
	outputs  []Value    // of outs
	types    []op.DType // of every value
	levels   []int      // of every value
	operands int        // how many values are inputs and scalars
	uses     op.Set     // all of types
	forms    Forms
	places   int  // axes of places of all operands
	ordered  bool // an instruction asks for the order of a group's elements
	faulty   bool // a launch may have an index error
	phases   []Phase
	text     string
}

// NewProgram makes a program of maps: see [Source.Program] for its checks.
func NewProgram(inputs, scalars []op.DType, code []Instr, outputs ...Value) (*Program, error) {
	s := Source{Scalars: scalars, Code: code}
	for _, dt := range inputs {
		s.Inputs = append(s.Inputs, Input{Type: dt})
	}
	for _, v := range outputs {
		s.Outputs = append(s.Outputs, Output{Value: v})
	}
	for i, in := range code {
		if in.Op != nil && in.Op.Role != nil {
			return nil, fmt.Errorf("device: program: instruction %d: %v is no map; make the program of a Source", i, in.Op)
		}
	}
	return s.Program()
}

// Single is the program of one operation on inputs of the given types.
func Single(o *op.Op, inputs ...op.DType) (*Program, error) {
	args := make([]Value, len(inputs))
	for i := range args {
		args[i] = Value(i)
	}
	return NewProgram(inputs, nil, []Instr{{Op: o, Args: args}}, Value(len(inputs)))
}

// Inputs returns the types of the inputs. Callers must not change what the accessors return.
func (p *Program) Inputs() []op.DType { return p.types[:len(p.ins):len(p.ins)] }

// Scalars returns the types of the scalars.
func (p *Program) Scalars() []op.DType { return p.types[len(p.ins):p.operands:p.operands] }

// Code returns the instructions.
func (p *Program) Code() []Instr { return p.code }

// Outputs returns the values that are stored.
func (p *Program) Outputs() []Value { return p.outputs }

// Type returns the type of a value.
func (p *Program) Type(v Value) op.DType { return p.types[v] }

// Result returns the value that instruction i computes.
func (p *Program) Result(i int) Value { return Value(p.operands + i) }

// Forms returns what the program does besides maps.
func (p *Program) Forms() Forms { return p.forms }

// Input returns what input i is.
func (p *Program) Input(i int) Input { return p.ins[i] }

// Output returns what output i is.
func (p *Program) Output(i int) Output { return p.outs[i] }

// Level returns the level of a value. Level 0 means one element for each group, or for each index
// of a launch without groups. Level 1 means one for each element of a group.
func (p *Program) Level(v Value) int { return p.levels[v] }

// OutputLevel is the level at which output i is written: the deepest of its value and places.
func (p *Program) OutputLevel(i int) int {
	level := p.levels[p.outputs[i]]
	for _, v := range p.outs[i].At {
		level = max(level, p.levels[v])
	}
	return level
}

// groups reports whether a launch of the program needs groups.
func (p *Program) groups() bool { return p.forms&(Reductions|Scans|Sorts) != 0 }
