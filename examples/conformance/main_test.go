package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// abacus is a device that does not open, counting one that can say whether it is closed.
func init() {
	device.Register("abacus", func() (device.Device, error) { return nil, errors.New("abacus: a bead is missing") })
	device.Register("counting", func() (device.Device, error) { living++; return counting{cpu.New()}, nil })
}

var living int

type counting struct{ device.Device }

func (d counting) Close() error { living--; return d.Device.Close() }

func TestTheReportNamesTheDeviceAndEveryOperation(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out, "cpu", devicetest.Quick(), devicetest.Only("add", "exp")))
	assert.Contains(t, out.String(), "cpu (")
	assert.Contains(t, out.String(), " 0 failed")
	assert.Contains(t, out.String(), "| add | exact")
	assert.Contains(t, out.String(), "| exp |")
}

func TestANamedDeviceThatDoesNotOpenIsAnError(t *testing.T) {
	var out strings.Builder
	assert.EqualError(t, run(&out, "abacus"), "abacus: a bead is missing")
	assert.ErrorContains(t, run(&out, "sand"), `no device "sand"`)
	assert.Empty(t, out.String())
}

func TestAnUnnamedDeviceThatDoesNotOpenIsNotRun(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(&out, "", devicetest.Quick(), devicetest.Only("add")))
	assert.Contains(t, out.String(), "abacus: not run: abacus: a bead is missing\n")
	assert.Contains(t, out.String(), "cpu (")
}

func TestOneDeviceThatFailsDoesNotStopTheOthers(t *testing.T) {
	var out strings.Builder
	assert.ErrorContains(t, run(&out, "abacus,cpu", devicetest.Only("add")), "a bead is missing")
	assert.Contains(t, out.String(), "| add | exact")
}

func TestTheDeviceIsClosed(t *testing.T) {
	require.NoError(t, run(&strings.Builder{}, "counting", devicetest.Only("neg")))
	assert.Zero(t, living)
}

func TestASweepWritesTheFiguresOfEveryDevice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.md")
	var out strings.Builder
	sweep := devicetest.Sweep{Step: 1_000_003, Ops: []string{"exp", "add"}}
	require.NoError(t, figures(&out, file, "cpu", sweep))
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
	assert.EqualError(t, figures(&strings.Builder{}, file, "abacus", devicetest.Sweep{Step: 61}), "abacus: a bead is missing")
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
