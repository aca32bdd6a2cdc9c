package device

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// changes are changes to a launch between two runs.
var changes = []struct {
	name   string
	change func(l *Launch)
}{
	{"nothing", func(*Launch) {}},
	{"another buffer", func(l *Launch) { l.In[0].Buffer = &fakeBuffer{24} }},
	{"a larger buffer, and an offset", func(l *Launch) { l.In[0].Buffer, l.In[0].Layout.Offset = &fakeBuffer{48}, 6 }},
	{"a smaller buffer", func(l *Launch) { l.In[0].Buffer = &fakeBuffer{20} }},
	{"buffers that are all too small", func(l *Launch) {
		for _, o := range []*Operand{&l.In[0], &l.In[1], &l.Out[0]} {
			o.Buffer = &fakeBuffer{20}
		}
	}},
	{"no buffer", func(l *Launch) { l.Out[0].Buffer = nil }},
	{"an offset beyond the buffer", func(l *Launch) { l.In[1].Layout.Offset = 1 }},
	{"a negative offset", func(l *Launch) { l.In[1].Layout.Offset = -1 }},
	{"the largest offset", func(l *Launch) { l.In[1].Layout.Offset = int(^uint(0) >> 1) }},
	{"the smallest offset", func(l *Launch) { l.In[1].Layout.Offset = -int(^uint(0)>>1) - 1 }},
	{"an output in place", func(l *Launch) { l.Out[0].Buffer = l.In[1].Buffer }},
	{"an output over a part of an input", func(l *Launch) {
		l.In[1].Buffer, l.Out[0].Buffer = &fakeBuffer{48}, &fakeBuffer{48}
		l.Out[0].Buffer, l.Out[0].Layout.Offset = l.In[1].Buffer, 3
	}},
	{"an output behind an input", func(l *Launch) {
		l.In[1].Buffer = &fakeBuffer{48}
		l.Out[0].Buffer, l.Out[0].Layout.Offset = l.In[1].Buffer, 6
	}},
	{"other strides", func(l *Launch) { l.In[0].Layout.Strides = []int{1, 2} }},
	{"strides that leave the buffer", func(l *Launch) { l.In[0].Layout.Strides = []int{3, 2} }},
	{"an output that repeats an element", func(l *Launch) { l.Out[0].Layout.Strides = []int{0, 1} }},
	{"another shape", func(l *Launch) {
		l.Shape = []int{1, 2}
		for _, o := range []*Operand{&l.In[0], &l.In[1], &l.Out[0]} {
			o.Layout = broadcast.RowMajor(1, 2)
		}
	}},
	{"a shape that the operands do not have", func(l *Launch) { l.Shape = []int{3, 2} }},
	{"an operand of another shape", func(l *Launch) { l.In[0].Layout = broadcast.RowMajor(6) }},
	{"another type", func(l *Launch) { l.In[0].Type = op.Int32 }},
	{"an operand less", func(l *Launch) { l.In = l.In[:1] }},
	{"another scalar", func(l *Launch) { l.Scalars[0] = 7 }},
	{"a scalar of too many bits", func(l *Launch) { l.Scalars[0] = 1 << 40 }},
	{"a scalar less", func(l *Launch) { l.Scalars = nil }},
	{"another program", func(l *Launch) { l.Program = launch(2, 3).Program }},
	{"groups that the program does not have", func(l *Launch) { l.Levels = []int{1} }},
	{"no program", func(l *Launch) { l.Program = nil }},
}

// outcome is the results of Inspect and Plan.
type outcome struct {
	Err  string
	Plan broadcast.Plan
}

func outcomeOf(l *Launch, info Info) (o outcome) {
	if err := l.Check(info); err != nil {
		return outcome{Err: err.Error()}
	}
	return outcome{Plan: l.Plan()}
}

func TestALaunchThatIsReusedIsInspectedAsANewOne(t *testing.T) {
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			reused := launch(2, 3)
			reused.Reuse()
			for range 2 {
				require.Empty(t, outcomeOf(reused, everything).Err)
			}
			c.change(reused)
			fresh := *reused // which has no findings
			for range 2 {
				assert.Equal(t, outcomeOf(&fresh, everything), outcomeOf(reused, everything))
			}
		})
	}
}

func TestALaunchThatIsReusedIsRefusedByADeviceThatLacksItsTypes(t *testing.T) {
	l := launch(2, 3)
	l.Reuse()
	require.Empty(t, outcomeOf(l, everything).Err)
	assert.NotEmpty(t, outcomeOf(l, Info{Name: "poor"}).Err)
	assert.NotEmpty(t, outcomeOf(l, Info{Name: "narrow", DTypes: everything.DTypes, Limits: Limits{Buffers: 2}}).Err)
}

func TestALaunchThatIsReusedRunsAsInspectedIfAChangeIsNotSeen(t *testing.T) {
	l := launch(2, 3)
	l.Reuse()
	want := outcomeOf(l, everything)
	l.In[0].Layout.Strides[0] = 100
	l.In[1].Layout.Shape[0] = 100
	l.Out[0].Layout.Shape = []int{100}
	assert.Equal(t, want, outcomeOf(l, everything))
}

func TestThePlanOfALaunchThatIsReusedFollowsItsOffsets(t *testing.T) {
	l := launch(2, 3)
	l.In[0] = Operand{&fakeBuffer{100}, f32, broadcast.Layout{Shape: l.Shape, Strides: []int{0, -1}, Offset: 2}}
	l.Reuse()
	for _, offset := range []int{2, 7, 4, 1} { // from the last one a row begins before the buffer
		l.In[0].Layout.Offset = offset
		fresh := *l
		assert.Equal(t, outcomeOf(&fresh, everything), outcomeOf(l, everything))
	}
}

func TestANoteStaysWithALaunchUntilItIsAnother(t *testing.T) {
	l := launch(2, 3)
	once, err := l.Inspect(&everything)
	require.NoError(t, err)
	assert.Nil(t, once, "of a launch that is run once")
	l.Reuse()
	note := func(l *Launch) *any {
		room, err := l.Inspect(&everything)
		require.NoError(t, err)
		return room
	}
	*note(l) = "kept"
	l.In[0].Buffer = &fakeBuffer{24}
	assert.Equal(t, "kept", *note(l))
	both := &fakeBuffer{48}
	l.In[0].Buffer, l.Out[0].Buffer, l.Out[0].Layout.Offset = both, both, 6
	assert.Equal(t, "kept", *note(l), "of operands in one buffer")
	l.In[0].Buffer = nil
	_, err = l.Inspect(&everything)
	require.Error(t, err)
	l.In[0].Buffer = both
	assert.Equal(t, "kept", *note(l), "after a launch that was refused")
	l.Out[0].Layout = l.Out[0].Layout.Clone()
	assert.Equal(t, "kept", *note(l), "of an equal layout")
	copied := *l
	assert.Nil(t, note(&copied), "of a copy")
	l.In[0].Layout.Strides = []int{1, 2}
	assert.Nil(t, *note(l))
}
