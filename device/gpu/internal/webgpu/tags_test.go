//go:build !js

package webgpu

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var buildLine = regexp.MustCompile(`(?m)^//go:build (.*)$`)

// tag is what a file is built for, "" if it always is.
func tag(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	if m := buildLine.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

func TestEveryBuildHasOneImplementationOrTheStub(t *testing.T) {
	native := tag(t, "shim.c")
	require.NotEmpty(t, native)
	const js = "!nogpu" // and the file's name
	stub := "nogpu || (!js && !(" + strings.Replace(strings.Replace(native, " && !js", "", 1), " && !nogpu", "", 1) + "))"
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		got := tag(t, file)
		switch {
		case strings.HasSuffix(file, "_native.go"):
			assert.Equal(t, native, got, file)
		case strings.HasSuffix(strings.TrimSuffix(file, "_test.go"), "_js") || strings.HasSuffix(file, "_js.go"):
			assert.Equal(t, js, got, file)
		case strings.HasPrefix(file, "stub"):
			assert.Equal(t, stub, got, file)
		case got != "":
			assert.True(t, strings.HasSuffix(file, "_test.go"), "%s: plain files have no tag", file)
			assert.Contains(t, []string{native, "!js"}, got, file)
		}
	}
}
