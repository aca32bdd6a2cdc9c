package tensor_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	link     = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	filePath = regexp.MustCompile(`^[\w./-]+(\.(go|md|wgsl|c|h|s)|/)$`)
	testName = regexp.MustCompile(`^(Test|Benchmark)[A-Z]\w*$`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`)
)

// repository lists the documents, and the names of all tests.
func repository(t *testing.T, root string) (documents []string, tests map[string]bool) {
	tests = map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case filepath.Ext(name) == ".md":
			documents = append(documents, path)
		case strings.HasSuffix(name, "_test.go"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, f := range testFunc.FindAllStringSubmatch(string(text), -1) {
				tests[f[1]] = true
			}
		}
		return nil
	})
	require.NoError(t, err)
	return documents, tests
}

// A path is one of the repository or of the document's folder.
func TestDocumentsNameFilesAndTestsThatExist(t *testing.T) {
	const root = ".."
	documents, tests := repository(t, root)
	require.Greater(t, len(documents), 5)
	for _, document := range documents {
		t.Run(filepath.ToSlash(document), func(t *testing.T) {
			text, err := os.ReadFile(document)
			require.NoError(t, err)
			names := append(quoted.FindAllStringSubmatch(string(text), -1), link.FindAllStringSubmatch(string(text), -1)...)
			for _, found := range names {
				switch name := found[1]; {
				case testName.MatchString(name):
					assert.True(t, tests[name], "no test or benchmark is called %s", name)
				case filePath.MatchString(name):
					_, ofRoot := os.Stat(filepath.Join(root, name))
					_, beside := os.Stat(filepath.Join(filepath.Dir(document), name))
					assert.True(t, ofRoot == nil || beside == nil, "there is no %s", name)
				}
			}
		})
	}
}
