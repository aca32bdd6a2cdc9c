package cpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// smallLaunches are launches over few elements, each as often as it is asked for.
func smallLaunches(b testing.TB, d *Device) (names []string, launches []*device.Launch) {
	add := func(name string, shape []int, p *device.Program, scalars []op.Scalar, in ...broadcast.Layout) {
		l := &device.Launch{Program: p, Shape: shape, Scalars: scalars}
		l.Reuse()
		for _, layout := range append(in, broadcast.RowMajor(shape...)) {
			layout.Shape = shape
			buf, err := d.Alloc(4 * layout.Len())
			require.NoError(b, err)
			require.NoError(b, buf.Write(0, make([]byte, buf.Len())))
			l.In = append(l.In, device.Operand{Buffer: buf, Type: op.Float32, Layout: layout})
		}
		l.Out, l.In = l.In[len(in):], l.In[:len(in)]
		names, launches = append(names, name), append(launches, l)
	}
	make := func(inputs, scalars int, code ...device.Instr) *device.Program {
		types := []op.DType{op.Float32, op.Float32, op.Float32, op.Float32}
		p, err := device.NewProgram(types[:inputs], types[:scalars], code, device.Value(inputs+scalars+len(code)-1))
		require.NoError(b, err)
		return p
	}
	of := func(o *op.Op, args ...device.Value) device.Instr { return device.Instr{Op: o, Args: args} }
	sum, two := make(2, 0, of(op.Add, 0, 1)), []op.Scalar{op.Float32.FromFloat(2)}
	for _, n := range []int{1, 10, 1000, 10_000} {
		shape := []int{n}
		whole := broadcast.RowMajor(n)
		add(fmt.Sprintf("op=x+y/n=%d", n), shape, sum, nil, whole, whole)
		add(fmt.Sprintf("op=x+2/n=%d", n), shape, make(1, 1, of(op.Add, 0, 1)), two, whole)
		add(fmt.Sprintf("op=x*y+z/n=%d", n), shape, make(3, 0, of(op.Mul, 0, 1), of(op.Add, 3, 2)), nil, whole, whole, whole)
		add(fmt.Sprintf("op=relu(a*b+c)/n=%d", n), shape, make(3, 0, of(op.Mul, 0, 1), of(op.Add, 3, 2), of(op.Relu, 4)), nil, whole, whole, whole)
	}
	for _, n := range []int{5, 32, 100} {
		shape := []int{n, n}
		whole := broadcast.RowMajor(n, n)
		column, row := broadcast.Layout{Strides: []int{1, 0}}, broadcast.Layout{Strides: []int{0, 1}}
		add(fmt.Sprintf("op=x+row/n=%d", n), shape, sum, nil, whole, row)
		add(fmt.Sprintf("op=column+row/n=%d", n), shape, sum, nil, column, row)
		add(fmt.Sprintf("op=x.T+y/n=%d", n), shape, sum, nil, broadcast.Layout{Strides: []int{1, n}}, whole)
	}
	return names, launches
}

func BenchmarkSmallLaunch(b *testing.B) {
	d := New()
	names, launches := smallLaunches(b, d)
	for i, l := range launches {
		b.Run(names[i], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := d.Run(context.Background(), l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
