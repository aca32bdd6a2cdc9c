package gpu

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

func TestLongGroups(t *testing.T) {
	_, err := devicetest.Check(open(t), devicetest.Checks(strings.Fields(os.Getenv("CHECKS"))...))
	assert.NoError(t, err)
}
