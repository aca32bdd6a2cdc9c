package shaders

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAGridHoldsAllThreadsWithinTheLimitAndWastesLittle(t *testing.T) {
	check := func(threads, workgroup, most int) {
		x, y, z, err := Grid(threads, workgroup, most)
		require.NoError(t, err)
		groups := (threads + workgroup - 1) / workgroup
		require.True(t, x <= most && y <= most && z <= most && y > 0 && z > 0, "%d: %d %d %d", threads, x, y, z)
		require.GreaterOrEqual(t, x*y*z, groups)
		require.Less(t, x*y*z-groups, z+y*z, "threads %d of %d: %d %d %d", threads, workgroup, x, y, z)
	}
	for threads := range 2000 {
		check(threads, 4, 10)
	}
	for range 10000 {
		check(rand.IntN(MaxLen), 1+rand.IntN(1024), 65535)
	}
}

func TestAGridSpillsIntoYAndThenZ(t *testing.T) {
	type grid struct{ threads, most, x, y, z int }
	for _, c := range []grid{
		{0, 65535, 0, 1, 1},
		{1, 65535, 1, 1, 1},
		{256 * 65535, 65535, 65535, 1, 1},
		{256*65535 + 1, 65535, 32768, 2, 1},
		{256 * 100 * 100, 100, 100, 100, 1},
		{256*100*100 + 1, 100, 99, 51, 2},
	} {
		x, y, z, err := Grid(c.threads, 256, c.most)
		require.NoError(t, err)
		assert.Equal(t, c, grid{c.threads, c.most, x, y, z})
	}
}

func TestAGridThatIsTooLargeIsRefused(t *testing.T) {
	_, _, _, err := Grid(4*1000+1, 4, 10)
	assert.EqualError(t, err, "4001 threads in 1001 workgroups of 4; 10 in each of three dimensions is the most")
	_, _, _, err = Grid(-1, 256, 65535)
	assert.EqualError(t, err, "no grid of -1 threads in workgroups of 256, up to 65535 of them in a row")
}
