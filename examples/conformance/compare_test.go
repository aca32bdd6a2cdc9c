package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeResults writes the results of a run to a file, with each text replaced by the next.
func writeResults(t *testing.T, pairs ...string) string {
	file := filepath.Join(t.TempDir(), "results.json")
	status, _, progress := run("-device", "cpu", "-quick", "-ops", "add,exp", "-data", "", "-json", file)
	require.Zero(t, status, progress)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	changed := strings.NewReplacer(pairs...).Replace(string(text))
	require.True(t, len(pairs) == 0 || changed != string(text))
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o644))
	return file
}

func TestARunComparedWithItselfIsTheSame(t *testing.T) {
	file := writeResults(t)
	status, out, _ := run("-compare", file, file)
	assert.Zero(t, status)
	assert.Contains(t, out, "\n0 worse, 0 better, 0 new, 0 missing\n")
}

func TestWhatGotWorseIsStatus1AndWhatGotBetterIsNot(t *testing.T) {
	good := writeResults(t)
	bad := writeResults(t, "\"Op\": \"add\",\n     \"Type\": \"int32\",\n     \"Status\": \"exact\",\n     \"Worst\": 0", "\"Op\": \"add\",\n     \"Type\": \"int32\",\n     \"Status\": \"failed\",\n     \"Worst\": \"inf\"")
	status, out, progress := run("-compare", good, bad)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "worse    cpu add in int32: exact -> failed, wrong ULP")
	assert.Equal(t, "conformance: 1 got worse\n", progress)
	status, out, _ = run("-compare", bad, good)
	assert.Zero(t, status)
	assert.Contains(t, out, "better   cpu add in int32: failed")
}

func TestErrorsMayGrowByTheSlack(t *testing.T) {
	before, after := writeResults(t), writeResults(t, "\"Worst\": 0.", "\"Worst\": 1.")
	status, out, _ := run("-compare", "-slack", "1.5", before, after)
	assert.Zero(t, status, out)
	status, out, _ = run("-compare", before, after)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "worse    cpu exp in float64: within, 0.")
}

func TestWhatOneRunLacksIsNewOrMissing(t *testing.T) {
	cpu, other := writeResults(t), writeResults(t, `"Name": "cpu"`, `"Name": "abacus"`, `"Op": "exp"`, `"Op": "log"`)
	_, out, _ := run("-compare", cpu, other)
	assert.Contains(t, out, "missing  cpu: ")
	assert.Contains(t, out, "new      abacus: not run -> ")
	renamed := writeResults(t, `"Op": "exp"`, `"Op": "log"`, `"Seed": 1`, `"Seed": 2`)
	status, out, _ := run("-compare", cpu, renamed)
	assert.Zero(t, status)
	assert.Contains(t, out, "missing  cpu exp in float16: exact -> not run")
	assert.Contains(t, out, "new      cpu log in float16: not run -> exact")
	assert.Contains(t, out, "other seeds")
}

func TestOnlyWhatJSONWroteIsCompared(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.json")
	require.NoError(t, os.WriteFile(empty, []byte("{}"), 0o644))
	status, _, progress := run("-compare", empty, empty)
	assert.Equal(t, 1, status)
	assert.Contains(t, progress, "has no device in it")
	_, _, progress = run("-compare", "page.html", empty)
	assert.Contains(t, progress, "page.html was not written by -json")
}
