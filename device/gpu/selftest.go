package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// probes are operands that show whether subnormals survive. Normal numbers come first and must be
// right. Then come subnormal operands, and normal operands with subnormal results.
var probes = [][2]float32{{2, 3}, {-1.5, 0.25}, {1e-40, 1}, {1e-40, 3e-40}, {0x1p-126, 0.5}, {0x1.8p-126, 0x1p-126}}

const normalProbes = 2

// selfTest runs the first launches of a device.
type selfTest struct {
	device device.Device
	repair *shaders.Repair // of the device's kernels from now on
}

// run tests whether float32 subnormals survive launches, and repairs operations that round badly.
// It returns an error if an operation cannot be repaired.
func (s selfTest) run(info *device.Info) (err error) {
	if info.Subnormals, err = s.keepsSubnormals(); err != nil {
		return err
	}
	info.Repaired, err = s.repairRounding(info.Subnormals)
	return err
}

func (s selfTest) keepsSubnormals() (bool, error) {
	got, err := s.compute(probes, do(op.Mul, sampleX, sampleY), do(op.Add, sampleX, sampleY), do(op.Sub, sampleX, sampleY))
	if err != nil {
		return false, err
	}
	kept := true
	for i, p := range probes {
		for j, want := range []float32{p[0] * p[1], p[0] + p[1], p[0] - p[1]} {
			if math.Float32bits(got[j][i]) == math.Float32bits(want) {
				continue
			}
			if i < normalProbes {
				return false, fmt.Errorf("%v %s %v gave %v, not %v", p[0], [...]string{"*", "+", "-"}[j], p[1], got[j][i], want)
			}
			kept = false
		}
	}
	return kept, nil
}

// These are the inputs of compute's programs: a pair of operands, and the bits of x as integers.
const (
	sampleX device.Value = iota
	sampleY
	sampleInt
	sampleUint
	samplesEnd
)

func do(o *op.Op, args ...device.Value) device.Instr { return device.Instr{Op: o, Args: args} }

func toFloat(v device.Value) device.Instr {
	return device.Instr{Op: op.Cast, Type: op.Float32, Args: []device.Value{v}}
}

// compute returns the float32 results of each instruction. Operands and results lie in
// one buffer, one behind the other. Browsers bind few buffers, so a launch may have some of the
// instructions only.
func (s selfTest) compute(operands [][2]float32, code ...device.Instr) ([][]float32, error) {
	n := len(operands)
	raw := make([]byte, 4*n*(2+len(code)))
	for i, pair := range operands {
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(pair[0]))
		binary.LittleEndian.PutUint32(raw[4*(n+i):], math.Float32bits(pair[1]))
	}
	b, err := s.device.Alloc(len(raw))
	if err != nil {
		return nil, err
	}
	defer b.Release()
	if err := b.Write(0, raw); err != nil {
		return nil, err
	}
	most := max(s.device.Info().Limits.Buffers-int(samplesEnd), 1) // results of a launch
	for first := 0; first < len(code); first += most {
		launch, err := each(b, n, first, code[first:min(first+most, len(code))])
		if err != nil {
			return nil, err
		}
		if err := s.device.Run(context.Background(), launch); err != nil {
			return nil, err
		}
	}
	if err := b.Read(context.Background(), 0, raw); err != nil {
		return nil, err
	}
	results := make([][]float32, len(code))
	for i := range results {
		results[i] = make([]float32, n)
		for j := range results[i] {
			results[i][j] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*((2+i)*n+j):]))
		}
	}
	return results, nil
}

// each is the launch of instructions over the first two columns of a buffer, n elements
// each. The first result has that number among the columns after them.
func each(b device.Buffer, n, first int, code []device.Instr) (*device.Launch, error) {
	column := func(i int, dt op.DType) device.Operand {
		l := broadcast.RowMajor(n)
		l.Offset = i * n
		return device.Operand{Buffer: b, Type: dt, Layout: l}
	}
	launch := &device.Launch{Shape: []int{n}, In: []device.Operand{
		sampleX: column(0, op.Float32), sampleY: column(1, op.Float32), sampleInt: column(0, op.Int32), sampleUint: column(0, op.Uint32),
	}}
	var inputs []op.DType
	for _, in := range launch.In {
		inputs = append(inputs, in.Type)
	}
	var results []device.Value
	for i := range code {
		results = append(results, samplesEnd+device.Value(i))
		launch.Out = append(launch.Out, column(2+first+i, op.Float32))
	}
	var err error
	launch.Program, err = device.NewProgram(inputs, nil, code, results...)
	return launch, err
}
