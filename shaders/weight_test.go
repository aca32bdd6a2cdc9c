package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestTextIsWeighedAsOftenAsItIsCalled(t *testing.T) {
	l := &library{index: map[string]int{}}
	const one, two = "fn one(x: u32) -> u32 { return x; }", "fn two(x: u32) -> u32 { return one(one(x)); }"
	for _, d := range parse(one + "\n\n" + two) {
		l.declare(d)
	}
	const body = "two(x) + two(y)"
	assert.Equal(t, len(body)+2*len(two)+4*len(one), l.inlined(body, map[int]int{}))
}

func TestAWeightIsOfTheTypeAndOfWhatTheDeviceRepairs(t *testing.T) {
	bare := Weight(op.Div, op.Float32, op.Float32, Repair{})
	assert.Less(t, bare, Weight(op.Div, op.Float32, op.Float32, Repair{Div: true}))
	assert.Less(t, bare, Weight(op.Div, op.Float64, op.Float64, Repair{}))
	assert.Less(t, Weight(op.Cast, op.Int32, op.Float32, Repair{}), Weight(op.Cast, op.Int64, op.Float64, Repair{}))
	for _, o := range op.Instructions() {
		if o.Defined(op.Float64) {
			assert.LessOrEqual(t, len(lib(Repair{}).needed(o.WGSL(op.Float64))), Weight(o, op.Float64, op.Float64, Repair{}), o.Name)
		}
	}
}
