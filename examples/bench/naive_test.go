package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestTheNaiveComputationAgreesInEveryElementAndInNoOther(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	for _, j := range slices.Concat(elementwise(256), groups(256), indexing(256)) {
		s := newStore(d)
		require.NoError(t, s.fill(j.Work.slots()))
		require.NoError(t, j.bind(s))
		require.NoError(t, j.do(), j.id())
		require.NoError(t, j.verify(1, j.N), j.id())
		x, err := execute(j.Work, s)
		require.NoError(t, err)
		if x.flat == nil {
			continue // nothing is kept of what it computes
		}
		for at := 0; at < j.Work.Out.len(); at += 1 + j.Work.Out.len()/1000 {
			got, err := read(x.flat, at)
			require.NoError(t, err)
			require.NoError(t, j.Work.judge(at, got), j.id())
			if isExpression(j) {
				continue
			}
			wrong := got ^ 1<<(j.Work.Out.Type.Size()*8-2)
			if j.Work.Out.Type.DType == op.Bool {
				wrong = got ^ 1
			}
			require.Error(t, j.Work.judge(at, wrong), j.id())
		}
		s.release()
	}
}

func TestInputsAreWhatTheDeviceWasGivenBeyondThePeriodToo(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	s := newStore(d)
	defer s.release()
	n := 2*period + 5
	require.NoError(t, s.fill(map[slot]int{{dtype: single, role: 1}: n}))
	for _, at := range []int{0, 1, period - 1, period, 2*period - 1, 2 * period, n - 1} {
		got, err := read(s.flat[slot{dtype: single, role: 1}], at)
		require.NoError(t, err)
		assert.Equal(t, element(op.Float32, 1, at), got, at)
	}
	assert.NotEqual(t, element(op.Float32, 1, 0), element(op.Float32, 0, 0))
}

// Worked out by hand: [2,3] + [3,2].T, and [4] back to front.
func TestViewsAreCountedByHand(t *testing.T) {
	of := func(view string, shape ...int) operand { return operand{Type: single, Shape: shape, View: view} }
	at := func(index int) op.Scalar { return element(op.Float32, 0, index) }
	assert.Equal(t, at(5), of("T", 3, 2).at(0, []int{1, 2}).Scalar)
	assert.Equal(t, at(2), of("T", 3, 2).at(0, []int{0, 1}).Scalar)
	assert.Equal(t, at(3), of("::-1", 4).at(0, []int{0}).Scalar)
	assert.Equal(t, at(4), of("::2", 6).at(0, []int{2}).Scalar)
	assert.Equal(t, at(1), of("", 3).at(0, []int{7, 1}).Scalar, "a row is the same in every row")
	assert.Equal(t, at(7), of("", 8, 1).at(0, []int{7, 1}).Scalar, "a column in every column")
}

func TestAnInexactStepThatIsNotLastCannotBeJudged(t *testing.T) {
	flat := operand{Type: single, Shape: []int{4}}
	w := operation("", flat, []step{{Op: "exp"}, {Op: "neg"}}, flat).Work
	assert.EqualError(t, w.judge(0, 0), "exp is not exact and not last, so neg(exp(a)) cannot be judged")
}

func TestBytesMovedCountABroadcastInputOnce(t *testing.T) {
	want := map[string]int64{"row": 4 * (2*4096 + 64), "column": 4 * (2*4096 + 64), "outer": 4 * (4096 + 128), "4d": 4 * (4096 + 512 + 64),
		"stepped": 4 * 3 * 2048, "where": 13 * 4096, "compare": 9 * 4096, "chain8": 16 * 4096}
	for _, j := range elementwise(4096) {
		if bytes, ok := want[j.Name]; ok {
			assert.Equal(t, bytes, j.Bytes, j.Name)
			delete(want, j.Name)
		}
	}
	assert.Empty(t, want)
}

// isExpression reports whether a case is one of groups without a row of its own, which may be off in
// its last bits.
func isExpression(j *job) bool {
	return len(j.Work.Steps) == 1 && j.Work.Steps[0].Axes != nil && groupRows[j.Work.Steps[0].Op].row == nil
}
