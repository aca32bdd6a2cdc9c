package shaders

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders/internal/translate"
)

//go:generate go test -run TestTheFunctionsOfFloat64AreThoseOfLibm -generate

var generate = flag.Bool("generate", false, "rewrite lib/libm64.wgsl")

func TestTheFunctionsOfFloat64AreThoseOfLibm(t *testing.T) {
	const file, from = "lib/libm64.wgsl", "device/op/internal/libm"
	all, err := translate.Package("../" + from)
	require.NoError(t, err)
	text := "// Made from " + from + " by go generate; do not edit. Float64 is two words, see float64.wgsl.\n\n" +
		strings.TrimSuffix(rowsNeed(all), "\n")
	if *generate {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, text == string(have), "%s is out of date; run go generate ./shaders", file)
}

// rowsNeed is what rows need of a file: some functions of libm are compositions' meanings,
// which no shader has.
func rowsNeed(file string) string {
	l := &library{index: map[string]int{}}
	for _, d := range parse(file) {
		l.declare(d)
	}
	for i := range l.decls {
		l.decls[i].uses = l.named(l.decls[i].text)
	}
	var texts strings.Builder
	for _, o := range op.Instructions() {
		texts.WriteString(o.WGSL(op.Float64) + "\n")
	}
	return l.needed(texts.String())
}
