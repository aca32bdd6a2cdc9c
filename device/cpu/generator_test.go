package cpu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// generator makes random launches of exact rows, so that results can be compared bit by bit.
type generator struct {
	*rand.Rand
	t *testing.T
	d *Device
}

func newGenerator(t *testing.T, d *Device, seed uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 0)), t, d}
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

func (g *generator) program() *device.Program {
	inputs, scalars := g.types(1+g.IntN(3)), g.types(g.IntN(3))
	values := append(append([]op.DType{}, inputs...), scalars...)
	var code []device.Instr
	for range g.IntN(7) {
		in, dt := g.instruction(values)
		code, values = append(code, in), append(values, dt)
	}
	var outputs []device.Value
	for range 1 + g.IntN(3) {
		outputs = append(outputs, device.Value(g.IntN(len(values))))
	}
	p, err := device.NewProgram(inputs, scalars, code, outputs...)
	require.NoError(g.t, err)
	return p
}

func (g *generator) types(n int) []op.DType {
	list := make([]op.DType, n)
	for i := range list {
		list[i] = pick(g, op.DTypes())
	}
	return list
}

// instruction is a row on operands that there are, or a cast that lets more rows fit.
func (g *generator) instruction(values []op.DType) (device.Instr, op.DType) {
	for range 20 {
		in := device.Instr{Op: pick(g, op.Instructions())}
		if in.Op.Rule == op.Retype || in.Op.Tol != op.Exact {
			continue
		}
		var args []op.DType
		for range in.Op.Arity {
			v := g.IntN(len(values))
			in.Args, args = append(in.Args, device.Value(v)), append(args, values[v])
		}
		if dt, err := in.Op.Check(args); err == nil {
			return in, dt
		}
	}
	dt := pick(g, op.DTypes())
	return device.Instr{Op: op.Cast, Type: dt, Args: []device.Value{device.Value(g.IntN(len(values)))}}, dt
}

func (g *generator) shape() []int {
	switch g.IntN(4) {
	case 0: // long rows
		return pick(g, [][]int{{3000}, {2, 1100}, {3, 520}, {1, 2, 700}, {700, 3}})
	case 1: // tiles of several rows
		return pick(g, [][]int{{50, 60}, {3, 20, 40}, {40, 3, 130}, {33, 2, 31}, {9, 3, 200}, {70, 70}, {64, 65}, {130, 140}})
	}
	shape := make([]int, g.IntN(9))
	for i := range shape {
		shape[i] = pick(g, []int{1, 1, 2, 2, 3, 4})
	}
	if len(shape) > 0 && g.IntN(20) == 0 {
		shape[g.IntN(len(shape))] = 0
	}
	return shape
}

// layout is any dense order of axes, some of them backwards or with gaps; those of an
// input may be broadcast.
func (g *generator) layout(shape []int, input bool) (l broadcast.Layout, elements int) {
	if g.IntN(3) == 0 {
		l = broadcast.RowMajor(shape...)
		l.Offset = g.IntN(4)
		return l, l.Offset + l.Len() + g.IntN(3)
	}
	l = broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: g.IntN(4)}
	stride := 1 + g.IntN(4)/3
	broadcastInput := input && g.IntN(2) == 0
	for _, axis := range g.Perm(len(shape)) {
		if broadcastInput && g.IntN(2) == 0 {
			continue
		}
		l.Strides[axis] = stride
		if g.IntN(5) == 0 {
			l.Strides[axis] = -stride
			l.Offset += max(shape[axis]-1, 0) * stride
		}
		stride *= max(shape[axis], 1) + g.IntN(4)/3
	}
	_, hi := l.Bounds()
	return l, hi + g.IntN(3)
}

func (g *generator) operand(shape []int, dt op.DType, input bool) device.Operand {
	l, n := g.layout(shape, input)
	return g.operandOf(l, n, dt)
}

// operandAt is an operand whose buffer ends with its last element.
func (g *generator) operandAt(l broadcast.Layout, dt op.DType) device.Operand {
	_, n := l.Bounds()
	return g.operandOf(l, n, dt)
}

func (g *generator) operandOf(l broadcast.Layout, n int, dt op.DType) device.Operand {
	elements := make([]op.Scalar, n)
	for i := range elements {
		elements[i] = element(g.Rand, dt)
	}
	data := pack(dt, elements...)
	if g.d.engine.Swapped {
		swapAll(data, dt.Size())
	}
	return device.Operand{Buffer: upload(g.t, g.d, data), Type: dt, Layout: l}
}

func (g *generator) launch() *device.Launch {
	return g.launchOf(g.program(), g.shape(), func(l *device.Launch, out op.DType) {
		if in := pick(g, l.In); g.IntN(2) == 0 && in.Type == out {
			g.inPlace(l, in)
		}
	})
}

// launchOf is a launch on random operands. It calls made for each output, if it is not nil.
func (g *generator) launchOf(p *device.Program, shape []int, made func(l *device.Launch, out op.DType)) *device.Launch {
	l := &device.Launch{Program: p, Shape: shape}
	for _, dt := range p.Inputs() {
		l.In = append(l.In, g.operand(shape, dt, true))
	}
	for _, dt := range p.Scalars() {
		l.Scalars = append(l.Scalars, element(g.Rand, dt))
	}
	for _, v := range p.Outputs() {
		l.Out = append(l.Out, g.operand(shape, p.Type(v), false))
		if made != nil {
			made(l, p.Type(v))
		}
	}
	return l
}

// inPlace makes the last output lie in an input's elements, if it may.
func (g *generator) inPlace(l *device.Launch, in device.Operand) {
	old := l.Out[len(l.Out)-1]
	if l.Out[len(l.Out)-1] = in; l.Check(g.d.Info()) != nil && len(l.Out) == len(l.Program.Outputs()) || in.Layout.Repeats() || g.taken(l, in) {
		l.Out[len(l.Out)-1] = old
	}
}

func (g *generator) taken(l *device.Launch, in device.Operand) bool {
	for _, o := range l.Out[:len(l.Out)-1] {
		if o.Buffer == in.Buffer {
			return true
		}
	}
	return false
}

func (g *generator) release(l *device.Launch) {
	for _, o := range append(l.Out, l.In...) {
		if o.Buffer != nil {
			o.Buffer.Release()
		}
	}
}
