package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// rowChecks is every operation in every type, over special and random values.
func (s *suite) rowChecks() []check {
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
// thousands of instructions, which drivers may take seconds and tens of megabytes to compile.
// Each is compiled once, with inputs for operands.
func long(o *op.Op, dt op.DType) bool { return dt == op.Float64 && o.Tol != op.Exact }

// alike are types that devices which compile kernels compute in alike, between loads and stores
// that are each type's own.
var alike = [][]op.DType{{op.Uint8, op.Uint16, op.Uint32}, {op.Int8, op.Int16, op.Int32}, {op.Float16, op.BFloat16}}

// varied are the types in which a row's operands are scalars too, one twice, or lie elsewhere. A
// device that compiles a kernel for each spends most of the suite's time on these: of types that are
// alike it has them in one, another for each row. How the others lie is what layoutChecks see.
func (s *suite) varied(o *op.Op) op.Set {
	set := op.SetOf(op.DTypes()...)
	if s.info.Kind == device.CPU {
		return set
	}
	for _, types := range alike {
		types = slices.DeleteFunc(slices.Clone(types), func(dt op.DType) bool {
			_, ok := operandTypes(o, dt)
			return !ok || !s.info.DTypes.Has(dt)
		})
		if len(types) > 0 {
			set &^= op.SetOf(types...) &^ op.SetOf(pick(s, types))
		}
	}
	return set
}

func (s *suite) checkRow(o *op.Op) error {
	var all faults
	varied := s.varied(o)
	for _, dt := range op.DTypes() {
		types, ok := operandTypes(o, dt)
		if !ok {
			continue // NewProgram refuses it; no device gets to see it
		}
		in, n := device.Instr{Op: o}, 1600
		if dt == op.Float32 { // whose accuracy is what the report is read for
			n = 16000
		}
		if long(o, dt) && s.quick && s.info.Kind != device.CPU && s.rng.IntN(8) > 0 {
			s.report.NotRun = append(s.report.NotRun, fmt.Sprintf("ops/%s of %v: quick", o.Name, dt))
			continue
		}
		all.add(s.check(in, types, 0, hardTuples(o, types, s.tuples(types, n))))
		if long(o, dt) {
			continue
		}
		if varied.Has(dt) && s.supports(single(in, types, 0)) {
			s.checkScalars(in, types, &all)
			s.checkLengths(in, types, &all)
			if len(o.Params) > 0 {
				c := operation{o.Name, o}
				all.add(s.composed(c, dt, s.tuples(types[:o.Needs()], n), c.defaults(dt)))
			}
			all.add(s.twice(in, types))
			all.add(s.elsewhere(in, types))
		}
	}
	return all.join()
}

// check judges one operation over tuples of operands, a list per operand. An operand
// in the mask is a scalar of the program: the first of its list.
func (s *suite) check(in device.Instr, types []op.DType, mask int, tuples [][]op.Scalar) error {
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

// tuples is every special value against every other (of three operands a sample), all
// values there are where they are few, and n random ones.
func (s *suite) tuples(types []op.DType, n int) [][]op.Scalar {
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
	out := make([][]op.Scalar, len(types))
	for i := range size {
		for k, list := range lists {
			out[k] = append(out[k], list[i%len(list)])
			i /= len(list)
		}
	}
	more := s.sample(types, lists, s.more(n))
	for k := range out {
		out[k] = append(out[k], more[k]...)
	}
	return out
}

// sample draws tuples from special and random values.
func (s *suite) sample(types []op.DType, lists [][]op.Scalar, n int) [][]op.Scalar {
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

// checkScalars makes each operand a scalar of the program in turn, and all of them.
func (s *suite) checkScalars(in device.Instr, types []op.DType, all *faults) {
	everything := 1<<len(types) - 1
	for k := range types {
		for i := range s.more(16) {
			n := []int{40, 300}[i%2] // also more than what one turn of a loop computes
			all.add(s.check(in, types, 1<<k, s.specialTuples(types, n)))
		}
	}
	all.add(s.check(in, types, everything, s.specialTuples(types, 1)))
}

// checkLengths runs the operation on numbers of elements that leave parts of a loop's turn over.
func (s *suite) checkLengths(in device.Instr, types []op.DType, all *faults) {
	for range 4 {
		all.add(s.check(in, types, 0, s.specialTuples(types, 1+s.rng.IntN(150))))
	}
}

func (s *suite) specialTuples(types []op.DType, n int) [][]op.Scalar {
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
func (s *suite) twice(in device.Instr, types []op.DType) error {
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
func (s *suite) elsewhere(in device.Instr, types []op.DType) error {
	var all faults
	for range 2 {
		f := pick(s, families)
		all.add(s.inFamily(f, pick(s, f.shapes), single(in, types, 0)))
	}
	return all.join()
}
