package kernel

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEverySupportedTypeHasAMeaning(t *testing.T) {
	entered.Do(enterLoops)
	assert.Equal(t, Supported().List(), slices.Sorted(maps.Keys(meanings)))
}
