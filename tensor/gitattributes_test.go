package tensor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// generated matches what a file says at its beginning, if a program writes it.
var generated = regexp.MustCompile(`(?i)\A\W*(code generated .* do not edit\.|(# \w+\s+)?made from .*; do not edit\.)`)

func TestGeneratedFilesAreMarkedForReviews(t *testing.T) {
	files := git(t, "ls-files", "-z")
	marks := map[string]string{} // of a file, the attributes with their values
	args := append([]string{"check-attr", "-z", "linguist-generated", "diff", "--"}, files...)
	for triple := git(t, args...); len(triple) > 2; triple = triple[3:] {
		marks[triple[0]] += triple[1] + " " + triple[2] + ", "
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("..", file))
		if os.IsNotExist(err) { // it is about to be removed
			continue
		}
		require.NoError(t, err)
		want := "linguist-generated unspecified, diff unspecified, "
		switch {
		case generated.Match(text), file == "shaders/lib/libm64.code": // which is no text
			want = "linguist-generated set, diff unset, "
		case strings.HasPrefix(file, "shaders/testdata/"), file == "device/devicetest/ACCURACY.md":
			want = "linguist-generated set, diff unspecified, "
		}
		assert.Equal(t, want, marks[file], "%s, by .gitattributes", file)
	}
	assert.Contains(t, marks["tensor/ops_gen.go"], "diff unset", "files are looked at")
}

// git is the fields that a command prints, of the whole repository.
func git(t *testing.T, args ...string) []string {
	t.Helper()
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("this is no checkout of git's")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	require.NoError(t, err, "git %s", args[0])
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
