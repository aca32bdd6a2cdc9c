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
	code    []device.Instr
	scalars []op.Scalar
}

// value gives a step's value, where x is value 0, scalar i is i+1, and there are room of them.
func (c *composer) value(s *tree, room int) device.Value {
	if s.known {
		c.scalars = append(c.scalars, s.bits)
		return device.Value(len(c.scalars))
	}
	if s.op == nil {
		return 0
	}
	in := device.Instr{Op: s.op}
	for _, a := range s.args {
		in.Args = append(in.Args, c.value(a, room))
	}
	c.code = append(c.code, in)
	return device.Value(room + len(c.code))
}

// launched computes a composition of n elements, and stores what its outputs are, from the last
// value back.
func launched(t *testing.T, d *Device, c composition, change func(*composer), outputs ...int) *device.Launch {
	var numbers, steps composer
	numbers.value(c.steps, 0)
	steps.value(c.steps, len(numbers.scalars))
	change(&steps)
	var types []op.DType
	for range steps.scalars {
		types = append(types, op.Float32)
	}
	var values []device.Value
	for _, back := range outputs {
		values = append(values, device.Value(len(steps.scalars)+len(steps.code)-back))
	}
	p, err := device.NewProgram([]op.DType{op.Float32}, types, steps.code, values...)
	require.NoError(t, err)
	g := &generator{rand.New(rand.NewPCG(1, 5)), t, d}
	l := &device.Launch{Program: p, Shape: []int{3, 333}, Scalars: steps.scalars}
	l.In = append(l.In, g.operand(l.Shape, op.Float32, true))
	for range outputs {
		l.Out = append(l.Out, g.operand(l.Shape, op.Float32, false))
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
			assert.False(t, one(launched(t, d, c, func(s *composer) { s.scalars[0]++ }, 0), d), "%v: another number", c.op)

		}
	}
}

// one reports whether a launch is a single step, of a composition.
func one(l *device.Launch, d *Device) bool {
	var resolved task
	resolved.planLaunch(l)
	resolved.resolve(l, d)
	return len(resolved.steps) == 1 && len(resolved.whole) == 1
}

func TestAnInstructionAfterACompositionTakesItsResult(t *testing.T) {
	d := New()
	for _, c := range composed {
		launched(t, d, c, func(s *composer) {
			last := device.Value(len(s.scalars) + len(s.code))
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
