package main

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// compute runs the launch's program once for every element, until ctx ends. It has no idea
// which operations there are, so it never has to learn a new one.
func compute(ctx context.Context, l *device.Launch) error {
	p := l.Program
	// The values of one element, numbered as the program numbers them: the inputs, the
	// scalars, then what each instruction computes.
	values := make([]op.Scalar, len(l.In)+len(l.Scalars)+len(p.Code()))
	copy(values[len(l.In):], l.Scalars)

	from, to := positions(l.In), positions(l.Out)
	for i := range to[0] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for k, o := range l.In {
			values[k] = o.Type.Load(element(o, from[k][i]))
		}
		for k, instr := range p.Code() {
			values[p.Result(k)] = eval(p, instr, values)
		}
		for k, v := range p.Outputs() {
			l.Out[k].Type.Store(element(l.Out[k], to[k][i]), values[v])
		}
	}
	return nil
}

// positions lists where the elements of each operand lie. All operands have the shape
// of the launch: a broadcast one repeats positions, by a stride of 0.
func positions(operands []device.Operand) [][]int {
	at := make([][]int, len(operands))
	for i, o := range operands {
		at[i] = slices.Collect(o.Layout.Offsets())
	}
	return at
}

// element is the bytes of an operand from one of its elements on.
func element(o device.Operand, at int) []byte {
	return o.Buffer.(*buffer).data[at*o.Type.Size():]
}

// eval is the result of one instruction, by its exact meaning.
func eval(p *device.Program, instr device.Instr, values []op.Scalar) op.Scalar {
	args, types := make([]op.Scalar, len(instr.Args)), make([]op.DType, len(instr.Args))
	for i, v := range instr.Args {
		args[i], types[i] = values[v], p.Type(v)
	}
	return instr.Eval(args, types)
}
