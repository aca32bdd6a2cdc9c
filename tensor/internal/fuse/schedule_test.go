package fuse

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// take claims the versions of storages, which the test keeps.
func take(t *testing.T, roots ...*graph.Storage) (c *graph.Claim, versions []*graph.Version) {
	c = &graph.Claim{}
	for _, s := range roots {
		v, err := s.Version()
		require.NoError(t, err)
		versions = append(versions, v)
	}
	require.NoError(t, c.Take(context.Background(), versions))
	return c, versions
}

// scheduleOf returns the schedule of waiting roots. It computes nothing.
func scheduleOf(t *testing.T, s *schedules, d device.Device, roots ...*graph.Storage) *schedule {
	c, versions := take(t, roots...)
	defer c.End()
	s.setDevice(d)
	found, err := s.find(c.Nodes, versions)
	require.NoError(t, err)
	return found
}

// structureOf returns the structure of roots that wait.
func structureOf(t *testing.T, s *schedules, roots []*graph.Storage) key {
	c, versions := take(t, roots...)
	defer c.End()
	s.nodes = c.Nodes
	s.describe(versions)
	return s.structure
}

// shift reads a part of a storage of one axis.
func shift(s *graph.Storage, offset, n int) graph.Arg {
	return s.Read(&broadcast.Layout{Shape: []int{n}, Strides: []int{1}, Offset: offset})
}

func TestExpressionsOfOneStructureShareASchedule(t *testing.T) {
	d := &fake{}
	x, y, long := newStorage(t, d, 3), newStorage(t, d, 3), newStorage(t, d, 9)
	over := func(o *op.Op, args ...graph.Arg) *graph.Storage {
		return new(graph.Storage).Init(op.Float32, rowMajor(3), o, nil, args...)
	}
	sum := func() *graph.Storage { return apply(op.Add, x, y) }
	for _, c := range []struct {
		name   string
		shared bool
		first  func() []*graph.Storage
		second func() []*graph.Storage
	}{
		{"the same expression", true,
			func() []*graph.Storage { return []*graph.Storage{sum()} },
			func() []*graph.Storage { return []*graph.Storage{sum()} }},
		{"other operands", true,
			func() []*graph.Storage { return []*graph.Storage{sum()} },
			func() []*graph.Storage { return []*graph.Storage{apply(op.Add, newStorage(t, d, 3), x)} }},
		{"other numbers", true,
			func() []*graph.Storage { return []*graph.Storage{over(op.Add, whole(x), two)} },
			func() []*graph.Storage {
				return []*graph.Storage{over(op.Add, whole(x), graph.Arg{Type: op.Float32})}
			}},
		{"other parts of a storage", true,
			func() []*graph.Storage { return []*graph.Storage{over(op.Neg, shift(long, 0, 3))} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Neg, shift(long, 6, 3))} }},
		{"another operation", false,
			func() []*graph.Storage { return []*graph.Storage{sum()} },
			func() []*graph.Storage { return []*graph.Storage{apply(op.Mul, x, y)} }},
		{"an operand twice", false,
			func() []*graph.Storage { return []*graph.Storage{sum()} },
			func() []*graph.Storage { return []*graph.Storage{apply(op.Add, x, x)} }},
		{"a number instead of an operand", false,
			func() []*graph.Storage { return []*graph.Storage{sum()} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Add, whole(x), two)} }},
		{"another shape", false,
			func() []*graph.Storage { return []*graph.Storage{apply(op.Neg, long)} },
			func() []*graph.Storage { return []*graph.Storage{apply(op.Neg, x)} }},
		{"another order of elements", false,
			func() []*graph.Storage { return []*graph.Storage{apply(op.Neg, x)} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Neg, reverse(t, x))} }},
		{"another type of a result", false,
			func() []*graph.Storage {
				return []*graph.Storage{new(graph.Storage).Init(op.Float64, rowMajor(3), op.Cast, nil, whole(x))}
			},
			func() []*graph.Storage {
				return []*graph.Storage{new(graph.Storage).Init(op.Int32, rowMajor(3), op.Cast, nil, whole(x))}
			}},
		{"another type of an operand", false,
			func() []*graph.Storage { return []*graph.Storage{apply(op.Exp, x)} },
			func() []*graph.Storage {
				i := new(graph.Storage).InitStored(op.Int32, x.Layout(), &block{of: d, bytes: 12})
				return []*graph.Storage{apply(op.Exp, i)}
			}},
		{"another type of a number", false,
			func() []*graph.Storage { return []*graph.Storage{over(op.Exp, two)} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Exp, graph.Arg{Type: op.Int32})} }},
		{"a fill of another shape", false,
			func() []*graph.Storage { return []*graph.Storage{over(nil, two)} },
			func() []*graph.Storage {
				return []*graph.Storage{new(graph.Storage).Init(op.Float32, rowMajor(4), nil, nil, two)}
			}},
		{"a value through a view", false,
			func() []*graph.Storage { return []*graph.Storage{apply(op.Neg, sum())} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Neg, reverse(t, sum()))} }},
		{"a part of a value twice", false,
			func() []*graph.Storage {
				v := apply(op.Neg, long)
				return []*graph.Storage{over(op.Add, shift(v, 0, 3), shift(v, 6, 3))}
			},
			func() []*graph.Storage {
				v := apply(op.Neg, long)
				return []*graph.Storage{over(op.Add, shift(v, 6, 3), shift(v, 6, 3))}
			}},
		{"another value", false,
			func() []*graph.Storage {
				v, w := apply(op.Neg, x), apply(op.Neg, y)
				return []*graph.Storage{v, w, over(op.Exp, reverse(t, v))}
			},
			func() []*graph.Storage {
				v, w := apply(op.Neg, x), apply(op.Neg, y)
				return []*graph.Storage{v, w, over(op.Exp, reverse(t, w))}
			}},
		{"other parts of a value", true,
			func() []*graph.Storage { return []*graph.Storage{over(op.Exp, shift(apply(op.Neg, long), 0, 3))} },
			func() []*graph.Storage { return []*graph.Storage{over(op.Exp, shift(apply(op.Neg, long), 6, 3))} }},
		{"a value that is asked for too", false,
			func() []*graph.Storage { return []*graph.Storage{apply(op.Neg, sum())} },
			func() []*graph.Storage { s := sum(); return []*graph.Storage{apply(op.Neg, s), s} }},
		{"another of the values is asked for", false,
			func() []*graph.Storage { s := sum(); return []*graph.Storage{apply(op.Neg, s), s} },
			func() []*graph.Storage { s := sum(); return []*graph.Storage{s, apply(op.Neg, s)} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &schedules{}
			for range 2 { // at the second time it is kept
				scheduleOf(t, s, d, c.first()...)
			}
			first := scheduleOf(t, s, d, c.first()...)
			scheduleOf(t, s, d, c.second()...)
			assert.Equal(t, c.shared, first == scheduleOf(t, s, d, c.second()...))
			assert.Equal(t, c.shared, slices.Equal(first.structure, structureOf(t, s, c.second())), "also if the hash is the same")
			assert.Same(t, first, scheduleOf(t, s, d, c.first()...))
		})
	}
}

func TestAScheduleIsKeptOnceItsStructureComesAgain(t *testing.T) {
	d, s := &fake{}, &schedules{}
	x := newStorage(t, d, 3)
	first := scheduleOf(t, s, d, apply(op.Neg, x))
	assert.Empty(t, first.structure)
	assert.NotEmpty(t, scheduleOf(t, s, d, apply(op.Neg, x)).structure)
}

func TestAWriteHasTheScheduleOfItsStructureAndItsOwnOffset(t *testing.T) {
	d := &placing{fake: &fake{}}
	x, rows := newStorage(t, d, 3), newStorage(t, d, 2, 3)
	second := broadcast.Layout{Shape: []int{3}, Strides: []int{1}, Offset: 3}
	e := &evaluation{ctx: context.Background()}
	e.setDevice(d)
	for range 3 {
		require.NoError(t, e.computeAll(new(graph.Storage).Init(op.Float32, rowMajor(3), op.Neg, nil, whole(x))))
		e.dst, e.write = rows, &graph.Version{}
		e.write.Wait(op.Float32, &second, op.Neg, nil, []graph.Arg{whole(x)})
		require.NoError(t, e.compute([]*graph.Version{e.write}))
		e.write.Drop()
	}
	assert.Equal(t, []int{0, 3, 0, 3, 0, 3}, d.offsets)
	assert.Len(t, e.known, 1)
}

// placing is a fake that notes where the results of launches begin.
type placing struct {
	*fake
	offsets []int
}

func (p *placing) Run(ctx context.Context, l *device.Launch) error {
	p.offsets = append(p.offsets, l.Out[0].Layout.Offset)
	return p.fake.Run(ctx, l)
}

func TestWhatAnEvaluationHasReachedIsScheduledAnew(t *testing.T) {
	d, e := &fake{}, &evaluation{ctx: context.Background()}
	e.setDevice(d)
	x := newStorage(t, d, 3)
	compute := func(s *graph.Storage) { require.NoError(t, e.computeAll(s)) }
	for range 3 {
		compute(apply(op.Exp, chain(op.Neg, dear, x)))
	}
	y := chain(op.Neg, dear, x)
	compute(apply(op.Exp, y))
	assert.False(t, y.Stored())
	compute(apply(op.Exp, y))
	assert.True(t, y.Stored(), "it is wanted again, and dear")
}

func TestDevicesOfOtherLimitsHaveOtherSchedules(t *testing.T) {
	s, d := &schedules{}, &fake{limits: device.Limits{Buffers: 3}}
	roots := func(d device.Device) []*graph.Storage {
		return []*graph.Storage{apply(op.Mul, apply(op.Add, newStorage(t, d, 3), newStorage(t, d, 3)), newStorage(t, d, 3))}
	}
	large := &fake{}
	for range 3 {
		assert.Len(t, scheduleOf(t, s, d, roots(d)...).order, 2)
		assert.Len(t, scheduleOf(t, s, large, roots(large)...).order, 1)
	}
}

func TestAScheduleThatIsKeptHoldsNoBuffer(t *testing.T) {
	d, e := &fake{}, &evaluation{ctx: context.Background()}
	e.setDevice(d)
	x := newStorage(t, d, 3)
	for range 3 {
		require.NoError(t, e.computeAll(apply(op.Neg, x)))
	}
	kept := 0
	for _, s := range e.known {
		if s == nil {
			continue
		}
		kept++
		for i := range s.regions {
			for _, o := range append(s.regions[i].launch.In, s.regions[i].launch.Out...) {
				assert.Nil(t, o.Buffer)
			}
		}
	}
	assert.Equal(t, 1, kept)
}

// draw returns random expressions over a few storages, with few operations and layouts, so many
// have the same structure.
func draw(r *rand.Rand, stored []*graph.Storage) (roots []*graph.Storage) {
	all := slices.Clone(stored)
	for range 1 + r.IntN(4) {
		o, n := []*op.Op{op.Neg, op.Add}[r.IntN(2)], 3+r.IntN(2)
		var args []graph.Arg
		for range o.Arity {
			s := all[r.IntN(len(all))]
			switch r.IntN(4) {
			case 0:
				args = append(args, two)
				continue
			case 1:
				s = all[len(all)-1]
			}
			if s.Layout().Len() < n {
				s = stored[0]
			}
			stride := 1 - 2*r.IntN(2)
			first := r.IntN(s.Layout().Len() - n + 1)
			if stride < 0 {
				first += n - 1
			}
			args = append(args, s.Read(&broadcast.Layout{Shape: []int{n}, Strides: []int{stride}, Offset: first}))
		}
		s := new(graph.Storage).Init(op.Float32, rowMajor(n), o, nil, args...)
		all = append(all, s)
		if roots == nil || r.IntN(2) == 0 {
			roots = append(roots, s)
		}
	}
	return append(roots, all[len(all)-1])
}

func TestAScheduleThatServesAgainIsWhatACutGives(t *testing.T) {
	d, r, s := &fake{}, rand.New(rand.NewPCG(1, 2)), &schedules{}
	storages := []*graph.Storage{newStorage(t, d, 4), newStorage(t, d, 5)}
	again := 0
	for range 10_000 {
		roots := draw(r, storages)
		found, fresh := scheduleOf(t, s, d, roots...), scheduleOf(t, &schedules{}, d, roots...)
		if found != s.schedule {
			again++
		}
		require.Equal(t, fresh.order, found.order)
		for i := range fresh.regions {
			a, b := &fresh.regions[i], &found.regions[i]
			require.True(t, slices.Equal(a.nodes, b.nodes) && slices.Equal(a.outputs, b.outputs))
			require.True(t, slices.Equal(a.inputs, b.inputs) && slices.Equal(a.scalars, b.scalars))
			require.Same(t, a.launch.Program, b.launch.Program)
			for k := range a.launch.In {
				require.Equal(t, key(nil).layout(0, &a.launch.In[k].Layout, nil), key(nil).layout(0, &b.launch.In[k].Layout, nil))
			}
		}
	}
	assert.Greater(t, again, 500)
}
