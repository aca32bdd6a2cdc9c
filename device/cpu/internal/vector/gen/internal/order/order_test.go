package order

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

// A network that sorts all zeros and ones sorts everything.
func TestSixteenLinesAreSorted(t *testing.T) {
	pairs := sorting()
	for lines := range 1 << 16 {
		require.True(t, inOrder(pairs, lines), "%016b", lines)
	}
}

func TestLinesThatRiseAndFallAreMerged(t *testing.T) {
	for ones := range 16 {
		for first := range 16 { // they also fall and rise
			run := 1<<ones - 1
			require.True(t, inOrder(merging(), (run<<first|run<<first>>16)&(1<<16-1)), "%d from %d", ones, first)
		}
	}
}

// inOrder reports whether pairs move the ones of bits, a line each, to the last lines.
func inOrder(pairs [][2]int, lines int) bool {
	for _, p := range pairs {
		lower, upper := lines>>p[0]&1, lines>>p[1]&1
		lines = lines&^(1<<p[0]|1<<p[1]) | (lower&upper)<<p[0] | (lower|upper)<<p[1]
	}
	ones := bits.OnesCount(uint(lines))
	return lines == (1<<ones-1)<<(16-ones)
}
