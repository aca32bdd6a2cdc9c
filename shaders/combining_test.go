package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

// products is a launch that sorts the places of its store, and combines in several runs.
func products(t *testing.T) *device.Launch {
	l := stagesFile{program: "(%0 float16, %1 int32)\nreturn %0 at %1 prod skip", shape: []int{300}}.launch(t)
	l.Out[0].Layout.Shape[1] = 9000
	return l
}

func TestStagesThatCombineShareTheElements(t *testing.T) {
	w, err := Lower(products(t), Limits{Work: 100 * roundCost}, Repair{})
	require.NoError(t, err)
	var elements, joined []share
	for _, k := range w.Stages() {
		if c, ok := k.task.(*combining); ok && c.joins {
			joined = append(joined, c.share)
		} else if ok {
			elements = append(elements, c.share)
		}
	}
	assert.Equal(t, []share{{0, 100, 1}, {100, 100, 1}, {200, 100, 1}}, elements)
	assert.Equal(t, []share{{0, 1, 1}}, joined)
}

func TestStagesThatCombineBindNoMoreWindowsThanADeviceTakes(t *testing.T) {
	limits := Limits{Window: 256}
	w, err := Lower(products(t), limits, Repair{})
	require.NoError(t, err)
	combined, others := 0, 0
	for _, k := range w.Stages() {
		if _, ok := k.task.(*combining); ok {
			combined = max(combined, len(k.bindings))
		} else {
			others = max(others, len(k.bindings))
		}
	}
	require.Greater(t, combined, others)
	limits.Bindings = combined
	_, err = Lower(products(t), limits, Repair{})
	require.NoError(t, err)
	limits.Bindings--
	_, err = Lower(products(t), limits, Repair{})
	assert.EqualError(t, err, "a launch that binds 94 windows of 256 bytes; 93 are the most")
}

func TestAStoreBesideAReductionHasRoomForAllItsElements(t *testing.T) {
	w, err := Lower(stagesFile{
		program: "(%0 float64 level 1, %1 int32 level 1)\n%2 float64 = sum %0\nreturn %2, %0 at %1 sum skip",
		shape:   []int{20, 30}, levels: []int{1},
	}.launch(t), Limits{}, Repair{})
	require.NoError(t, err)
	assert.Equal(t, 20*30, w.stores[1].elements)
}
