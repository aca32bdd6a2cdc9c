package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/examples/internal/devices"
)

// The program starts itself, which here is the test.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "-part=") {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestEveryWayGivesTheSameBits(t *testing.T) {
	table, err := open("")
	require.NoError(t, err)
	ways := table.ways("")
	want, err := ways[0].of()
	require.NoError(t, err)
	for _, way := range ways[1:] {
		t.Run(way.name, func(t *testing.T) {
			got, err := way.of()
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
	devices.Each(t, func(t *testing.T, d device.Device) {
		got, err := table.onDevice(d)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

func TestALoopOfFloat32AnswersDifferentlyEachTime(t *testing.T) {
	table, err := open("")
	require.NoError(t, err)
	answers := map[statistics]bool{}
	loops := table.loops()
	for _, l := range loops {
		answers[l.of[2]] = true
	}
	assert.Len(t, answers, len(loops), "of the pressure")
}

func TestTheProgramPrintsEachWay(t *testing.T) {
	table, err := open("")
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, run(&out, "", table))
	assert.Contains(t, out.String(), "400 rows of [hour temperature pressure wind]")
	assert.GreaterOrEqual(t, strings.Count(out.String(), "the same bits"), 5)
	assert.NotContains(t, out.String(), "other bits")
}

func TestFilesThatAreNoTablesAreRefused(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"no rows", "a,b\n", "1 lines; a line of names and two of numbers are needed"},
		{"a word", "a,b\n1,2\n3,x\n", `line 3, b: "x" is no finite number`},
		{"infinity", "a\n1\nInf\n", `line 3, a: "Inf" is no finite number`},
		{"a line of another length", "a,b\n1\n2\n", "wrong number of fields"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parse([]byte(c.file))
			assert.ErrorContains(t, err, c.want)
		})
	}
}
