package devicetest

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// longPlaces are programs with places that are run over many elements, in layouts of several orders, and
// in phases of long groups. TYPE stands for a type, SUM for that of its sums. Tables are loaded at indices
// of int32 and searched for elements.
var longPlaces = []string{
	"(%0 TYPE places 1, %1 int32)\n%2 TYPE = load %0 %1\nreturn %2",
	"(%0 TYPE places 2, %1 int32, %2 int32, %3 TYPE)\n%4 TYPE = load_or %0 %1 %2 %3\nreturn %4",
	"(%0 TYPE, %1 int32)\nreturn %0 at %1",
	"(%0 TYPE, %1 int32, %2 int32)\nreturn %0 at %1 %2 skip",
	"(%0 TYPE, %1 int32)\nreturn %0 at %1 sum",
	"(%0 TYPE, %1 int32)\nreturn %0 at %1 min, %0 at %1 max skip",
	"(%0 TYPE level 1 places 1, %1 int32 level 1)\n%2 TYPE = load %0 %1\n%3 SUM = sum %2\nreturn %3",
	"(%0 TYPE level 1, %1 TYPE places 1, %2 int32)\n%3 TYPE = max %0\n%4 TYPE = load %1 %2\n%5 TYPE = add %0 %3\n%6 TYPE = add %5 %4\nreturn %6",
	"(%0 TYPE level 1, %1 int32 level 1, %2 int32)\n%3 TYPE = min %0\n%4 TYPE = add %0 %3\nreturn %4 at %1, %3 at %2 max",
	"(%0 TYPE level 1, %1 int32)\n%2 TYPE = max %0\nreturn %2 at %1",
}

// checkLongPlaces has many elements, so that a device takes several tiles or workgroups. In most orders of
// loops the last element of a place is not the last that is computed.
func (f forms) checkLongPlaces() error {
	var all faults
	dts := f.dtypes()
	for k, text := range longPlaces {
		for j, shape := range [][]int{{5000}, {3, 1100}, {40, 60}, {700, 5}} {
			p := inType(text, dts[(k+j)%len(dts)])
			if !f.runs(p) || f.frugal() && (k+j)%4 > 0 {
				continue
			}
			all.add(f.judge(f.longPlaces(p, shape)))
		}
	}
	cancel := func(_ forms, dt op.DType, i int) op.Scalar { // two float64 have no room for them
		return dt.FromFloat([]float64{0x1p100, 0x1p40, 0x1p-60, -0x1p100, -0x1p40}[i%5])
	}
	for _, kind := range append(slices.Clone(groupKinds), cancel) { // few places, and as many as elements
		for _, places := range []int{3, 400} {
			p := inType(longPlaces[4], op.Float32)
			if !f.runs(p) || f.frugal() && places > 3 {
				continue
			}
			t := f.storing(p, []int{400}, places)
			i := 0
			t.in[0].fill(func(int) op.Scalar { i++; return kind(f, op.Float32, i-1) })
			t.in[1].fill(func(i int) op.Scalar { return op.Scalar(i / 5 % places) }) // neighbours meet
			all.add(f.judge(t))
		}
	}
	return all.join()
}

// longPlaces lays a program out over a shape, whose last axis is the group if there is one.
func (f forms) longPlaces(p *device.Program, shape []int) *formTrial {
	t := f.storing(p, shape, 7)
	for k := range t.in {
		a, in := &t.in[k], p.Input(k)
		n := a.layout.Rank() - in.Places
		if in.Places == 0 {
			*a = f.random(a.dtype, pick(f.source, []view{dense, transpose, mirror})(a.layout.Shape))
		} else if f.rng.IntN(2) == 0 { // all share one table
			clear(a.layout.Strides[:n])
		}
		if a.dtype == op.Int32 && in.Places == 0 {
			f.indices(*a, 5, 0)
		}
	}
	return t
}

// storing lays a program out over a shape. All elements share outputs with places, whose axes have the
// given size, and 5 where there are several.
func (f forms) storing(p *device.Program, shape []int, places int) *formTrial {
	t := &formTrial{program: p, shape: shape}
	if p.Forms()&(device.Reductions|device.Scans|device.Sorts) != 0 {
		t.levels = []int{1}
	}
	f.operands(t, 5, 5)
	for k := range t.out {
		n := len(p.Output(k).At)
		if n == 0 {
			continue
		}
		sizes := []int{places, 5}[:n]
		axes := slices.Clone(t.out[k].layout.Shape[:t.out[k].layout.Rank()-n])
		a := f.array(t.out[k].dtype, dense(sizes)).fill(func(int) op.Scalar { return f.moderate(t.out[k].dtype) })
		a.layout = broadcast.Layout{Shape: slices.Concat(axes, sizes), Strides: slices.Concat(make([]int, len(axes)), a.layout.Strides), Offset: a.layout.Offset}
		t.out[k] = a
	}
	for k := range t.in {
		if a := t.in[k]; a.dtype == op.Int32 && p.Input(k).Places == 0 {
			f.indices(a, places, 0)
		}
	}
	return t
}
