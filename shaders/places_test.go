package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

func TestAWordTellsTheFirstWrongIndex(t *testing.T) {
	w, err := Lower(stagesFile{program: "(%0 float32 places 2, %1 int8, %2 uint32)\n%3 float32 = load %0 %1 %2\nreturn %3", shape: []int{9}}.launch(t), Limits{}, Repair{})
	require.NoError(t, err)
	words := make([]uint32, w.Errors().Bytes/wordBytes)
	word := func(i int) uint32 { return words[i] }
	assert.Nil(t, w.Checks().IndexError(word), "no word is set")
	words[0], words[8] = ^uint32(7), ^uint32(7)
	words[9] = 250
	assert.Equal(t, &device.IndexError{Index: 250, Axis: 1, Size: 5, Element: 7}, w.Checks().IndexError(word))
	words[4], words[5] = ^uint32(7), 0xfffffff0
	assert.Equal(t, &device.IndexError{Index: -16, Axis: 0, Size: 5, Element: 7}, w.Checks().IndexError(word), "of one element, the first index counts")
}

func TestPositionsMoveWithAReusedLaunch(t *testing.T) {
	l := stagesFile{program: "(%0 int64 position)\n%1 int64 = neg %0\nreturn %1", shape: []int{9}}.launch(t)
	w, err := Lower(l, Limits{}, Repair{})
	require.NoError(t, err)
	w.Unbind()
	l.In[0].Layout.Offset = 1<<30 + 3
	require.True(t, w.Rebind(l))
	assert.Equal(t, 1<<30+3, w.Stages()[0].nest.operands[1].offset)
}
