package index

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
)

// expression is a line of testdata/numpy.txt: the shape of x = arange(n), an index, and what NumPy 2.4
// gives for x[index]. That is the shape and a hash of the elements, or an error.
//
// Items are separated by blanks: "_" is a new axis, "1:3:2" a slice, "a2,1=0,3" an array of shape (2, 1),
// "m2=01" a mask.
type expression struct {
	shape  []int
	items  []Item
	values map[int][]int // of arrays and masks, by item
	want   string
}

func parse(t testing.TB, line string) (x expression) {
	fields := strings.SplitN(line, ";", 3)
	require.Len(t, fields, 3)
	x.shape, x.want, x.values = numbers(t, fields[0], ","), fields[2], map[int][]int{}
	for i, text := range strings.Fields(fields[1]) {
		var item Item
		switch {
		case text == "_":
			item.Kind = New
		case text == "...":
			item.Kind = Ellipsis
		case text[0] == 'a' || text[0] == 'm':
			shape, values, _ := strings.Cut(text[1:], "=")
			item.Shape = numbers(t, shape, ",")
			if item.Kind = Array; text[0] == 'm' {
				item.Kind, values = Mask, strings.Join(strings.Split(values, ""), ",")
			}
			x.values[i] = numbers(t, values, ",")
		case strings.Contains(text, ":"):
			p := strings.Split(text, ":")
			item.Kind, item.Step = Slice, numbers(t, p[2], ",")[0]
			item.Start, item.Stop = 0, broadcast.End
			if item.Step < 0 {
				item.Start = broadcast.End
			}
			if p[0] != "" {
				item.Start = numbers(t, p[0], ",")[0]
			}
			if p[1] != "" {
				item.Stop = numbers(t, p[1], ",")[0]
			}
		default:
			item.Kind, item.Int = Int, numbers(t, text, ",")[0]
		}
		x.items = append(x.items, item)
	}
	return x
}

func numbers(t testing.TB, text, by string) (all []int) {
	if text == "" {
		return nil
	}
	for _, s := range strings.Split(text, by) {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		all = append(all, n)
	}
	return all
}

// arrays returns the arrays of the indexed axes, and their shapes.
func (x *expression) arrays(f *Form) (arrays, shapes [][]int) {
	for _, a := range f.Indexed {
		item, values := x.items[a.Item], x.values[a.Item]
		if item.Kind == Array {
			arrays, shapes = append(arrays, values), append(shapes, item.Shape)
			continue
		}
		stride := 1
		for _, n := range item.Shape[min(a.Part+1, len(item.Shape)):] {
			stride *= n
		}
		at := []int{}
		for k, yes := range values {
			if yes == 1 {
				size := 1
				if len(item.Shape) > 0 {
					size = item.Shape[a.Part]
				}
				at = append(at, k/stride%size)
			}
		}
		arrays, shapes = append(arrays, at), append(shapes, []int{len(at)})
	}
	return arrays, shapes
}

// get computes x[index] of arange by the normal form.
func (x *expression) get() (string, error) {
	f, err := Of(broadcast.RowMajor(x.shape...), x.items)
	if err != nil {
		return "", err
	}
	arrays, shapes := x.arrays(&f)
	view, common, err := f.Broadcast(shapes)
	if err != nil {
		return "", err
	}
	for k, a := range f.Indexed {
		for _, at := range arrays[k] {
			looked := len(shapes[k]) == 0 || !slices.Contains(common, 0) // NumPy takes an array without axes for an integer
			if looked && (at < -a.Size || at >= a.Size) {
				return "", &broadcast.IndexError{Index: at, Axis: a.Number, Size: a.Size}
			}
		}
	}
	behind := len(view.Shape) - f.Before - len(common)
	places := make([][]int, len(arrays))
	for k := range arrays {
		l := broadcast.RowMajor(shapes[k]...)
		for range behind {
			l.Shape, l.Strides = append(l.Shape, 1), append(l.Strides, 0)
		}
		l, err = l.To(view.Shape)
		if err != nil {
			return "", err
		}
		places[k] = slices.Collect(l.Offsets())
	}
	hash, n := uint32(0), 0
	for offset := range view.Offsets() {
		for k, a := range f.Indexed {
			at := arrays[k][places[k][n]]
			if at < 0 {
				at += a.Size
			}
			offset += at * a.Stride
		}
		hash = hash*31 + uint32(offset) + 1
		n++
	}
	return fmt.Sprintf("%s %d", strings.Trim(strings.ReplaceAll(fmt.Sprint(view.Shape), " ", ","), "[]"), hash), nil
}

// Lines were made by a seeded generator in Python, and can be replaced by any number of others.
func TestIndexingIsNumPys(t *testing.T) {
	raw, err := os.ReadFile("testdata/numpy.txt")
	require.NoError(t, err)
	for i, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		x := parse(t, line)
		got, err := x.get()
		if err != nil {
			got = "! " + err.Error()
		}
		if got != x.want {
			t.Errorf("line %d, %s: %s", i+1, line, got)
		}
	}
}

func TestAnIndexOfASliceWithoutAStepNamesItsAxis(t *testing.T) {
	_, err := Of(broadcast.RowMajor(2, 3), []Item{{Kind: Int}, {Kind: Slice}})
	assert.Equal(t, &broadcast.StepError{Axis: 1}, err)
}

func TestAFormFollowsTheLayoutOfTheArray(t *testing.T) {
	l, err := broadcast.RowMajor(4, 5).Flip(0)
	require.NoError(t, err)
	f, err := Of(l, []Item{{Kind: Array, Shape: []int{2}}, {Kind: Int, Int: -1}})
	require.NoError(t, err)
	assert.Equal(t, Form{View: broadcast.Layout{Shape: []int{}, Strides: []int{}, Offset: 19}, Indexed: []Axis{{Size: 4, Stride: -5}}}, f)
	view, common, err := f.Broadcast([][]int{{2}})
	require.NoError(t, err)
	assert.Equal(t, []int{2}, common)
	assert.Equal(t, broadcast.Layout{Shape: []int{2}, Strides: []int{0}, Offset: 19}, view)
}

func TestHostileIntegersOverflowNothing(t *testing.T) {
	for _, v := range []int{math.MaxInt, math.MinInt, -1, 0, 1} {
		for _, step := range []int{math.MaxInt, math.MinInt, -1, 0, 1} {
			_, err := Of(broadcast.RowMajor(3, 2), []Item{{Kind: Slice, Start: v, Stop: -v, Step: step}, {Kind: Int, Int: v}})
			assert.Equal(t, v < -2 || v > 1 || step == 0, err != nil)
		}
	}
}
