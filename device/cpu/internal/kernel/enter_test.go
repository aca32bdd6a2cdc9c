package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// No other test of this package may find a kernel set before.
func TestTheTypesAreKnownBeforeAKernelSetIsFound(t *testing.T) {
	assert.Equal(t, op.DTypes(), Supported().List())
}
