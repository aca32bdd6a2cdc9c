package cpu

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
)

// placer makes a random program of all forms that the device lists. Most of its indices are right.
type placer struct {
	*generator
	device.Source
	types   []op.DType
	levels  []int
	grouped bool
	tables  []int // inputs to load or to search
	free    []int // the other values
	indices []int // of the free values, those that are mostly places
}

func (b *placer) lists(f device.Forms) bool { return b.d.Info().Forms.Has(f) }

func (b *placer) level() int {
	if b.grouped {
		return b.IntN(2)
	}
	return 0
}

func (b *placer) input(in device.Input) int {
	b.Inputs = append(b.Inputs, in)
	b.types, b.levels = append(b.types, in.Type), append(b.levels, in.Level)
	v := len(b.types) - 1
	switch {
	case in.Places > 0:
		b.tables = append(b.tables, v)
	default:
		b.free = append(b.free, v)
	}
	return v
}

func (b *placer) integer() op.DType {
	for {
		if dt := pick(b.generator, op.DTypes()); dt.IsInteger() {
			return dt
		}
	}
}

func (b *placer) inputs() {
	element := device.Input{Type: pick(b.generator, op.DTypes())}
	if b.grouped {
		element.Level = 1
	}
	b.input(element)
	for range b.IntN(2) {
		b.input(device.Input{Type: pick(b.generator, op.DTypes()), Level: b.level()})
	}
	for range 1 + b.IntN(2) {
		b.indices = append(b.indices, b.input(device.Input{Type: b.integer(), Level: b.level()}))
	}
	if b.IntN(2) == 0 {
		b.indices = append(b.indices, b.input(device.Input{Type: pick(b.generator, []op.DType{op.Int32, op.Int64}), Level: b.level(), Position: true}))
	}
	if b.lists(device.Loads) {
		for range b.IntN(3) {
			b.input(device.Input{Type: pick(b.generator, op.DTypes()), Level: b.level(), Places: 1 + b.IntN(2) + b.IntN(2)})
		}
	}
}

// instruct appends an instruction whose arguments are free values.
func (b *placer) instruct(in device.Instr) {
	level := 0
	types := make([]op.DType, len(in.Args))
	for i, v := range in.Args {
		level, types[i] = max(level, b.levels[v]), b.types[v]
	}
	dt := in.Type
	if !dt.Valid() {
		var err error
		dt, err = in.Op.Check(types)
		require.NoError(b.t, err)
	}
	if g, ok := in.Op.Role.(*op.Group); ok && g.Gives == op.One {
		level = 0
	}
	b.Code, b.types, b.levels = append(b.Code, in), append(b.types, dt), append(b.levels, level)
	b.free = append(b.free, len(b.types)-1)
}

// areFree reports whether all arguments are free values.
func (b *placer) areFree(args []device.Value) bool {
	return !slices.ContainsFunc(args, func(v device.Value) bool { return slices.Contains(b.tables, int(v)) })
}

func (b *placer) index() device.Value {
	if b.IntN(8) > 0 {
		return device.Value(pick(b.generator, b.indices))
	}
	for {
		if v := pick(b.generator, b.free); b.types[v].IsInteger() {
			return device.Value(v)
		}
	}
}

// of is a free value of a type, or -1.
func (b *placer) of(dt op.DType) device.Value {
	var all []int
	for _, v := range b.free {
		if b.types[v] == dt {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return device.Value(pick(b.generator, all))
}

// read appends a load or a search of a table.
func (b *placer) read() {
	table := pick(b.generator, b.tables)
	args := []device.Value{device.Value(table)}
	same := b.of(b.types[table])
	if places := b.Inputs[table].Places; places == 1 && b.lists(device.Finds) && same >= 0 && b.IntN(2) == 0 {
		b.instruct(device.Instr{Op: pick(b.generator, []*op.Op{op.FindLeft, op.FindRight}), Args: append(args, same)})
		return
	}
	for range b.Inputs[table].Places {
		args = append(args, b.index())
	}
	if same >= 0 && b.IntN(2) == 0 {
		b.instruct(device.Instr{Op: op.LoadOr, Args: append(args, same)})
		return
	}
	b.instruct(device.Instr{Op: op.LoadAt, Args: args})
}

func (b *placer) code() {
	if b.grouped {
		in, _, _ := b.groupInstruction(b.types[:1], b.levels[:1])
		b.instruct(in)
	}
	for range b.IntN(7) {
		switch b.IntN(3) {
		case 0:
			if len(b.tables) > 0 {
				b.read()
			}
		case 1:
			if !b.grouped {
				continue
			}
			if in, _, _ := b.groupInstruction(b.types, b.levels); b.areFree(in.Args) {
				b.instruct(in)
			}
		default:
			if in, _ := b.instruction(b.types); b.areFree(in.Args) {
				b.instruct(in)
			}
		}
	}
	for _, table := range b.tables { // a program reads each
		if !slices.ContainsFunc(b.Code, func(in device.Instr) bool { return in.Args[0] == device.Value(table) }) {
			in := device.Instr{Op: op.LoadAt, Args: []device.Value{device.Value(table)}}
			for range b.Inputs[table].Places {
				in.Args = append(in.Args, b.index())
			}
			b.instruct(in)
		}
	}
}

func (b *placer) outputs() {
	for range 1 + b.IntN(3) {
		v := pick(b.generator, b.free)
		if b.IntN(2) == 0 {
			v = b.free[len(b.free)-1]
		}
		o := device.Output{Value: device.Value(v)}
		if b.lists(device.Stores) && b.IntN(2) == 0 {
			for range 1 + b.IntN(2) {
				o.At = append(o.At, b.index())
			}
			o.Skip = b.IntN(2) == 0
			if dt := b.types[v]; b.IntN(2) == 0 {
				o.Combine = pick(b.generator, []*op.Op{op.Sum, op.Min, op.Max, op.Prod})
				if dt == op.Bool {
					o.Combine = pick(b.generator, []*op.Op{op.AnyOf, op.AllOf, op.Sum, op.Min, op.Max})
				} else if dt.IsFloat() && o.Combine == op.Prod {
					o.Combine = op.Sum
				}
			}
		}
		b.Outputs = append(b.Outputs, o)
	}
}

// launch is a launch of the program with random operands.
func (b *placer) launch() *device.Launch {
	b.grouped = b.IntN(2) == 0
	b.inputs()
	b.code()
	b.outputs()
	p, err := b.Program()
	require.NoError(b.t, err)
	shape := b.groupShape()
	for k := range shape {
		shape[k] = max(shape[k], 1)
	}
	if len(shape) > 0 && b.IntN(15) == 0 {
		shape[b.IntN(len(shape))] = 0
	}
	l := &device.Launch{Program: p, Shape: shape, Fault: new(device.Fault)}
	if b.grouped {
		l.Levels = []int{b.IntN(len(shape) + 1)}
	}
	axes := func(level int) []int {
		if level == 0 {
			return shape[:l.Kept()]
		}
		return shape
	}
	for k, dt := range p.Inputs() {
		switch in := p.Input(k); {
		case in.Position:
			lay, _ := b.layout(axes(in.Level), true)
			if b.IntN(3) > 0 { // an index of one axis
				clear(lay.Strides)
				for axis, n := range lay.Shape {
					if n < 6 {
						lay.Strides[axis] = 1
						break
					}
				}
				lay.Offset = 0
			}
			l.In = append(l.In, device.Operand{Type: dt, Layout: lay})
		case in.Places > 0:
			l.In = append(l.In, b.table(axes(in.Level), in.Places, dt))
		case slices.Contains(b.indices, k):
			o := b.operand(axes(in.Level), dt, true)
			b.fill(o, func() op.Scalar {
				if b.IntN(3000) == 0 {
					return element(b.Rand, dt)
				}
				return dt.FromInt(int64(b.IntN(3)))
			})
			l.In = append(l.In, o)
		default:
			l.In = append(l.In, b.operand(axes(in.Level), dt, true))
		}
	}
	for k, v := range p.Outputs() {
		if places := len(p.Output(k).At); places > 0 {
			l.Out = append(l.Out, b.table(axes(p.OutputLevel(k)), places, p.Type(v)))
			continue
		}
		l.Out = append(l.Out, b.operand(axes(p.OutputLevel(k)), p.Type(v), false))
	}
	return l
}

// table is an operand with places. Mostly all elements share it.
func (b *placer) table(axes []int, places int, dt op.DType) device.Operand {
	sizes := make([]int, places)
	for i := range sizes {
		sizes[i] = 3 + b.IntN(4)
	}
	if b.IntN(30) == 0 {
		sizes[0] = 0
	}
	shape := slices.Concat(axes, sizes)
	l, _ := b.layout(shape, false)
	if b.IntN(3) > 0 {
		l, _ = b.layout(sizes, false)
		l.Shape, l.Strides = shape, slices.Concat(make([]int, len(axes)), l.Strides)
		if len(axes) > 0 && b.IntN(3) == 0 {
			lo, hi := l.Bounds()
			l.Strides[b.IntN(len(axes))] = hi - lo
		}
	}
	_, hi := l.Bounds()
	n := hi + b.IntN(3)
	elements := make([]op.Scalar, n)
	for i := range elements {
		elements[i] = element(b.Rand, dt)
	}
	if b.lists(device.Finds) && places == 1 { // sorted along the place, if nothing else
		slices.SortFunc(elements, func(x, y op.Scalar) int {
			switch {
			case op.Less(dt, x, y):
				return -1
			case op.Less(dt, y, x):
				return 1
			}
			return 0
		})
		if s := l.Strides[len(axes)]; s < 0 {
			slices.Reverse(elements)
		}
	}
	data := pack(dt, elements...)
	if b.d.engine.Swapped {
		swapAll(data, dt.Size())
	}
	return device.Operand{Buffer: upload(b.t, b.d, data), Type: dt, Layout: l}
}

// fill fills the buffer of an operand.
func (b *placer) fill(o device.Operand, f func() op.Scalar) {
	elements := make([]op.Scalar, o.Buffer.Len()/o.Type.Size())
	for i := range elements {
		elements[i] = f()
	}
	data := pack(o.Type, elements...)
	if b.d.engine.Swapped {
		swapAll(data, o.Type.Size())
	}
	require.NoError(b.t, o.Buffer.Write(0, data))
}

// checkPlaced compares a launch with the naive device: every byte, and the error at an index.
func checkPlaced(t testing.TB, d *Device, l *device.Launch) (faulty bool) {
	t.Helper()
	naive := customdevice.New()
	n := l.Clone()
	n.Fault = new(device.Fault)
	for k := range len(n.Out) + len(n.In) {
		if o := n.Operand(k); o.Buffer != nil {
			b, err := naive.Alloc(o.Buffer.Len())
			require.NoError(t, err)
			require.NoError(t, b.Write(0, read(t, o.Buffer, o.Type, d.engine.Swapped)))
			o.Buffer = b
		}
	}
	require.NoError(t, naive.Run(t.Context(), n), "%v\n%v", l.Program, describe(l))
	l.Fault = new(device.Fault)
	require.NoError(t, d.Run(t.Context(), l))
	require.Equal(t, n.Fault.Err(), l.Fault.Err(), "%v\n%v", l.Program, describe(l))
	for k := range len(l.Out) + len(l.In) {
		if l.Operand(k).Buffer == nil || n.Fault.Err() != nil && k < len(l.Out) && len(l.Program.Output(k).At) == 0 {
			continue
		}
		dt := l.Operand(k).Type
		got, want := read(t, l.Operand(k).Buffer, dt, d.engine.Swapped), download(t, n.Operand(k).Buffer)
		for i := 0; i+dt.Size() <= len(got); i += dt.Size() {
			if a, b := dt.Load(got[i:]), dt.Load(want[i:]); !equal(dt, a, b) {
				require.Failf(t, "wrong", "operand %d, element %d: %#x, want %#x\n%v\n%v", k, i/dt.Size(), a, b, l.Program, describe(l))
			}
		}
	}
	return n.Fault.Err() != nil
}

func testRandomPlaces(t *testing.T, d *Device, n int) {
	switch {
	case slowed:
		n /= 100
	case !devicetest.Thorough():
		n /= 20
	}
	faults := 0
	for seed := range n {
		b := &placer{generator: newGenerator(t, d, uint64(seed))}
		l := b.launch()
		err := l.Check(d.Info())
		if err != nil && strings.Contains(err.Error(), "of an empty group has no result") {
			continue
		}
		require.NoError(t, err, "seed %d: %v\n%v", seed, l.Program, describe(l))
		if checkPlaced(t, d, l) {
			faults++
		}
		b.release(l)
	}
	require.Greater(t, faults, n/20)
	require.Less(t, faults, n*4/5)
}

func TestRandomProgramsOfPlacesGiveTheBitsOfTheirMeaning(t *testing.T) {
	for _, name := range sets() {
		testRandomPlaces(t, New(KernelSet(name)), 3000)
	}
}

func TestLaunchesWithPlacesMayBeCutAnywhere(t *testing.T) {
	for grain := 1; grain < 12; grain += 5 {
		d := New(Threads(4))
		d.engine.Sizes = exec.Sizes{Tile: 10 + grain, LongRow: 8, Parallel: 2}
		testRandomPlaces(t, d, 3000)
	}
}

func TestBigEndianHostsFindTheSamePlaces(t *testing.T) {
	d := New()
	d.engine.Swapped = true // this host pretends: buffers hold its elements the other way round
	testRandomPlaces(t, d, 2000)
}

// An arange is a launch of a position alone.
func TestPositionsAreTheOffsetsOfTheirLayout(t *testing.T) {
	d := New()
	p, err := device.Parse("(%0 int32 position)\nreturn %0")
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{2, 3},
		In:  []device.Operand{{Type: op.Int32, Layout: broadcast.Layout{Shape: []int{2, 3}, Strides: []int{-10, 2}, Offset: 5}}},
		Out: []device.Operand{whole(alloc(t, d, 24), op.Int32, 2, 3)}}
	l.Reuse()
	for _, c := range []struct {
		name   string
		offset int
		want   []op.Scalar
	}{
		{"first", 5, []op.Scalar{5, 7, 9, 0xfffffffb, 0xfffffffd, 0xffffffff}},
		{"with another offset", 6, []op.Scalar{6, 8, 10, 0xfffffffc, 0xfffffffe, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l.In[0].Layout.Offset = c.offset
			require.NoError(t, d.Run(t.Context(), l))
			require.Equal(t, pack(op.Int32, c.want...), download(t, l.Out[0].Buffer))
		})
	}
	l.In[0].Layout.Offset = 1<<31 - 1
	require.ErrorContains(t, d.Run(t.Context(), l), "are not all int32")
}
