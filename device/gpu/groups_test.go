package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// Package suite has the short groups of all rows.
func TestGroupsThatAreSplitInPartsConform(t *testing.T) {
	devicetest.OneGoroutine(t)
	_, err := devicetest.Check(open(t), devicetest.Checks("forms/rows/max", "forms/rows/argmax"))
	assert.NoError(t, err)
}
