package shaders

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestEveryHelperOfTheLibraryIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, text := range everyKernel(t) {
		for _, m := range declHead.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
	}
	for _, d := range lib().decls {
		assert.True(t, used[d.name], "no kernel carries %s", d.name)
	}
}

func TestEveryHelperThatARowNamesExists(t *testing.T) {
	helper := regexp.MustCompile(`\b(?:m|base)_\w+`)
	for _, o := range op.All() {
		for _, dt := range DTypes.List() {
			for _, name := range helper.FindAllString(o.WGSL(dt)+op.CastWGSL(dt, op.Int32)+op.CastWGSL(dt, op.Bool), -1) {
				assert.Contains(t, lib().index, name, "%v of %v", o, dt)
			}
		}
	}
}

func TestTheLibraryIsReadWithoutLoss(t *testing.T) {
	files, err := fs.Glob(libFiles, "lib/*.wgsl")
	require.NoError(t, err)
	for _, name := range files {
		text, err := libFiles.ReadFile(name)
		require.NoError(t, err)
		decls := parse(string(text))
		assert.Len(t, decls, len(declHead.FindAllString(string(text), -1)),
			"%s: every function is a paragraph of its own", name)
		for _, d := range decls {
			assert.Equal(t, strings.Count(d.text, "{"), strings.Count(d.text, "}"), "%s: %s has no blank lines", name, d.name)
		}
	}
}

func TestAKernelCarriesWhatItNeedsAndNoMore(t *testing.T) {
	names := func(text string) (found []string) {
		for _, m := range declHead.FindAllStringSubmatch(lib().needed(text), -1) {
			found = append(found, m[1])
		}
		return found
	}
	assert.Empty(t, names("let v2 = x0 + x1;"))
	assert.Equal(t, []string{"m_abits", "m_isnan", "m_f2i"}, names("let v1 = m_f2i(x0);"), "in the order of the files")
	assert.Equal(t, []string{"m_abits", "m_sbit", "m_or", "m_isnan", "m_sign"}, names("m_sign"))
}
