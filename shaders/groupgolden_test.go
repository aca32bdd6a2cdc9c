package shaders

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// groupFile is a golden file of the stages of a launch with reductions or scans.
type groupFile struct {
	name, program string
	groups        int
	elements      int
	columns       bool // whether a group is a column of the input, which is row-major
	teams         bool
}

// groupFiles lists the goldens of groups.
func groupFiles() []groupFile {
	const softmax = "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n" +
		"%4 float32 = sum %3\n%5 float32 = div %3 %4\nreturn %5"
	return []groupFile{
		{"group/sum_rows", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", 4, 1000, false, false},
		{"group/softmax", softmax, 300, 32, false, false},
		{"group/argmax_columns", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", 64, 1000, true, false},
		{"group/cumsum", "(%0 int32 level 1)\n%1 int64 = cumsum %0\nreturn %1", 4, 3000, false, false},
		{"group/sort", "(%0 int8 level 1)\n%1 int8 = sort %0\nreturn %1", 3, 1000, false, false},
		{"group/argsort_short", "(%0 float64 level 1)\n%1 int64 = argsort_descending %0\nreturn %1", 300, 8, false, false},
		{"group/team_softmax", softmax, 300, 3200, false, true},
		{"group/team_argmax", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", 2, 100_000, false, true},
	}
}

// stages lowers the launch.
func (f groupFile) stages(t testing.TB) []Kernel {
	t.Helper()
	w, err := Lower(f.launch(t), Limits{Teams: f.teams}, Repair{})
	require.NoError(t, err)
	return w.Stages()
}

func (f groupFile) launch(t testing.TB) *device.Launch {
	t.Helper()
	p, err := device.Parse(f.program)
	require.NoError(t, err)
	rows := broadcast.RowMajor(f.groups, f.elements)
	in := rows
	if f.columns {
		in.Strides = []int{1, f.groups}
	}
	out := broadcast.RowMajor(f.groups)
	if p.OutputLevel(0) > 0 {
		out = rows
	}
	return &device.Launch{Program: p, Shape: rows.Shape, Levels: []int{1}, Scalars: make([]op.Scalar, len(p.Scalars())),
		In:  []device.Operand{{Buffer: &memory{"in"}, Type: p.Inputs()[0], Layout: in}},
		Out: []device.Operand{{Buffer: &memory{"out"}, Type: p.Type(p.Outputs()[0]), Layout: out}}}
}

// stagesText is the text of all stages.
func stagesText(stages []Kernel) string {
	var b strings.Builder
	for i := range stages {
		fmt.Fprintf(&b, "// ---- stage %d: %s ----\n\n%s\n", i+1, stages[i].Variant(), stages[i].WGSL())
	}
	return b.String()
}

func TestStagesOfGroupsAreThoseInTheGoldenFiles(t *testing.T) {
	for _, f := range groupFiles() {
		t.Run(f.name, func(t *testing.T) { golden(t, f.name, stagesText(f.stages(t))) })
	}
}
