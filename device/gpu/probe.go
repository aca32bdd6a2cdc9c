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

// probe runs a first launch, and finds out whether float32 subnormals survive it.
func (d *Device) probe() (subnormals bool, err error) {
	want := make([]float32, 0, 3*len(probes))
	for _, p := range probes {
		want = append(want, p[0]*p[1], p[0]+p[1], p[0]-p[1])
	}
	got, err := d.runProbes()
	if err != nil {
		return false, err
	}
	subnormals = true
	for i := range want {
		if math.Float32bits(got[i]) == math.Float32bits(want[i]) {
			continue
		}
		p := probes[i/3]
		if i < 3*normalProbes {
			return false, fmt.Errorf("%v %s %v gave %v, not %v", p[0], [...]string{"*", "+", "-"}[i%3], p[1], got[i], want[i])
		}
		subnormals = false
	}
	return subnormals, nil
}

// runProbes computes products, sums and differences, in one buffer: per probe its two
// operands and its three results.
func (d *Device) runProbes() ([]float32, error) {
	const row = 5
	b, err := d.Alloc(4 * row * len(probes))
	if err != nil {
		return nil, err
	}
	defer b.Release()
	raw := make([]byte, b.Len())
	for i, p := range probes {
		binary.LittleEndian.PutUint32(raw[4*row*i:], math.Float32bits(p[0]))
		binary.LittleEndian.PutUint32(raw[4*row*i+4:], math.Float32bits(p[1]))
	}
	if err := b.Write(0, raw); err != nil {
		return nil, err
	}
	args := []device.Value{0, 1}
	program, err := device.NewProgram([]op.DType{op.Float32, op.Float32}, nil,
		[]device.Instr{{Op: op.Mul, Args: args}, {Op: op.Add, Args: args}, {Op: op.Sub, Args: args}}, 2, 3, 4)
	if err != nil {
		return nil, err
	}
	column := func(i int) device.Operand {
		l := broadcast.Layout{Shape: []int{len(probes)}, Strides: []int{row}, Offset: i}
		return device.Operand{Buffer: b, Type: op.Float32, Layout: l}
	}
	err = d.Run(&device.Launch{Program: program, Shape: []int{len(probes)},
		In: []device.Operand{column(0), column(1)}, Out: []device.Operand{column(2), column(3), column(4)}})
	if err != nil {
		return nil, err
	}
	if err := b.Read(context.Background(), 0, raw); err != nil {
		return nil, err
	}
	var got []float32
	for i := range probes {
		for j := 2; j < row; j++ {
			got = append(got, math.Float32frombits(binary.LittleEndian.Uint32(raw[4*(row*i+j):])))
		}
	}
	return got, nil
}
