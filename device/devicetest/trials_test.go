package devicetest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sumOf is a trial that adds the values to themselves.
func (s *source) sumOf(values ...op.Scalar) *trial {
	x, out := s.list(op.Int32, values), s.list(op.Int32, make([]op.Scalar, len(values)))
	return &trial{program: single(device.Instr{Op: op.Add}, repeat(op.Int32, 2), 0), out: []array{out}, in: []array{x, x}}
}

// wrongFor is a reference that adds one to the sums of a number.
func wrongFor(x op.Scalar) *reference {
	d := newReference()
	d.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		y := in.Eval(args, types)
		if args[0] == x {
			y++
		}
		return y
	}
	return d
}

func TestARightLaunchIsCounted(t *testing.T) {
	s := newTrials(newReference())
	require.NoError(t, s.judge(s.sumOf(1, 2, 3)))
	assert.Equal(t, Count{Cases: 1, Elements: 3}, s.report.Count)
	assert.False(t, s.wrong)
	assert.Equal(t, 1, s.row("add", op.Int32).Cases)
}

func TestAWrongElementIsAnErrorThatNamesIt(t *testing.T) {
	s := newTrials(wrongFor(2))
	err := s.judge(s.sumOf(1, 2, 3))
	require.ErrorContains(t, err, "index [1]: got 5")
	assert.ErrorContains(t, err, "want 4")
	assert.Equal(t, Count{Cases: 1, Elements: 3, Wrong: 1}, s.report.Count)
	assert.True(t, s.wrong)
}

func TestNoMoreIsLaunchedAfterTheFirstFaultIfThatIsAskedFor(t *testing.T) {
	s := newTrials(wrongFor(2))
	First()(&s.config)
	require.Error(t, s.judge(s.sumOf(2)))
	assert.NoError(t, s.judge(s.sumOf(2)), "nothing is launched")
	assert.Equal(t, 1, s.report.Cases)
}

func TestAQuickRunTakesFewerButOneAtLeast(t *testing.T) {
	s := newTrials(newReference())
	assert.Equal(t, 16, s.more(16))
	Quick()(&s.config)
	assert.Equal(t, 2, s.more(16))
	assert.Equal(t, 1, s.more(3))
}

func TestEachCheckHasItsOwnRandomValues(t *testing.T) {
	s := newTrials(newReference())
	s.reseed("a")
	first := s.value(op.Uint64)
	s.reseed("b")
	assert.NotEqual(t, first, s.value(op.Uint64))
	s.reseed("a")
	assert.Equal(t, first, s.value(op.Uint64))
}
