package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// selects reports whether a program has rows that give the index of a rank.
func selects(p *device.Program) bool {
	return slices.ContainsFunc(p.Code(), func(in device.Instr) bool { return in.Op == op.Argkth })
}

// sorted is a launch without such rows. Each becomes an argsort, which equal ones share, and the maximum of one
// index and of -1 for each other one. For this the launch has one position more.
func sorted(l *device.Launch) (*device.Launch, error) {
	p, ins := l.Program, len(l.In)
	s := device.Source{Scalars: append(slices.Clone(p.Scalars()), op.Int64)}
	for i := range ins {
		s.Inputs = append(s.Inputs, p.Input(i))
	}
	s.Inputs = append(s.Inputs, device.Input{Type: op.Int64, Level: 1, Position: true})
	position, none := device.Value(ins), device.Value(ins+1+len(p.Scalars()))
	names, sorts := make([]device.Value, p.Result(len(p.Code()))), map[device.Value]device.Value{}
	for v := range names[:p.Result(0)] {
		if names[v] = device.Value(v); v >= ins {
			names[v]++
		}
	}
	named := func(values []device.Value) (all []device.Value) {
		for _, v := range values {
			all = append(all, names[v])
		}
		return all
	}
	do := func(o *op.Op, dt op.DType, args ...device.Value) device.Value {
		s.Code = append(s.Code, device.Instr{Op: o, Type: dt, Args: args})
		return none + device.Value(len(s.Code))
	}
	for i, in := range p.Code() {
		args := named(in.Args)
		if in.Op != op.Argkth {
			names[p.Result(i)] = do(in.Op, in.Type, args...)
			continue
		}
		if _, ok := sorts[args[0]]; !ok {
			sorts[args[0]] = do(op.Argsort, op.Int64, args[0])
		}
		there := do(op.Eq, op.Bool, position, args[1])
		names[p.Result(i)] = do(op.Max, op.Int64, do(op.Where, op.Int64, there, sorts[args[0]], none))
	}
	for i := range l.Out {
		o := p.Output(i)
		o.Value, o.At = names[o.Value], named(o.At)
		s.Outputs = append(s.Outputs, o)
	}
	program, err := s.Program()
	return &device.Launch{Program: program, Shape: l.Shape, Levels: l.Levels, Out: l.Out, Fault: l.Fault,
		In:      append(slices.Clone(l.In), device.Operand{Type: op.Int64, Layout: numbers(l)}),
		Scalars: append(slices.Clone(l.Scalars), op.Int64.FromInt(-1))}, err
}
