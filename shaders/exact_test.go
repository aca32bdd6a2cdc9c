package shaders

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// WGSL grants a division 2.5 units of error, and some functions thousands. These it
// rounds correctly, all others are left to helpers.
const exact = `abs|ceil|floor|round|trunc|select|f32`

var exactText = regexp.MustCompile(`^(?:\{[xyz]\}|\d+\.\d+|0u|(?:(?:m|base)_\w+|` + exact + `)\(|!=|[-+*(), ])+$`)

func TestFloatTextsOfRowsAreHelpersAndWhatWGSLRoundsCorrectly(t *testing.T) {
	for _, o := range op.All() {
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

// Helpers are made of the same, of integers, and of the three that are named base_.
func TestHelpersCallWhatWGSLRoundsCorrectly(t *testing.T) {
	comment := regexp.MustCompile(`//.*`)
	call := regexp.MustCompile(`\b(\w+)(?:<\w+>)?\(`)
	fine := regexp.MustCompile(`^(?:if|for|` + exact + `|bitcast|i32|u32|min|max|clamp|countLeadingZeros)$`)
	for _, d := range lib().decls {
		for _, m := range call.FindAllStringSubmatch(comment.ReplaceAllString(d.text, ""), -1) {
			_, known := lib().index[m[1]]
			assert.True(t, known || fine.MatchString(m[1]) || strings.HasPrefix(d.name, "base_"), "%s calls %s", d.name, m[1])
		}
	}
}
