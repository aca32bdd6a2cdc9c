package device

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// allForms is a device that runs every program.
var allForms = Info{Name: "fake", DTypes: everything.DTypes, Forms: AllForms}

// formed are programs of every form, in their own text.
var formed = []string{
	"(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1",
	"(%0 float32 level 1, %1 float32; %2 float32)\n%3 float32 = max %0\n%4 float32 = sub %0 %3\n%5 float32 = mul %4 %2\n%6 float32 = add %3 %1\nreturn %5 %6",
	"(%0 int8 level 1)\n%1 int64 = cumsum %0\n%2 int8 = sort_descending %0\n%3 int64 = argsort %0\nreturn %1 %2 %3",
	"(%0 float32 level 1; %1 float32)\n%2 float32 = var %0 %1\nreturn %2",
	"(%0 int32 position)\nreturn %0",
	"(%0 float32 places 2, %1 int64, %2 uint8; %3 float32)\n%4 float32 = load %0 %1 %2\n%5 float32 = load_or %0 %1 %2 %3\nreturn %4 %5",
	"(%0 float32 level 1 places 1, %1 int64)\n%2 float32 = load %0 %1\n%3 float32 = sum %2\nreturn %3",
	"(%0 float32 places 1, %1 float32)\n%2 int64 = find_left %0 %1\n%3 int64 = find_right %0 %1\nreturn %2 %3",
	"(%0 float32, %1 int64, %2 int64)\nreturn %0, %0 at %1, %0 at %1 %2 sum skip",
	"(%0 int64 position; %1 uint64)\n%2 uint64 = cast %0\n%3 uint64 = threefry2x32 %1 %2\n%4 uint32 = random_bits %1 %2\nreturn %3 %4",
}

func TestASourceOfMapsIsTheProgramThatNewProgramMakes(t *testing.T) {
	code := []Instr{{Op: op.Mul, Args: []Value{0, 1}}}
	want, err := NewProgram(f32s, nil, code, 2, 0)
	require.NoError(t, err)
	got, err := Source{[]Input{{Type: f32}, {Type: f32}}, nil, code, []Output{{Value: 2}, {Value: 0}}}.Program()
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Zero(t, got.Forms())
	assert.Zero(t, got.Level(2))
	assert.Equal(t, Input{Type: f32}, got.Input(1))
	assert.Equal(t, Output{Value: 2}, got.Output(0))
}

func TestLevelsFollowFromTheInputs(t *testing.T) {
	p, err := Parse(formed[1])
	require.NoError(t, err)
	for v, want := range []int{1, 0, 0, 0, 1, 1, 0} {
		assert.Equal(t, want, p.Level(Value(v)), "%%%d", v)
	}
	assert.Equal(t, 1, p.OutputLevel(0))
	assert.Equal(t, 0, p.OutputLevel(1))
}

func TestProgramsOfFormsAreRefusedWithTheReason(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a second level", "(%0 float32 level 2)\n%1 float32 = sum %0\nreturn %1", "input %0: level 2, not 0 to 1"},
		{"a group of nothing", "(%0 float32)\n%1 float32 = sum %0\nreturn %1", "sum: %0 has no group: it is of level 0"},
		{"a sum of a sum", "(%0 float32 level 1)\n%1 float32 = sum %0\n%2 float32 = sum %1\nreturn %2", "sum: %1 has no group"},
		{"a product with one factor for all", "(%0 float32 level 1, %1 float32)\n%2 float32 = dot %0 %1\nreturn %2", "dot: %1 has no group: it is of level 0"},
		{"a correction for each element", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = var %0 %1\nreturn %2", "var: %1 is of level 1; the row takes one element for each group there, of level 0"},
		{"distinct places that are combined", "(%0 int64)\nreturn %0 at %0 sum distinct", "sum combines elements at one place, and all places are distinct"},
		{"distinct without a place", "(%0 int64)\nreturn %0 distinct", `"distinct" is not a value`},
		{"a level that nothing needs", "(%0 float32 level 1)\nreturn %0", "no instruction needs a group"},
		{"places that nothing reads", "(%0 float32 places 1, %1 float32)\nreturn %1", "neither loaded nor searched"},
		{"places used as an element", "(%0 float32 places 1)\n%1 float32 = neg %0\nreturn %1", "neg: %0 has 1 places, 0 are given; only the first operand of a load or a find has places"},
		{"places as an index", "(%0 int64 places 1)\n%1 int64 = load %0 %0\nreturn %1", "load: %0 has 1 places, 0 are given"},
		{"places stored", "(%0 int64 places 1, %1 int64)\n%2 int64 = load %0 %1\nreturn %0", "%0 has places; load it first"},
		{"a load without places", "(%0 float32, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", "load: %0 has 0 places, 1 are given"},
		{"one place for two", "(%0 float32 places 2, %1 int64)\n%2 float32 = load %0 %1\nreturn %2", "%0 has 2 places, 1 are given"},
		{"a search of two axes", "(%0 float32 places 2, %1 float32)\n%2 int64 = find_left %0 %1\nreturn %2", "%0 has 2 places, 1 are given"},
		{"a position of float32", "(%0 float32 position)\nreturn %0", "positions are int32 or int64"},
		{"a position with places", "(%0 int64 places 1 position)\nreturn %0", "a position has no places"},
		{"a float as a place", "(%0 float32)\nreturn %0 at %0", "the place %0 is float32, no integer"},
		{"a place that does not exist", "(%0 int64)\nreturn %0 at %1", "%1 does not exist; there are 1 values"},
		{"combined without a place", "(%0 int64)\nreturn %0 at", "program text"},
		{"combined by a mean", "(%0 int64)\nreturn %0 at %0 mean", "mean does not combine elements"},
		{"any of int8", "(%0 int8, %1 int64)\nreturn %0 at %1 any", "any of int8 is not int8"},
		{"an unknown word", "(%0 int64 wide)\nreturn %0", `"wide" is none of level, places, position`},
		{"an unknown end", "(%0 int64)\nreturn %0 at %0 fast", `"fast" is not a value`},
		{"two values at a place", "(%0 int64)\nreturn %0 %0 at %0", "it is\n(%0 int64)\nreturn %0, %0 at %0"},
		{"an input without a type", "(%0)\nreturn %0", `"%0" has no type`},
		{"a level that is no number", "(%0 int64 level x)\nreturn %0", `"x" is not a value`},
		{"a level without a number", "(%0 int64 level)\nreturn %0", "it is\n(%0 int64)\nreturn %0"},
		{"a scalar with a level", "(; %0 int64 level 1)\nreturn %0", "it is\n(; %0 int64)\nreturn %0"},
		{"a place of nothing", "(%0 int64)\nreturn at %0", `"at" is not a value`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.text)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// lay returns a launch of the program over [2 3] in groups of 3, or over [6]. Every operand has a
// buffer of its own. An axis of places has 4 elements.
func lay(t *testing.T, text string) *Launch {
	p, err := Parse(text)
	require.NoError(t, err)
	l := &Launch{Program: p, Shape: []int{6}, Scalars: make([]op.Scalar, len(p.Scalars())), Fault: new(Fault)}
	if p.groups() {
		l.Shape, l.Levels = []int{2, 3}, []int{1}
	}
	shape := func(level, places int) []int {
		axes := append([]int{}, l.axes(level)...)
		for range places {
			axes = append(axes, 4)
		}
		return axes
	}
	for i := range p.Inputs() {
		in := p.Input(i)
		o := operand(in.Type, shape(in.Level, in.Places)...)
		if in.Position {
			o.Buffer = nil
		}
		l.In = append(l.In, o)
	}
	for i, v := range p.Outputs() {
		l.Out = append(l.Out, operand(p.Type(v), shape(p.OutputLevel(i), len(p.Output(i).At))...))
	}
	return l
}

func TestLaunchesOfAllFormsAreTaken(t *testing.T) {
	for _, text := range formed {
		assert.NoError(t, lay(t, text).Check(allForms), text)
	}
	inPlace := lay(t, formed[1])
	inPlace.Out[0], inPlace.Out[1] = inPlace.In[0], inPlace.In[1]
	assert.NoError(t, inPlace.Check(allForms), "at each level, the elements of a group are its own")
	assert.True(t, lay(t, formed[8]).InPlace(), "a store keeps what it does not write")
}

func TestFormsThatADeviceDoesNotListAreRefusedByName(t *testing.T) {
	for i, want := range []string{"sum; it runs maps, not reductions", "max", "cumsum; it runs maps, not scans", "var", "an input without a buffer",
		"load; it runs maps, not loads", "load", "find_left; it runs maps, not finds", "a store at a computed place", "threefry2x32; it runs maps, not random bits"} {
		l := lay(t, formed[i])
		err := l.Check(everything)
		require.ErrorIs(t, err, errors.ErrUnsupported, formed[i])
		assert.ErrorContains(t, err, "device fake does not support "+want)
		for form := Forms(1); form < AllForms; form <<= 1 {
			info := allForms
			info.Forms &^= form
			assert.Equal(t, l.Program.Forms().Has(form), l.Check(info) != nil, "%v without %v", formed[i], form)
		}
	}
	assert.Equal(t, "maps, scans, stores", (Scans | Stores).String())
}

func TestLaunchesOfFormsAreRefusedWithTheReason(t *testing.T) {
	sum, softmax, load, store := formed[0], formed[1], formed[5], formed[8]
	for _, c := range []struct {
		name, text string
		harm       func(l *Launch)
		want       string
	}{
		{"no groups", sum, func(l *Launch) { l.Levels = nil }, "0 levels given; a program with groups takes 1"},
		{"groups of maps", "(%0 float32)\nreturn %0", func(l *Launch) { l.Levels = []int{1} }, "1 levels given"},
		{"two levels", sum, func(l *Launch) { l.Levels = []int{1, 1} }, "2 levels given"},
		{"a group of too many axes", sum, func(l *Launch) { l.Levels = []int{3} }, "levels of [3] axes, the shape has 2"},
		{"an empty group", softmax, func(l *Launch) { *l = *resize(l, 2, 0) }, "max of an empty group has no result"},
		{"axes of the other level", sum, func(l *Launch) { l.Out[0] = operand(f32, 2, 3) }, "output 0 has shape [2 3]; expand it with Layout.To to the launch's axes [2] and then 0 places"},
		{"a place too few", load, func(l *Launch) { l.In[0] = operand(f32, 6, 4) }, "input 0 has shape [6 4]; expand it with Layout.To to the launch's axes [6] and then 2 places"},
		{"a place beyond the buffer", load, func(l *Launch) { l.In[0].Buffer = &fakeBuffer{6*16*4 - 1} }, "input 0 (float32) leaves its buffer"},
		{"no Fault", load, func(l *Launch) { l.Fault = nil }, "the launch has no Fault for the error"},
		{"an output on what is loaded", load, func(l *Launch) { l.Out[0].Buffer = l.In[0].Buffer }, "input 0 (strides [16 4 1], offset 0) overlaps output 0"},
		{"an output with places on an input", store, func(l *Launch) {
			l.In[0].Buffer = &fakeBuffer{96}
			l.Out[1].Buffer = l.In[0].Buffer
		}, "overlaps output 1"},
		{"outputs with places", store, func(l *Launch) {
			l.Out[1] = l.Out[2]
			l.Out[1].Layout.Shape, l.Out[1].Layout.Strides = []int{6, 4}, []int{0, 1}
		}, "outputs 1 and 2 overlap"},
		{"a group written on another's elements", softmax, func(l *Launch) {
			l.Out[0] = l.In[0]
			l.In[0].Layout.Strides = []int{-3, 1}
			l.In[0].Layout.Offset = 3
		}, "input 0 (strides [-3 1], offset 3) overlaps output 0"},
		{"a position with a buffer", formed[4], func(l *Launch) { l.In[0].Buffer = &fakeBuffer{99} }, "input 0 is a position and has a buffer"},
		{"positions beyond int32", formed[4], func(l *Launch) { l.In[0].Layout.Strides = []int{1 << 30} }, "are not all int32"},
		{"positions beyond any", formed[9], func(l *Launch) { l.In[0].Layout.Strides = []int{math.MaxInt} }, "are not all int64"},
		{"a negative size", sum, func(l *Launch) { l.Shape = []int{2, -3} }, "-3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := lay(t, c.text)
			c.harm(l)
			err := l.Check(allForms)
			require.Error(t, err)
			assert.ErrorContains(t, err, c.want)
			assert.NotErrorIs(t, err, errors.ErrUnsupported)
		})
	}
	assert.NoError(t, resize(lay(t, softmax), 0, 3).Check(allForms), "there is no group")
}

// resize returns a launch in groups over another shape.
func resize(l *Launch, kept, group int) *Launch {
	l.Shape = []int{kept, group}
	for _, operands := range [][]Operand{l.In, l.Out} {
		for i, o := range operands {
			operands[i] = operand(o.Type, l.Shape[:o.Layout.Rank()]...)
		}
	}
	return l
}

func TestAnOperandIsFoundByPlaces(t *testing.T) {
	o := Operand{Type: f32, Layout: broadcast.Layout{Shape: []int{5, 3, 2}, Strides: []int{1, 10, -100}, Offset: 7}}
	for _, c := range []struct {
		name    string
		at      []Index
		fromEnd bool
		want    int
		err     string
	}{
		{"inside", []Index{{Int: 2}, {Int: 1}}, false, 7 + 20 - 100, ""},
		{"from the end", []Index{{Int: -3}, {Int: -1}}, true, 7 - 100, ""},
		{"negative", []Index{{Int: 0}, {Int: -1}}, false, 0, "index -1 is out of bounds for axis 1 with size 2"},
		{"beyond", []Index{{Int: 3}, {Int: 0}}, true, 0, "index 3 is out of bounds for axis 0 with size 3"},
		{"before", []Index{{Int: -4}, {Int: 9}}, true, 0, "index -4 is out of bounds for axis 0 with size 3"},
		{"more than an int64", []Index{IndexOf(op.Uint64, 1<<64-1), {}}, true, 0, "index 18446744073709551615 is out of bounds for axis 0 with size 3"},
		{"the least more", []Index{{}, IndexOf(op.Uint64, 1<<63)}, true, 0, "index 9223372036854775808 is out of bounds for axis 1 with size 2"},
		{"furthest", []Index{{Int: math.MinInt64}, {Int: 0}}, true, 0, "index -9223372036854775808 is out of bounds for axis 0 with size 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := o.Locate(7, c.at, c.fromEnd)
			if c.err != "" {
				require.Error(t, err)
				assert.EqualError(t, err, c.err)
				return
			}
			assert.Nil(t, err)
			assert.Equal(t, c.want, got)
		})
	}
	assert.Equal(t, Index{Int: -1}, IndexOf(op.Int8, 0xff))
}

func TestAFaultKeepsTheFirstError(t *testing.T) {
	var f Fault
	assert.NoError(t, f.Err())
	f.Set(&IndexError{Index: 5, Size: 2, Element: 3})
	f.Set(&IndexError{Index: 6, Size: 2, Element: 1})
	var e *IndexError
	require.ErrorAs(t, f.Err(), &e)
	assert.Equal(t, 3, e.Element)
}

func TestPlansVisitEveryGroupAndItsElements(t *testing.T) {
	for _, row := range []string{"sum", "argsort"} {
		text := fmt.Sprintf("(%%0 float32 level 1, %%1 float32)\n%%2 %s = %s %%0\n%%3 float32 = neg %%1\nreturn %%2 %%3",
			map[string]string{"sum": "float32", "argsort": "int64"}[row], row)
		l := lay(t, text)
		l.Shape, l.Levels = []int{2, 3, 4, 5}, []int{2}
		l.In[0].Layout = broadcast.Layout{Shape: l.Shape, Strides: []int{3, 1, 6, -24}, Offset: 100}
		l.In[1].Layout = broadcast.Layout{Shape: l.Shape[:2], Strides: []int{0, -1}, Offset: 2}
		l.Out[1].Layout = broadcast.RowMajor(2, 3)
		out := broadcast.RowMajor(l.axes(l.Program.OutputLevel(0))...)
		l.Out[0].Layout = out
		nest := l.Nest(nil)
		groups, elements := nest.Groups, nest.Elements
		assert.Equal(t, 6, groups.Len)
		assert.Equal(t, 20, elements.Len)
		want, got := map[string]int{}, map[string]int{}
		positions := func(p broadcast.Plan) (all [][]int) {
			for k, a := range p.Operands {
				i := 0
				for at := range (broadcast.Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}).Offsets() {
					if k == 0 {
						all = append(all, nil)
					}
					all[i] = append(all[i], at)
					i++
				}
			}
			return all
		}
		var inOrder []string
		for _, g := range positions(groups) {
			for _, e := range positions(elements) {
				at := []int{g[0] + e[0], g[1] + e[1], g[2] + e[2], g[3] + e[3]}
				got[fmt.Sprint(at)]++
				inOrder = append(inOrder, fmt.Sprint(at[2]))
			}
		}
		for g := range 6 {
			for e := range 20 {
				i, j, k, m := g/3, g%3, e/5, e%5
				first := g
				if row == "argsort" {
					first = g*20 + e
				}
				want[fmt.Sprint([]int{first, g, 100 + 3*i + j + 6*k - 24*m, 2 - j})]++
			}
		}
		assert.Equal(t, want, got, row)
		if row == "argsort" {
			assert.Equal(t, "100 76 52", strings.Join(inOrder[:3], " "), "elements in row-major order")
			assert.Equal(t, []int{4, 5}, elements.Shape)
		}
	}
}

func TestPlansHaveAllOperandsOfALaunch(t *testing.T) {
	l := lay(t, "(%0 float32 level 1, %1 float32, %2 float32)\n%3 float32 = sum %0\n%4 float32 = add %1 %2\n%5 float32 = add %3 %4\nreturn %5")
	nest := l.Nest(nil)
	groups, elements := nest.Groups, nest.Elements
	assert.Len(t, groups.Operands, 4)
	assert.Len(t, elements.Operands, 4)
}

func TestALaunchIsDescribed(t *testing.T) {
	assert.Equal(t, `launch over [2 3], groups of [3]
in  %0 float32 [2 3] strides [12 4] offset 0, places [4] strides [1]
in  %1 int64 [2] strides [1] offset 0
out %3 float32 [2] strides [1] offset 0
(%0 float32 level 1 places 1, %1 int64)
%2 float32 = load %0 %1
%3 float32 = sum %2
return %3
`, lay(t, formed[6]).Describe())
}

func TestAWrongLaunchIsDescribedByItsError(t *testing.T) {
	for _, harm := range []func(l *Launch){
		func(l *Launch) { l.Program = nil },
		func(l *Launch) { l.In = append(l.In, l.In[0]) },
		func(l *Launch) { l.In[0].Layout.Strides = nil },
		func(l *Launch) { l.Levels = []int{9} },
		func(l *Launch) { l.Levels = nil },
		func(l *Launch) { l.Out[0].Buffer = nil },
	} {
		l := lay(t, formed[6])
		harm(l)
		assert.Equal(t, l.Check(allForms).Error()+"\n", l.Describe())
	}
}

func TestAnIndexErrorInPlaceIsRefused(t *testing.T) {
	l := lay(t, "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\n%3 int64 = cast %2\nreturn %3")
	require.NoError(t, l.Check(allForms))
	l.Out[0] = l.In[1]
	assert.ErrorContains(t, l.Check(allForms), "output 0 overwrites input 1, and an index may be out of bounds; write to a copy")
}

func TestDistinctPlacesAreWrittenAndRead(t *testing.T) {
	p, err := Parse("(%0 float32, %1 int64)\nreturn %0 at %1 skip distinct")
	require.NoError(t, err)
	assert.True(t, p.Output(0).Distinct)
	assert.True(t, p.Output(0).Skip)
}

func TestADeviceNamesTheRowThatItLacks(t *testing.T) {
	info := allForms
	info.Name, info.Lacks = "d", &Gaps{op.Sum: op.SetOf(op.Float64)}
	sum := "(%0 T level 1)\n%1 T = sum %0\nreturn %1"
	assert.NoError(t, lay(t, strings.ReplaceAll(sum, "T", "float32")).Check(info))
	err := lay(t, strings.ReplaceAll(sum, "T", "float64")).Check(info)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.EqualError(t, err, "device d does not support sum of float64; move to a device that does with To")
}

func TestADeviceRunsTheRowsOfItsFormsButThoseThatItLacks(t *testing.T) {
	lacks := Gaps{op.Sum: op.SetOf(op.Float64), op.Dot: op.SetOf(op.Int64)}
	for _, c := range []struct {
		name  string
		forms Forms
		lacks *Gaps
		row   *op.Op
		args  []op.DType
		err   string // empty: it runs the row
	}{
		{"a map needs no form", 0, nil, op.Add, []op.DType{op.Float32, op.Float32}, ""},
		{"a map of types that the device may not have", 0, nil, op.Add, []op.DType{op.Float64}, ""},
		{"a row of a form that it lists", Reductions, nil, op.Sum, []op.DType{op.Float64}, ""},
		{"a row without types", Reductions, &lacks, op.Sum, nil, ""},
		{"a row of another form", Reductions, nil, op.Cumsum, nil, "device d does not support cumsum; it runs maps, reductions, not scans; move to a device that does with To"},
		{"another type than the one that it lacks", Reductions, &lacks, op.Sum, []op.DType{op.Float32}, ""},
		{"another row than the one that it lacks", Reductions, &lacks, op.Max, []op.DType{op.Float64}, ""},
		{"a row that it lacks", Reductions, &lacks, op.Sum, []op.DType{op.Float64}, "device d does not support sum of float64; move to a device that does with To"},
		{"a row that it lacks for one of its types", Reductions, &lacks, op.Dot, []op.DType{op.Int32, op.Int64}, "device d does not support dot of int64; move to a device that does with To"},
		{"a row that it lacks of a form that it does not list", 0, &lacks, op.Sum, []op.DType{op.Float64}, "device d does not support sum; it runs maps, not reductions; move to a device that does with To"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := (&Info{Name: "d", Forms: c.forms, Lacks: c.lacks}).Runs(c.row, c.args...)
			if c.err == "" {
				require.NoError(t, err)
				return
			}
			assert.ErrorIs(t, err, errors.ErrUnsupported)
			assert.EqualError(t, err, c.err)
		})
	}
}

func TestOnlyOperandsWithABufferAreCounted(t *testing.T) {
	info := allForms
	info.Limits.Buffers = 2
	assert.NoError(t, lay(t, "(%0 int32 position, %1 int32)\n%2 int32 = add %0 %1\nreturn %2").Check(info), "a position binds nothing")
	sum := lay(t, "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1")
	assert.ErrorContains(t, sum.Check(info), "a launch of 2 operands, 1 at most", "one is left for partial results")
	load := lay(t, "(%0 float32 places 1, %1 int64)\n%2 float32 = load %0 %1\nreturn %2")
	info.Limits.Buffers = 3
	assert.ErrorContains(t, load.Check(info), "a launch of 3 operands, 2 at most", "one is left for the error")
}

func TestACloneSharesNothingThatACallerChanges(t *testing.T) {
	l := lay(t, formed[6])
	l.Reuse()
	c := l.Clone()
	assert.Equal(t, l.Describe(), c.Describe())
	assert.Same(t, l.Fault, c.Fault)
	assert.Nil(t, c.Note())
	want := c.Describe()
	l.Shape[0], l.Levels[0], l.In[0].Layout.Offset, l.In[0].Layout.Strides[0] = 7, 7, 7, 7
	l.Out[0] = Operand{}
	assert.Equal(t, want, c.Describe())
}
