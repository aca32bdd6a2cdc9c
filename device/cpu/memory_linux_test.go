package cpu

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAControlGroupLimitsMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "memory.max")
	for _, c := range []struct {
		name, content string
		want          uint64
	}{
		{"a limit below the machine's", "4096\n", 4096},
		{"no limit", "max\n", 8192},
		{"nothing", "", 8192},
		{"a limit above the machine's", "9223372036854771712\n", 8192},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(file, []byte(c.content), 0o600))
			assert.Equal(t, c.want, leastLimit(8192, "nowhere", file), c.content)
		})
	}
}
