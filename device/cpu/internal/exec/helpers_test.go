package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheRangesOfAJobHoldEveryElementOnce(t *testing.T) {
	for _, n := range []int{1, 7, 8, 100, 1001} {
		for ranges := 1; ranges < 12; ranges++ {
			j := job{chunk: 7}
			j.split(n, ranges)
			from := int64(0)
			for i := range j.ranges {
				assert.Equal(t, from, j.ranges[i].next.Load())
				from = j.ranges[i].end
			}
			assert.EqualValues(t, n, from)
		}
	}
}
