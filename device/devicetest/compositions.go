package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// compositionChecks are the rows made of other rows, over special and random values: the
// steps together have to keep the row's promise.
func (s rowSection) compositionChecks() []check {
	var cs []check
	for _, c := range compositions() {
		cs = append(cs, check{
			name: "compositions/" + c.name,
			rule: fmt.Sprintf("%s is %s; its steps, run as one program, give that within the row's tolerance", c.name, c.op.Doc),
			run:  func() error { return s.checkComposition(c) },
		})
	}
	return cs
}

func (s rowSection) checkComposition(c operation) error {
	var all faults
	few := s.fewTypes(c)
	for _, dt := range op.DTypes() {
		if !c.defined(dt) {
			continue
		}
		if s.spares(dt, few) {
			s.row(c.name, dt) // without cases
			continue
		}
		types, lists := repeat(dt, c.op.Needs()), [][]op.Scalar{specials(dt), specials(dt), specials(dt)}
		tuples := s.sample(types, lists, s.more(1600))
		if dt == op.Float32 {
			tuples = s.tuples(types, 4000)
		}
		all.add(s.judgeComposition(c, dt, tuples, c.defaults(dt)))
		if len(c.op.Params) == 0 {
			continue
		}
		all.add(s.judgeComposition(c, dt, tuples, nil))
		if s.frugal() {
			continue // the launches above have the parameters as scalars and as inputs
		}
		for range s.more(16) {
			var params []op.Scalar
			for k, p := range c.op.Params {
				params = append(params, s.drawParam(p, c.op.Operand(c.op.Needs()+k, dt)))
			}
			all.add(s.judgeComposition(c, dt, s.sample(types, lists, 100), params))
		}
	}
	return all.join()
}

// fewTypes are the types that a frugal run of a composition takes: float32 and another one. Drivers
// take seconds to compile some chains of float64.
func (s rowSection) fewTypes(c operation) op.Set {
	var short []op.DType
	for _, dt := range s.dtypes() {
		if !c.defined(dt) {
			continue
		}
		p, _ := c.program(dt, c.defaults(dt))
		if dt != op.Float64 || len(p.Code()) == 1 {
			short = append(short, dt)
		}
	}
	if len(short) == 0 {
		return 0
	}
	return op.SetOf(pick(s.source, short)) | op.SetOf(op.Float32)
}

// judgeComposition judges a composition over tuples of operands. If params is nil, random
// parameters become inputs too.
func (s rowSection) judgeComposition(c operation, dt op.DType, tuples [][]op.Scalar, params []op.Scalar) error {
	tuples, n := slices.Clip(tuples), len(tuples[0])
	for k, p := range c.op.Params {
		list, dt := make([]op.Scalar, n), c.op.Operand(c.op.Needs()+k, dt)
		for i := range list {
			if list[i] = s.drawParam(p, dt); params != nil {
				list[i] = params[k]
			}
		}
		tuples = append(tuples, list)
	}
	t := &trial{}
	t.program, t.scalars = c.program(dt, params)
	for k, dt := range t.program.Inputs() {
		t.in = append(t.in, s.list(dt, tuples[k]))
	}
	t.out = []array{s.array(t.program.Type(t.program.Outputs()[0]), broadcast.RowMajor(n))}
	if !c.decided(t.program) {
		return s.checkFused(t)
	}
	row := s.row(c.name, dt)
	row.BySteps = c.op.BySteps != "" && slices.ContainsFunc(types(t.program), op.DType.IsFloat)
	return s.judgeBy(t, func() error { return s.judgeElements(c, row, t, tuples) }, func(note func(*Row)) { note(row) })
}

// judgeElements judges the output of a composition, one element at a time.
func (s rowSection) judgeElements(c operation, row *Row, t *trial, tuples [][]op.Scalar) error {
	vals := make([]op.Scalar, len(types(t.program)))
	copy(vals[len(t.in):], t.scalars)
	args, types := make([]op.Scalar, c.op.Arity), c.types(row.Type)
	return s.compare(t, func(i, _ int, got op.Scalar) *fault {
		for k := range args {
			args[k] = tuples[k][i]
		}
		copy(vals, args[:len(t.in)])
		evaluate(t.program, vals)
		ulp, allowed := c.measure(t.program, vals, args, types, got)
		if ulp > allowed && !s.info.Subnormals && meetsSubnormal(t.program, vals) {
			s.report.Flushed++
			return nil
		}
		row.note(ulp, allowed, types, args)
		if ulp <= allowed {
			return nil
		}
		want := c.op.Eval(args, types)
		if everyStepExact(t.program) {
			want = vals[t.program.Outputs()[0]]
		}
		return &fault{want: want, args: slices.Clone(args), types: types, ulp: ulp, allowed: allowed}
	})
}

// drawParam draws a parameter: its default, a special value, a moderate number or any.
func (s *source) drawParam(p op.Param, dt op.DType) op.Scalar {
	for {
		v := p.Default.In(dt)
		switch s.rng.IntN(4) {
		case 0:
			v = pick(s, specials(dt))
		case 1:
			v = s.moderate(dt)
		case 2:
			v = s.value(dt)
		}
		if p.Accept.Has == nil || p.Accept.Has(op.Float64.Float(op.Convert(v, dt, op.Float64))) {
			return v
		}
	}
}
