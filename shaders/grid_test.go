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
	for _, c := range []struct {
		name          string
		threads, most int
		want          [3]int
	}{
		{"no threads", 0, 65535, [3]int{0, 1, 1}},
		{"one thread", 1, 65535, [3]int{1, 1, 1}},
		{"a full row", 256 * 65535, 65535, [3]int{65535, 1, 1}},
		{"one more than a full row", 256*65535 + 1, 65535, [3]int{32768, 2, 1}},
		{"a full plane", 256 * 100 * 100, 100, [3]int{100, 100, 1}},
		{"one more than a full plane", 256*100*100 + 1, 100, [3]int{99, 51, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y, z, err := Grid(c.threads, 256, c.most)
			require.NoError(t, err)
			assert.Equal(t, c.want, [3]int{x, y, z})
		})
	}
}

func TestAGridThatIsTooLargeIsRefused(t *testing.T) {
	_, _, _, err := Grid(4*1000+1, 4, 10)
	assert.EqualError(t, err, "4001 threads in 1001 workgroups of 4; 10 in each of three dimensions is the most")
	_, _, _, err = Grid(-1, 256, 65535)
	assert.EqualError(t, err, "no grid of -1 threads in workgroups of 256, up to 65535 of them in a row")
	_, _, _, err = Grid(1, 0, 65535)
	assert.EqualError(t, err, "no grid of 1 threads in workgroups of 0, up to 65535 of them in a row")
	_, _, _, err = Grid(1, 256, 0)
	assert.EqualError(t, err, "no grid of 1 threads in workgroups of 256, up to 0 of them in a row")
}
