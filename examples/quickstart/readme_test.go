package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheReadmeShowsThisProgramAndWhatItPrints(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	program, err := os.ReadFile("main.go")
	require.NoError(t, err)
	_, code, _ := strings.Cut(string(program), "package main\n") // the package comment is for this folder
	assert.Contains(t, string(readme), "```go\npackage main\n"+code+"```")

	output, err := os.ReadFile("testdata/output.txt")
	require.NoError(t, err)
	assert.Contains(t, string(readme), string(output))
}

func TestThePicturesOfTheReadmeAreSmallFilesThatOneScriptDraws(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	script, err := os.ReadFile("../pictures.sh")
	require.NoError(t, err)
	pictures := regexp.MustCompile(`!\[[^\]]+\]\((examples/[^)]+)\)`).FindAllStringSubmatch(string(readme), -1)
	assert.Len(t, pictures, 8)
	for _, p := range pictures {
		info, err := os.Stat("../../" + p[1])
		require.NoError(t, err)
		if p[1] == "examples/web/page.png" { // a screenshot, which the page's test takes in a browser
			assert.Less(t, info.Size(), int64(100<<10))
			continue
		}
		assert.Less(t, info.Size(), int64(40<<10), p[1])
		assert.Contains(t, string(script), "-o "+p[1]+"\n")
	}
}

func TestThePlatformsThatTheReadmeCallsBuiltOrTestedAreThoseOfCI(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	ci := ""
	for _, file := range []string{"../../.ci/run", "../../.github/workflows/test.yml"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		ci += string(text)
	}
	targets := regexp.MustCompile("`((?:linux|darwin|windows|js)/\\w+)`").FindAllStringSubmatch(string(readme), -1)
	assert.Len(t, targets, 7)
	for _, target := range targets {
		assert.Contains(t, ci, target[1])
	}
	assert.Contains(t, ci, "GOARCH=386")
	assert.Contains(t, ci, "qemu-aarch64")
}

func TestTheReadmeNamesEveryExampleAndRunsWhatThereIs(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	folders, err := os.ReadDir("..")
	require.NoError(t, err)
	for _, f := range folders {
		if f.IsDir() && f.Name() != "internal" {
			assert.Contains(t, string(readme), "examples/"+f.Name())
		}
	}
	commands := regexp.MustCompile(`(?:go run|go build -o \S+|bash) (\.?[\w./-]+)`).FindAllStringSubmatch(string(readme), -1)
	assert.Greater(t, len(commands), 6)
	for _, c := range commands {
		_, err := os.Stat("../../" + c[1])
		assert.NoError(t, err, c[0])
	}
}
