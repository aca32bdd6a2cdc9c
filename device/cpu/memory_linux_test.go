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
	for content, want := range map[string]uint64{"4096\n": 4096, "max\n": 8192, "": 8192, "9223372036854771712\n": 8192} {
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		assert.Equal(t, want, leastLimit(8192, "nowhere", file), content)
	}
}
