package main

import (
	"errors"
	"os"
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

// README lists the figures of the operations that are not exact, by hand.
func TestTheReadmeHasARowForEveryOperationThatIsNotExact(t *testing.T) {
	var want []string
	for _, o := range op.All() {
		if o.Tol != op.Exact {
			want = append(want, o.Name)
		}
	}
	assert.ElementsMatch(t, append(want, "all others"), readmeRows(t))
}

// readmeRows lists the first cells of README's table of errors.
func readmeRows(t *testing.T) (names []string) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(readme), "\n| operation | CPU float32 |")
	require.True(t, found, "README.md has no table of errors")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range strings.Split(table, "\n")[2:] {
		names = append(names, strings.TrimSpace(strings.Split(row, "|")[1]))
	}
	return names
}
