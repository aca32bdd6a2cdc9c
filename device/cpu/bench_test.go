package cpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// benchmark runs a program of float32 over operands with the given strides; the first
// layout is the output's.
func benchmark(b *testing.B, p *device.Program, scalars []op.Scalar, shape []int, strides ...[]int) {
	d := New()
	l := &device.Launch{Program: p, Shape: shape, Scalars: scalars}
	for k, s := range strides {
		layout := broadcast.Layout{Shape: shape, Strides: s}
		_, n := layout.Bounds()
		o := device.Operand{Buffer: upload(b, d, floats32(ramp(n, 1)...)), Type: op.Float32, Layout: layout}
		if k == 0 {
			l.Out = append(l.Out, o)
		} else {
			l.In = append(l.In, o)
		}
	}
	n := l.Out[0].Layout.Len()
	b.ReportAllocs()
	for b.Loop() {
		if err := d.Run(context.Background(), l); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
}

func BenchmarkRun(b *testing.B) {
	f := op.Float32
	add, _ := device.Single(op.Add, f, f)
	for _, n := range []int{1, 1000, 100_000, 1 << 20} {
		b.Run(fmt.Sprintf("op=add/layout=contiguous/n=%d", n), func(b *testing.B) {
			benchmark(b, add, nil, []int{n}, []int{1}, []int{1}, []int{1})
		})
	}
	for _, side := range []int{32, 1024} {
		shape, row := []int{side, side}, []int{side, 1}
		for _, c := range []struct {
			layout  string
			strides []int
		}{{"row", []int{0, 1}}, {"column", []int{1, 0}}, {"scalar", []int{0, 0}}, {"transposed", []int{1, side}}, {"outer", nil}} {
			b.Run(fmt.Sprintf("op=add/layout=%s/n=%d", c.layout, side*side), func(b *testing.B) {
				if c.strides == nil {
					benchmark(b, add, nil, shape, row, []int{1, 0}, []int{0, 1})
				} else {
					benchmark(b, add, nil, shape, row, row, c.strides)
				}
			})
		}
	}
	b.Run("op=mul/layout=4d/n=1048576", func(b *testing.B) {
		mul, _ := device.Single(op.Mul, f, f)
		benchmark(b, mul, nil, []int{16, 16, 64, 64}, []int{1 << 16, 1 << 12, 64, 1}, []int{1 << 12, 0, 64, 1}, []int{0, 1 << 12, 64, 1})
	})
	fused, _ := device.NewProgram([]op.DType{f, f}, []op.DType{f}, []device.Instr{
		{Op: op.Mul, Args: []device.Value{0, 1}}, {Op: op.Add, Args: []device.Value{3, 2}}, {Op: op.Relu, Args: []device.Value{4}}}, 5)
	for _, n := range []int{1000, 1 << 20} {
		b.Run(fmt.Sprintf("op=relu(a*b+c)/layout=contiguous/n=%d", n), func(b *testing.B) {
			benchmark(b, fused, []op.Scalar{f.FromFloat(0.5)}, []int{n}, []int{1}, []int{1}, []int{1})
		})
	}
	for _, o := range []*op.Op{op.Sqrt, op.Exp, op.Relu, op.Neg, op.Floor} {
		p, _ := device.Single(o, f)
		b.Run(fmt.Sprintf("op=%v/layout=contiguous/n=%d", o, 1<<20), func(b *testing.B) {
			benchmark(b, p, nil, []int{1 << 20}, []int{1}, []int{1})
		})
	}
	for _, o := range []*op.Op{op.Div, op.Maximum} {
		p, _ := device.Single(o, f, f)
		b.Run(fmt.Sprintf("op=%v/layout=contiguous/n=%d", o, 1<<20), func(b *testing.B) {
			benchmark(b, p, nil, []int{1 << 20}, []int{1}, []int{1}, []int{1})
		})
	}
}
