package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLotsAreAllOfALaunchOnce(t *testing.T) {
	for _, n := range []int{1, 7, 8, 100, 1001} {
		for lots := 1; lots < 12; lots++ {
			j := job{chunk: 7}
			j.deal(n, lots)
			from := int64(0)
			for i := range j.lots {
				assert.Equal(t, from, j.lots[i].next.Load())
				from = j.lots[i].end
			}
			assert.EqualValues(t, n, from)
		}
	}
}
