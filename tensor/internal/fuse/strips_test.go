package fuse

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// bound sets StripBytes for a test.
func bound(t *testing.T, bytes int) {
	before := StripBytes
	StripBytes = bytes
	t.Cleanup(func() { StripBytes = before })
}

// flipped applies an operation to an expression that it reads backwards along an axis. The
// expression is a launch of its own for that.
func flipped(t *testing.T, o *op.Op, s *graph.Storage, axis int) *graph.Storage {
	l, err := s.Layout().Flip(axis)
	require.NoError(t, err)
	return new(graph.Storage).Init(op.Float32, s.Layout(), o, nil, s.Read(&l))
}

// times repeats launches.
func times(n int, launches ...string) []string { return slices.Repeat(launches, n) }

func TestTheStripsOfACut(t *testing.T) {
	const neg, exp = "[1 6] of 1: neg, 1 stored", "[1 6] of 1: exp, 1 stored"
	together := []string{"[4 6] of 1: neg, 1 stored", "[4 6] of 1: exp, 1 stored"}
	for _, c := range []struct {
		name  string
		bound int
		roots func(t *testing.T, d device.Device) []*graph.Storage
		want  []string
	}{
		{"of an intermediate result above the bound", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 1)}
		}, times(4, neg, exp)},
		{"of several rows", 48, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 1)}
		}, times(2, "[2 6] of 1: neg, 1 stored", "[2 6] of 1: exp, 1 stored")},
		{"of which the last one is shorter", 72, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 5, 6)), 1)}
		}, []string{"[3 6] of 1: neg, 1 stored", "[3 6] of 1: exp, 1 stored", "[2 6] of 1: neg, 1 stored", "[2 6] of 1: exp, 1 stored"}},
		{"along another axis, where the first is read backwards", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 0)}
		}, times(3, "[4 2] of 1: neg, 1 stored", "[4 2] of 1: exp, 1 stored")},
		{"of a chain", 48, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Abs, flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 1), 1)}
		}, times(4, neg, exp, "[1 6] of 1: abs, 1 stored")},
		{"around a launch that needs none of them", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			x, y := apply(op.Neg, newStorage(t, d, 4, 6)), along(op.Sum, whole(apply(op.Sin, newStorage(t, d, 5))))
			l, err := x.Layout().Flip(1)
			require.NoError(t, err)
			e := expand(t, y, 4, 6)
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, x.Layout(), op.Add, nil, x.Read(&l), e)}
		}, append([]string{"[5] of 1: sin sum, 1 stored"}, times(4, neg, "[1 6] of 2: add, 1 stored")...)},
		{"none within the bound", 96, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 1)}
		}, together},
		{"none of a result that is asked for", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 4, 6))
			return []*graph.Storage{flipped(t, op.Exp, x, 1), x}
		}, together},
		{"none where no axis is read from its first index to its last", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{flipped(t, op.Exp, flipped(t, op.Neg, newStorage(t, d, 24), 0), 0)}
		}, []string{"[24] of 1: neg, 1 stored", "[24] of 1: exp, 1 stored"}},
		{"none where the elements are read in rows of another length", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 4, 6))
			l := broadcast.Layout{Shape: []int{6, 4}, Strides: []int{4, 1}}
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, rowMajor(6, 4), op.Exp, nil, x.Read(&l))}
		}, []string{"[4 6] of 1: neg, 1 stored", "[6 4] of 1: exp, 1 stored"}},
		{"none of a group", 40, func(t *testing.T, d device.Device) []*graph.Storage {
			x := newStorage(t, d, 4, 6)
			e := flipped(t, op.Exp, apply(op.Neg, x), 1)
			columns := new(graph.Storage).Init(op.Float32, rowMajor(1, 6), op.Sum, &graph.Form{Axes: []int{0}}, whole(e))
			return []*graph.Storage{columns}
		}, []string{"[4 6] of 1: neg, 1 stored", "[6 4] of 1: exp sum, 1 stored"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bound(t, c.bound)
			d := &fake{}
			roots := c.roots(t, d)
			live := d.live.Load()
			evaluate(t, d, roots...)
			assert.Equal(t, c.want, d.launches)
			if len(c.want) > 2 {
				assert.LessOrEqual(t, d.live.Load(), live+2, "strips are given back")
			}
		})
	}
}

func TestAfterAnErrorNothingOfTheStripsIsStored(t *testing.T) {
	bound(t, 40)
	d := &fake{fails: 4}
	x := newStorage(t, d, 4, 6)
	y := flipped(t, op.Exp, apply(op.Neg, x), 1)
	assert.ErrorIs(t, Evaluate(context.Background(), d, y), errFake)
	assert.False(t, y.Stored())
	assert.EqualValues(t, 1, d.live.Load(), "the operand's buffer alone is left")
	d.launches, d.fails = nil, 0
	evaluate(t, d, y)
	assert.Len(t, d.launches, 8)
	assert.EqualValues(t, 2, d.live.Load())
}

// ending is a fake on which a context ends after some launches.
type ending struct {
	*fake
	cancel context.CancelFunc
	after  int
}

func (e *ending) Run(ctx context.Context, l *device.Launch) error {
	if len(e.launches) == e.after {
		e.cancel()
	}
	return e.fake.Run(ctx, l)
}

func TestNoStripBeginsAfterTheContextHasEnded(t *testing.T) {
	bound(t, 40)
	ctx, cancel := context.WithCancel(context.Background())
	d := &ending{&fake{}, cancel, 2}
	y := flipped(t, op.Exp, apply(op.Neg, newStorage(t, d, 4, 6)), 1)
	assert.ErrorIs(t, Evaluate(ctx, d, y), context.Canceled)
	assert.Len(t, d.launches, 3)
	assert.False(t, y.Stored())
}

func TestAWriteByStripsMakesANewVersion(t *testing.T) {
	bound(t, 40)
	d := &fake{}
	x := newStorage(t, d, 4, 6)
	before, err := x.Version()
	require.NoError(t, err)
	y := flipped(t, op.Exp, apply(op.Neg, x), 1)
	require.NoError(t, Update(d, x, x.Layout(), nil, nil, []graph.Arg{whole(y)}))
	y.Release()
	assert.Len(t, d.launches, 8)
	after, err := x.Version()
	require.NoError(t, err)
	assert.NotSame(t, before, after, "later strips read the old elements")
}

func TestTheLayoutOfAStrip(t *testing.T) {
	whole := broadcast.RowMajor(3, 4, 5)
	for _, c := range []struct {
		name    string
		l       broadcast.Layout
		box     bool
		strided []int // of a strip of shape [3 2 5]
		offset  int
	}{
		{"all elements", broadcast.RowMajor(3, 4, 5), true, []int{10, 5, 1}, 0},
		{"transposed, from both ends", broadcast.Layout{Shape: []int{5, 4, 3}, Strides: []int{-1, 5, -20}, Offset: 44}, true, []int{-1, 5, -10}, 24},
		{"a part, repeated", broadcast.Layout{Shape: []int{7, 4, 2}, Strides: []int{0, 5, 1}, Offset: 22}, true, []int{0, 5, 1}, 12},
		{"windows", broadcast.Layout{Shape: []int{4, 3, 3}, Strides: []int{5, 1, 1}}, true, []int{5, 1, 1}, 0},
		{"merged axes", broadcast.Layout{Shape: []int{12, 5}, Strides: []int{5, 1}}, false, nil, 0},
		{"rows that begin within others", broadcast.Layout{Shape: []int{2, 4, 5}, Strides: []int{20, 5, 1}, Offset: 1}, false, nil, 0},
		{"a step", broadcast.Layout{Shape: []int{3, 4, 3}, Strides: []int{20, 5, 2}}, false, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.box, box(&c.l, &whole))
			if c.box {
				v := stripValue{whole: whole, strip: broadcast.RowMajor(3, 2, 5)}
				v.lay(&c.l)
				assert.Equal(t, c.strided, c.l.Strides)
				assert.Equal(t, c.offset, c.l.Offset)
			}
		})
	}
}
