package cpu

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestADescriptionNamesTheKernelsOfALaunch(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	chain := []device.Instr{{Op: op.Mul, Args: []device.Value{0, 0}}, {Op: op.Add, Args: []device.Value{1, 0}}}
	for _, c := range []struct {
		name            string
		n               int
		of              op.DType
		code            []device.Instr
		plain, assembly string
	}{
		{"one kernel for two instructions", 100, op.Float32, chain, "Go mul, Go add; 1 goroutine", "SET mul+add; 1 goroutine"},
		{"a large launch", 1 << 22, op.Float32, []device.Instr{{Op: op.Exp, Args: []device.Value{0}}}, "Go exp; 2 goroutines", "SET exp; 2 goroutines"},
		{"a half, computed as float32", 100, op.Float16, []device.Instr{{Op: op.Sqrt, Args: []device.Value{0}}}, "Go sqrt; 1 goroutine", "SET sqrt; 1 goroutine"},
		{"what has no assembly", 100, op.Int32, []device.Instr{{Op: op.Gcd, Args: []device.Value{0, 0}}}, "Go gcd; 1 goroutine", "Go gcd; 1 goroutine"},
		{"a copy", 100, op.Float32, nil, "Go copy; 1 goroutine", "SET copy; 1 goroutine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.NewProgram([]op.DType{c.of}, nil, c.code, device.Value(len(c.code)))
			require.NoError(t, err)
			for _, set := range kernel.Names() {
				d, want := New(KernelSet(set), Threads(2)), c.assembly
				if set == kernel.Plain {
					want = c.plain
				}
				o := device.Operand{Buffer: upload(t, d, make([]byte, c.n*c.of.Size())), Type: c.of, Layout: broadcast.RowMajor(c.n)}
				text, err := d.Describe(&device.Launch{Program: p, Shape: []int{c.n}, In: []device.Operand{o}, Out: []device.Operand{o}})
				require.NoError(t, err)
				if runtime.GOOS == "js" { // a page has one thread
					want = strings.Replace(want, "2 goroutines", "1 goroutine", 1)
				}
				assert.Regexp(t, "^"+strings.NewReplacer("SET", "("+strings.Join(kernel.Names()[1:], "|")+")", "+", `\+`).Replace(want)+"$", text)
			}
		})
	}
}

func TestADescriptionSaysHowGroupsAreComputed(t *testing.T) {
	d := New(KernelSet(kernel.Plain), Threads(1))
	p, err := device.Parse("(%0 int32 level 1)\n%1 int64 = sum %0\nreturn %1")
	require.NoError(t, err)
	for _, c := range []struct {
		name           string
		groups, size   int
		groupStride    int
		elementsStride int
	}{
		{"groups in rows", 10, 100, 100, 1},
		{"groups side by side", 100, 10, 1, 100},
		{"groups in rows, each in 3 tiles", 20, 40_000, 40_000, 1},
		{"groups in rows, each in 8 parts", 2, 200_000, 200_000, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := device.Operand{Buffer: upload(t, d, make([]byte, 4*c.groups*c.size)), Type: op.Int32,
				Layout: broadcast.Layout{Shape: []int{c.groups, c.size}, Strides: []int{c.groupStride, c.elementsStride}}}
			l := &device.Launch{Program: p, Shape: x.Layout.Shape, Levels: []int{1}, In: []device.Operand{x},
				Out: []device.Operand{whole(upload(t, d, make([]byte, 8*c.groups)), op.Int64, c.groups)}}
			text, err := d.Describe(l)
			require.NoError(t, err)
			assert.Equal(t, "Go sum; "+c.name+"; 1 goroutine", text)
		})
	}
}

func TestALaunchThatIsWrongIsNotDescribed(t *testing.T) {
	p, err := device.Single(op.Add, op.Float32, op.Float32)
	require.NoError(t, err)
	_, err = New().Describe(&device.Launch{Program: p})
	assert.Error(t, err)
}
