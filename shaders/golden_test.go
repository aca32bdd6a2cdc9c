package shaders

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata and the listing in doc.go")

// golden compares a text with a file of testdata.
func golden(t *testing.T, file, text string) {
	t.Helper()
	path := filepath.Join("testdata", file+".wgsl")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./shaders -update writes it")
	assert.Equal(t, string(want), text, "go test ./shaders -update rewrites it")
}

// wholeKernels is a golden file of kernels with all of their helpers.
func wholeKernels(t testing.TB, f kernelFile) string {
	var b strings.Builder
	for _, s := range f.sections {
		b.WriteString("// ---- " + s.title + " ----\n\n" + f.kernel(t, s).WGSL() + "\n")
	}
	return b.String()
}

func TestEveryRowHasTheTextsInItsGoldenFile(t *testing.T) {
	for _, o := range op.Instructions() {
		t.Run(o.Name, func(t *testing.T) { golden(t, "op/"+o.Name, list(rowTexts(t, o))) })
	}
}

func TestFusedProgramsHaveTheTextsInTheGoldenFile(t *testing.T) {
	golden(t, "fusion", list(fusions(t)))
}

func TestKernelsAreThoseInTheGoldenFiles(t *testing.T) {
	for _, f := range kernelFiles(t) {
		t.Run(f.name, func(t *testing.T) { golden(t, f.name, wholeKernels(t, f)) })
	}
}

func TestEveryGoldenFileIsOneOfATest(t *testing.T) {
	known := map[string]bool{"fusion.wgsl": true}
	for _, o := range op.Instructions() {
		known["op/"+o.Name+".wgsl"] = true
	}
	for _, f := range kernelFiles(t) {
		known[f.name+".wgsl"] = true
	}
	for _, f := range stagesFiles() {
		known[f.name+".wgsl"] = true
	}
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel("testdata", path)
		if err == nil && !d.IsDir() && strings.HasSuffix(rel, ".wgsl") {
			assert.True(t, known[filepath.ToSlash(rel)], "%s is left over", path)
		}
		return err
	}))
}
