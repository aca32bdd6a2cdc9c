package cpu

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// reference runs a launch on byte slices, one index after the other, by the rows' Eval.
// It returns what the buffers hold afterwards.
func reference(l *device.Launch, memory map[device.Buffer][]byte) map[device.Buffer][]byte {
	after := map[device.Buffer][]byte{}
	for b, data := range memory {
		after[b] = slices.Clone(data)
	}
	positions, data := make([][]int, 0, len(l.Out)+len(l.In)), [][]byte{}
	for _, o := range l.Out {
		positions, data = append(positions, slices.Collect(o.Layout.Offsets())), append(data, after[o.Buffer])
	}
	for _, o := range l.In {
		positions, data = append(positions, slices.Collect(o.Layout.Offsets())), append(data, memory[o.Buffer])
	}
	p := l.Program
	values := make([]op.Scalar, p.Result(len(p.Code())))
	copy(values[len(l.In):], l.Scalars)
	for i := range positions[0] {
		for k, o := range l.In {
			values[k] = o.Type.Load(data[len(l.Out)+k][positions[len(l.Out)+k][i]*o.Type.Size():])
		}
		for k, in := range p.Code() {
			values[p.Result(k)] = evaluate(p, in, values)
		}
		for k, o := range l.Out {
			o.Type.Store(data[k][positions[k][i]*o.Type.Size():], values[p.Outputs()[k]])
		}
	}
	return after
}

func evaluate(p *device.Program, in device.Instr, values []op.Scalar) op.Scalar {
	args, types := make([]op.Scalar, len(in.Args)), make([]op.DType, len(in.Args))
	for k, v := range in.Args {
		args[k], types[k] = values[v], p.Type(v)
	}
	if in.Op.Rule == op.Retype {
		return op.Convert(args[0], types[0], in.Type)
	}
	return in.Op.Eval(args, types)
}

// checkLaunch runs the launch and compares every byte of every buffer, those around the
// outputs too, with the reference's.
func checkLaunch(t testing.TB, d *Device, l *device.Launch) {
	t.Helper()
	checkRun(t, d, l, func(l *device.Launch) error { return d.Run(context.Background(), l) })
}

func checkRun(t testing.TB, d *Device, l *device.Launch, run func(l *device.Launch) error) {
	t.Helper()
	before := map[device.Buffer][]byte{}
	for _, o := range append(slices.Clone(l.Out), l.In...) {
		before[o.Buffer] = read(t, o.Buffer, o.Type, d.engine.Swapped)
	}
	want := reference(l, before)
	require.NoError(t, run(l))
	for k, o := range l.Out {
		got := read(t, o.Buffer, o.Type, d.engine.Swapped)
		for i := range o.Layout.Offsets() {
			at := i * o.Type.Size()
			a, b := o.Type.Load(got[at:]), o.Type.Load(want[o.Buffer][at:])
			if !equal(o.Type, a, b) {
				require.Failf(t, "wrong", "output %d, element %d: %#x, want %#x\n%v\n%v", k, i, a, b, l.Program, describe(l))
			}
			o.Type.Store(want[o.Buffer][at:], a) // one NaN for another
		}
	}
	for _, o := range append(slices.Clone(l.Out), l.In...) {
		require.Equal(t, want[o.Buffer], read(t, o.Buffer, o.Type, d.engine.Swapped), "a byte that is no output's\n%v\n%v", l.Program, describe(l))
	}
}

// read returns a buffer's bytes, in the order that op's Load and Store take.
func read(t testing.TB, b device.Buffer, dt op.DType, swapped bool) []byte {
	t.Helper()
	data := make([]byte, b.Len())
	require.NoError(t, b.Read(context.Background(), 0, data))
	if swapped {
		swapAll(data, dt.Size())
	}
	return data
}

func swapAll(data []byte, size int) {
	for i := 0; i+size <= len(data); i += size {
		slices.Reverse(data[i : i+size])
	}
}

func describe(l *device.Launch) string {
	s := fmt.Sprintf("shape %v, scalars %v\n", l.Shape, l.Scalars)
	for _, o := range append(slices.Clone(l.Out), l.In...) {
		s += fmt.Sprintf("%p %v strides %v offset %d\n", o.Buffer, o.Type, o.Layout.Strides, o.Layout.Offset)
	}
	return s
}
