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

// stagesFile is a golden file of the stages of a launch with groups or places. Operands are over the
// launch's shape, or over its kept axes. They have axes of 5 elements for their places.
type stagesFile struct {
	name, program string
	shape, levels []int
	columns       bool // a group is a column of the inputs, which are row-major
	teams         bool
}

// stagesFiles lists these goldens.
func stagesFiles() []stagesFile {
	const argmax = "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1"
	const softmax = "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n" +
		"%4 float32 = sum %3\n%5 float32 = div %3 %4\nreturn %5"
	return []stagesFile{
		{name: "group/sum_rows", program: "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", shape: []int{4, 1000}, levels: []int{1}},
		{name: "group/softmax", program: softmax, shape: []int{300, 32}, levels: []int{1}},
		{name: "group/argmax_columns", program: argmax, shape: []int{64, 1000}, levels: []int{1}, columns: true},
		{name: "group/cumsum", program: "(%0 int32 level 1)\n%1 int64 = cumsum %0\nreturn %1", shape: []int{4, 3000}, levels: []int{1}},
		{name: "group/sort", program: "(%0 int8 level 1)\n%1 int8 = sort %0\nreturn %1", shape: []int{3, 1000}, levels: []int{1}},
		{name: "group/argsort_short", program: "(%0 float64 level 1)\n%1 int64 = argsort_descending %0\nreturn %1", shape: []int{300, 8}, levels: []int{1}},
		{name: "group/team_softmax", program: softmax, shape: []int{300, 3200}, levels: []int{1}, teams: true},
		{name: "group/team_sort", program: "(%0 int8 level 1)\n%1 int8 = sort_descending %0\nreturn %1", shape: []int{1, 5000}, levels: []int{1}, teams: true},
		{name: "group/team_argmax", program: argmax, shape: []int{2, 100_000}, levels: []int{1}, teams: true},
		{name: "places/take", program: "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", shape: []int{4, 6}},
		{name: "places/take_small", program: "(%0 bfloat16 places 2, %1 int8, %2 uint32)\n%3 bfloat16 = load %0 %1 %2\nreturn %3", shape: []int{9}},
		{name: "places/random", program: "(%0 int64 position; %1 uint64)\n%2 uint64 = cast %0\n%3 uint32 = random_bits %1 %2\n" +
			"%4 float32 = random_normal %3\n%5 float32 = random_exponential %3\nreturn %4 %5", shape: []int{64}},
		{name: "places/pad", program: "(%0 float32 places 1, %1 int64 position; %2 float32)\n%3 float32 = load_or %0 %1 %2\nreturn %3", shape: []int{9}},
		{name: "places/find", program: "(%0 float64 places 1, %1 float64, %2 float32 places 1, %3 uint64)\n%4 int64 = find_left %0 %1\n" +
			"%5 float32 = load %2 %3\nreturn %4 %5", shape: []int{9}},
		{name: "places/sum_of_taken", program: "(%0 float32 places 1, %1 int32 level 1)\n%2 float32 = load %0 %1\n%3 float32 = sum %2\nreturn %3", shape: []int{300, 8}, levels: []int{1}},
		{name: "places/put", program: "(%0 uint8, %1 int32)\n%2 uint8 = neg %0\nreturn %2 at %1", shape: []int{9}},
		{name: "places/add", program: "(%0 float32, %1 int32, %2 int64)\nreturn %0 at %1 sum, %2 at %1 sum skip", shape: []int{9}},
		{name: "places/product", program: "(%0 float16, %1 int32)\nreturn %0 at %1 prod skip", shape: []int{300}},
		{name: "places/extremes", program: "(%0 float16, %1 int32, %2 int8)\nreturn %0 at %1 max skip, %0 at %1 min skip, %2 at %1 min skip", shape: []int{9}},
	}
}

func (f stagesFile) launch(t testing.TB) *device.Launch {
	t.Helper()
	p, err := device.Parse(f.program)
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: f.shape, Levels: f.levels, Fault: new(device.Fault), Scalars: make([]op.Scalar, len(p.Scalars()))}
	operand := func(name string, dt op.DType, level, places int) device.Operand {
		shape := l.Shape
		if l.Levels != nil && level == 0 {
			shape = shape[:len(shape)-l.Levels[0]]
		}
		layout := broadcast.RowMajor(shape...)
		for range places {
			layout.Shape, layout.Strides = append(layout.Shape, 5), append(layout.Strides, 1)
		}
		return device.Operand{Buffer: &memory{name}, Type: dt, Layout: layout}
	}
	for i, dt := range p.Inputs() {
		in := p.Input(i)
		o := operand(fmt.Sprint("in", i), dt, in.Level, in.Places)
		if f.columns {
			o.Layout.Strides = []int{1, f.shape[0]}
		}
		if in.Position {
			o.Buffer = nil
		}
		l.In = append(l.In, o)
	}
	for i, v := range p.Outputs() { // each has a buffer of its own
		l.Out = append(l.Out, operand(fmt.Sprint("out", i), p.Type(v), p.OutputLevel(i), len(p.Output(i).At)))
	}
	return l
}

// stages lowers the launch.
func (f stagesFile) stages(t testing.TB) []Kernel {
	t.Helper()
	w, err := Lower(f.launch(t), Limits{Teams: f.teams}, Repair{})
	require.NoError(t, err)
	return w.Stages()
}

// stagesText is the text of all stages.
func stagesText(stages []Kernel) string {
	var b strings.Builder
	for i := range stages {
		fmt.Fprintf(&b, "// ---- stage %d: %s ----\n\n%s\n", i+1, stages[i].Variant(), stages[i].WGSL())
	}
	return b.String()
}

func TestStagesAreThoseInTheGoldenFiles(t *testing.T) {
	for _, f := range stagesFiles() {
		t.Run(f.name, func(t *testing.T) { golden(t, f.name, stagesText(f.stages(t))) })
	}
}
