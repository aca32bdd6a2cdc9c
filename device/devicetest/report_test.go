package devicetest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestACellIsBlankOnlyWhereTheOperationIsNotDefined(t *testing.T) {
	r := Report{Rows: []Row{
		{Op: "exp", Type: op.Float16},
		{Op: "exp", Type: op.Float32, Cases: 1, Worst: .5, Allowed: 2.5},
		{Op: "exp", Type: op.Float64, Refused: true},
	}}
	assert.Equal(t, "| operation | int8 | float16 | float32 | float64 |\n"+
		"| --- | ---: | ---: | ---: | ---: |\n"+
		"| exp |  | not run | 0.5 of 2.5 | refused |\n", r.Table(op.Int8, op.Float16, op.Float32, op.Float64))
}

func TestWhatDidNotRunIsOneLineOfTheReport(t *testing.T) {
	r := Report{Device: "abacus", NotRun: []string{"ops/exp of float16: quick", "large: no memory: 3 beads", "ops/log of float16: quick"},
		Info: device.Info{DTypes: op.SetOf(op.DTypes()...), Subnormals: true}}
	assert.Regexp(t, `(?m)^not run: 1 \(no memory: 3 beads\), 2 \(quick\)$`, r.String())
}

func TestAQuickRunNamesTheTypesThatItLeavesOut(t *testing.T) {
	d := newReference()
	d.info.Kind = device.GPU // it would compile a kernel for each
	r, err := Check(d, Quick(), Only("exp", "hardswish"))
	assert.NoError(t, err)
	states := map[string]int{}
	for _, row := range r.Rows {
		states[row.Op]++
		if !row.ran() {
			states[row.Op+" not run"]++
		}
	}
	assert.Equal(t, 4, states["exp"], "floats")
	assert.Equal(t, 4, states["hardswish"])
	assert.Positive(t, states["exp not run"])
	assert.Positive(t, states["hardswish not run"])
}
