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
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// composer writes a composition's nodes, with one scalar for every number of them.
type composer struct {
	arity   int
	code    []device.Instr
	scalars []op.Scalar
	done    map[*kernel.Tree]device.Value
}

// value gives a node's value, where scalars follow the operands, and there are room of them.
func (c *composer) value(s *kernel.Tree, room int) device.Value {
	if s.Known {
		c.scalars = append(c.scalars, s.Bits)
		return device.Value(c.arity + len(c.scalars) - 1)
	}
	if s.Op == nil {
		return device.Value(s.Operand)
	}
	if v, ok := c.done[s]; ok {
		return v
	}
	in := device.Instr{Op: s.Op}
	for _, a := range s.Args {
		in.Args = append(in.Args, c.value(a, room))
	}
	c.code = append(c.code, in)
	c.done[s] = device.Value(c.arity + room + len(c.code) - 1)
	return c.done[s]
}

// launchComposition computes a composition of n elements, and stores what its outputs are,
// from the last value back.
func launchComposition(t *testing.T, d *Device, c kernel.Composition, change func(*composer), outputs ...int) *device.Launch {
	arity := c.Op.Arity
	numbers, nodes := composer{arity: arity, done: map[*kernel.Tree]device.Value{}}, composer{arity: arity, done: map[*kernel.Tree]device.Value{}}
	numbers.value(c.Root, 0)
	nodes.value(c.Root, len(numbers.scalars))
	change(&nodes)
	var values []device.Value
	for _, back := range outputs {
		values = append(values, device.Value(arity+len(nodes.scalars)+len(nodes.code)-1-back))
	}
	types := slices.Repeat([]op.DType{c.DType}, arity+len(nodes.scalars))
	p, err := device.NewProgram(types[:arity], types[arity:], nodes.code, values...)
	require.NoError(t, err)
	g := &generator{rand.New(rand.NewPCG(1, 5)), t, d}
	l := &device.Launch{Program: p, Shape: []int{3, exec.Worthy / 2}, Scalars: nodes.scalars}
	for range arity {
		l.In = append(l.In, g.operand(l.Shape, c.DType, true))
	}
	for _, v := range values {
		l.Out = append(l.Out, g.operand(l.Shape, p.Type(v), false))
	}
	checkLaunch(t, d, l)
	return l
}

func TestACompositionIsOneStepUnlessItsStepsAreWanted(t *testing.T) {
	oneGoroutine(t)
	for _, name := range kernel.Names() {
		d := New(KernelSet(name))
		for _, c := range kernel.Composed {
			same := func(*composer) {}
			assert.True(t, one(launchComposition(t, d, c, same, 0), d), "%v", c.Op)
			assert.False(t, one(launchComposition(t, d, c, same, 0, 1), d), "%v: a step is an output", c.Op)
			if c.Op != op.Threshold { // it has none
				assert.False(t, one(launchComposition(t, d, c, func(s *composer) { s.scalars[0]++ }, 0), d), "%v: another number", c.Op)
			}
		}
	}
}

// one reports whether a launch is a single step, of a composition.
func one(l *device.Launch, d *Device) bool {
	return len(d.engine.Programs.Of(l.Program, d.engine.Set, l.Scalars, exec.Worthy).Steps) == 1
}

func TestAnInstructionAfterACompositionTakesItsResult(t *testing.T) {
	d := New()
	for _, c := range kernel.Composed {
		launchComposition(t, d, c, func(s *composer) {
			last := device.Value(c.Op.Arity + len(s.scalars) + len(s.code) - 1)
			s.code = append(s.code, device.Instr{Op: op.Mul, Args: []device.Value{0, last}}, device.Instr{Op: op.Sub, Args: []device.Value{last + 1, 0}})
		}, 0)
	}
}

func TestASixthTimesEverySignificandIsTheQuotient(t *testing.T) {
	const n = 1 << 12
	x, got, want := make([]float32, n), make([]float32, n), make([]float32, n)
	run, plain := kernels("").For(op.Hardsigmoid, op.Float32, op.Float32), kernels(kernel.Plain).For(op.Hardsigmoid, op.Float32, op.Float32)
	for from := uint32(0); from < 1<<23; from += n {
		for i := range x {
			// The difference is exact, so x + 3 is from 1 to 2 again.
			x[i] = math.Float32frombits(0x3f800000|(from+uint32(i))) - 3
		}
		run.Run(n, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), nil, nil, 0)
		plain.Run(n, unsafe.Pointer(&want[0]), unsafe.Pointer(&x[0]), nil, nil, 0)
		if !slices.Equal(want, got) {
			require.Equal(t, want, got)
		}
	}
}
