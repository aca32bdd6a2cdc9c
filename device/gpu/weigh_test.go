package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestThreeFunctionsOfFloat64FillALaunch(t *testing.T) {
	d := open(t)
	assert.Zero(t, d.Weight(op.Add, op.Float32, op.Float32))
	assert.Less(t, d.Weight(op.Tanh, op.Float32, op.Float32), 10)
	assert.Less(t, d.Weight(op.Div, op.Float64, op.Float64), 10)
	assert.Less(t, d.Weight(op.Cast, op.Int64, op.Float64), 10)
	for _, o := range []*op.Op{op.Exp, op.Lgamma, op.Logaddexp2} {
		assert.InDelta(t, 30, d.Weight(o, op.Float64, op.Float64), 3, o.Name)
	}
}
