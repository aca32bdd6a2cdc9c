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

var repairs = []Repair{{}, {Div: true}, {Sqrt: true}, {Div: true, Sqrt: true}}

func libraryFiles(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"lib/*.wgsl", "lib/four/*.wgsl", "lib/repair/*.wgsl"} {
		found, err := fs.Glob(libFiles, pattern)
		require.NoError(t, err)
		all = append(all, found...)
	}
	return all
}

func TestEveryHelperOfTheLibraryIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, text := range everyText(t) {
		for _, m := range declHead.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
	}
	for _, r := range repairs {
		for _, d := range lib(r).decls {
			assert.True(t, used[d.name], "no text carries %s", d.name)
		}
	}
}

func TestEveryHelperThatARowNamesExists(t *testing.T) {
	helper := regexp.MustCompile(`\b(?:m|base)_\w+`)
	for _, o := range op.Instructions() {
		for _, dt := range DTypes.List() {
			for _, name := range helper.FindAllString(o.WGSL(dt)+op.CastWGSL(dt, op.Int32)+op.CastWGSL(dt, op.Bool), -1) {
				assert.Contains(t, lib(Repair{}).index, name, "%v of %v", o, dt)
			}
		}
	}
}

func TestTheLibraryIsReadWithoutLoss(t *testing.T) {
	for _, name := range libraryFiles(t) {
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
		for _, m := range declHead.FindAllStringSubmatch(lib(Repair{}).dependencies(text), -1) {
			found = append(found, m[1])
		}
		return found
	}
	assert.Empty(t, names("let v2 = x0 + x1;"))
	assert.Equal(t, []string{"m_abits", "m_isnan", "m_f2i"}, names("let v1 = m_f2i(x0);"), "each below those that it names")
	assert.Equal(t, []string{"m_abits", "m_isnan", "m_or", "m_sbit", "m_sign"}, names("m_sign"))
}

// Compilers differ in what they take: the pure-Go one has no any and all of vectors, no hexadecimal floats, and
// no switch as the last statement of a function that returns. It reads from top to bottom.
func TestAKernelNamesOnlyFunctionsAboveAndNothingThatACompilerLacks(t *testing.T) {
	call := regexp.MustCompile(`\b(\w+)\(`)
	lacked := regexp.MustCompile(`\b(any|all)\(|\b0[xX][0-9a-fA-F.]*[pP]|(?m)^  switch [^\n]*\n(    [^\n]*\n)*  }\n}`)
	for _, text := range everyText(t) {
		assert.NotRegexp(t, lacked, text)
		declared := map[string]int{}
		for _, m := range declHead.FindAllStringSubmatchIndex(text, -1) {
			declared[text[m[2]:m[3]]] = m[0]
		}
		for _, m := range call.FindAllStringSubmatchIndex(text, -1) {
			name := text[m[2]:m[3]]
			assert.LessOrEqual(t, declared[name], m[0], "%s is called above its declaration", name)
		}
	}
}

func TestARepairReplacesTheAdaptersOperationAndNothingElse(t *testing.T) {
	plain := lib(Repair{})
	for _, c := range []struct {
		name     string
		repair   Repair
		replaced []string
	}{
		{"division", Repair{Div: true}, []string{"base_div"}},
		{"square root", Repair{Sqrt: true}, []string{"base_sqrt"}},
		{"both", Repair{Div: true, Sqrt: true}, []string{"base_div", "base_sqrt"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var other []string
			for i, d := range plain.decls {
				if lib(c.repair).decls[i].text != d.text {
					other = append(other, d.name)
				}
			}
			assert.Equal(t, c.replaced, other)
		})
	}
}

func TestNoNameIsDeclaredTwiceButByARepair(t *testing.T) {
	seen := map[string]string{}
	for _, name := range libraryFiles(t) {
		text, err := libFiles.ReadFile(name)
		require.NoError(t, err)
		for _, d := range parse(string(text)) {
			if !strings.HasPrefix(d.name, "base_") {
				assert.Empty(t, seen[d.name], "%s of %s is declared before", d.name, name)
			}
			seen[d.name] = name
		}
	}
}
