package gpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// splitGroup subtracts the maximum of one long group from its elements, in place. Stages take parts of the
// group, another one joins their results, and more subtract.
func splitGroup(t *testing.T, x device.Buffer) *device.Launch {
	p, err := device.Parse("(%0 int32 level 1)\n%1 int32 = max %0\n%2 int32 = sub %0 %1\nreturn %2")
	require.NoError(t, err)
	o := device.Operand{Buffer: x, Type: op.Int32, Layout: broadcast.RowMajor(x.Len() / 4)}
	return &device.Launch{Program: p, Shape: o.Layout.Shape, Levels: []int{1}, Out: []device.Operand{o}, In: []device.Operand{o}}
}

// countdown is the group, and what becomes of it.
func countdown() (before, after []int32) {
	before, after = make([]int32, 1<<17), make([]int32, 1<<17)
	for i := range before {
		before[i], after[i] = int32(i), int32(i-len(before)+1)
	}
	return before, after
}

func TestASplitGroupWithoutRoomForItsPartsChangesNothing(t *testing.T) {
	before, after := countdown()
	d := open(t, Memory(1<<20))
	x := alloc(t, d, before...)
	rest, err := d.Alloc(1<<20 - d.Stats().LiveBytes)
	require.NoError(t, err)
	err = d.Run(ctx, splitGroup(t, x))
	require.ErrorIs(t, err, device.ErrOutOfMemory)
	assert.ErrorContains(t, err, "1048576 of 1048576 bytes in use")
	assert.Equal(t, before, get(t, x))
	rest.Release()
	live := d.Stats().LiveBytes
	require.NoError(t, d.Run(ctx, splitGroup(t, x)))
	assert.Equal(t, after, get(t, x))
	assert.Equal(t, live, d.Stats().LiveBytes, "room for the parts is given back")
}

func TestADeviceThatIsLostInTheMiddleOfASplitGroupSaysSo(t *testing.T) {
	before, after := countdown()
	for _, fault := range []error{webgpu.ErrLost, webgpu.ErrOutOfMemory} {
		for _, stage := range []int{0, 2} {
			t.Run(fmt.Sprintf("%v at stage %d", fault, stage), func(t *testing.T) {
				deadline(t)
				armed, stages := false, 0
				open(t)
				d, err := Open(func(c *config) {
					c.Fault = func(call string) error {
						if armed && call == "group" { // of a stage's bindings
							if stages++; stages == stage+1 {
								return fault
							}
						}
						return nil
					}
				})
				require.NoError(t, err)
				x := alloc(t, d, before...)
				armed = true
				err = d.Run(ctx, splitGroup(t, x))
				armed = false
				require.Error(t, err)
				if stage == 0 && fault == webgpu.ErrOutOfMemory {
					require.ErrorIs(t, err, device.ErrOutOfMemory)
					assert.Equal(t, before, get(t, x), "nothing was recorded")
					require.NoError(t, d.Run(ctx, splitGroup(t, x)))
					assert.Equal(t, after, get(t, x))
					require.NoError(t, d.Close())
					return
				}
				assert.ErrorIs(t, err, device.ErrLost)
				assert.ErrorIs(t, x.Read(ctx, 0, make([]byte, 4)), device.ErrLost, "neither old nor new")
				assert.ErrorIs(t, d.Run(ctx, splitGroup(t, x)), device.ErrLost)
				x.Release()
				_ = d.Close()
			})
		}
	}
}
