package cpu

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// groupProgram is a random program with groups, of exact rows.
func (g *generator) groupProgram() *device.Program {
	s := device.Source{Scalars: g.types(g.IntN(2))}
	var types []op.DType
	var levels []int
	for k, dt := range g.types(1 + g.IntN(3)) {
		in := device.Input{Type: dt, Level: 1}
		if k > 0 {
			in.Level = g.IntN(2)
		}
		s.Inputs, types, levels = append(s.Inputs, in), append(types, dt), append(levels, in.Level)
	}
	types, levels = append(types, s.Scalars...), append(levels, make([]int, len(s.Scalars))...)
	for i := range 1 + g.IntN(7) {
		var in device.Instr
		var dt op.DType
		level := 0
		if i == 0 || g.IntN(3) == 0 {
			in, dt, level = g.groupInstruction(types, levels)
		} else {
			in, dt = g.instruction(types)
			for _, v := range in.Args {
				level = max(level, levels[v])
			}
		}
		s.Code, types, levels = append(s.Code, in), append(types, dt), append(levels, level)
	}
	for range 1 + g.IntN(3) {
		s.Outputs = append(s.Outputs, device.Output{Value: device.Value(g.IntN(len(types)))})
	}
	p, err := s.Program()
	require.NoError(g.t, err)
	return p
}

// groupInstruction is a row of groups of a value of level 1.
func (g *generator) groupInstruction(types []op.DType, levels []int) (in device.Instr, dt op.DType, level int) {
	for {
		in = device.Instr{Op: pick(g, op.Groups())}
		role, v := in.Op.Role.(*op.Group), g.IntN(len(types))
		dt = role.Type(types[v])
		if in.Op.Arity > 1 || levels[v] == 0 || role.Bound != nil && dt.IsFloat() {
			continue
		}
		if in.Args = []device.Value{device.Value(v)}; role.Gives != op.One {
			level = 1
		}
		return in, dt, level
	}
}

func (g *generator) groupShape() []int {
	switch g.IntN(4) {
	case 0:
		return pick(g, [][]int{{300}, {2, 700}, {700, 2}, {40, 70}, {3, 17, 40}, {40, 3, 17}, {17, 40, 3}, {64, 65}})
	case 1:
		return pick(g, [][]int{{20, 4}, {4, 20}, {20, 4, 3}, {3, 4, 20}, {2, 20, 3, 4}, {17, 1}, {1, 17}})
	}
	return g.shape()
}

func (g *generator) groupLaunch() *device.Launch {
	p, shape := g.groupProgram(), g.groupShape()
	l := &device.Launch{Program: p, Shape: shape, Levels: []int{g.IntN(len(shape) + 1)}}
	if slices.Contains(shape[l.Kept():], 0) { // some rows have no result
		for k := range shape {
			shape[k] = max(shape[k], 1)
		}
	}
	axes := func(level int) []int {
		if level == 0 {
			return shape[:l.Kept()]
		}
		return shape
	}
	for k, dt := range p.Inputs() {
		l.In = append(l.In, g.operand(axes(p.Input(k).Level), dt, true))
	}
	for _, dt := range p.Scalars() {
		l.Scalars = append(l.Scalars, element(g.Rand, dt))
	}
	for k, v := range p.Outputs() {
		l.Out = append(l.Out, g.operand(axes(p.OutputLevel(k)), p.Type(v), false))
		for i, in := range l.In {
			if in.Type == p.Type(v) && p.Input(i).Level == p.OutputLevel(k) && g.IntN(2) == 0 {
				g.inPlace(l, in)
				break
			}
		}
	}
	return l
}

func testRandomGroups(t *testing.T, d *Device, n int) {
	if !devicetest.Thorough() || slowed {
		n /= 10
	}
	for seed := range n {
		g := newGenerator(t, d, uint64(seed))
		l := g.groupLaunch()
		if err := l.Check(d.Info()); err != nil {
			t.Fatalf("seed %d: %v\n%v\n%v", seed, err, l.Program, describe(l))
		}
		checkLaunch(t, d, l)
		g.release(l)
	}
}

func TestRandomProgramsOfGroupsGiveTheBitsOfTheirRows(t *testing.T) {
	oneGoroutine(t)
	testRandomGroups(t, New(), 5000)
}

func TestGroupsMayBeCutAnywhere(t *testing.T) {
	for grain := 1; grain < 12; grain += 5 {
		d := New(Threads(4))
		d.engine.Sizes = exec.Sizes{Tile: 10 + grain, LongRow: 8, Parallel: 2}
		testRandomGroups(t, d, 2000)
	}
}

func TestBigEndianHostsReduceTheSameElements(t *testing.T) {
	oneGoroutine(t)
	d := New()
	d.engine.Swapped = true // this host pretends: buffers hold its elements the other way round
	testRandomGroups(t, d, 1000)
}

// Rows with a bound have the same bits for any number of goroutines too: a launch is cut by its shape.
func TestThreadsReduceToTheSameBits(t *testing.T) {
	oneGoroutine(t)
	for _, text := range []string{
		"(%0 float32 level 1)\n%1 float32 = sum %0\n%2 float32 = prod %0\n%3 int64 = argmax %0\nreturn %1 %2 %3",
		"(%0 float32 level 1, %1 float32)\n%2 float32 = var %0 %1\n%3 float32 = dot %0 %0\nreturn %2 %3",
		"(%0 float32 level 1, %1 float32)\n%2 float32 = max %0\n%3 float32 = sub %0 %2\n%4 float32 = exp %3\n%5 float32 = sum %4\n%6 float32 = div %4 %5\nreturn %6",
		"(%0 float32 level 1)\n%1 float32 = cumprod %0\n%2 float32 = logcumsumexp %0\nreturn %1 %2",
	} {
		p, err := device.Parse(text)
		require.NoError(t, err)
		for _, shape := range [][2]int{{2, 40_000}, {100, 700}, {20_000, 2}} {
			for _, columns := range []bool{false, true} {
				var want [][]byte
				for threads := 1; threads <= 4; threads++ {
					d := New(Threads(threads))
					d.engine.Parallel = 2
					got := runAll(t, d, p, shape, columns)
					if want == nil {
						want = got
					}
					require.Equal(t, want, got, "%v over %v, columns %v, %d threads", p, shape, columns, threads)
				}
			}
		}
	}
}

// runAll runs a program over groups that are the rows or the columns of a matrix.
func runAll(t *testing.T, d *Device, p *device.Program, shape [2]int, columns bool) (results [][]byte) {
	n := shape[0] * shape[1]
	x := make([]float32, n)
	for i := range x {
		x[i] = 1 + float32(i*7919%1009-504)/8192
	}
	layout := func(level int) broadcast.Layout {
		switch {
		case level == 0:
			return broadcast.RowMajor(shape[0])
		case columns:
			return broadcast.Layout{Shape: shape[:], Strides: []int{1, shape[0]}}
		}
		return broadcast.RowMajor(shape[:]...)
	}
	l := &device.Launch{Program: p, Shape: shape[:], Levels: []int{1}}
	for k, dt := range p.Inputs() {
		lay := layout(p.Input(k).Level)
		l.In = append(l.In, device.Operand{Buffer: upload(t, d, floats32(x[:lay.Len()]...)), Type: dt, Layout: lay})
	}
	for k, v := range p.Outputs() {
		lay := layout(p.OutputLevel(k))
		l.Out = append(l.Out, device.Operand{Buffer: alloc(t, d, lay.Len()*p.Type(v).Size()), Type: p.Type(v), Layout: lay})
	}
	require.NoError(t, d.Run(t.Context(), l))
	for _, o := range l.Out {
		results = append(results, download(t, o.Buffer))
	}
	return results
}

func TestALongGroupIsLeftWhenItsContextEnds(t *testing.T) {
	deadline(t)
	p, err := device.Parse("(%0 float64 level 1)\n%1 float64 = logcumsumexp %0\n%2 float64 = sum %1\n%3 float64 = sub %1 %2\n%4 float64 = prod %3\nreturn %4")
	require.NoError(t, err)
	d := New(Threads(2))
	const n = 1 << 24
	one := upload(t, d, make([]byte, 8))
	l := &device.Launch{Program: p, Shape: []int{n}, Levels: []int{1},
		In:  []device.Operand{{Buffer: one, Type: op.Float64, Layout: broadcast.Layout{Shape: []int{n}, Strides: []int{0}}}},
		Out: []device.Operand{whole(alloc(t, d, 8), op.Float64)}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { await(d); cancel() }()
	require.ErrorIs(t, d.Run(ctx, l), context.Canceled)
}
