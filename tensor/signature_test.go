package tensor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// calls draws rows and operands: tensors of every dtype and of shapes that mostly fit each other, and
// values of every kind.
type calls struct {
	*rand.Rand
	rows    []*op.Op
	tensors map[DType][]any
	values  []any
}

func newCalls(seed uint64) *calls {
	c := &calls{Rand: rand.New(rand.NewPCG(seed, 0)), tensors: map[DType][]any{}}
	c.rows = slices.DeleteFunc(op.All(), func(o *op.Op) bool { return o.Rule == op.Retype })
	for _, dt := range op.DTypes() {
		x := Arange[int32](-1, 5, 1).Reshape(2, 3).AsType(dt).Clone()
		c.tensors[dt] = []any{
			x, x.Clone(), x.T().Contiguous().Reshape(2, 3), x.Flip(1), x.Index(0, 1), x.Slice(1, 1, 2, 1), x.Index(0, 0).Index(0, 0),
			x.Reshape(1, 2, 3).Expand(4, 2, 3), x.Slice(0, 0, 1, 1).Reshape(3, 1), Ones(dt, 2, 3), Ones(dt), x.Index(0, 0).Clone(),
		}
	}
	c.values = []any{3, -2, 0, 2, 300, 2.0, 1.0, 2.5, float32(0.1), -0.5, math.NaN(), math.Inf(1), true, false, uint8(200), uint64(math.MaxUint64), nil, "tanh", Int8}
	return c
}

// operands draws operands of one dtype or of several, mostly as many as the row takes.
func (c *calls) operands(o *op.Op) []any {
	n := o.Needs()
	if c.IntN(3) == 0 {
		n += c.IntN(4)
	}
	dts := op.DTypes()
	dt, all := dts[c.IntN(len(dts))], make([]any, n)
	for i := range all {
		if c.IntN(4) == 0 {
			dt = dts[c.IntN(len(dts))]
		}
		if of := c.tensors[dt]; c.IntN(3) > 0 {
			all[i] = of[c.IntN(len(of))]
		} else {
			all[i] = c.values[c.IntN(len(c.values))]
		}
	}
	return all
}

// forgetCalls empties the tables of earlier calls.
func forgetCalls() {
	for i := range resolutions {
		resolutions[i].Store(nil)
	}
	for i := range broadcasts {
		broadcasts[i].Store(nil)
	}
}

// formatVersion returns a version as the expression that it waits for.
func formatVersion(v *graph.Version) string {
	if v.Expr == nil {
		return fmt.Sprintf("%p", v)
	}
	var args []string
	for _, a := range v.Expr.Args {
		if a.Version == nil {
			args = append(args, fmt.Sprintf("%v %x", a.Type, a.Scalar))
			continue
		}
		args = append(args, fmt.Sprintf("%v over %v", formatVersion(a.Version), *a.Layout))
	}
	return fmt.Sprintf("%v(%v) of %v", v.Expr.Op, strings.Join(args, "; "), v.Type)
}

// sameWithoutEarlierCalls compares the outcomes of calls made in sequence with the outcome of each
// call alone.
func sameWithoutEarlierCalls(t *testing.T, n int, c *calls, outcome func(o *op.Op, operands []any) (text string, err error)) {
	type call struct {
		o        *op.Op
		operands []any
		got      string
	}
	if Slowed {
		n /= 8
	}
	var all []call
	refused := 0
	for range n {
		d := call{o: c.rows[c.IntN(len(c.rows))]}
		d.operands = c.operands(d.o)
		var err error
		if d.got, err = outcome(d.o, d.operands); err != nil {
			refused++
		}
		all = append(all, d)
	}
	assert.Greater(t, refused, n/8)
	assert.Less(t, refused, n*7/8)
	for _, d := range all {
		forgetCalls()
		if want, _ := outcome(d.o, d.operands); want != d.got {
			require.Equal(t, want, d.got, "%s of %v", d.o.Name, d.operands)
		}
	}
}

func TestEarlierCallsChangeNothing(t *testing.T) {
	sameWithoutEarlierCalls(t, 20000, newCalls(1), func(o *op.Op, operands []any) (string, error) {
		x := apply(o, operands...)
		if err := x.Err(); err != nil {
			return err.Error(), err
		}
		v, err := x.storage.Load().Version()
		require.NoError(t, err)
		return fmt.Sprint(x.dtype, *x.layout, formatVersion(v)), nil
	})
}

func TestEarlierCallsChangeNothingInPlace(t *testing.T) {
	sameWithoutEarlierCalls(t, 8000, newCalls(2), func(o *op.Op, operands []any) (string, error) {
		x, ok := operands[0].(*Tensor)
		if !ok {
			return "", nil
		}
		x = x.Clone()
		defer x.Release()
		updated := applyInPlace(o, append([]any{x}, operands[1:]...)...)
		raw, err := x.Bytes()
		require.NoError(t, err)
		return fmt.Sprint(updated, raw), updated
	})
}

func TestWhatWasAskedForIsRefusedThoughAnotherCallOfTheSameRowWasNot(t *testing.T) {
	x := Ones(Bool, 2)
	forgetCalls()
	require.NoError(t, x.Minimum(x).Err())
	assert.EqualError(t, x.Clamp(nil, x).Err(), "tensor: clamp: not defined for bool; "+op.Clamp.Hint)
	require.NoError(t, x.Clone().MinimumInPlace(x))
	assert.EqualError(t, x.Clone().ClampInPlace(nil, x), "tensor: clamp in place: not defined for bool; "+op.Clamp.Hint)
}

func TestACallHasRoomForTheOperandsOfEveryRow(t *testing.T) {
	for _, o := range op.All() {
		assert.LessOrEqual(t, o.Arity, maxOperands, o.Name)
		if o.With != nil {
			assert.LessOrEqual(t, o.With.Arity, maxOperands, o.Name)
		}
	}
	for _, dt := range op.DTypes() {
		assert.Equal(t, dt, (preset | kind(dt)).dtype())
		assert.Equal(t, preset, (preset | kind(dt)).level())
	}
}

func TestAnEarlierCallKeepsNoTensorAlive(t *testing.T) {
	collected := make(chan struct{})
	func() {
		view, row := Ones(Float32, 3, 2).T(), Ones(Float32, 3).Clone()
		runtime.AddCleanup(view, func(c chan struct{}) { close(c) }, collected)
		view.Add(row).Release()
	}()
	for range 1000 {
		runtime.GC()
		select {
		case <-collected:
			return
		case <-time.After(time.Millisecond):
		}
	}
	t.Error("it is still reachable")
}

func TestATooLargeResultOfBroadcastingIsAnErrorAtOnce(t *testing.T) {
	x := Zeros(Float64, 1).Clone()
	row, column := x.Expand(math.MaxInt/16), x.Reshape(1, 1).Expand(4, 1)
	require.NoError(t, row.Err())
	require.NoError(t, column.Err())
	assert.ErrorContains(t, row.Add(column).Err(), "more bytes than an int counts")
}
