package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// compileFor compiles a program for a kernel set; "" is the best one.
func compileFor(t *testing.T, set string, p *device.Program) *compiled {
	t.Helper()
	s, err := kernel.Find(set)
	require.NoError(t, err)
	return compile(p, s)
}

func TestAProductASumAndReluAreOneStep(t *testing.T) {
	t.Setenv(kernel.Env, "") // the best
	if len(kernel.Assembled()) == 0 {
		t.Skip("no assembly here")
	}
	f := op.Float32
	for _, c := range []struct {
		name string
		sum  []device.Value
	}{{"the product first", []device.Value{3, 2}}, {"the product second", []device.Value{2, 3}}} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.NewProgram([]op.DType{f, f, f}, nil, []device.Instr{
				{Op: op.Mul, Args: []device.Value{0, 1}}, {Op: op.Add, Args: c.sum}, {Op: op.Relu, Args: []device.Value{4}}}, 5)
			require.NoError(t, err)
			made := compileFor(t, "", p)
			assert.Len(t, made.steps, 1)
			assert.Zero(t, made.slots)
		})
	}
}

func TestALongProgramUsesItsSlotsAgain(t *testing.T) {
	code := []device.Instr{{Op: op.Add, Args: []device.Value{0, 0}}}
	for v := device.Value(1); v < 200; v++ {
		code = append(code, device.Instr{Op: op.Sub, Args: []device.Value{v, 0}})
	}
	p, err := device.NewProgram([]op.DType{op.Float32}, nil, code, 200)
	require.NoError(t, err)
	assert.Equal(t, 2, compileFor(t, kernel.Plain, p).slots)
}

func TestAStepIsMadeOnlyForWhatIsRead(t *testing.T) {
	for _, c := range []struct {
		name, program string
		steps         []string
	}{
		{"a result that nothing reads", "(%0 int32)\n%1 int32 = neg %0\n%2 int32 = abs %0\nreturn %2", []string{"abs"}},
		{"a load that nothing reads, whose index may be wrong", "(%0 int32 places 1, %1 int64)\n%2 int32 = load %0 %1\n%3 int64 = neg %1\nreturn %3", []string{"load", "neg"}},
		{"a load that nothing reads", "(%0 int32 places 1, %1 int64; %2 int32)\n%3 int32 = load_or %0 %1 %2\n%4 int64 = neg %1\nreturn %4", []string{"neg"}},
		{"an output that is an input", "(%0 int32)\nreturn %0", []string{"copy"}},
		{"two outputs of one value", "(%0 int32)\n%1 int32 = neg %0\nreturn %1 %1", []string{"neg", "copy"}},
		{"a conversion between integers of one size", "(%0 int32 level 1)\n%1 uint32 = cast %0\n%2 uint32 = max %1\nreturn %2", []string{"max"}},
		{"one of another size", "(%0 int32 level 1)\n%1 uint64 = cast %0\n%2 uint64 = max %1\nreturn %2", []string{"cast", "max"}},
		{"one that is an output, too", "(%0 int32 level 1)\n%1 uint32 = cast %0\n%2 uint32 = max %1\nreturn %2 %1", []string{"cast", "max"}},
		{"a value that is stored from where it is read", "(%0 int32, %1 int64)\nreturn %0 at %1", []string{"locate"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			var names []string
			for _, s := range compileFor(t, kernel.Plain, p).steps {
				names = append(names, s.name)
			}
			assert.Equal(t, c.steps, names)
		})
	}
}

func TestAProgramOfMapsAloneIsPlain(t *testing.T) {
	for _, c := range []struct {
		name, program string
		plain         bool
	}{
		{"a map", "(%0 int32)\n%1 int32 = neg %0\nreturn %1", true},
		{"padding", "(%0 int32 places 1, %1 int64; %2 int32)\n%3 int32 = load_or %0 %1 %2\nreturn %3", true},
		{"a load", "(%0 int32 places 1, %1 int64)\n%2 int32 = load %0 %1\nreturn %2", false},
		{"a sum", "(%0 int32 level 1)\n%1 int64 = sum %0\nreturn %1", false},
		{"a store", "(%0 int32, %1 int64)\nreturn %0 at %1 skip", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			assert.Equal(t, c.plain, compileFor(t, kernel.Plain, p).plain)
		})
	}
}
