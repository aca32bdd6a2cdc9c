package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAGroupIsCutWhereItEntersAnotherCell(t *testing.T) {
	for _, c := range []struct {
		name                    string
		lo, hi, stride, n, cell int
		want                    []int
		ok                      bool
	}{
		{"one behind the other", 0, 0, 1, 10, 4, []int{4, 8}, true},
		{"from within a cell", 3, 3, 1, 10, 4, []int{1, 5, 9}, true},
		{"backwards", 9, 9, -1, 10, 4, []int{2, 6}, true},
		{"with gaps", 0, 0, 3, 5, 4, []int{2, 3, 4}, true},
		{"repeated", 5, 5, 0, 10, 4, nil, true},
		{"rows that cells hold", 0, 1, 2, 6, 4, []int{2, 4}, true},
		{"rows in two cells", 0, 2, 3, 6, 4, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cuts, ok := crossings(c.lo, c.hi, c.stride, c.n, c.cell)
			assert.Equal(t, c.ok, ok)
			assert.Equal(t, c.want, cuts)
		})
	}
}
