package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
)

// placesPrograms are programs with T, U and N for types of elements, and I and J for those of indices. Stores
// combine elements of N by sum, and those of U by max and min.
var placesPrograms = []struct {
	name, text string
	grouped    bool
}{
	{"take", "(%0 T places 1, %1 I)\n%2 T = load %0 %1\nreturn %2", false},
	{"take of taken indices", "(%0 J places 1, %1 I, %2 T places 2)\n%3 J = load %0 %1\n%4 T = load %2 %3 %1\nreturn %4 %3", false},
	{"pad", "(%0 T places 2, %1 I, %2 int64 position; %3 T)\n%4 T = load_or %0 %1 %2 %3\nreturn %4", false},
	{"unread", "(%0 T places 1, %1 I)\n%2 T = load %0 %1\nreturn %1", false},
	{"put", "(%0 T, %1 I)\nreturn %0 at %1", false},
	{"put at two places", "(%0 T, %1 I, %2 J, %3 U)\nreturn %0 at %1 %2, %3 at %2 skip", false},
	{"add", "(%0 N, %1 I, %2 U, %3 J)\nreturn %0 at %1 sum, %2 at %3", false},
	{"extremes", "(%0 U, %1 I, %2 U)\nreturn %0 at %1 max skip, %2 at %1 min skip", false},
	{"products", "(%0 I, %1 J)\nreturn %0 at %1 prod", false},
	{"put of what is taken, and an output without places", "(%0 T places 1, %1 I, %2 J)\n%3 T = load %0 %1\nreturn %3 at %2 %1", false},
	{"put in groups", "(%0 U level 1, %1 I level 1, %2 J)\n%3 U = max %0\nreturn %0 at %1, %3 at %2 max, %3", true},
	{"add in groups", "(%0 N level 1, %1 I level 1)\n%2 int64 = argmax %1\nreturn %0 at %1 sum, %2", true},
	{"find", "(%0 T places 1, %1 T)\n%2 int64 = find_left %0 %1\n%3 int64 = find_right %0 %1\nreturn %2 %3", false},
	{"positions", "(%0 int32 position, %1 int64 position)\n%2 int32 = neg %0\nreturn %1 %2", false},
	{"greatest of taken", "(%0 T places 1, %1 I level 1)\n%2 T = load %0 %1\n%3 T = max %2\nreturn %3 %2", true},
	{"at the greatest", "(%0 T places 1, %1 I level 1, %2 J)\n%3 int64 = argmax %1\n%4 T = load %0 %3\n%5 T = load %0 %2\nreturn %4 %5", true},
	{"sum of taken, and unread", "(%0 T places 1, %1 I level 1, %2 J, %3 int32 level 1)\n%4 T = load %0 %1\n%5 T = load %0 %2\n%6 int64 = sum %3\nreturn %6", true},
	{"scan of taken", "(%0 int32 places 1, %1 I level 1, %2 J)\n%3 int32 = load %0 %1\n%4 int64 = cumsum %3\n%5 int32 = load %0 %2\nreturn %4 %5", true},
	{"greatest index, then one taken for all", "(%0 T level 1 places 1, %1 I level 1)\n%2 I = max %1\n%3 T = load %0 %2\nreturn %3", true},
	{"positions in groups", "(%0 int64 level 1 position, %1 int32 position)\n%2 int64 = sum %0\nreturn %2 %1 %0", true},
}

// placesTrial is a launch on two devices.
type placesTrial struct {
	r       *rand.Rand
	devices [2]device.Device
	wrong   float64 // how many indices are
	sorted  bool    // the elements of tables are
}

// operand makes an operand over a shape, with places of some sizes, on both devices.
func (c *placesTrial) operand(t *testing.T, dt op.DType, shape, places []int, content func() op.Scalar) (both [2]device.Operand) {
	layout := c.layout(shape, places, content == nil)
	n := 0
	if layout.Len() > 0 {
		_, n = layout.Bounds()
	}
	raw := make([]byte, n*dt.Size())
	for i := 0; i < n && content != nil; i++ {
		dt.Store(raw[i*dt.Size():], content())
	}
	for k, d := range c.devices {
		b, err := d.Alloc(max(len(raw), 1))
		require.NoError(t, err)
		t.Cleanup(b.Release)
		require.NoError(t, b.Write(0, raw))
		both[k] = device.Operand{Buffer: b, Type: dt, Layout: layout}
	}
	return both
}

// layout is a layout in any order. An input's may be flipped, or repeat along an axis.
func (c *placesTrial) layout(shape, places []int, output bool) broadcast.Layout {
	all := slices.Concat(shape, places)
	l := broadcast.Layout{Shape: all, Strides: make([]int, len(all)), Offset: c.r.IntN(4)}
	step := 1 + c.r.IntN(2)
	if len(places) == 1 || output {
		step = 1
	}
	shared := len(places) > 0 && broadcast.RowMajor(shape...).Len() > 10_000
	for _, axis := range c.r.Perm(len(all)) {
		if shared && axis < len(shape) {
			continue
		}
		switch c.r.IntN(5) {
		case 0:
			if !output && axis < len(shape) {
				continue
			}
		case 1:
			if !output && !c.sorted {
				l.Offset += step * max(0, all[axis]-1)
				l.Strides[axis] = -step
				step *= max(1, all[axis])
				continue
			}
		}
		l.Strides[axis] = step
		step *= max(1, all[axis])
	}
	return l
}

func (c *placesTrial) run(t *testing.T, program string, grouped bool) {
	p, err := device.Parse(program)
	require.NoError(t, err)
	shape := make([]int, 1+c.r.IntN(3))
	for i := range shape {
		shape[i] = []int{1, 2, 3, 7, 20, 33}[c.r.IntN(6)]
	}
	if !grouped && c.r.IntN(4) == 0 { // threads take several elements
		shape[0] = 50_000/len(shape) + c.r.IntN(20_000)
	}
	kept := len(shape)
	var launches [2]device.Launch
	if grouped {
		kept = c.r.IntN(len(shape) + 1)
		if c.r.IntN(4) == 0 && kept < len(shape) {
			shape[len(shape)-1] = 300 + c.r.IntN(3000)
		}
	}
	size := 1 + c.r.IntN(40)
	for k := range launches {
		launches[k] = device.Launch{Program: p, Shape: shape, Fault: new(device.Fault), Scalars: make([]op.Scalar, len(p.Scalars()))}
		if grouped {
			launches[k].Levels = []int{len(shape) - kept}
		}
	}
	for i, dt := range p.Inputs() {
		in, over := p.Input(i), shape
		if grouped && in.Level == 0 {
			over = shape[:kept]
		}
		places := make([]int, in.Places)
		for a := range places {
			places[a] = size
		}
		content := func() op.Scalar {
			if dt.IsInteger() {
				at := int64(c.r.IntN(2*size) - size)
				if c.r.Float64() < c.wrong {
					at += int64(size) * int64(c.r.IntN(7)-3) << c.r.IntN(50)
				}
				return dt.FromInt(at)
			}
			return dt.FromFloat(math.Ldexp(c.r.NormFloat64(), c.r.IntN(40)-20))
		}
		if c.sorted && in.Places > 0 {
			next := 0
			content = func() op.Scalar {
				next = min(next+c.r.IntN(3)/2, 100)
				return dt.FromInt(int64(next))
			}
		}
		var both [2]device.Operand
		if in.Position {
			both[0] = device.Operand{Type: dt, Layout: c.layout(over, nil, false)}
			both[0].Layout.Offset += c.r.IntN(1000) - 500
			both[1] = both[0]
		} else {
			both = c.operand(t, dt, over, places, content)
		}
		for k := range launches {
			launches[k].In = append(launches[k].In, both[k])
		}
	}
	for i, v := range p.Outputs() {
		over := shape
		if grouped && p.OutputLevel(i) == 0 {
			over = shape[:kept]
		}
		var places []int
		var content func() op.Scalar
		if len(p.Output(i).At) > 0 {
			content = func() op.Scalar { return p.Type(v).FromInt(int64(c.r.IntN(100))) }
		}
		for range p.Output(i).At {
			places = append(places, size)
		}
		both := c.operand(t, p.Type(v), over, places, content)
		for k := range launches {
			launches[k].Out = append(launches[k].Out, both[k])
		}
	}
	var results [2][]string
	for k, d := range c.devices {
		require.NoError(t, d.Run(ctx, &launches[k]), launches[k].Describe())
		require.NoError(t, d.Sync(ctx))
		fault := launches[k].Fault.Err()
		if fault != nil {
			results[k] = []string{fmt.Sprintf("%+v", *fault.(*device.IndexError))}
		}
		for i, o := range launches[k].Out {
			if fault != nil && len(p.Output(i).At) == 0 {
				continue // it may be anything
			}
			raw := make([]byte, o.Buffer.Len())
			require.NoError(t, o.Buffer.Read(ctx, 0, raw))
			results[k] = append(results[k], fmt.Sprint(raw))
		}
	}
	require.Equal(t, results[1], results[0], "%s", launches[0].Describe())
}

// typed is a program for types of a device.
func typed(text string, r *rand.Rand, info device.Info) string {
	list := info.DTypes.List()
	pick := func(takes func(dt op.DType) bool) string {
		fits := slices.DeleteFunc(slices.Clone(list), func(dt op.DType) bool { return !takes(dt) })
		return fits[r.IntN(len(fits))].String()
	}
	number := func(dt op.DType) bool { return dt != op.Bool }
	return strings.NewReplacer("T", pick(op.DType.Valid), "U", pick(op.DType.Valid), "N", pick(number),
		"I", pick(op.DType.IsInteger), "J", pick(op.DType.IsInteger)).Replace(text)
}

func TestLoadsFindsAndStoresAreThoseOfTheNaiveDevice(t *testing.T) {
	devicetest.OneGoroutine(t)
	d, naive := open(t), customdevice.New()
	for _, c := range placesPrograms {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(44, uint64(len(c.text))))
			for range many(25, 1) {
				program := typed(c.text, r, d.Info())
				for _, wrong := range []float64{0, .02, .5}[:many(3, 2)] {
					trial := placesTrial{r, [2]device.Device{d, naive}, wrong, c.name == "find"}
					trial.run(t, program, c.grouped)
				}
			}
		})
	}
}

// Some stages bind scratch, which is not taken while a launch is only compiled.
func TestALaunchWithStagesThatBindScratchIsCompiledAheadOfItsRun(t *testing.T) {
	d := open(t)
	p, err := device.Parse("(%0 int32 places 1, %1 int32)\n%2 int32 = load %0 %1\nreturn %2")
	require.NoError(t, err)
	table, at, out := alloc(t, d, 5, 6, 7), alloc(t, d, 2, -1, 0, 1), alloc(t, d, 0, 0, 0, 0)
	shared := device.Operand{Buffer: table, Type: op.Int32, Layout: broadcast.Layout{Shape: []int{4, 3}, Strides: []int{0, 1}}}
	l := &device.Launch{Program: p, Shape: []int{4}, Fault: new(device.Fault), In: []device.Operand{shared, operand(at)}, Out: []device.Operand{operand(out)}}
	require.NoError(t, d.Warm(l))
	compiled := d.Stats().Pipelines
	require.NoError(t, d.Run(ctx, l))
	assert.Equal(t, []int32{7, 7, 5, 6}, get(t, out))
	assert.Equal(t, compiled, d.Stats().Pipelines)
}

// The errors of launches come with the next read, all in one.
func TestTheErrorsOfLaunchesAreReadTogether(t *testing.T) {
	maps := 0
	d := open(t, func(c *config) {
		c.Fault = func(call string) error {
			if call == "map" {
				maps++
			}
			return nil
		}
	})
	p, err := device.Parse("(%0 int32 places 1, %1 int32)\n%2 int32 = load %0 %1\nreturn %2")
	require.NoError(t, err)
	table := broadcast.Layout{Shape: []int{2, 3}, Strides: []int{0, 1}}
	var faults []*device.Fault
	var out device.Buffer
	for i := range int32(5) {
		l := &device.Launch{Program: p, Shape: []int{2}, Fault: new(device.Fault), Out: []device.Operand{operand(alloc(t, d, 0, 0))},
			In: []device.Operand{{Buffer: alloc(t, d, 7, 8, 9), Type: op.Int32, Layout: table}, operand(alloc(t, d, 1, i))}}
		require.NoError(t, d.Run(ctx, l))
		faults, out = append(faults, l.Fault), l.Out[0].Buffer
	}
	maps = 0
	require.NoError(t, out.Read(ctx, 0, make([]byte, 8)))
	assert.Equal(t, 2, maps, "one of errors, one of elements")
	for i, f := range faults {
		if i < 3 {
			assert.NoError(t, f.Err())
		} else {
			assert.EqualError(t, f.Err(), fmt.Sprintf("index %d is out of bounds for axis 0 with size 3", i))
		}
	}
}
