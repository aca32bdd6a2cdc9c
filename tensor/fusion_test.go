package tensor_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

func TestBuildingComputesNothing(t *testing.T) {
	d := recordTensors(t)
	x := iota32(6, 2, 3)
	before := d.allocs
	x.Add(1).T().Mul(tensor.Zeros(tensor.Float32, 2)).Exp()
	assert.Empty(t, d.took())
	assert.Equal(t, before, d.allocs)
}

func TestAChainOfEightOperationsIsOneLaunch(t *testing.T) {
	d := recordTensors(t)
	x, y := iota32(8), iota32(8)
	steps := chain(x, y, func(*tensor.Tensor) {})
	eval(t, steps[len(steps)-1])
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].Program.Code(), 8)
	assert.Len(t, l[0].In, 2, "x and y, each once")
	assert.Len(t, l[0].Out, 1)
	eval(t, steps[len(steps)-1])
	assert.Empty(t, d.took(), "what is stored is not computed again")
}

func TestSharedSubexpressionsAreComputedOnce(t *testing.T) {
	d := recordTensors(t)
	s := iota32(4).Exp()
	out := s.Add(1).Mul(s.Sub(1)).Add(s)
	eval(t, out)
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].Program.Code(), 5)
}

func TestSeveralResultsOfOneShapeComeOutOfOneLaunch(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	s := x.Exp()
	a, b := s.Add(1), s.Mul(2)
	eval(t, a, b, s, a)
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].Out, 3)
	assert.Len(t, l[0].Program.Code(), 3)
}

func TestComparisonsSelectionsAndCastsFuse(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	i := tensor.FromSlice([]int32{3, 2, 1, 0})
	y := tensor.Where(x.Gt(1).LogicalAnd(i.Lt(2)), x.Add(i), i.AsType(tensor.Float32).Neg()).AsType(tensor.Int32)
	assert.Equal(t, []int32{-3, -2, 3, 3}, data[int32](t, y))
	assert.Len(t, d.took(), 1)
}

func TestConstantsAndNumbersTravelAsScalars(t *testing.T) {
	d := recordTensors(t)
	y := iota32(4).Mul(tensor.Full[int32](3, 4)).Add(tensor.Ones(tensor.Float32)).Sub(0.5)
	assert.Equal(t, []float32{.5, 3.5, 6.5, 9.5}, data32(t, y))
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].In, 1)
	assert.Len(t, l[0].Scalars, 3)
}

func TestTheSameExpressionIsTheSameProgram(t *testing.T) {
	d := recordTensors(t)
	x := iota32(4)
	for i := range 3 {
		eval(t, x.Mul(i).Add(x))
	}
	eval(t, x.Mul(2).Sub(x))
	l := d.took()
	require.Len(t, l, 4)
	assert.Same(t, l[0].Program, l[2].Program, "scalars are no part of it")
	assert.NotSame(t, l[0].Program, l[3].Program)
}

func TestAWideExpressionIsCutAtTheDevicesLimit(t *testing.T) {
	d := newRecorder()
	d.info.Limits.Buffers = 4
	on(t, d)
	sum := iota32(3)
	for range 20 {
		sum = sum.Add(iota32(3))
	}
	assert.Equal(t, []float32{0, 21, 42}, data32(t, sum))
	l := d.took()
	assert.Len(t, l, 10, "three inputs and a result each")
	for _, launch := range l {
		assert.LessOrEqual(t, len(launch.In)+len(launch.Out), 4)
	}
}

func TestAStoreLeavesTheDeviceABufferAlsoIfNoIndexCanBeWrong(t *testing.T) {
	d := newRecorder()
	on(t, d)
	for buffers := 4; buffers <= 9; buffers++ {
		d.info.Limits.Buffers = buffers
		sum := iota32(6)
		for range 4 {
			sum = sum.Add(iota32(6))
		}
		assert.Equal(t, []float32{15, 20, 25}, data32(t, sum.MaskedSelect(sum.Gt(10))))
	}
}

func TestALongChainIsOneLaunchHoweverFewBuffersADeviceBinds(t *testing.T) {
	d := newRecorder()
	d.info.Limits.Buffers = 2
	on(t, d)
	x := iota32(3)
	for range 40 { // each expression needs the one before, which is then dropped
		x = x.Add(1)
	}
	assert.Equal(t, []float32{40, 41, 42}, data32(t, x))
	assert.Len(t, d.took(), 1)
}

func TestLaunchesOfOneInstructionAreToldApartByWhichOperandsAreOne(t *testing.T) {
	recordTensors(t)
	x, y := iota32(3), tensor.Full[float32](5, 3).Clone()
	for range 2 { // at first, and when the programs are known
		assert.Equal(t, []float32{-5, -4, -3}, data32(t, x.Sub(y)))
		assert.Equal(t, []float32{5, 4, 3}, data32(t, y.Sub(x)))
		assert.Equal(t, []float32{0, 0, 0}, data32(t, x.Sub(x)))
		assert.Equal(t, []float32{-1, 0, 1}, data32(t, x.Sub(1)))
		assert.Equal(t, []float32{1, 0, -1}, data32(t, tensor.Full[float32](1).Sub(x)))
	}
}

func TestABroadcastSubexpressionIsNotComputedAgainForEveryRepetition(t *testing.T) {
	d := recordTensors(t)
	row := iota32(4).Exp()
	out := iota32(1000, 1000, 1).Mul(row)
	eval(t, out)
	l := d.took()
	require.Len(t, l, 2)
	assert.Equal(t, []int{4}, l[0].Shape)
	assert.Equal(t, "exp", l[0].Program.Code()[0].Op.Name)
	eval(t, row)
	assert.Empty(t, d.took(), "it was stored on the way")
}

func TestAValueThatTwoRegionsNeedIsStoredOnce(t *testing.T) {
	d := recordTensors(t)
	s := iota32(6, 2, 3).Add(1)
	a, b := s.T().Mul(2), s.Index(0, 0).Mul(3)
	eval(t, a, b, s.Neg())
	l := d.took()
	stores := 0
	for _, launch := range l {
		for _, in := range launch.Program.Code() {
			if in.Op.Name == "add" {
				stores++
			}
		}
	}
	assert.Equal(t, 1, stores)
	assert.Equal(t, []float32{2, 8, 4, 10, 6, 12}, data32(t, a))
	assert.Equal(t, []float32{3, 6, 9}, data32(t, b))
}

func TestManyShapesAtOnce(t *testing.T) {
	recordTensors(t)
	base := iota32(1)
	var all []*tensor.Tensor
	for n := range 40 { // more than stay open at a time, in turns
		all = append(all, base.BroadcastTo(n).Add(n))
	}
	for n := range 40 {
		all = append(all, all[n].Mul(2).Add(all[n]))
	}
	eval(t, all...)
	for n := range 40 {
		assert.Equal(t, slices.Repeat([]float32{float32(3 * n)}, n), data32(t, all[40+n]))
	}
}

func TestAssignComputesStraightIntoMemory(t *testing.T) {
	d := recordTensors(t)
	x, y := iota32(6, 2, 3), iota32(4, 2, 2)
	before := d.allocs
	require.NoError(t, x.Slice(1, 0, 2, 1).Assign(y.T().Mul(10).Add(1)))
	l := d.took()
	require.Len(t, l, 1)
	assert.Len(t, l[0].Program.Code(), 2)
	assert.Equal(t, before, d.allocs, "no buffer in between")
	assert.Equal(t, []float32{1, 21, 2, 11, 31, 5}, data32(t, x))
}

func TestInPlaceOperationsNeedNoSecondBuffer(t *testing.T) {
	d := recordTensors(t)
	x, y := iota32(4), iota32(4)
	before := d.allocs
	require.NoError(t, x.AddInPlace(y.Mul(2)))
	require.NoError(t, x.SqrtInPlace())
	require.NoError(t, x.MulInPlace(x))
	require.NoError(t, x.ClampInPlace(1, nil))
	assert.Equal(t, before, d.allocs)
	assert.Len(t, d.took(), 4)
	assert.InDeltaSlice(t, []float32{1, 3, 6, 9}, data32(t, x), 1e-5)
}

func TestAnOverlappingOperandIsCopiedFirst(t *testing.T) {
	d := recordTensors(t)
	x := iota32(5)
	require.NoError(t, x.Slice(0, 1, tensor.End, 1).AddInPlace(x.Slice(0, 0, 4, 1)))
	assert.Len(t, d.took(), 2)
	assert.Equal(t, []float32{0, 1, 3, 5, 7}, data32(t, x))
}

// scales are a recorder on which an exponential fills much of a launch.
type scales struct{ *recorder }

func (scales) Weight(o *op.Op, in, result op.DType) int {
	switch {
	case o == op.Exp && in == op.Float32:
		return 40
	case o == op.Tanh:
		return 250
	case o == op.Cast && in == op.Float32 && result == op.Int32:
		return 90
	}
	return 9
}

func TestHeavyInstructionsAreDividedAmongLaunches(t *testing.T) {
	lengths := func(t *testing.T, build func(x *tensor.Tensor) *tensor.Tensor) (lengths []int) {
		d := scales{newRecorder()}
		on(t, d)
		bits, err := build(tensor.FromSlice([]float32{-1, 0, .25, 1})).Bytes()
		require.NoError(t, err)
		for _, l := range d.took() {
			lengths = append(lengths, len(l.Program.Code()))
		}
		on(t, newRecorder())
		want, err := build(tensor.FromSlice([]float32{-1, 0, .25, 1})).Bytes()
		require.NoError(t, err)
		assert.Equal(t, want, bits)
		return lengths
	}
	for _, c := range []struct {
		name  string
		build func(x *tensor.Tensor) *tensor.Tensor
		want  []int
	}{
		{"what is light is not counted", func(x *tensor.Tensor) *tensor.Tensor {
			return x.Add(1).Mul(2).Sub(1).Mul(3).Add(1).Mul(2).Sub(1).Mul(3).Add(1).Mul(2).Sub(1).Mul(3).Exp()
		}, []int{13}},
		{"two of 40 %, and what is light, to a launch", func(x *tensor.Tensor) *tensor.Tensor {
			return x.Exp().Sub(1).Exp().Add(1).Neg().Exp()
		}, []int{5, 1}},
		{"what fills more than a launch alone", func(x *tensor.Tensor) *tensor.Tensor {
			return x.Add(1).Tanh().Mul(2).Tanh().Exp()
		}, []int{3, 1, 1}},
		{"a cast by both its types, a selection by what it selects", func(x *tensor.Tensor) *tensor.Tensor {
			return tensor.Where(x.Gt(0), x.Exp(), x).AsType(tensor.Int32)
		}, []int{3, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, lengths(t, c.build))
		})
	}
}
