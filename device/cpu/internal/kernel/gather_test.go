package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRowsArePrefetchedWhereTheyLie(t *testing.T) {
	assert.Equal(t, 16<<10, Matrix{Row: 4096}.ahead(32, 4096), "rows that follow each other")
	assert.Equal(t, 16<<10, Matrix{Row: 0}.ahead(1, 1<<20), "one row")
	assert.Equal(t, 8192, Matrix{Row: 8192}.ahead(32, 4096), "gaps between rows")
	assert.Equal(t, -4096, Matrix{Row: -4096}.ahead(32, 4096), "rows from the last to the first")
	assert.Zero(t, Matrix{Row: 4096}.ahead(31, 4096), "few bytes")
}
