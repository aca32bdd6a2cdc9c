package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// rowSection checks operations one by one: rows, compositions and casts.
type rowSection struct{ *trials }

// rowChecks is every operation in every type, over special and random values.
func (s rowSection) rowChecks() []check {
	var cs []check
	for _, o := range op.Instructions() {
		if o.Rule == op.Retype {
			continue
		}
		cs = append(cs, check{
			name: "ops/" + o.Name,
			rule: fmt.Sprintf("%s is %s; in types that Info lists within the row's tolerance, in others refused with errors.ErrUnsupported", o.Name, o.Doc),
			run:  func() error { return s.checkRow(o) },
		})
	}
	return cs
}

// long reports whether a device without float64 of its own computes the row by a function of
// thousands of instructions. Drivers may take seconds and tens of megabytes to compile it, so each
// is compiled once, with inputs for operands.
func long(o *op.Op, dt op.DType) bool { return dt == op.Float64 && o.Tol != op.Exact }

// computable are the device's types in which the row has an instruction.
func (s target) computable(o *op.Op) op.Set {
	var set op.Set
	for _, dt := range s.info.DTypes.List() {
		if _, ok := operandTypes(o, dt); ok {
			set |= op.SetOf(dt)
		}
	}
	return set
}

// variedTypes returns the types in which the variants of a row run. A device that compiles kernels
// spends most of the suite's time on variants. It runs them in one type of each group of alike
// types, and the choice changes from row to row. layoutChecks cover the layouts of the other types.
func (s rowSection) variedTypes(o *op.Op) op.Set {
	if s.info.Kind == device.CPU {
		return op.SetOf(op.DTypes()...)
	}
	return s.oneOfAlike(s.computable(o))
}

func (s rowSection) checkRow(o *op.Op) error {
	var all faults
	varied := s.variedTypes(o)
	var once op.DType // has the only variants of a frugal run
	if list := varied.List(); len(list) > 0 {
		once = pick(s.source, list)
	}
	for _, dt := range op.DTypes() {
		types, ok := operandTypes(o, dt)
		if !ok {
			continue // NewProgram refuses it; no device gets to see it
		}
		in, n := device.Instr{Op: o}, 1600
		if dt == op.Float32 { // the type whose accuracy readers of the report look for
			n = 16000
		}
		supported := s.supports(single(in, types, 0))
		if s.frugal() && supported && (!varied.Has(dt) || long(o, dt)) {
			s.report.NotRun = append(s.report.NotRun, fmt.Sprintf("ops/%s of %v: quick", o.Name, dt))
			s.row(o.Name, dt) // without cases
			continue
		}
		all.add(s.check(in, types, 0, hardTuples(o, types, s.tuples(types, n))))
		if long(o, dt) || !varied.Has(dt) || !supported || s.frugal() && dt != once {
			continue
		}
		for _, variant := range s.variants(o, dt, types, n) {
			all.add(variant())
		}
	}
	return all.join()
}

// variants are the other ways to run a row in a type. A frugal run draws two ways.
func (s rowSection) variants(o *op.Op, dt op.DType, types []op.DType, n int) []func() error {
	in := device.Instr{Op: o}
	list := []func() error{
		func() error { return s.checkLengths(in, types) },
		func() error { return s.check(in, types, 1<<len(types)-1, s.specialTuples(types, 1)) },
		func() error { return s.twice(in, types) },
		func() error { return s.elsewhere(in, types) },
	}
	for k := range types {
		list = append(list, func() error { return s.checkScalar(in, types, k) })
	}
	if len(o.Params) > 0 {
		c := operation{o.Name, o}
		list = append(list, func() error { return s.judgeComposition(c, dt, s.tuples(types[:o.Needs()], n), c.defaults(dt)) })
	}
	if s.frugal() {
		s.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:2]
	}
	return list
}

// check judges one operation over tuples of operands, a list per operand. An operand
// in the mask is a scalar of the program: the first of its list.
func (s rowSection) check(in device.Instr, types []op.DType, mask int, tuples [][]op.Scalar) error {
	t := &trial{program: single(in, types, mask)}
	n := 1
	for k, list := range tuples {
		if mask>>k&1 == 1 {
			t.scalars = append(t.scalars, list[0])
			continue
		}
		t.in = append(t.in, s.list(types[k], list))
		n = len(list)
	}
	t.out = []array{s.array(t.program.Type(t.program.Outputs()[0]), broadcast.RowMajor(n))}
	return s.judge(t)
}

// tuples returns the special values against each other and n random tuples. One operand of a small
// type gets every value. Three operands have a sample of the special values. In a quick run two
// operands have every pair with an extreme one, and one in eight of the other pairs.
func (s *trials) tuples(types []op.DType, n int) [][]op.Scalar {
	lists := make([][]op.Scalar, len(types))
	size := 1
	for k, dt := range types {
		lists[k] = specials(dt)
		if bits := 8 * dt.Size(); len(types) == 1 && dt != op.Bool && (bits == 8 || bits == 16 && dt.IsFloat() && !s.quick) {
			lists[k] = everyValue(bits)
		} else if len(types) == 1 && dt.IsFloat() {
			lists[k] = neighbours(lists[k])
		}
		size *= len(lists[k])
	}
	if len(types) == 3 {
		return s.sample(types, lists, s.more(2*n))
	}
	out, tuple := make([][]op.Scalar, len(types)), make([]op.Scalar, len(types))
	for i := range size {
		for k, list := range lists {
			tuple[k] = list[i%len(list)]
			i /= len(list)
		}
		if s.quick && len(types) == 2 && !extreme(types[0], tuple[0]) && !extreme(types[1], tuple[1]) && s.rng.IntN(8) > 0 {
			continue
		}
		for k, v := range tuple {
			out[k] = append(out[k], v)
		}
	}
	more := s.sample(types, lists, s.more(n))
	for k := range out {
		out[k] = append(out[k], more[k]...)
	}
	return out
}

// sample draws tuples from special and random values.
func (s *source) sample(types []op.DType, lists [][]op.Scalar, n int) [][]op.Scalar {
	out := make([][]op.Scalar, len(types))
	for range n {
		for k, dt := range types {
			v := s.value(dt)
			if s.rng.IntN(3) == 0 {
				v = pick(s, lists[k])
			}
			out[k] = append(out[k], v)
		}
	}
	return out
}

func everyValue(bits int) []op.Scalar {
	list := make([]op.Scalar, 1<<bits)
	for i := range list {
		list[i] = op.Scalar(i)
	}
	return list
}

// checkScalar makes the k-th operand a scalar of the program.
func (s rowSection) checkScalar(in device.Instr, types []op.DType, k int) error {
	var all faults
	for i := range s.more(16) {
		n := []int{40, 300}[i%2] // also more elements than one loop iteration computes
		all.add(s.check(in, types, 1<<k, s.specialTuples(types, n)))
	}
	return all.join()
}

// checkLengths runs the operation on numbers of elements that no loop's step divides.
func (s rowSection) checkLengths(in device.Instr, types []op.DType) error {
	var all faults
	for range 4 {
		all.add(s.check(in, types, 0, s.specialTuples(types, 1+s.rng.IntN(150))))
	}
	return all.join()
}

func (s *source) specialTuples(types []op.DType, n int) [][]op.Scalar {
	out := make([][]op.Scalar, len(types))
	for k, dt := range types {
		list := specials(dt)
		for range n {
			out[k] = append(out[k], pick(s, list))
		}
	}
	return out
}

// twice gives one input as every operand: x - x, which is not 0 everywhere.
func (s rowSection) twice(in device.Instr, types []op.DType) error {
	if len(types) == 1 || slices.Max(types) != slices.Min(types) {
		return nil
	}
	in.Args = make([]device.Value, len(types))
	p := mustProgram(types[:1], nil, []device.Instr{in}, 1)
	x := s.list(types[0], specials(types[0]))
	return s.judge(&trial{program: p, in: []array{x}, out: []array{s.array(p.Type(1), x.layout)}})
}

// elsewhere runs the operation in two of the layout families, so that every operation
// meets strides.
func (s rowSection) elsewhere(in device.Instr, types []op.DType) error {
	var all faults
	for range 2 {
		f := pick(s.source, families)
		all.add(s.inFamily(f, pick(s.source, f.shapes), single(in, types, 0)))
	}
	return all.join()
}
