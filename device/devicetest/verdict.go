package devicetest

import (
	"math"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// elements judges the outputs of a launch, one element at a time.
func (s *trials) elements(t *trial) error {
	vals := make([]op.Scalar, len(types(t.program)))
	copy(vals[len(t.in):], t.scalars)
	in, at := positions(t.in), -1
	return s.compare(t, func(i, j int, got op.Scalar) *fault {
		if i != at {
			for k, a := range t.in {
				vals[k] = a.load(a.host, in[k][i])
			}
			if len(t.program.Code()) > 1 { // a single instruction is judged by its operands
				evaluate(t.program, vals)
			}
			at = i
		}
		return s.verdict(t.program, t.program.Outputs()[j], vals, got)
	})
}

func positions(arrays []array) [][]int {
	at := make([][]int, len(arrays))
	for k, a := range arrays {
		at[k] = a.offsets()
	}
	return at
}

// evaluate fills in the results of the instructions from the inputs and scalars.
func evaluate(p *device.Program, vals []op.Scalar) {
	for i, in := range p.Code() {
		args, types := operands(p, in, vals)
		vals[p.Result(i)] = in.Eval(args, types)
	}
}

// distance is how far got lies from the exact result of an instruction, in units in the
// last place. A cast is right in every bit or infinitely wrong.
func distance(in device.Instr, args []op.Scalar, types []op.DType, got op.Scalar) float64 {
	switch {
	case in.Op.Rule != op.Retype:
		return in.Op.Distance(args, types, got)
	case same(in.Type, got, in.Eval(args, types)):
		return 0
	}
	return math.Inf(1)
}

func operands(p *device.Program, in device.Instr, vals []op.Scalar) ([]op.Scalar, []op.DType) {
	args, types := make([]op.Scalar, len(in.Args)), make([]op.DType, len(in.Args))
	for k, v := range in.Args {
		args[k], types[k] = vals[v], p.Type(v)
	}
	return args, types
}

// verdict judges an element that the device stored for the value v. A stored input or scalar must
// keep every bit.
func (s *trials) verdict(p *device.Program, v device.Value, vals []op.Scalar, got op.Scalar) *fault {
	i := int(v - p.Result(0))
	if i < 0 {
		return differs(got == vals[v], vals[v])
	}
	in := p.Code()[i]
	args, types := operands(p, in, vals)
	row := s.row(in.Op.Name, types[len(types)-1])
	allowed := in.Op.Tol.For(in.Type)
	ulp := distance(in, args, types, got)
	if ulp > allowed && s.flushed(in, args, types, got) {
		row.Elements++
		return nil
	}
	row.note(ulp, allowed, types, args)
	if ulp <= allowed {
		return nil
	}
	return &fault{want: expectedElement(in, args, types), args: args, types: types, ulp: ulp, allowed: allowed}
}

// note adds a judged result to the row.
func (r *Row) note(ulp, allowed float64, types []op.DType, args []op.Scalar) {
	r.Elements++
	if !(ulp <= allowed) {
		r.Wrong++
	}
	if r.Allowed = max(r.Allowed, allowed); ulp > r.Worst || math.IsNaN(ulp) {
		r.Worst, r.At = ulp, showAll(types, args)
	}
}

// same reports whether two elements are equal in every bit; any NaN equals any NaN.
func same(dt op.DType, a, b op.Scalar) bool {
	return a == b || dt.IsFloat() && math.IsNaN(dt.Float(a)) && math.IsNaN(dt.Float(b))
}

func differs(equal bool, want op.Scalar) *fault {
	if equal {
		return nil
	}
	return &fault{want: want, ulp: math.Inf(1)}
}
