package prose

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorder notes failures in place of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.failures = append(r.failures, fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func failures(t *testing.T, text, sentence string) []string {
	file := filepath.Join(t.TempDir(), "doc.md")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	r := &recorder{TB: t}
	Has(r, file, sentence)
	return r.failures
}

func TestASentenceIsFoundHoweverItsLinesBreak(t *testing.T) {
	assert.Empty(t, failures(t, "Rows are\nsorted. There are\n  three of them.\n", "There are three of them."))
	assert.Empty(t, failures(t, "// There are three\n// of them.\npackage rows\n", "There are three of them."))
}

func TestAFailureShowsTheSentenceAndNotTheFile(t *testing.T) {
	long := strings.Repeat("Other words stand here. ", 1000)
	list := failures(t, long+"There are three rows of them. "+long, "There are four rows of them.")
	require.Len(t, list, 1)
	assert.Contains(t, list[0], "says:\n  There are three rows of them\nbut it should say:\n  There are four rows of them.")
	assert.Less(t, len(list[0]), 400)
}

func TestAFileThatIsMissingIsAFailure(t *testing.T) {
	r := &recorder{TB: t}
	Has(r, "nothing.md", "Anything.")
	assert.Len(t, r.failures, 1)
}

func TestNamesAreJoinedAsInASentence(t *testing.T) {
	assert.Equal(t, "", And(nil))
	assert.Equal(t, "a", And([]string{"a"}))
	assert.Equal(t, "a, b and c", And([]string{"a", "b", "c"}))
}
