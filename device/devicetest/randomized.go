package devicetest

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// programChecks are random programs over mixed types and layouts.
func (s programSection) programChecks() []check {
	return []check{
		{"programs/fused", foldRule, func() error { return s.checkRandom(1) }},
		{"programs/outputs", "one launch may store several values: results, scalars, inputs", func() error { return s.checkRandom(6) }},
	}
}

func (s programSection) checkRandom(outputs int) error {
	var all faults
	rows := programRows()
	n := s.more(300)
	if s.frugal() {
		n = 6 // each instruction is also compiled as a kernel of its own
	}
	for i := range n {
		p := s.randomProgram(rows, outputs)
		t := s.randomTrial(p)
		if err := s.checkFused(t); err != nil {
			all.add(fmt.Errorf("program %d: %w", i, s.shortest(t, err)))
		}
	}
	return all.join()
}

// shortest returns the error of the shortest prefix of a failed program that also fails. The prefix
// stores its last value.
func (s programSection) shortest(t *trial, err error) error {
	p := t.program
	for n := 1; n < len(p.Code()); n++ {
		v := p.Result(n - 1)
		begin := *t
		begin.program = mustProgram(p.Inputs(), p.Scalars(), p.Code()[:n], v)
		begin.out = []array{s.array(p.Type(v), dense(t.shape()))}
		if err := s.checkFused(&begin); err != nil {
			return fmt.Errorf("its first %d of %d instructions: %w", n, len(p.Code()), err)
		}
	}
	return err
}

// programRows are the rows of random programs. Rows that tell one NaN from another are left out:
// devices may choose which NaN arithmetic gives.
func programRows() []*op.Op {
	var rows []*op.Op
	for _, o := range op.Instructions() {
		if o.Rule != op.Retype && !seesNaN(o) {
			rows = append(rows, o)
		}
	}
	return rows
}

func seesNaN(o *op.Op) bool {
	types, ok := operandTypes(o, op.Float32)
	if !ok {
		return false
	}
	_, result, _ := o.Types(op.Float32)
	for k := range types {
		a, b := []op.Scalar{1, 1, 1}[:o.Arity], []op.Scalar{1, 1, 1}[:o.Arity]
		nan := op.Float32.FromFloat(math.NaN())
		a[k], b[k] = nan, nan|1<<31
		if types[k] != op.Bool && !same(result, o.Eval(a, types), o.Eval(b, types)) {
			return true
		}
	}
	return false
}

// builder makes a random program.
type builder struct {
	*trials
	types           []op.DType // of the values so far
	inputs, scalars int
	code            code
}

func (s programSection) randomProgram(rows []*op.Op, outputs int) *device.Program {
	b := &builder{trials: s.trials, inputs: 1 + s.rng.IntN(3), scalars: s.rng.IntN(3)}
	dts := s.info.DTypes.List()
	if s.info.Kind != device.CPU && s.rng.IntN(32) > 0 { // shaders of float64 are long, so few are made
		dts = slices.DeleteFunc(dts, func(dt op.DType) bool { return dt == op.Float64 })
	}
	if s.rng.IntN(2) == 0 && len(dts) > 3 { // few types, long chains
		dts = []op.DType{op.Bool, pick(s.source, dts), op.Float32, op.Float32}
	}
	for range b.inputs + b.scalars {
		b.types = append(b.types, pick(s.source, dts))
	}
	for n := 2 + s.rng.IntN(11); len(b.code) < n; {
		o, dt := pick(s.source, rows), pick(s.source, dts)
		if s.rng.IntN(3) > 0 { // these have identities that compilers know
			o = pick(s.source, []*op.Op{op.Add, op.Add, op.Sub, op.Mul, op.Mul, op.Div, op.Neg, op.Where})
		}
		if latest := b.types[len(b.types)-1]; latest != op.Bool && s.rng.IntN(4) > 0 {
			dt = latest
		}
		types, ok := operandTypes(o, dt)
		if ok && !long(o, dt) && s.supports(single(device.Instr{Op: o}, types, 0)) {
			b.add(o, types)
		}
	}
	if limit := s.info.Limits.Buffers; limit > 0 {
		outputs = min(outputs, limit-b.inputs)
	}
	var stored args
	for v := len(b.types) - 1; v >= 0 && len(stored) < outputs; v-- {
		stored = append(stored, device.Value(v))
	}
	return mustProgram(b.types[:b.inputs], b.types[b.inputs:b.inputs+b.scalars], b.code, stored...)
}

// add appends an instruction, after casts of the operands where needed. One operand is the latest
// value, so that the last value depends on all others.
func (b *builder) add(o *op.Op, types []op.DType) {
	in := device.Instr{Op: o}
	latest := len(b.types) - 1
	chained := max(slices.Index(types, b.types[latest]), 0)
	for k, dt := range types {
		if k == chained {
			in.Args = append(in.Args, b.as(dt, device.Value(latest)))
			continue
		}
		in.Args = append(in.Args, b.operand(dt))
	}
	result, err := o.Check(types)
	if err != nil {
		panic(err)
	}
	in.Type = result
	b.append(in)
}

func (b *builder) append(in device.Instr) device.Value {
	b.code = append(b.code, in)
	b.types = append(b.types, in.Type)
	return device.Value(len(b.types) - 1)
}

// operand returns a random value of the type, or a cast of a random value if the type has none.
func (b *builder) operand(dt op.DType) device.Value {
	var of []device.Value
	for v, have := range b.types {
		if have == dt {
			of = append(of, device.Value(v))
		}
	}
	if len(of) == 0 {
		return b.as(dt, device.Value(b.rng.IntN(len(b.types))))
	}
	return pick(b.source, of)
}

// as returns the value as dt, through a cast if needed.
func (b *builder) as(dt op.DType, v device.Value) device.Value {
	if b.types[v] == dt {
		return v
	}
	return b.append(device.Instr{Op: op.Cast, Type: dt, Args: args{v}})
}

// randomTrial lays the program's operands out at random.
func (s programSection) randomTrial(p *device.Program) *trial {
	shape := pick(s.source, [][]int{{257}, {13, 17}, {5, 6, 7}})
	n := len(shape)
	t := &trial{program: p}
	for _, dt := range p.Inputs() {
		v := pick(s.source, []view{dense, dense, dense, transpose, along(n - 1), along(0), along(), stepBy(1, 2), reverse})
		draw := pick(s.source, []func(op.DType) op.Scalar{s.value, s.moderate, s.moderate})
		t.in = append(t.in, s.array(dt, v(shape)).fill(func(int) op.Scalar { return draw(dt) }))
	}
	for _, dt := range p.Scalars() {
		t.scalars = append(t.scalars, pick(s.source, []op.Scalar{s.value(dt), s.moderate(dt)}))
	}
	for _, v := range p.Outputs() {
		l := pick(s.source, []view{dense, dense, transpose, stepBy(0, 2), mirror})
		t.out = append(t.out, s.array(p.Type(v), l(shape)))
	}
	return t
}
