package gpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

func mustProgram(t testing.TB, in, scalars []op.DType, code []device.Instr, out ...device.Value) *device.Program {
	t.Helper()
	p, err := device.NewProgram(in, scalars, code, out...)
	require.NoError(t, err)
	return p
}

func copying(t testing.TB, dt op.DType) *device.Program {
	return mustProgram(t, []op.DType{dt}, nil, nil, 0)
}

// changing computes every element from itself.
func changing(t testing.TB, dt op.DType) *device.Program {
	code := device.Instr{Op: op.BitwiseNot, Args: []device.Value{0}}
	if dt.IsFloat() {
		code = device.Instr{Op: op.Add, Args: []device.Value{0, 0}}
	}
	return mustProgram(t, []op.DType{dt}, nil, []device.Instr{code}, 1)
}

func row(n, offset int) broadcast.Layout {
	l := broadcast.RowMajor(n)
	l.Offset = offset
	return l
}

func lay(offset int, shape, strides []int) broadcast.Layout {
	return broadcast.Layout{Shape: shape, Strides: strides, Offset: offset}
}

// narrow are types of every size that are stored in parts of words, or in several.
var narrow = []op.DType{op.Bool, op.Int8, op.Uint8, op.Int16, op.Uint16, op.Float16, op.BFloat16, op.Int64, op.Uint64}

func eachNarrow(t *testing.T, test func(t *testing.T, d *Device, r *rand.Rand, dt op.DType)) {
	d := open(t)
	types := narrow
	if !devicetest.Thorough() {
		types = []op.DType{op.Bool, op.Uint16, op.Int64} // one of each size
	}
	for _, dt := range types {
		t.Run(dt.String(), func(t *testing.T) { test(t, d, rand.New(rand.NewPCG(1, uint64(dt))), dt) })
	}
}

func TestRowsOfAnyLengthAtAnyOffsetLeaveTheirNeighboursAlone(t *testing.T) {
	devicetest.OneGoroutine(t)
	eachNarrow(t, func(t *testing.T, d *Device, r *rand.Rand, dt op.DType) {
		for n := range 11 {
			for offset := range 4 {
				packed{program: copying(t, dt), layouts: []broadcast.Layout{row(n, offset), row(n, r.IntN(5))}, names: "ab"}.run(t, d, r)
				fill := mustProgram(t, nil, []op.DType{dt}, nil, 0)
				packed{fill, []broadcast.Layout{row(n, offset)}, "a", []op.Scalar{randomScalar(r, dt)}}.run(t, d, r)
			}
		}
		packed{program: copying(t, dt), layouts: []broadcast.Layout{row(5000, 3), row(5000, 1)}, names: "ab"}.run(t, d, r)
	})
}

// views that leave gaps, in any order, with words that hold elements of several rows.
func strangeViews() []broadcast.Layout {
	return []broadcast.Layout{
		lay(1, []int{9}, []int{2}), lay(2, []int{9}, []int{3}), lay(0, []int{9}, []int{4}), lay(3, []int{9}, []int{7}),
		lay(21, []int{9}, []int{-1}), lay(21, []int{9}, []int{-2}),
		lay(1, []int{3, 4}, []int{1, 3}), lay(1, []int{3, 4}, []int{5, 1}), lay(2, []int{3, 4}, []int{6, 1}), lay(3, []int{3, 4}, []int{7, 1}),
		lay(1, []int{5, 3}, []int{4, 1}), lay(1, []int{5, 3}, []int{10, 3}), lay(40, []int{5, 3}, []int{-10, 3}),
		lay(0, []int{3, 2, 5}, []int{1, 3, 7}), lay(5, []int{2, 3, 2, 3}, []int{60, 20, 9, 2}), lay(5, []int{2, 3, 2, 3}, []int{60, 17, 8, 2}),
		lay(1, []int{3, 2}, []int{2, 3}), // interleaved: the strides are not nested
	}
}

func TestViewsWithGapsLeaveTheirNeighboursAlone(t *testing.T) {
	oneGoroutine(t)
	eachNarrow(t, func(t *testing.T, d *Device, r *rand.Rand, dt op.DType) {
		for _, view := range strangeViews() {
			for shift := range many(4, 1) {
				view.Offset++
				in := broadcast.RowMajor(view.Shape...)
				in.Offset = shift
				packed{program: copying(t, dt), layouts: []broadcast.Layout{view, in}, names: "ab"}.run(t, d, r)
				packed{program: copying(t, dt), layouts: []broadcast.Layout{in, view}, names: "ab"}.run(t, d, r)
			}
		}
	})
}

func TestViewsAreOverwrittenInPlace(t *testing.T) {
	eachNarrow(t, func(t *testing.T, d *Device, r *rand.Rand, dt op.DType) {
		if dt.Size() == 8 {
			t.Skip("rows have no texts for it")
		}
		for _, view := range append(strangeViews(), row(13, 3), row(8, 0), row(2, 1)) {
			packed{program: changing(t, dt), layouts: []broadcast.Layout{view, view}, names: "aa"}.run(t, d, r)
		}
	})
}

func TestOutputsOfSeveralWidthsShareALaunch(t *testing.T) {
	devicetest.OneGoroutine(t)
	d, r := open(t), rand.New(rand.NewPCG(2, 2))
	in := []op.DType{op.Uint8, op.Int16, op.Float32, op.Int64}
	p := mustProgram(t, in, nil, nil, 0, 1, 2, 3)
	q := mustProgram(t, in[:2], nil, []device.Instr{
		{Op: op.Cast, Type: op.Uint8, Args: []device.Value{1}}, {Op: op.Mul, Args: []device.Value{0, 2}},
		{Op: op.Lt, Args: []device.Value{0, 3}}, {Op: op.Cast, Type: op.Float32, Args: []device.Value{3}},
		{Op: op.Cast, Type: op.Int16, Args: []device.Value{5}}, {Op: op.Where, Args: []device.Value{4, 6, 1}},
	}, 7, 3, 4, 5)
	for n := 0; n < 10; n += many(1, 3) {
		for range many(8, 2) {
			l := make([]broadcast.Layout, 8)
			for i := range l {
				l[i] = row(n, r.IntN(6))
			}
			packed{program: p, layouts: l, names: "abcdefgh"}.run(t, d, r)
			packed{program: q, layouts: l[:6], names: "abcdef"}.run(t, d, r)
			l[0].Offset, l[1].Offset = 2+l[0].Offset&1, l[0].Offset&1 // of one phase in their words
			packed{program: p, layouts: l, names: "abcdefgh"}.run(t, d, r)
			packed{program: q, layouts: l[:6], names: "abcdef"}.run(t, d, r)
		}
	}
}

func TestOutputsWhoseEdgesMeetInAWordDoNotLoseElements(t *testing.T) {
	d, r := open(t), rand.New(rand.NewPCG(3, 3))
	for _, dt := range []op.DType{op.Uint8, op.Int16} {
		p := mustProgram(t, []op.DType{dt}, nil, nil, 0, 0)
		for n := 1; n < 12; n++ {
			packed{program: p, layouts: []broadcast.Layout{row(n, 1), row(n, 1+n), row(n, 0)}, names: "aab"}.run(t, d, r)
			packed{program: p, layouts: []broadcast.Layout{lay(1, []int{n}, []int{2}), lay(2, []int{n}, []int{2}), row(n, 0)}, names: "aab"}.run(t, d, r)
		}
	}
}
