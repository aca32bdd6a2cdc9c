package cpu

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// reference runs a launch on byte slices, one group after the other, by the rows' Eval. Without
// groups each index is one. It returns what the buffers hold afterwards.
func reference(l *device.Launch, memory map[device.Buffer][]byte) map[device.Buffer][]byte {
	after := map[device.Buffer][]byte{}
	for b, data := range memory {
		after[b] = slices.Clone(data)
	}
	p, kept := l.Program, l.Kept()
	groups, size := broadcast.RowMajor(l.Shape[:kept]...).Len(), broadcast.RowMajor(l.Shape[kept:]...).Len()
	var positions [][]int
	for k := range len(l.Out) + len(l.In) {
		positions = append(positions, slices.Collect(l.Operand(k).Layout.Offsets()))
	}
	values := make([][]op.Scalar, p.Result(len(p.Code())))
	for k, s := range l.Scalars {
		values[len(l.In)+k] = []op.Scalar{s}
	}
	for g := range groups {
		of := func(level int) (first, n int) { // the elements of the group
			if level == 0 {
				return g, 1
			}
			return g * size, size
		}
		for k, o := range l.In {
			first, n := of(p.Input(k).Level)
			values[k] = make([]op.Scalar, n)
			for i := range n {
				values[k][i] = o.Type.Load(memory[o.Buffer][positions[len(l.Out)+k][first+i]*o.Type.Size():])
			}
		}
		for k, in := range p.Code() {
			_, n := of(p.Level(p.Result(k)))
			values[p.Result(k)] = evaluate(p, in, values, n)
		}
		for k, o := range l.Out {
			first, n := of(p.OutputLevel(k))
			for i := range n {
				o.Type.Store(after[o.Buffer][positions[k][first+i]*o.Type.Size():], at(values[p.Outputs()[k]], i))
			}
		}
	}
	return after
}

// at is element i of a value. One with a single element has it for all.
func at(value []op.Scalar, i int) op.Scalar { return value[min(i, len(value)-1)] }

func evaluate(p *device.Program, in device.Instr, values [][]op.Scalar, n int) []op.Scalar {
	lists, types := make([][]op.Scalar, len(in.Args)), make([]op.DType, len(in.Args))
	for k, v := range in.Args {
		lists[k], types[k] = values[v], p.Type(v)
	}
	if g, ok := in.Op.Role.(*op.Group); ok {
		return g.Eval(lists, types, in.Type)
	}
	results, args := make([]op.Scalar, n), make([]op.Scalar, len(in.Args))
	for i := range results {
		for k := range args {
			args[k] = at(lists[k], i)
		}
		results[i] = in.Eval(args, types)
	}
	return results
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
	s := fmt.Sprintf("shape %v, levels %v, scalars %v\n", l.Shape, l.Levels, l.Scalars)
	for _, o := range append(slices.Clone(l.Out), l.In...) {
		s += fmt.Sprintf("%p %v strides %v offset %d\n", o.Buffer, o.Type, o.Layout.Strides, o.Layout.Offset)
	}
	return s
}
