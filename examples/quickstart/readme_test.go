package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
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

func TestTheReadmeShowsAnErrorAsItIs(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	err = tensor.Ones(tensor.Float32, 5, 2, 4, 1).Add(tensor.Ones(tensor.Float32, 3, 1, 1)).Err()
	require.Error(t, err)
	assert.Contains(t, string(readme), "```\n"+err.Error()+"\n```")
}
