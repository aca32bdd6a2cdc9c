package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// probes are operands whose results tell: normal numbers, which must come out right,
// then subnormal operands, and subnormal results of normal operands.
var probes = [][2]float32{{2, 3}, {-1.5, 0.25}, {1e-40, 1}, {1e-40, 3e-40}, {0x1p-126, 0.5}, {0x1.8p-126, 0x1p-126}}

const normalProbes = 2

// probe runs the first launches: it finds out whether float32 subnormals survive them,
// and has repaired what is not rounded correctly.
func (d *Device) probe(info *device.Info) (err error) {
	if info.Subnormals, err = d.keepsSubnormals(); err != nil {
		return err
	}
	info.Repaired, err = d.repairRounding(info.Subnormals)
	return err
}

func (d *Device) keepsSubnormals() (bool, error) {
	got, err := d.compute(probes, op.Mul, op.Add, op.Sub)
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

// compute returns the results of each operation, of one operand or two. Operands and
// results lie in one buffer, one behind the other.
func (d *Device) compute(operands [][2]float32, ops ...*op.Op) ([][]float32, error) {
	n := len(operands)
	raw := make([]byte, 4*n*(2+len(ops)))
	for i, pair := range operands {
		binary.LittleEndian.PutUint32(raw[4*i:], math.Float32bits(pair[0]))
		binary.LittleEndian.PutUint32(raw[4*(n+i):], math.Float32bits(pair[1]))
	}
	b, err := d.Alloc(len(raw))
	if err != nil {
		return nil, err
	}
	defer b.Release()
	if err := b.Write(0, raw); err != nil {
		return nil, err
	}
	launch, err := each(b, n, ops)
	if err != nil {
		return nil, err
	}
	if err := d.Run(launch); err != nil {
		return nil, err
	}
	if err := b.Read(context.Background(), 0, raw); err != nil {
		return nil, err
	}
	results := make([][]float32, len(ops))
	for i := range results {
		results[i] = make([]float32, n)
		for j := range results[i] {
			results[i][j] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*((2+i)*n+j):]))
		}
	}
	return results, nil
}

// each is the launch of operations over the first two columns of a buffer, n elements
// each, into the columns after them.
func each(b device.Buffer, n int, ops []*op.Op) (*device.Launch, error) {
	column := func(i int) device.Operand {
		l := broadcast.RowMajor(n)
		l.Offset = i * n
		return device.Operand{Buffer: b, Type: op.Float32, Layout: l}
	}
	launch := &device.Launch{Shape: []int{n}, In: []device.Operand{column(0), column(1)}}
	var code []device.Instr
	var results []device.Value
	for i, o := range ops {
		code = append(code, device.Instr{Op: o, Args: []device.Value{0, 1}[:o.Arity]})
		results = append(results, device.Value(2+i))
		launch.Out = append(launch.Out, column(2+i))
	}
	var err error
	launch.Program, err = device.NewProgram([]op.DType{op.Float32, op.Float32}, nil, code, results...)
	return launch, err
}
