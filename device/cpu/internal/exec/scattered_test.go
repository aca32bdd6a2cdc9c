package exec

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheElementsOfATileLieWhereTheirStridesSay(t *testing.T) {
	var s scattered
	s.lay([]int{2, 1, 3}, []int{1, 7, -2}, 4)
	require.Equal(t, []int{0, -8, -16, 4, -4, -12}, s.bytes)
	s.lay([]int{2}, []int{5}, 8)
	require.Equal(t, []int{0, 40}, s.bytes)
}
