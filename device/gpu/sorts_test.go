package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAGroupThatIsTooLongToSortIsRefused(t *testing.T) {
	d := open(t, within(1<<16, 1<<18, 0))
	p, err := device.Parse("(%0 int8 level 1)\n%1 int8 = sort %0\nreturn %1")
	require.NoError(t, err)
	x, err := d.Alloc(20_000)
	require.NoError(t, err)
	o := device.Operand{Buffer: x, Type: op.Int8, Layout: broadcast.RowMajor(20_000)}
	err = d.Run(ctx, &device.Launch{Program: p, Shape: o.Layout.Shape, Levels: []int{1}, In: []device.Operand{o}, Out: []device.Operand{o}})
	assert.EqualError(t, err, "device gpu does not support partial results of groups of 160000 bytes for groups of 20000 elements; 65536 are the most")
}
