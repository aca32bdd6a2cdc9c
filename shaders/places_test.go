package shaders

import (
	"math"
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

func TestElementsWithComputedPlacesHaveNumbersOf32Bits(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		return // 32 bits count all
	}
	for _, program := range []string{"(%0 float32, %1 int32)\nreturn %0 at %1 skip", "(%0 float32 places 1, %1 int8)\n%2 float32 = load %0 %1\nreturn %2"} {
		l := stagesFile{program: program, shape: []int{9}}.launch(t)
		l.Shape = []int{math.MaxInt / 64}
		for k := range len(l.Out) + len(l.In) {
			o := &l.Operand(k).Layout
			o.Shape[0], o.Strides[0] = l.Shape[0], 0
		}
		_, err := Lower(l, Limits{}, Repair{})
		assert.ErrorContains(t, err, "elements with places that are computed; 4294967295 are the most, as 32 bits count them")
	}
}

func TestPositionsHaveDistancesOf32Bits(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		return // all have
	}
	l := stagesFile{program: "(%0 int64 position)\n%1 int64 = neg %0\nreturn %1", shape: []int{9}}.launch(t)
	far := 1 << 28
	l.In[0].Layout.Strides[0] = far
	_, err := Lower(l, Limits{}, Repair{})
	assert.EqualError(t, err, "positions from 0 to 2147483648 of the first; distances have 32 bits")
	l.In[0].Layout.Strides[0] = -far
	_, err = Lower(l, Limits{}, Repair{})
	assert.NoError(t, err)
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
