package fuse

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// reverse reads a storage of one axis from its end.
func reverse(t *testing.T, s *graph.Storage) graph.Arg {
	l, err := s.Layout().Slice(0, broadcast.End, broadcast.End, -1)
	require.NoError(t, err)
	return s.Read(&l)
}

// expand reads a storage over a larger shape.
func expand(t *testing.T, s *graph.Storage, shape ...int) graph.Arg {
	l, err := s.Layout().To(shape)
	require.NoError(t, err)
	return s.Read(&l)
}

func TestTheCut(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits device.Limits
		roots  func(t *testing.T, d device.Device) []*graph.Storage
		want   []string
	}{
		{"an expression joins those of its shape", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{apply(op.Exp, apply(op.Neg, newStorage(t, d, 3)))}
		}, []string{"[3] of 1: neg exp, 1 stored"}},
		{"what several expressions share is computed once", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			return []*graph.Storage{apply(op.Add, apply(op.Exp, x), apply(op.Abs, x))}
		}, []string{"[3] of 1: neg exp abs add, 1 stored"}},
		{"an operand that is read twice is bound once", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := newStorage(t, d, 3)
			return []*graph.Storage{apply(op.Add, apply(op.Mul, x, x), x)}
		}, []string{"[3] of 1: mul add, 1 stored"}},
		{"an operand that is read in two orders is bound twice", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := newStorage(t, d, 3)
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, x.Layout(), op.Add, nil, whole(x), reverse(t, x))}
		}, []string{"[3] of 2: add, 1 stored"}},
		{"several results of one shape come out of one launch", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			return []*graph.Storage{x, apply(op.Exp, x), apply(op.Abs, newStorage(t, d, 3))}
		}, []string{"[3] of 2: neg exp abs, 3 stored"}},
		{"shapes have launches of their own", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, newStorage(t, d, 3)), apply(op.Exp, newStorage(t, d, 2))}
		}, []string{"[3] of 1: neg, 1 stored", "[2] of 1: exp, 1 stored"}},
		{"a value that is needed over another shape is stored before", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, rowMajor(2, 3), op.Add, nil, expand(t, x, 2, 3), whole(newStorage(t, d, 2, 3)))}
		}, []string{"[3] of 1: neg, 1 stored", "[2 3] of 2: add, 1 stored"}},
		{"a value that is read through a view is stored before", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, x.Layout(), op.Exp, nil, reverse(t, x))}
		}, []string{"[3] of 1: neg, 1 stored", "[3] of 1: exp, 1 stored"}},
		{"a value that is also read through a view is stored once, and goes on", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, x.Layout(), op.Add, nil, whole(apply(op.Exp, x)), reverse(t, x))}
		}, []string{"[3] of 1: neg exp, 2 stored", "[3] of 2: add, 1 stored"}},
		{"a copy is no instruction", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, apply(nil, newStorage(t, d, 3)))}
		}, []string{"[3] of 1: neg, 1 stored"}},
		{"numbers are no operands", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := newStorage(t, d, 3)
			return []*graph.Storage{new(graph.Storage).Init(op.Float32, x.Layout(), op.Add, nil, whole(x), two)}
		}, []string{"[3] of 1: add, 1 stored"}},
		{"operands of a type that the operation does not compute in are converted", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			buf, err := d.Alloc(12)
			require.NoError(t, err)
			x := new(graph.Storage).InitStored(op.Int32, rowMajor(3), buf)
			return []*graph.Storage{apply(op.Exp, x)}
		}, []string{"[3] of 1: cast exp, 1 stored"}},
		{"nothing is launched for shapes without elements", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, newStorage(t, d, 0))}
		}, nil},
		{"a launch binds no more operands than the device takes", device.Limits{Buffers: 3}, func(t *testing.T, d device.Device) []*graph.Storage {
			x, y, z := newStorage(t, d, 3), newStorage(t, d, 3), newStorage(t, d, 3)
			return []*graph.Storage{apply(op.Mul, apply(op.Add, x, y), z)}
		}, []string{"[3] of 2: add, 1 stored", "[3] of 2: mul, 1 stored"}},
		{"values that are needed outside count as operands", device.Limits{Buffers: 3}, func(t *testing.T, d device.Device) []*graph.Storage {
			x := apply(op.Neg, newStorage(t, d, 3))
			y := apply(op.Exp, x)
			return []*graph.Storage{x, y, apply(op.Abs, y)}
		}, []string{"[3] of 1: neg exp, 2 stored", "[3] of 1: abs, 1 stored"}},
		{"an expression of more operands than that is a launch of its own", device.Limits{Buffers: 2}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{apply(op.Neg, apply(op.Add, newStorage(t, d, 3), newStorage(t, d, 3)))}
		}, []string{"[3] of 2: add, 1 stored", "[3] of 1: neg, 1 stored"}},
		{"a launch has so many instructions at most", device.Limits{}, func(t *testing.T, d device.Device) []*graph.Storage {
			return []*graph.Storage{chain(op.Neg, maxCode+1, newStorage(t, d, 3))}
		}, []string{"[3] of 1:" + strings.Repeat(" neg", maxCode) + ", 1 stored", "[3] of 1: neg, 1 stored"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &fake{limits: c.limits}
			roots := c.roots(t, d)
			evaluate(t, d, roots...)
			assert.Equal(t, c.want, d.launches)
			for _, r := range roots {
				assert.True(t, r.Stored())
			}
		})
	}
}

func TestOnlySoManyShapesWaitToBeLaunched(t *testing.T) {
	d := &fake{}
	var roots []*graph.Storage
	for n := range maxOpen + 1 {
		roots = append(roots, apply(op.Neg, newStorage(t, d, 1+n)))
	}
	first := apply(op.Exp, newStorage(t, d, 1)) // its region was closed to make room for the last shape
	evaluate(t, d, append(roots, first)...)
	assert.Len(t, d.launches, maxOpen+2)
	assert.Equal(t, "[1] of 1: neg, 1 stored", d.launches[0])
	assert.Equal(t, "[1] of 1: exp, 1 stored", d.launches[maxOpen+1])
}

func TestHeavyInstructionsAreDividedAmongLaunches(t *testing.T) {
	for _, c := range []struct{ percent, launches int }{{light, 1}, {50, 2}, {60, 4}, {200, 4}} {
		t.Run(fmt.Sprintf("each of four fills %d percent", c.percent), func(t *testing.T) {
			d := &weighing{&fake{}, c.percent}
			evaluate(t, d, chain(op.Exp, 4, newStorage(t, d, 3)))
			assert.Len(t, d.launches, c.launches)
		})
	}
}

func TestWhatIsEvaluatedASecondTimeIsStoredIfItIsDear(t *testing.T) {
	for _, c := range []struct {
		name   string
		below  func(t *testing.T, d device.Device) *graph.Storage
		second string
		third  string
	}{
		{"four operations", func(t *testing.T, d device.Device) *graph.Storage { return chain(op.Exp, dear, newStorage(t, d, 3)) },
			"[3] of 1: exp exp exp exp neg, 2 stored", "[3] of 1: neg, 1 stored"},
		{"three are computed again", func(t *testing.T, d device.Device) *graph.Storage { return chain(op.Exp, dear-1, newStorage(t, d, 3)) },
			"[3] of 1: exp exp exp neg, 1 stored", "[3] of 1: exp exp exp neg, 1 stored"},
		{"so are those that are many times as large as what they are made of", func(t *testing.T, d device.Device) *graph.Storage {
			return chain(op.Exp, dear, new(graph.Storage).Init(op.Float32, rowMajor(100), nil, nil, expand(t, newStorage(t, d, 1), 100)))
		}, "[100] of 1: exp exp exp exp neg, 1 stored", "[100] of 1: exp exp exp exp neg, 1 stored"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &fake{}
			x := c.below(t, d)
			for range 3 {
				evaluate(t, d, apply(op.Neg, x))
			}
			assert.Equal(t, []string{c.second, c.third}, d.launches[1:])
		})
	}
}

func TestTheSameExpressionIsTheSameProgram(t *testing.T) {
	var programs []*device.Program
	d := &noting{fake: &fake{}, programs: &programs}
	for range 2 {
		evaluate(t, d, apply(op.Add, apply(op.Neg, newStorage(t, d, 3)), newStorage(t, d, 3)))
		evaluate(t, d, apply(op.Add, newStorage(t, d, 4), apply(op.Neg, newStorage(t, d, 4))))
	}
	require.Len(t, programs, 4)
	assert.Same(t, programs[0], programs[2])
	assert.Same(t, programs[1], programs[3])
	assert.NotSame(t, programs[0], programs[1], "of another order")
}

// noting is a fake that notes programs.
type noting struct {
	*fake
	programs *[]*device.Program
}

func (n *noting) Run(ctx context.Context, l *device.Launch) error {
	*n.programs = append(*n.programs, l.Program)
	return n.fake.Run(ctx, l)
}

func TestARowComputesInTheTypeOfItsResultWhereAnOperandHasThisType(t *testing.T) {
	for _, o := range op.All() {
		for _, dt := range op.DTypes() {
			if compute, result, err := o.Types(dt); o.As == nil && err == nil && result == dt {
				assert.Equal(t, dt, compute, "%s of %v", o.Name, dt)
			}
		}
	}
}

func TestProgramsAreMadeAgainWhenTooManyWereMade(t *testing.T) {
	first, err := Copies(op.Float32)
	require.NoError(t, err)
	again, err := Copies(op.Float32)
	require.NoError(t, err)
	assert.Same(t, first, again)
	for i := range mostPrograms { // each of other operations
		d := draft{types: []op.DType{op.Float32}, inputs: []device.Input{{Type: op.Float32}}}
		var v device.Value
		for bit := 1; bit < mostPrograms; bit *= 2 {
			v = d.instruct([]*op.Op{op.Neg, op.Abs}[min(i&bit, 1)], op.Float32, v)
		}
		d.outputs = []device.Output{{Value: v}}
		_, err := d.program(0)
		require.NoError(t, err)
	}
	again, err = Copies(op.Float32)
	require.NoError(t, err)
	assert.NotSame(t, first, again)
	assert.LessOrEqual(t, programs.count.Load(), int32(mostPrograms))
}

func TestWhatWasLaunchedBeforeAFailureIsStored(t *testing.T) {
	d := &fake{fails: 2}
	x := apply(op.Neg, newStorage(t, d, 3))
	y := new(graph.Storage).Init(op.Float32, x.Layout(), op.Exp, nil, reverse(t, x))
	assert.ErrorIs(t, Evaluate(context.Background(), d, x, y), errFake)
	assert.True(t, x.Stored())
	assert.False(t, y.Stored())
	evaluate(t, d, y)
	assert.Equal(t, []string{"[3] of 1: neg, 1 stored", "[3] of 1: exp, 1 stored", "[3] of 1: exp, 1 stored"}, d.launches)
	x.Release()
	y.Release()
	assert.EqualValues(t, 1, d.live.Load(), "the operand's buffer alone is left")
}

// panicking is a fake that panics at a launch, counted from 1.
type panicking struct {
	*fake
	at int
}

func (p *panicking) Run(ctx context.Context, l *device.Launch) error {
	if err := p.fake.Run(ctx, l); err != nil || len(p.launches) != p.at {
		return err
	}
	panic("a launch")
}

func TestAfterAPanicAJoinedResultIsNotStored(t *testing.T) {
	d := &panicking{&fake{}, 2}
	x, y := newStorage(t, d, 3), newStorage(t, d, 2)
	joined := new(graph.Storage).InitJoined(op.Float32, rowMajor(5), []*graph.Version{
		graph.NewPart(op.Float32, rowMajor(3), op.Neg, whole(x)),
		graph.NewPart(op.Float32, &broadcast.Layout{Shape: []int{2}, Strides: []int{1}, Offset: 3}, op.Exp, whole(y)),
	})
	assert.Panics(t, func() { _ = Evaluate(context.Background(), d, joined) })
	assert.False(t, joined.Stored(), "it lacks a part")
	evaluate(t, d, joined)
	assert.Len(t, d.launches, 4)
	assert.True(t, joined.Stored())
}

func TestNothingIsLaunchedAfterTheContextHasEnded(t *testing.T) {
	d := &fake{}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := apply(op.Neg, newStorage(t, d, 3))
	assert.ErrorIs(t, Evaluate(ctx, d, x), context.Canceled)
	assert.Empty(t, d.launches)
	evaluate(t, d, x)
}

func TestACopyBesideAWriteIsTheProgramOfACopy(t *testing.T) {
	var programs []*device.Program
	d := &noting{fake: &fake{}, programs: &programs}
	evaluate(t, d, apply(nil, newStorage(t, d, 3)))
	p, err := Copies(op.Float32)
	require.NoError(t, err)
	assert.Same(t, programs[0], p)
}

func TestAWriteToAllElementsOfWhatIsReadCopiesNone(t *testing.T) {
	d := &fake{}
	s := newStorage(t, d, 3)
	reader := apply(op.Exp, s)
	require.NoError(t, Update(d, s, reverse(t, s).Layout, op.Neg, nil, []graph.Arg{whole(newStorage(t, d, 3))}))
	assert.Equal(t, []string{"[3] of 1: neg, 1 stored"}, d.launches)
	evaluate(t, d, reader)
}

func TestAWriteToAllElementsOfAnExpressionDoesNotComputeIt(t *testing.T) {
	d := &fake{}
	s := apply(op.Exp, newStorage(t, d, 3))
	require.NoError(t, Update(d, s, reverse(t, s).Layout, op.Neg, nil, []graph.Arg{whole(newStorage(t, d, 3))}))
	assert.Equal(t, []string{"[3] of 1: neg, 1 stored"}, d.launches)
}

func TestAWriteToAllElementsInAnotherOrderTakesANewBufferAndNoCopy(t *testing.T) {
	d := &fake{}
	s := newStorage(t, d, 3)
	reversed := reverse(t, s)
	reversed.Version.Let() // nothing but the write reads the storage
	require.NoError(t, Update(d, s, reversed.Layout, op.Neg, nil, []graph.Arg{whole(s)}))
	assert.Equal(t, []string{"[3] of 1: neg, 1 stored"}, d.launches)
}
