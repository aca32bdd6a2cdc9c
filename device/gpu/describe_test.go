package gpu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// standIn is a buffer of a length that no memory has.
type standIn struct {
	device.Buffer
	bytes int
}

func (s standIn) Len() int { return s.bytes }

func TestALaunchThatNoBufferHoldsIsNotDescribed(t *testing.T) {
	d := open(t)
	p, err := device.Parse("(%0 float32)\n%1 float32 = neg %0\nreturn %1")
	require.NoError(t, err)
	const n = math.MaxInt / 8
	operand := device.Operand{Buffer: standIn{bytes: 4 * n}, Type: op.Float32, Layout: broadcast.RowMajor(n)}
	_, err = d.Describe(&device.Launch{Program: p, Shape: []int{n}, In: []device.Operand{operand}, Out: []device.Operand{operand}})
	assert.ErrorIs(t, err, device.ErrOutOfMemory)
}
