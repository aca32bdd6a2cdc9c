package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLaunchesStreamWhatCachesHaveNoRoomFor(t *testing.T) {
	for _, c := range []struct {
		read, written, threads int // MiB
		stream                 bool
	}{
		{10, 6, 1, false}, {0, 16, 1, false}, {0, 17, 1, true}, {16, 12, 2, false}, {16, 16, 2, true}, {0, 64, 8, true},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			k := DefaultSizes
			assert.Equal(t, c.stream, k.streams(c.read<<20, c.written<<20, c.threads))
		})
	}
}
