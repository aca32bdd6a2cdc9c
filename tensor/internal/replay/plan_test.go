package replay

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// fake is a device that notes the buffers of its launches, numbered as they were allocated. It
// computes nothing.
type fake struct {
	device.Device
	buffers  int
	live     atomic.Int32 // buffers that were not given back; cleanups do so too
	launches [][]int      // the output, then the inputs
	fails    error
}

type block struct {
	of            *fake
	number, bytes int
}

func (f *fake) Info() device.Info {
	return device.Info{Kind: device.CPU, DTypes: op.SetOf(op.DTypes()...)}
}
func (f *fake) String() string { return "fake" }

func (f *fake) Alloc(bytes int) (device.Buffer, error) {
	f.buffers++
	f.live.Add(1)
	return &block{f, f.buffers, bytes}, nil
}

func (f *fake) Run(_ context.Context, l *device.Launch) error {
	if err := l.Check(f.Info()); err != nil {
		return err
	}
	var numbers []int
	for _, o := range slices.Concat(l.Out, l.In) {
		numbers = append(numbers, o.Buffer.(*block).number)
	}
	f.launches = append(f.launches, numbers)
	return f.fails
}

func (b *block) Len() int                                { return b.bytes }
func (b *block) Write(int, []byte) error                 { return nil }
func (b *block) Read(context.Context, int, []byte) error { return nil }
func (b *block) Release()                                { b.of.live.Add(-1) }

// matrix is a layout of nine elements.
var matrix = broadcast.RowMajor(3, 3)

func flippedLayout() *broadcast.Layout {
	l, err := matrix.Flip(0)
	if err != nil {
		panic(err)
	}
	return &l
}

func apply(s *graph.Storage, layouts ...*broadcast.Layout) *graph.Storage {
	var operands []graph.Arg
	for _, l := range layouts {
		operands = append(operands, s.Read(l))
	}
	return new(graph.Storage).Init(op.Float32, s.Layout(), map[int]*op.Op{1: op.Neg, 2: op.Add}[len(layouts)], nil, operands...)
}

// assign writes an expression to a storage whose elements it reads at a layout.
func assign(r *Recorder, s *graph.Storage, l *broadcast.Layout) error {
	value := apply(s, l)
	return fuse.Update(r, s, s.Layout(), nil, nil, []graph.Arg{value.Read(value.Layout())})
}

// chain makes one launch for each step: a step reads its input flipped, so the input must be
// stored.
func chain(s *graph.Storage, steps int) *graph.Storage {
	for range steps {
		s = apply(s, flippedLayout(), s.Layout())
	}
	return s
}

func evaluate(t *testing.T, r *Recorder, s *graph.Storage) {
	t.Helper()
	require.NoError(t, fuse.Evaluate(context.Background(), r, s))
}

func newStorage(t *testing.T, f *fake) *graph.Storage {
	buf, err := f.Alloc(4 * matrix.Len())
	require.NoError(t, err)
	return new(graph.Storage).InitStored(op.Float32, &matrix, buf)
}

// newInput returns what stands for a storage of the other device.
func newInput(r *Recorder) *graph.Storage {
	_, stand := r.Input(new(graph.Storage).Init(op.Float32, &matrix, nil, nil, graph.Arg{Type: op.Float32}), op.Float32, false)
	return stand
}

func TestIntermediateResultsShareBuffers(t *testing.T) {
	f := &fake{}
	r := NewRecorder(f)
	x := newInput(r)
	y := chain(x, 6)
	evaluate(t, r, y)
	p, err := r.Plan([]*graph.Storage{y})
	require.NoError(t, err)
	given := newStorage(t, f)
	for range 3 {
		f.launches = nil
		c := &Call{Inputs: []*graph.Storage{given}, Shifts: []int{0}, Results: []*graph.Storage{{}}}
		require.NoError(t, p.Run(c))
		c.Results[0].Release()
		require.Len(t, f.launches, 6)
		buffers := map[int]bool{}
		for i, l := range f.launches {
			buffers[l[0]] = true
			assert.NotContains(t, l[1:], l[0], "launch %d reads elsewhere than it writes", i)
		}
		assert.LessOrEqual(t, len(buffers), 3, "two alternate, and the result")
	}
	for range 2 { // a pool keeps what it has until the second collection
		device.Collect()
	}
	assert.EqualValues(t, 1, f.live.Load(), "the argument: nothing runs")
	runtime.KeepAlive(given)
}

func TestAResultTakesTheSlotOfAnIntermediateResult(t *testing.T) {
	f := &fake{}
	r := NewRecorder(f)
	x := newInput(r)
	y := chain(x, 1)
	evaluate(t, r, y)
	z := apply(y, y.Layout())
	evaluate(t, r, z)
	p, err := r.Plan([]*graph.Storage{z})
	require.NoError(t, err)
	require.NoError(t, p.Run(&Call{Inputs: []*graph.Storage{newStorage(t, f)}, Shifts: []int{0}, Results: []*graph.Storage{{}}}))
	assert.Equal(t, [][]int{{2, 1, 1}, {2, 2}}, f.launches)
}

func TestASlotIsTheSmallestThatIsLargeEnoughOrElseTheLargest(t *testing.T) {
	for _, c := range []struct {
		name        string
		free        []int // their bytes
		bytes, want int   // want is an index of free
	}{
		{"of its size", []int{4, 8, 16}, 8, 1},
		{"the smaller of two", []int{32, 16, 4}, 8, 1},
		{"the only one that is large enough", []int{4, 32, 6}, 8, 1},
		{"the largest, which grows", []int{2, 6, 4}, 8, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &Plan{}
			var free []int
			for _, n := range c.free {
				free = append(free, p.add(slot{kind: scratch, bytes: n}))
			}
			assert.Equal(t, c.want, p.room(c.bytes, &free))
			assert.NotContains(t, free, c.want, "it is taken")
			assert.Equal(t, max(c.free[c.want], c.bytes), p.slots[c.want].bytes)
		})
	}
}

func TestAnInputIsWrittenInPlaceIfNothingElseNeedsItsElements(t *testing.T) {
	row := broadcast.Layout{Shape: []int{3}, Strides: []int{1}}
	next := broadcast.Layout{Shape: []int{3}, Strides: []int{1}, Offset: 3}
	for _, c := range []struct {
		name  string
		write func(t *testing.T, r *Recorder, x *graph.Storage)
		read  bool // an expression of the program reads x too
		want  [][]int
	}{
		{"each element at its own position", func(t *testing.T, r *Recorder, x *graph.Storage) {
			require.NoError(t, assign(r, x, x.Layout()))
		}, false, [][]int{{1, 1}}},
		{"elements elsewhere", func(t *testing.T, r *Recorder, x *graph.Storage) {
			require.NoError(t, assign(r, x, flippedLayout()))
		}, false, [][]int{{2, 1}}},
		{"a row of another", func(t *testing.T, r *Recorder, x *graph.Storage) {
			require.NoError(t, fuse.Update(r, x, &row, op.Neg, nil, []graph.Arg{x.Read(&next)}))
		}, false, [][]int{{1, 1}}},
		{"a row while the old elements are needed", func(t *testing.T, r *Recorder, x *graph.Storage) {
			require.NoError(t, fuse.Update(r, x, &row, op.Neg, nil, []graph.Arg{x.Read(&next)}))
		}, true, [][]int{{2, 1}, {2, 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{}
			r := NewRecorder(f)
			x := newInput(r)
			c.write(t, r, x)
			p, err := r.Plan(nil)
			require.NoError(t, err)
			given := newStorage(t, f)
			if c.read {
				defer apply(given, given.Layout()).Release()
			}
			require.NoError(t, p.Run(&Call{Inputs: []*graph.Storage{given}, Shifts: []int{0}}))
			assert.Equal(t, c.want, f.launches)
		})
	}
}

func TestStoragesAreLockedInOneOrderWhateverTheOrderOfTheArguments(t *testing.T) {
	f := &fake{}
	p := &Plan{inputs: []input{{after: 0}, {after: 1}}}
	x, y := newStorage(t, f), newStorage(t, f)
	lock := func(inputs ...*graph.Storage) []*graph.Storage {
		var s state
		s.lock(p, &Call{Inputs: inputs})
		defer s.unlock()
		return slices.Clone(s.locked)
	}
	one, other := lock(x, y), lock(y, x)
	assert.Same(t, one[0], other[0])
	assert.Same(t, one[1], other[1])
}

func TestAfterAnErrorAWriteThatHasBegunReportsIt(t *testing.T) {
	f := &fake{fails: assert.AnError}
	r := NewRecorder(f)
	x, y := newInput(r), newInput(r)
	require.NoError(t, assign(r, x, x.Layout()))
	require.NoError(t, assign(r, y, y.Layout()))
	p, err := r.Plan(nil)
	require.NoError(t, err)
	begun, not := newStorage(t, f), newStorage(t, f)
	require.ErrorIs(t, p.Run(&Call{Inputs: []*graph.Storage{begun, not}, Shifts: []int{0, 0}}), assert.AnError)
	assert.ErrorIs(t, fuse.Evaluate(context.Background(), f, begun), assert.AnError)
	assert.True(t, not.Stored())
	f.fails = nil
	begun.Release()
	not.Release()
	assert.Zero(t, f.live.Load())
}

func TestARecorderHasNoElements(t *testing.T) {
	r := NewRecorder(&fake{})
	buf, err := r.Alloc(4)
	require.NoError(t, err)
	assert.ErrorIs(t, buf.Read(context.Background(), 0, make([]byte, 4)), ErrValue)
	assert.ErrorIs(t, r.Sync(context.Background()), ErrValue)
	s := newInput(r)
	require.NoError(t, r.Close())
	assert.ErrorIs(t, fuse.Evaluate(context.Background(), r, apply(s, s.Layout())), ErrValue, "nor launches when it is closed")
}
