package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestProgramsOfGroupsConform(t *testing.T) {
	_, err := devicetest.Check(open(t), devicetest.Quick(), devicetest.Checks("forms/"))
	assert.NoError(t, err)
}
