package cpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// BenchmarkDType is an addition and a function in each of the floats, and their casts
// from float32: what the halves cost.
func BenchmarkDType(b *testing.B) {
	const n = 1 << 20
	for _, dt := range []op.DType{op.Float32, op.Float16, op.BFloat16} {
		for _, o := range []*op.Op{op.Add, op.Exp} {
			b.Run(fmt.Sprintf("op=%v/dtype=%v/n=%d", o, dt, n), func(b *testing.B) {
				benchmarkTypes(b, device.Instr{Op: o}, n, []op.DType{dt, dt}[:o.Arity]...)
			})
		}
		b.Run(fmt.Sprintf("op=cast/dtype=%v/n=%d", dt, n), func(b *testing.B) {
			benchmarkTypes(b, device.Instr{Op: op.Cast, Type: dt}, n, op.Float32)
		})
	}
}

func benchmarkTypes(b *testing.B, in device.Instr, n int, types ...op.DType) {
	d := New()
	for i := range types {
		in.Args = append(in.Args, device.Value(i))
	}
	p, err := device.NewProgram(types, nil, []device.Instr{in}, device.Value(len(types)))
	if err != nil {
		b.Fatal(err)
	}
	operand := func(dt op.DType) device.Operand {
		elements := make([]op.Scalar, n)
		for i := range elements {
			elements[i] = dt.FromFloat(float64(i%1000)/128 - 4)
		}
		return device.Operand{Buffer: upload(b, d, pack(dt, elements...)), Type: dt, Layout: broadcast.RowMajor(n)}
	}
	l := &device.Launch{Program: p, Shape: []int{n}, Out: []device.Operand{operand(p.Type(p.Outputs()[0]))}}
	for _, dt := range types {
		l.In = append(l.In, operand(dt))
	}
	for b.Loop() {
		if err := d.Run(context.Background(), l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
}
