package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestASweepWritesTheFiguresOfEveryDevice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.md")
	var out strings.Builder
	sweep := devicetest.Sweep{Step: 1_000_003, Ops: []string{"exp", "add"}}
	require.NoError(t, figures(&out, file, []string{"cpu"}, sweep))
	assert.Contains(t, out.String(), "exp          float32: ")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), "one in 1000003 of the 2^32 float32")
	assert.Contains(t, string(text), floors())
	assert.Contains(t, string(text), "## CPU, float64\n\n| operation |")
	assert.Contains(t, string(text), "Exact: add, add with alpha.\n")
	assert.NotContains(t, string(text), "llvmpipe")
}

func TestASweepWithoutADeviceWritesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.md")
	assert.EqualError(t, figures(&strings.Builder{}, file, []string{"abacus"}, devicetest.Sweep{Step: 61}), "abacus: a bead is missing")
	assert.NoFileExists(t, file)
}

// The file is made by this command; who adds an operation makes it again.
func TestTheAccuracyPageHasEveryOperationThatIsNotExactWithinItsTolerance(t *testing.T) {
	page, err := os.ReadFile("../../device/devicetest/ACCURACY.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), floors())
	tables := strings.Split(string(page), "\n## ")[1:]
	require.Len(t, tables, 3, "the CPU's types, and a GPU's")
	for _, table := range tables {
		var measured []string
		for _, line := range strings.Split(table, "\n") {
			cell := strings.Split(line, "|")
			if len(cell) < 6 || strings.Contains(line, "---") || strings.Contains(line, "| worst |") {
				continue
			}
			name := strings.TrimSpace(cell[1])
			measured = append(measured, name)
			assert.LessOrEqual(t, number(t, cell[2]), number(t, cell[3]), "%s of %s", name, strings.SplitN(table, "\n", 2)[0])
		}
		for _, o := range op.All() {
			single := o.Rule != op.Double || strings.Contains(table, "float64")
			if o.Tol != op.Exact && single {
				assert.Contains(t, measured, o.Name)
			}
		}
	}
}

func number(t *testing.T, cell string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	require.NoError(t, err)
	return x
}
