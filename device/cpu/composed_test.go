package cpu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// composer writes a composition's steps, with one scalar for every number of them.
type composer struct {
	arity   int
	code    []device.Instr
	scalars []op.Scalar
	done    map[*tree]device.Value
}

// value gives a step's value, where scalars follow the operands, and there are room of them.
func (c *composer) value(s *tree, room int) device.Value {
	if s.known {
		c.scalars = append(c.scalars, s.bits)
		return device.Value(c.arity + len(c.scalars) - 1)
	}
	if s.op == nil {
		return device.Value(s.operand)
	}
	if v, ok := c.done[s]; ok {
		return v
	}
	in := device.Instr{Op: s.op}
	for _, a := range s.args {
		in.Args = append(in.Args, c.value(a, room))
	}
	c.code = append(c.code, in)
	c.done[s] = device.Value(c.arity + room + len(c.code) - 1)
	return c.done[s]
}

// launched computes a composition of n elements, and stores what its outputs are, from the last
// value back.
func launched(t *testing.T, d *Device, c composition, change func(*composer), outputs ...int) *device.Launch {
	arity := c.op.Arity
	numbers, steps := composer{arity: arity, done: map[*tree]device.Value{}}, composer{arity: arity, done: map[*tree]device.Value{}}
	numbers.value(c.steps, 0)
	steps.value(c.steps, len(numbers.scalars))
	change(&steps)
	var values []device.Value
	for _, back := range outputs {
		values = append(values, device.Value(arity+len(steps.scalars)+len(steps.code)-1-back))
	}
	types := slices.Repeat([]op.DType{c.dtype}, arity+len(steps.scalars))
	p, err := device.NewProgram(types[:arity], types[arity:], steps.code, values...)
	require.NoError(t, err)
	g := &generator{rand.New(rand.NewPCG(1, 5)), t, d}
	l := &device.Launch{Program: p, Shape: []int{3, worthy / 2}, Scalars: steps.scalars}
	for range arity {
		l.In = append(l.In, g.operand(l.Shape, c.dtype, true))
	}
	for _, v := range values {
		l.Out = append(l.Out, g.operand(l.Shape, p.Type(v), false))
	}
	checkLaunch(t, d, l)
	return l
}

func TestACompositionIsOneStepUnlessItsStepsAreWanted(t *testing.T) {
	for _, name := range tierNames() {
		d := New(Tier(name))
		for _, c := range composed {
			same := func(*composer) {}
			assert.True(t, one(launched(t, d, c, same, 0), d), "%v", c.op)
			assert.False(t, one(launched(t, d, c, same, 0, 1), d), "%v: a step is an output", c.op)
			if c.op != op.Threshold { // it has none
				assert.False(t, one(launched(t, d, c, func(s *composer) { s.scalars[0]++ }, 0), d), "%v: another number", c.op)
			}
		}
	}
}

// one reports whether a launch is a single step, of a composition.
func one(l *device.Launch, d *Device) bool {
	return len(d.engine.programs.of(l.Program, d.engine.set, l.Scalars, worthy).steps) == 1
}

func TestAnInstructionAfterACompositionTakesItsResult(t *testing.T) {
	d := New()
	for _, c := range composed {
		launched(t, d, c, func(s *composer) {
			last := device.Value(c.op.Arity + len(s.scalars) + len(s.code) - 1)
			s.code = append(s.code, device.Instr{Op: op.Mul, Args: []device.Value{0, last}}, device.Instr{Op: op.Sub, Args: []device.Value{last + 1, 0}})
		}, 0)
	}
}

func TestASixthTimesEverySignificandIsTheQuotient(t *testing.T) {
	const n = 1 << 12
	x, got, want := make([]float32, n), make([]float32, n), make([]float32, n)
	run, plain := kernels("").kernelFor(op.Hardsigmoid, op.Float32, op.Float32), kernels(plainTier).kernelFor(op.Hardsigmoid, op.Float32, op.Float32)
	for from := uint32(0); from < 1<<23; from += n {
		for i := range x {
			x[i] = math.Float32frombits(0x3f800000|(from+uint32(i))) - 3 // exact, so that 3 more is from 1 to 2
		}
		run.run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), nil, nil, 0)
		plain.run(n, unsafe.Pointer(&want[0]), unsafe.Pointer(&x[0]), nil, nil, 0)
		if !slices.Equal(want, got) {
			require.Equal(t, want, got)
		}
	}
}
