package kernel

import (
	"sync"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// Assembled returns the kernel sets in assembly that this processor and its operating system can
// run, the best one last.
var Assembled = sync.OnceValue(func() (sets []*vector.Set) {
	for _, set := range assembled {
		s := set()
		if s == nil {
			break // the next set builds on it
		}
		sets = append(sets, s)
	}
	return sets
})
