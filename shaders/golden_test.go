package shaders

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

var update = flag.Bool("update", false, "rewrite the goldens in testdata and the listing in doc.go")

// section is one kernel in a golden file.
type section struct {
	title string
	launch
}

// golden compares the sections' kernels with a file of testdata.
func golden(t *testing.T, file string, sections []section) {
	t.Helper()
	goldenText(t, file, sections, Repair{})
}

func goldenText(t *testing.T, file string, sections []section, r Repair) {
	t.Helper()
	var b strings.Builder
	for _, s := range sections {
		b.WriteString("// ---- " + s.title + " ----\n\n" + s.repaired(t, r).WGSL() + "\n")
	}
	path := filepath.Join("testdata", file+".wgsl")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "go test ./shaders -update writes it")
	assert.Equal(t, string(want), b.String(), "go test ./shaders -update rewrites it")
}

func opSections(t testing.TB, o *op.Op) []section {
	var sections []section
	for _, dt := range DTypes.List() {
		for _, p := range singlesOf(t, o, dt) {
			title := o.Name + " " + dt.String()
			if o.Rule == op.Retype {
				title += " to " + p.Type(1).String()
			}
			sections = append(sections, section{title, rows(p, 5)})
		}
	}
	return sections
}

func TestEveryRowHasTheKernelsInItsGoldenFile(t *testing.T) {
	for _, o := range op.Instructions() {
		sections := opSections(t, o)
		if o.Tol != op.Exact { // the text of float64 stands in libm64.wgsl
			sections = slices.DeleteFunc(sections, func(s section) bool { return s.program.Inputs()[0] == op.Float64 })
		}
		t.Run(o.Name, func(t *testing.T) { golden(t, "op/"+o.Name, sections) })
	}
}

func TestEveryPatternHasTheKernelsInItsGoldenFile(t *testing.T) {
	for file, sections := range patterns(t) {
		t.Run(file, func(t *testing.T) { golden(t, file, sections) })
	}
}

func TestWhatIsRepairedHasTheKernelsInItsGoldenFile(t *testing.T) {
	both := append(opSections(t, op.Div), opSections(t, op.Sqrt)...)
	goldenText(t, "repaired", both, Repair{Div: true, Sqrt: true})
}

func TestEveryGoldenFileIsOneOfATest(t *testing.T) {
	known := map[string]bool{"repaired.wgsl": true}
	for _, o := range op.Instructions() {
		known["op/"+o.Name+".wgsl"] = true
	}
	for file := range patterns(t) {
		known[file+".wgsl"] = true
	}
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel("testdata", path)
		if err == nil && !d.IsDir() && strings.HasSuffix(rel, ".wgsl") {
			assert.True(t, known[filepath.ToSlash(rel)], "%s is left over", path)
		}
		return err
	}))
}
