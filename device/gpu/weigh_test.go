package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestLongFunctionsOfFloat64FillALaunchAndShortOnesDoNot(t *testing.T) {
	d := open(t)
	assert.Zero(t, d.Weight(op.Add, op.Float32, op.Float32))
	assert.Less(t, d.Weight(op.Tanh, op.Float32, op.Float32), 10)
	assert.Less(t, d.Weight(op.Div, op.Float64, op.Float64), 10)
	assert.Less(t, d.Weight(op.Cast, op.Int64, op.Float64), 10)
	assert.Greater(t, d.Weight(op.Exp, op.Float64, op.Float64), 10)
	assert.Greater(t, d.Weight(op.Lgamma, op.Float64, op.Float64), 100)
}
