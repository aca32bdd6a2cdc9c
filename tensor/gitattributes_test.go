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

// generated matches the first lines of a file that a program has written.
var generated = regexp.MustCompile(`(?i)\A\W*(code generated .* do not edit\.|(# \w+\s+)?made from .*; do not edit\.)`)

func TestGeneratedFilesAreMarkedForReviews(t *testing.T) {
	files := git(t, "ls-files", "-z")
	marks := map[string]string{} // from file to its attributes and their values
	args := append([]string{"check-attr", "-z", "linguist-generated", "diff", "--"}, files...)
	for triple := git(t, args...); len(triple) > 2; triple = triple[3:] {
		marks[triple[0]] += triple[1] + " " + triple[2] + ", "
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("..", file))
		if os.IsNotExist(err) { // removed, and not yet committed
			continue
		}
		require.NoError(t, err)
		want := "linguist-generated unspecified, diff unspecified, "
		switch {
		case generated.Match(text), file == "shaders/lib/libm64.code": // a binary file
			want = "linguist-generated set, diff unset, "
		case strings.HasPrefix(file, "shaders/testdata/"), file == "device/devicetest/ACCURACY.md":
			want = "linguist-generated set, diff unspecified, "
		}
		assert.Equal(t, want, marks[file], "%s, by .gitattributes", file)
	}
	assert.Contains(t, marks["tensor/ops_gen.go"], "diff unset", "files are looked at")
}

// git runs a command in the root of the repository, and returns the fields that it prints, which
// end with a zero byte.
func git(t *testing.T, args ...string) []string {
	t.Helper()
	notInPage(t)
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("this is no checkout of git's")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	require.NoError(t, err, "git %s", args[0])
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
