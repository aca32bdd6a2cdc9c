package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/examples/internal/golden"
)

func TestOutput(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out))
	golden.File(t, out.String())
}
