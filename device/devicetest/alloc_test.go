package devicetest

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

// generous is a device that refuses no size, and counts the buffers that are alive.
type generous struct {
	*reference
	live int
}

type counted struct {
	device.Buffer
	d *generous
}

func (d *generous) Alloc(int) (device.Buffer, error) {
	b, err := d.reference.Alloc(0)
	d.live++
	return counted{b, d}, err
}

func (b counted) Release() {
	b.d.live--
	b.Buffer.Release()
}

func TestABufferThatShouldHaveBeenRefusedIsGivenBack(t *testing.T) {
	d := &generous{reference: newReference()}
	require.Error(t, bufferSection{newTrials(d)}.checkAllocRefused())
	assert.Zero(t, d.live)
}

// With 32 bits the largest int is a size like others: there may be so much memory.
func TestOnlySizesThatNoDeviceOfTheLimitsTakesMustBeRefused(t *testing.T) {
	assert.Contains(t, tooLarge(1<<20), 1<<20+1)
	for _, limit := range []int{0, 1 << 20, math.MaxInt - 1, math.MaxInt} {
		for _, n := range tooLarge(limit) {
			assert.True(t, n > limit && limit > 0 || strconv.IntSize == 64 && n > 1<<(strconv.IntSize-2), "%d, limit %d", n, limit)
		}
	}
}
