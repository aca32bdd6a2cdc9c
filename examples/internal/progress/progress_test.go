package progress_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/progress"
)

func TestALineOfATerminalChangesWhereItsTextDoes(t *testing.T) {
	var w bytes.Buffer
	line := progress.Line{W: &w, Terminal: true}
	for i := range 4 {
		line.Steps(i, 300)
	}
	line.Done()
	assert.Equal(t, "\r  0% of 300 steps\x1b[K\r  1% of 300 steps\x1b[K\r\x1b[K", w.String())
}

func TestAFileIsNotWrittenTo(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "output"))
	require.NoError(t, err)
	defer f.Close()
	for _, line := range []*progress.Line{progress.New(f), progress.New(new(bytes.Buffer))} {
		line.Steps(1, 2)
		line.Done()
		assert.False(t, line.Terminal)
	}
	info, err := f.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}
