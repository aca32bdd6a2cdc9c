// Package composition writes rows that are compositions down as programs. The generator makes kernels of
// them, and programs that have the same steps are computed by these kernels.
package composition

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Of returns the program of a row that is a composition, for operands of a type. Its inputs are
// the operands that a call cannot leave out. Parameters and numbers are its scalars: one for each time that
// an instruction takes one. It returns nil where no kernel can compute all steps: where they are of several
// types, besides bool and the float32 of halves, or too many.
func Of(o *op.Op, dt op.DType) *device.Program {
	if compute, to, err := o.Types(dt); err != nil || compute != dt || to != dt || o.As == nil || o.Needs() > mostOperands {
		return nil
	}
	c := &composer{of: dt, computes: dt}
	if dt.IsFloat() && dt.Size() == 2 {
		c.computes = op.Float32
	}
	operands := make([]part, o.Needs(), o.Arity)
	for i := range operands {
		operands[i] = part{kind: input, index: i}
	}
	for _, p := range o.Params {
		value := p.Default
		if value != value { // there is none
			value = 0
		}
		operands = append(operands, c.Scalar(dt, value.In(dt)))
	}
	last := op.Steps(c, o, dt, operands)
	several := slices.ContainsFunc(c.steps, func(s composed) bool { return s.dtype != dt && s.dtype != op.Bool && s.dtype != c.computes })
	if len(c.steps) < 2 || last != (part{kind: step, index: len(c.steps) - 1}) || several || c.scalars > vector.MostConstants {
		return nil
	}
	return c.program(o.Needs())
}

const mostOperands = 3

// part is an input, a scalar or the result of a step. A scalar has an index when a step takes it.
type part struct {
	kind  int
	index int
	value op.Scalar
}

const (
	input = iota
	scalar
	step
)

// composer writes down the steps of a composition. It is an [op.Maker].
type composer struct {
	of, computes op.DType // of the operands, and of scalars and steps
	scalars      int
	steps        []composed
}

type composed struct {
	op    *op.Op
	dtype op.DType
	args  []part
}

func (c *composer) Scalar(_ op.DType, s op.Scalar) part { return part{kind: scalar, value: s} }

func (c *composer) Known(p part) (op.Scalar, bool) { return p.value, p.kind == scalar }

func (c *composer) Apply(o *op.Op, dt op.DType, args []part) part {
	args = slices.Clone(args)
	for i := range args {
		if args[i].kind == scalar {
			args[i].index = c.scalars
			c.scalars++
		}
	}
	c.steps = append(c.steps, composed{o, dt, args})
	return part{kind: step, index: len(c.steps) - 1}
}

// program returns the steps as a program.
func (c *composer) program(inputs int) *device.Program {
	first := [...]int{input: 0, scalar: inputs, step: inputs + c.scalars}
	var code []device.Instr
	for _, s := range c.steps {
		in := device.Instr{Op: s.op, Type: s.dtype}
		for _, p := range s.args {
			in.Args = append(in.Args, device.Value(first[p.kind]+p.index))
		}
		code = append(code, in)
	}
	p, err := device.NewProgram(slices.Repeat([]op.DType{c.of}, inputs), slices.Repeat([]op.DType{c.computes}, c.scalars), code, device.Value(first[step]+len(code)-1))
	if err != nil {
		panic(err) // of a row of the table
	}
	return p
}
