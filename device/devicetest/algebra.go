package devicetest

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

type code = []device.Instr
type args = []device.Value

// fold is a program that algebra would shorten, but floating-point arithmetic must not. Its values
// are the inputs, the scalars, and the results. A cast without a type converts to the type of the
// inputs.
type fold struct {
	name    string
	inputs  int
	scalars []float64
	code    code
}

var folds = []fold{
	{"x - x", 1, nil, code{{Op: op.Sub, Args: args{0, 0}}}},
	{"x / x", 1, nil, code{{Op: op.Div, Args: args{0, 0}}}},
	{"x != x", 1, nil, code{{Op: op.Ne, Args: args{0, 0}}}},
	{"x == x", 1, nil, code{{Op: op.Eq, Args: args{0, 0}}}},
	{"x * 0", 1, []float64{0}, code{{Op: op.Mul, Args: args{0, 1}}}},
	{"x + 0", 1, []float64{0}, code{{Op: op.Add, Args: args{0, 1}}}},
	{"0 - x", 1, []float64{0}, code{{Op: op.Sub, Args: args{1, 0}}}},
	{"x * 1", 1, []float64{1}, code{{Op: op.Mul, Args: args{0, 1}}}},
	{"x / 3", 1, []float64{3}, code{{Op: op.Div, Args: args{0, 1}}}},
	{"(x + y) - x", 2, nil, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Sub, Args: args{2, 0}}}},
	{"(x - y) + y", 2, nil, code{{Op: op.Sub, Args: args{0, 1}}, {Op: op.Add, Args: args{2, 1}}}},
	{"-(x - y)", 2, nil, code{{Op: op.Sub, Args: args{0, 1}}, {Op: op.Neg, Args: args{2}}}},
	{"(x * y) / y", 2, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Div, Args: args{2, 1}}}},
	{"x*y + x*z", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Mul, Args: args{0, 2}}, {Op: op.Add, Args: args{3, 4}}}},
	{"x*y + z", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Add, Args: args{3, 2}}}},
	{"x*y - z", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Sub, Args: args{3, 2}}}},
	{"x*x - y*y", 2, nil, code{{Op: op.Mul, Args: args{0, 0}}, {Op: op.Mul, Args: args{1, 1}}, {Op: op.Sub, Args: args{2, 3}}}},
	{"(x + y) + z", 3, nil, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Add, Args: args{3, 2}}}},
	{"x + (y + z)", 3, nil, code{{Op: op.Add, Args: args{1, 2}}, {Op: op.Add, Args: args{0, 3}}}},
	{"(x + 1) - 1", 1, []float64{1}, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Sub, Args: args{2, 1}}}},
	{"(x * 3) * 5", 1, []float64{3, 5}, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Mul, Args: args{3, 2}}}},
	{"1 / (1 / x)", 1, []float64{1}, code{{Op: op.Div, Args: args{1, 0}}, {Op: op.Div, Args: args{1, 2}}}},
	{"1/x + 1/x", 1, nil, code{{Op: op.Reciprocal, Args: args{0}}, {Op: op.Add, Args: args{1, 1}}}},
	{"sqrt(x) * sqrt(x)", 1, nil, code{{Op: op.Sqrt, Args: args{0}}, {Op: op.Mul, Args: args{1, 1}}}},
	{"sqrt(x * x)", 1, nil, code{{Op: op.Mul, Args: args{0, 0}}, {Op: op.Sqrt, Args: args{1}}}},
	{"1 / sqrt(x)", 1, []float64{1}, code{{Op: op.Sqrt, Args: args{0}}, {Op: op.Div, Args: args{1, 2}}}},
	{"exp(log(x))", 1, nil, code{{Op: op.Log, Args: args{0}}, {Op: op.Exp, Args: args{1}}}},
	{"where(x < y, x, y)", 2, nil, code{{Op: op.Lt, Args: args{0, 1}}, {Op: op.Where, Args: args{2, 0, 1}}}},
	{"where(x >= y, x, y)", 2, nil, code{{Op: op.Ge, Args: args{0, 1}}, {Op: op.Where, Args: args{2, 0, 1}}}},
	{"not(x < y)", 2, nil, code{{Op: op.Lt, Args: args{0, 1}}, {Op: op.LogicalNot, Args: args{2}}}},
	{"where(x > 0, x, -x)", 1, []float64{0}, code{{Op: op.Gt, Args: args{0, 1}}, {Op: op.Neg, Args: args{0}}, {Op: op.Where, Args: args{2, 0, 3}}}},
	{"where(x < y, x, x) - x", 2, nil, code{{Op: op.Lt, Args: args{0, 1}}, {Op: op.Where, Args: args{2, 0, 0}}, {Op: op.Sub, Args: args{3, 0}}}},
	{"q - q, q = floor_divide(floor(x), floor(x))", 1, nil, code{{Op: op.Floor, Args: args{0}}, {Op: op.FloorDivide, Args: args{1, 1}}, {Op: op.Sub, Args: args{2, 2}}}},
	{"min(max(x, y), x)", 2, nil, code{{Op: op.Maximum, Args: args{0, 1}}, {Op: op.Minimum, Args: args{2, 0}}}},
	// Chains that a device may have one kernel for.
	{"(x * y) * z", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Mul, Args: args{3, 2}}}},
	{"(x + y) * z", 3, nil, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Mul, Args: args{3, 2}}}},
	{"(x - y) * 3", 2, []float64{3}, code{{Op: op.Sub, Args: args{0, 1}}, {Op: op.Mul, Args: args{3, 2}}}},
	{"x*3 + y", 2, []float64{3}, code{{Op: op.Mul, Args: args{0, 2}}, {Op: op.Add, Args: args{3, 1}}}},
	{"x*y - 3", 2, []float64{3}, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Sub, Args: args{3, 2}}}},
	{"z - x*y", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Sub, Args: args{2, 3}}}},
	{"relu(x + y)", 2, nil, code{{Op: op.Add, Args: args{0, 1}}, {Op: op.Relu, Args: args{2}}}},
	{"relu(x*y + z)", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Add, Args: args{3, 2}}, {Op: op.Relu, Args: args{4}}}},
	{"square(x - y)", 2, nil, code{{Op: op.Sub, Args: args{0, 1}}, {Op: op.Square, Args: args{2}}}},
	{"abs(3 - x)", 1, []float64{3}, code{{Op: op.Sub, Args: args{1, 0}}, {Op: op.Abs, Args: args{2}}}},
	{"max(x*y, z)", 3, nil, code{{Op: op.Mul, Args: args{0, 1}}, {Op: op.Maximum, Args: args{3, 2}}}},
	{"min(max(x, 0.5), 6)", 1, []float64{0.5, 6}, code{{Op: op.Maximum, Args: args{0, 1}}, {Op: op.Minimum, Args: args{3, 2}}}},
	// A compiler may know the value that decides a branch of a helper function.
	{"gelu(0 * x)", 1, nil, withKnownZero(device.Instr{Op: op.Mul, Args: args{3, 0}}, device.Instr{Op: op.Gelu, Args: args{4}})},
	{"floor(x) - x", 1, nil, code{{Op: op.Floor, Args: args{0}}, {Op: op.Sub, Args: args{1, 0}}}},
	// A bool is never NaN: zeros that a compiler knows.
	{"0 / 0", 1, nil, withKnownZero(device.Instr{Op: op.Div, Args: args{3, 3}})},
	{"-0 - -0", 1, nil, withKnownZero(device.Instr{Op: op.Neg, Args: args{3}}, device.Instr{Op: op.Sub, Args: args{4, 4}})},
	{"1/0 - 1/0", 1, nil, withKnownZero(device.Instr{Op: op.Reciprocal, Args: args{3}}, device.Instr{Op: op.Sub, Args: args{4, 4}})},
}

// withKnownZero returns a program in which %3 is 0 for every input.
func withKnownZero(rest ...device.Instr) code {
	zero := code{{Op: op.Cast, Type: op.Bool, Args: args{0}}, {Op: op.Isnan, Args: args{1}}, {Op: op.Cast, Args: args{2}}}
	return append(zero, rest...)
}

const foldRule = "every instruction rounds its own result: a program gives the bits that its instructions give one by one, whatever algebra says"

// programSection checks that programs give the bits of their instructions one by one.
type programSection struct{ *trials }

// foldChecks are the folds in every float type.
func (s programSection) foldChecks() []check {
	var cs []check
	for _, f := range folds {
		cs = append(cs, check{"folds/" + f.name, foldRule, func() error { return s.checkFold(f) }})
	}
	return cs
}

func (s programSection) checkFold(f fold) error {
	var all faults
	// A frugal run checks this dtype beside float32.
	floats := slices.DeleteFunc(op.DTypes(), func(dt op.DType) bool { return !dt.IsFloat() })
	once := pick(s.source, floats)
	for _, dt := range floats {
		types := repeat(dt, f.inputs)
		if s.spares(dt, op.SetOf(op.Float32, once)) {
			continue
		}
		if s.info.Kind != device.CPU && slices.ContainsFunc(f.code, func(in device.Instr) bool { return long(in.Op, dt) }) {
			continue // llvmpipe takes seconds to compile gelu(0 * x) as one shader
		}
		all.add(s.foldTrial(f, dt, f.inputs, s.tuples(types, 1600)))
		if s.spares(dt, op.SetOf(once)) {
			continue
		}
		for range s.more(16) {
			all.add(s.foldTrial(f, dt, 0, s.specialTuples(types, 1)))
		}
	}
	return all.join()
}

// foldTrial runs the fold with its operands as inputs, or as scalars, which compilers
// know to be the same for all elements.
func (s programSection) foldTrial(f fold, dt op.DType, inputs int, values [][]op.Scalar) error {
	all := repeat(dt, f.inputs+len(f.scalars))
	p := mustProgram(all[:inputs], all[inputs:], f.in(dt), device.Value(len(all)+len(f.code)-1))
	t := &trial{program: p}
	for _, list := range values {
		if inputs > 0 {
			t.in = append(t.in, s.list(dt, list))
		} else {
			t.scalars = append(t.scalars, list[0])
		}
	}
	t.scalars = append(t.scalars, convert(dt, f.scalars)...)
	t.out = []array{s.array(p.Type(p.Outputs()[0]), dense([]int{len(values[0])}))}
	err := s.checkFused(t)
	if err == nil && s.exact(p) {
		err = s.judge(t)
	}
	return err
}

// in is the fold's code with casts to the type.
func (f fold) in(dt op.DType) code {
	c := slices.Clone(f.code)
	for i := range c {
		if c[i].Op == op.Cast && !c[i].Type.Valid() {
			c[i].Type = dt
		}
	}
	return c
}

// exact reports whether every step has one right result on this device, so that the
// judge can follow the program.
func (s target) exact(p *device.Program) bool {
	return everyStepExact(p) && (s.info.Subnormals || len(p.Code()) == 1)
}
