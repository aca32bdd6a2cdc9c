package shaders

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// WGSL grants a division 2.5 units of error, and some functions thousands. These functions are
// exact, except f32. In WGSL, f32, sums, differences and products may round to either neighbour;
// package gpu refuses adapters whose samples are not rounded to nearest. All other functions are
// left to helpers.
const exact = `abs|ceil|floor|round|trunc|select|f32`

var exactText = regexp.MustCompile(`^(?:\{[xyz]\}|\d+\.\d+|0u|(?:(?:m|base)_\w+|` + exact + `)\(|!=|[-+*(), ])+$`)

func TestFloatTextsOfRowsAreHelpersAndWhatWGSLRoundsCorrectly(t *testing.T) {
	for _, o := range op.Instructions() {
		if o.Float.WGSL != "" {
			assert.Regexp(t, exactText, o.Float.WGSL, o.Name)
		}
	}
	for _, dt := range DTypes.List() {
		assert.Regexp(t, exactText, op.CastWGSL(dt, op.Float32), "from %v", dt)
		assert.Regexp(t, exactText, op.CastWGSL(op.Float32, dt), "to %v", dt)
	}
	for _, text := range []string{"exp2({x})", "tanh({x})", "{x} / {y}", "{x} % {y}", "sqrt({x})", "m_exp(fma({x}, {x}, {y}))"} {
		assert.NotRegexp(t, exactText, text)
	}
}

// Helpers are made of the same, of integers, and of the few that are named base_ or raw_.
func TestHelpersCallWhatWGSLRoundsCorrectly(t *testing.T) {
	call := regexp.MustCompile(`\b(\w+)(?:<\w+>)?\(`)
	fine := regexp.MustCompile(`^(?:if|for|` + exact + `|bitcast|i32|u32|min|max|clamp|countLeadingZeros|countTrailingZeros|arrayLength|vec[234]|all|any|bool|state_(?:add|or|get))$`)
	everyHelper(func(l *library, d decl, code string) {
		for _, m := range call.FindAllStringSubmatch(code, -1) {
			_, known := l.index[m[1]]
			assert.True(t, known || fine.MatchString(m[1]) || hardware(d.name), "%s calls %s", d.name, m[1])
		}
	})
}

// What raw_ functions return may be 2 units off, or 4.
func TestOnlyRepairedFunctionsKnowTheAdaptersRounding(t *testing.T) {
	slash := regexp.MustCompile(`[/%]`)
	raw := regexp.MustCompile(`\braw_\w+`)
	everyHelper(func(l *library, d decl, code string) {
		if hardware(d.name) {
			return
		}
		if strings.Contains(code, "f32") && d.name != "m_fmod" { // which divides integers
			assert.NotRegexp(t, slash, code, "%s: floats are divided by base_div", d.name)
		}
		for _, name := range raw.FindAllString(code, -1) {
			assert.Contains(t, []string{"m_rsqrt", "r_div"}, d.name, "%s calls %s", d.name, name)
		}
	})
}

// Browsers translate && and || to branches. In chains of carries a compiler may follow each way.
func TestCarriesAndComparisonsOf64BitsHaveNoBranch(t *testing.T) {
	carries := regexp.MustCompile(`-> MCarry|^fn m_(?:eq|ult|ilt)64\(`)
	found := 0
	everyHelper(func(l *library, d decl, code string) {
		if carries.MatchString(code) {
			found++
			assert.NotRegexp(t, `&&|\|\||\bif\b`, code, d.name)
		}
	})
	assert.Equal(t, 6*len(repairs), found)
}

func hardware(name string) bool {
	return strings.HasPrefix(name, "base_") || strings.HasPrefix(name, "raw_")
}

// everyHelper visits the helpers with every repair, without comments.
func everyHelper(visit func(l *library, d decl, code string)) {
	comment := regexp.MustCompile(`//.*`)
	for _, r := range repairs {
		for _, d := range lib(r).decls {
			visit(lib(r), d, comment.ReplaceAllString(d.text, ""))
		}
	}
}
