package devicetest

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
)

// outsideCase runs a case as a program. It converts the arrays to the type that the row computes
// in, computes the row, and converts the result if the data's has another type.
func (o *outsider) outsideCase(g *OutsideGroup, c *outside.Case, z *outside.Archives) error {
	t, err := o.outsideTrial(c, z)
	if err != nil {
		return err
	}
	want, err := z.Elements(c.Answer())
	if err != nil {
		return err
	}
	in, to := positions(t.in), c.Answer().DType.DType
	limit := c.Limit(to)
	var types []op.DType
	for _, a := range t.in {
		types = append(types, a.dtype)
	}
	return o.outsideLaunch(g, t, func(i int, got op.Scalar) *fault {
		e := outside.Sample{Case: c, Types: types, DType: to, Want: want[i], Got: got}
		for k, a := range t.in {
			e.In = append(e.In, a.load(a.host, in[k][i]))
		}
		switch why := e.Judge(limit, o.info.Subnormals); why {
		case outside.Right:
		case outside.Wrong:
			return &fault{want: e.Want, args: e.In, types: types, ulp: op.ULP(to, number(to, got), number(to, e.Want)), allowed: limit}
		case outside.Flushed:
			g.Flushed++
		default:
			g.Exceptions[why]++
		}
		return nil
	})
}

func number(dt op.DType, v op.Scalar) float64 {
	return op.Float64.Float(op.Convert(v, dt, op.Float64))
}

// outsideLaunch launches the trial and compares its one output.
func (o *outsider) outsideLaunch(g *OutsideGroup, t *trial, verdict func(i int, got op.Scalar) *fault) error {
	refusal, err := o.launch(t)
	switch {
	case err != nil:
	case !o.supports(t.program):
		err = o.checkRefusal(t, refusal)
	case refusal != nil:
		err = fmt.Errorf("calling Run: %w", refusal)
	default:
		wrong := o.trials.report.Wrong
		if err = t.checkUntouched(); err == nil {
			err = o.compare(t, func(i, _ int, got op.Scalar) *fault { return verdict(i, got) })
		}
		g.Elements += t.out[0].layout.Len()
		g.Wrong += o.trials.report.Wrong - wrong
	}
	return t.explain(err)
}

func (o *outsider) outsideTrial(c *outside.Case, z *outside.Archives) (*trial, error) {
	row, shape := c.Row(), c.Answer().Shape
	types, err := c.Types()
	if err != nil {
		return nil, fmt.Errorf("typing: %w", err)
	}
	t, m := &trial{}, &composer{}
	var operands []part
	for k, a := range c.Inputs {
		x, err := o.outsideArray(c, k, z)
		if err != nil {
			return nil, err
		}
		t.in = append(t.in, x)
		m.inputs = append(m.inputs, x.dtype)
		to := types.Compute
		if k == 0 && row.Rule == op.Select || row == op.Cast {
			to = x.dtype
		}
		operands = append(operands, m.as(part{input, k}, a.DType.DType, to))
	}
	for _, x := range types.Extra {
		operands = append(operands, m.Scalar(row.Operand(len(operands), types.Compute), x.In(row.Operand(len(operands), types.Compute))))
	}
	y := m.as(m.run(row, types.Compute, types.Result, operands), types.Result, c.Answer().DType.DType)
	t.program, t.scalars = m.program(y), m.values
	t.out = []array{o.array(c.Answer().DType.DType, broadcast.RowMajor(shape...))}
	return t, nil
}

// outsideArray is the case's k-th input, as it lies in the data, broadcast to the answer's shape.
func (o *outsider) outsideArray(c *outside.Case, k int, z *outside.Archives) (x array, err error) {
	a := c.Inputs[k]
	values, err := z.Elements(a)
	if err != nil {
		return x, err
	}
	x = o.list(a.DType.DType, values)
	l := broadcast.RowMajor(a.Shape...)
	if c.Kind == "strided" {
		v := c.Views[k]
		l = broadcast.Layout{Shape: v.Shape, Strides: v.Strides, Offset: v.Offset}
	}
	if l, err = l.To(c.Answer().Shape); err != nil {
		return x, err
	}
	l.Offset += x.layout.Offset
	return x.on(l), nil
}

// as appends a cast of a part, if the types differ.
func (m *composer) as(p part, from, to op.DType) part {
	if from == to {
		return p
	}
	return m.Apply(op.Cast, to, []part{p})
}

// run appends the row, computed in dt: one instruction, or its steps.
func (m *composer) run(o *op.Op, dt, result op.DType, operands []part) part {
	if o.As != nil {
		return op.Steps(m, o, dt, operands)
	}
	return m.Apply(o, result, operands)
}
