package devicetest

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var mutantsOf = flag.String("mutants", "", `of which rows and types to try every mutant, not one in a hundred (thorough: in ten): a regular expression, "exp float16"`)

// mutant is a fault of a kernel. Its function gets the operands and the right result, and returns
// the wrong one.
type mutant struct {
	fault string
	spoil func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar
}

// kernel is a row that computes in a type.
type kernel struct {
	in    device.Instr
	types []op.DType
}

func (k kernel) dt() op.DType { return k.types[len(k.types)-1] }

func (k kernel) eval(args ...op.Scalar) op.Scalar { return k.in.Eval(args, k.types) }

// with is the result for operands that have all been changed.
func (k kernel) with(args []op.Scalar, change func(dt op.DType, v op.Scalar) op.Scalar) op.Scalar {
	other := make([]op.Scalar, len(args))
	for i, v := range args {
		other[i] = change(k.types[i], v)
	}
	return k.eval(other...)
}

// floatResult changes the result if it is a float.
func floatResult(f func(dt op.DType, x float64, right op.Scalar) op.Scalar) func(kernel, []op.Scalar, op.Scalar) op.Scalar {
	return func(k kernel, _ []op.Scalar, right op.Scalar) op.Scalar {
		if dt := k.in.Type; dt.IsFloat() {
			return f(dt, dt.Float(right), right)
		}
		return right
	}
}

// where replaces the result for some operands.
func where(is func(k kernel, args []op.Scalar) bool) func(kernel, []op.Scalar, op.Scalar) op.Scalar {
	return func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		if is(k, args) {
			return k.in.Type.FromInt(1) &^ right
		}
		return right
	}
}

func narrow(dt, via op.DType, v op.Scalar) op.Scalar {
	return op.Convert(op.Convert(v, dt, via), via, dt)
}

var mutants = []mutant{
	{"operands are swapped", func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		if n := len(args); n > 1 && k.types[n-2] == k.types[n-1] {
			other := append([]op.Scalar(nil), args...)
			other[n-2], other[n-1] = args[n-1], args[n-2]
			return k.eval(other...)
		}
		return right
	}},
	{"the first operand is taken for all", func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		if k.in.Op.Rule == op.Select {
			return right
		}
		return k.with(args, func(op.DType, op.Scalar) op.Scalar { return args[0] })
	}},
	{"the last operand is taken for the result", func(k kernel, args []op.Scalar, _ op.Scalar) op.Scalar {
		return op.Convert(args[len(args)-1], k.dt(), k.in.Type)
	}},
	{"the result is 0", func(kernel, []op.Scalar, op.Scalar) op.Scalar { return 0 }},
	{"the result has the other sign", func(k kernel, _ []op.Scalar, right op.Scalar) op.Scalar {
		switch dt := k.in.Type; {
		case dt.IsFloat():
			return right ^ 1<<(8*dt.Size()-1)
		case dt == op.Bool:
			return right ^ 1
		default:
			return dt.FromInt(-dt.Int(right))
		}
	}},
	{"one unit beyond the tolerance", func(k kernel, _ []op.Scalar, right op.Scalar) op.Scalar {
		dt := k.in.Type
		x := dt.Float(right)
		if !dt.IsFloat() || x-x != 0 || x == 0 {
			return right
		}
		if units := op.Scalar(k.in.Op.Tol.For(dt)) + 2; dt.Size() > 2 {
			return right + units
		}
		return right + 1
	}},
	{"zeros lose their sign", floatResult(func(_ op.DType, x float64, right op.Scalar) op.Scalar {
		if x == 0 {
			return 0
		}
		return right
	})},
	{"NaN is lost", floatResult(func(_ op.DType, x float64, right op.Scalar) op.Scalar {
		if x != x {
			return 0
		}
		return right
	})},
	{"infinity is the largest number", floatResult(func(_ op.DType, x float64, right op.Scalar) op.Scalar {
		if math.IsInf(x, 0) {
			return right - 1
		}
		return right
	})},
	{"the largest numbers are infinite", floatResult(func(dt op.DType, x float64, right op.Scalar) op.Scalar {
		if limit := dt.Float(dt.FromFloat(math.Inf(1)) - 1); math.Abs(x) > limit/2 && x-x == 0 {
			return dt.FromFloat(math.Inf(int(math.Copysign(1, x))))
		}
		return right
	})},
	{"subnormal results are 0", floatResult(func(dt op.DType, x float64, right op.Scalar) op.Scalar {
		if math.Abs(x) < smallest(dt) {
			return dt.FromFloat(math.Copysign(0, x))
		}
		return right
	})},
	{"subnormal operands are 0", func(k kernel, args []op.Scalar, _ op.Scalar) op.Scalar {
		return k.with(args, func(dt op.DType, v op.Scalar) op.Scalar {
			if x := dt.Float(v); dt.IsFloat() && math.Abs(x) < smallest(dt) {
				return dt.FromFloat(math.Copysign(0, x))
			}
			return v
		})
	}},
	{"zeros of operands lose their sign", func(k kernel, args []op.Scalar, _ op.Scalar) op.Scalar {
		return k.with(args, func(dt op.DType, v op.Scalar) op.Scalar {
			if dt.IsFloat() && dt.Float(v) == 0 {
				return 0
			}
			return v
		})
	}},
	{"operands pass through a narrower type", func(k kernel, args []op.Scalar, _ op.Scalar) op.Scalar {
		return k.with(args, func(dt op.DType, v op.Scalar) op.Scalar {
			switch {
			case dt == op.Float32:
				return narrow(dt, op.BFloat16, v)
			case dt.IsFloat() && dt.Size() == 2, dt == op.Bool:
				return v
			case dt == op.Float64, dt.Size() > 2:
				return narrow(dt, op.Float32, v)
			}
			return dt.FromInt(dt.Int(v) >> 1 << 1)
		})
	}},
	{"the high half of integers is lost", func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		if dt := k.in.Type; dt.IsInteger() {
			return right & (1<<(4*dt.Size()) - 1)
		}
		return right
	}},
	{"signed and unsigned are mistaken", func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		other, ok := map[op.DType]op.DType{op.Int8: op.Uint8, op.Int16: op.Uint16, op.Int32: op.Uint32, op.Int64: op.Uint64,
			op.Uint8: op.Int8, op.Uint16: op.Int16, op.Uint32: op.Int32, op.Uint64: op.Int64}[k.dt()]
		if !ok || !k.in.Op.Defined(other) || k.in.Op.Rule == op.Retype {
			return right
		}
		types := repeat(other, len(args))
		if k.in.Op.Rule == op.Select {
			types[0] = op.Bool
		}
		return k.in.Op.Eval(args, types)
	}},
	{"integers saturate", func(k kernel, args []op.Scalar, right op.Scalar) op.Scalar {
		if dt := k.in.Type; dt.IsInteger() && dt == k.dt() && dt.Size() < 8 && k.in.Op.Rule == op.Same {
			wide := op.Int64
			types, list := repeat(wide, len(args)), make([]op.Scalar, len(args))
			for i, v := range args {
				list[i] = op.Convert(v, dt, wide)
			}
			x := float64(wide.Int(k.in.Op.Eval(list, types)))
			return dt.FromFloat(x)
		}
		return right
	}},
	{"wrong for equal operands", where(func(k kernel, args []op.Scalar) bool { return len(args) == 2 && args[0] == args[1] })},
	{"wrong where the last operand is 0", where(func(k kernel, args []op.Scalar) bool { return args[len(args)-1] == 0 })},
	{"wrong where the first operand is 1", where(func(k kernel, args []op.Scalar) bool { return args[0] == k.types[0].FromInt(1) })},
	{"wrong where the first operand is the lowest", where(func(k kernel, args []op.Scalar) bool { return args[0] == 1<<(8*k.types[0].Size()-1) })},
	{"wrong where an operand is the largest", where(func(k kernel, args []op.Scalar) bool {
		dt := k.dt()
		switch dt.Kind() {
		case op.Floating:
			return args[len(args)-1] == dt.FromFloat(math.Inf(1))-1
		case op.Signed:
			return args[len(args)-1] == 1<<(8*dt.Size()-1)-1
		}
		return args[len(args)-1] == dt.FromInt(-1)
	})},
	{"true is 255", func(k kernel, _ []op.Scalar, right op.Scalar) op.Scalar {
		if k.in.Type == op.Bool {
			return right * 255
		}
		return right
	}},
}

// smallest is the smallest normal number.
func smallest(dt op.DType) float64 {
	inf := dt.FromFloat(math.Inf(1))
	return dt.Float(inf & -inf)
}

// The suite finds every fault that shows in any of many results, of every row in every type. The
// quick suite finds at least 95 of 100 that the whole one finds.
func TestMutantsOfRowsAreCaught(t *testing.T) {
	for _, kind := range []device.Kind{device.CPU, device.GPU} {
		t.Run(kind.String(), func(t *testing.T) {
			wanted, one, quick, equal := regexp.MustCompile(*mutantsOf), uint32(200), 0, 0
			var later []string
			switch {
			case slowed:
				one = 500
			case Thorough():
				one = 10
			}
			for k := range kernels {
				for _, m := range mutants {
					name := fmt.Sprint(k.in.Op, " ", k.dt(), ": ", m.fault)
					switch {
					case *mutantsOf == "" && hash(name)%one != 0, !wanted.MatchString(name):
					case !k.shows(m):
						equal++
					case k.caught(m, kind, Quick()):
						quick++
					default:
						later = append(later, name)
						assert.True(t, k.caught(m, kind), name)
					}
				}
			}
			t.Logf("%d mutants are caught by the quick suite, %d by the whole one; %d more compute the same", quick, len(later), equal)
			assert.GreaterOrEqual(t, 100*quick, 95*(quick+len(later)), "%q are left to the whole suite", later)
		})
	}
}

// kernels yields every row in every type of the reference.
func kernels(yield func(kernel) bool) {
	for _, o := range op.Instructions() {
		for _, dt := range newReference().info.DTypes.List() {
			types, ok := operandTypes(o, dt)
			if !ok {
				continue
			}
			k := kernel{device.Instr{Op: o}, types}
			k.in.Type, _ = o.Check(types)
			if o.Rule == op.Retype { // to one of the types
				k.in.Type = op.DTypes()[hash(dt.String())%uint32(len(op.DTypes())-1)]
			}
			if !yield(k) {
				return
			}
		}
	}
}

// hash returns a number for a text, the same in every run.
func hash(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}

// shows reports whether the fault is one: some result is further off than allowed.
func (k kernel) shows(m mutant) bool {
	s := newTrials(newReference())
	s.reseed(m.fault)
	tuples := s.tuples(k.types, 20_000)
	args := make([]op.Scalar, len(k.types))
	for i := range tuples[0] {
		for j := range args {
			args[j] = tuples[j][i]
		}
		if got := m.spoil(k, args, k.eval(args...)); distance(k.in, args, k.types, got) > k.in.Op.Tol.For(k.in.Type) {
			return true
		}
	}
	return false
}

// caught reports whether the suite finds a device that has the fault. A device that compiles
// kernels has the fault in all alike types, because it has one text for these types.
func (k kernel) caught(m mutant, kind device.Kind, opts ...Option) bool {
	r := newReference()
	r.info.Kind = kind
	r.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		right, dt := in.Eval(args, types), types[len(types)-1]
		if in.Op == k.in.Op && (dt == k.dt() || kind != device.CPU && areAlike(dt, k.dt())) {
			return m.spoil(kernel{in, types}, args, right)
		}
		return right
	}
	_, err := Check(r, append(opts, First(), Only(k.in.Op.Name))...)
	return err != nil
}

func areAlike(a, b op.DType) bool {
	return slices.ContainsFunc(alike, func(types []op.DType) bool {
		return slices.Contains(types, a) && slices.Contains(types, b)
	})
}
