package shaders

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// placesFile is a golden file of the stages of a launch with places. All operands are over one shape,
// and have axes of 5 elements for their places.
type placesFile struct {
	name, program string
	shape         []int
	levels        []int
}

func placesFiles() []placesFile {
	return []placesFile{
		{"places/take", "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", []int{4, 6}, nil},
		{"places/take_small", "(%0 bfloat16 places 2, %1 int8, %2 uint32)\n%3 bfloat16 = load %0 %1 %2\nreturn %3", []int{9}, nil},
		{"places/pad", "(%0 float32 places 1, %1 int64 position; %2 float32)\n%3 float32 = load_or %0 %1 %2\nreturn %3", []int{9}, nil},
		{"places/find", "(%0 float64 places 1, %1 float64, %2 float32 places 1, %3 uint64)\n%4 int64 = find_left %0 %1\n" +
			"%5 float32 = load %2 %3\nreturn %4 %5", []int{9}, nil},
		{"places/sum_of_taken", "(%0 float32 places 1, %1 int32 level 1)\n%2 float32 = load %0 %1\n%3 float32 = sum %2\nreturn %3", []int{300, 8}, []int{1}},
		{"places/put", "(%0 uint8, %1 int32)\n%2 uint8 = neg %0\nreturn %2 at %1", []int{9}, nil},
		{"places/add", "(%0 float32, %1 int32, %2 int64)\nreturn %0 at %1 sum, %2 at %1 sum skip", []int{9}, nil},
		{"places/extremes", "(%0 float16, %1 int32, %2 int8)\nreturn %0 at %1 max skip, %0 at %1 min skip, %2 at %1 min skip", []int{9}, nil},
	}
}

func (f placesFile) launch(t testing.TB) *device.Launch {
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

func (f placesFile) stages(t testing.TB) []Kernel { return lowered(t, f.launch(t), Repair{}) }

func TestStagesOfPlacesAreThoseInTheGoldenFiles(t *testing.T) {
	for _, f := range placesFiles() {
		t.Run(f.name, func(t *testing.T) { golden(t, f.name, stagesText(f.stages(t))) })
	}
}

func TestAWordTellsTheFirstWrongIndex(t *testing.T) {
	w, err := Lower(placesFile{program: "(%0 float32 places 2, %1 int8, %2 uint32)\n%3 float32 = load %0 %1 %2\nreturn %3", shape: []int{9}}.launch(t), Limits{}, Repair{})
	require.NoError(t, err)
	words := make([]uint32, w.Errors().Bytes/wordBytes)
	word := func(i int) uint32 { return words[i] }
	assert.Nil(t, w.Checks().IndexError(word), "no word is set")
	words[0], words[8] = ^uint32(7), ^uint32(7)
	words[9] = 250
	assert.Equal(t, &device.IndexError{Index: 250, Axis: 1, Size: 5, Element: 7}, w.Checks().IndexError(word))
	words[4], words[5] = ^uint32(7), 0xfffffff0
	assert.Equal(t, &device.IndexError{Index: -16, Axis: 0, Size: 5, Element: 7}, w.Checks().IndexError(word), "of one element, the first index counts")
}

func TestPositionsMoveWithAReusedLaunch(t *testing.T) {
	l := placesFile{program: "(%0 int64 position)\n%1 int64 = neg %0\nreturn %1", shape: []int{9}}.launch(t)
	w, err := Lower(l, Limits{}, Repair{})
	require.NoError(t, err)
	w.Unbind()
	l.In[0].Layout.Offset = 1<<30 + 3
	require.True(t, w.Rebind(l))
	assert.Equal(t, 1<<30+3, w.Stages()[0].nest.operands[1].offset)
}
