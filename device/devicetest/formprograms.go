package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// checkFormPrograms judges random programs of int32, all exact: maps and all forms that the device
// lists, over layouts such as those of matrix products, windows and padding.
func (f forms) checkFormPrograms() error {
	if !f.runs(f.single(op.Sum, op.Int32)) { // every program has one
		return nil
	}
	var all faults
	n := f.more(600)
	if f.frugal() {
		n = 2
	}
	for i := range n {
		if err := f.judge(f.randomForms()); err != nil {
			all.add(fmt.Errorf("program %d: %w", i, err))
		}
	}
	return all.join()
}

// former makes a random program of the forms that a device lists. The values are int32.
type former struct {
	forms
	src    device.Source
	levels []int          // of every value
	free   []device.Value // the int32 values, tables aside
	tables []device.Value // inputs to load
	rows   []*op.Op       // of one argument and of groups
}

// randomForms is a random program with its operands. About one in three stores at computed indices.
func (f forms) randomForms() *formTrial {
	b := &former{forms: f}
	for _, row := range []*op.Op{op.Sum, op.Min, op.Max, op.Argmax, op.Cumsum, op.Sort, op.Argsort, op.Cummin, op.AllOf, op.Prod} {
		if f.runs(f.single(row, op.Int32)) {
			b.rows = append(b.rows, row)
		}
	}
	if f.lists(device.Loads) {
		b.tables = []device.Value{b.input(device.Input{Level: f.rng.IntN(2), Places: 1})}
	}
	for _, level := range []int{1, 1, f.rng.IntN(2)} {
		b.free = append(b.free, b.input(device.Input{Level: level}))
	}
	if f.lists(device.Positions) {
		b.free = append(b.free, b.input(device.Input{Level: f.rng.IntN(2), Position: true}))
	}
	b.src.Scalars, b.levels, b.free = []op.DType{op.Int32}, append(b.levels, 0), append(b.free, device.Value(len(b.levels)))
	b.do(op.Sum, b.element())
	b.load(b.any())
	for range 2 + f.rng.IntN(8) {
		b.appendRandom()
	}
	last := device.Value(len(b.levels) - 1)
	b.src.Outputs = []device.Output{{Value: last}, {Value: b.any()}}
	if f.lists(device.Stores) && f.rng.IntN(3) == 0 {
		b.src.Outputs[1].At, b.src.Outputs[1].Skip = []device.Value{b.any()}, true
		b.src.Outputs[1].Combine = pick(f.source, []*op.Op{nil, op.Sum, op.Max, op.Prod})
	}
	p, err := b.src.Program()
	if err != nil {
		panic(err)
	}
	return b.trial(p)
}

func (f forms) lists(form device.Forms) bool { return f.info.Forms.Has(form) }

func (b *former) input(in device.Input) device.Value {
	in.Type = op.Int32
	b.src.Inputs, b.levels = append(b.src.Inputs, in), append(b.levels, in.Level)
	return device.Value(len(b.levels) - 1)
}

// any is a value that instructions may take.
func (b *former) any() device.Value { return pick(b.source, b.free) }

// element is a value of level 1.
func (b *former) element() device.Value {
	for {
		if v := b.any(); b.levels[v] == 1 {
			return v
		}
	}
}

// do appends an instruction, and a cast where it gives another type.
func (b *former) do(row *op.Op, args ...device.Value) {
	level := 0
	for _, v := range args {
		level = max(level, b.levels[v])
	}
	if g, ok := row.Role.(*op.Group); ok && g.Gives == op.One {
		level = 0
	}
	types := slices.Repeat([]op.DType{op.Int32}, len(args))
	result, err := row.Check(types)
	if err != nil {
		panic(err)
	}
	b.src.Code, b.levels = append(b.src.Code, device.Instr{Op: row, Args: args}), append(b.levels, level)
	if result != op.Int32 {
		v := device.Value(len(b.levels) - 1)
		b.src.Code, b.levels = append(b.src.Code, device.Instr{Op: op.Cast, Type: op.Int32, Args: []device.Value{v}}), append(b.levels, level)
	}
	b.free = append(b.free, device.Value(len(b.levels)-1))
}

// appendRandom appends a random instruction.
func (b *former) appendRandom() {
	switch b.rng.IntN(6) {
	case 0, 1:
		b.do(pick(b.source, b.rows), b.element())
		b.narrow()
	case 2:
		if b.runs(b.single(op.Dot, op.Int32)) {
			b.do(op.Dot, b.element(), b.element())
			b.narrow()
		}
	case 3:
		b.load(b.any())
	default:
		b.do(pick(b.source, []*op.Op{op.Add, op.Sub, op.Maximum, op.BitwiseXor, op.Remainder}), b.any(), b.any())
	}
}

// load appends a load, if the device has loads.
func (b *former) load(index device.Value) {
	if len(b.tables) > 0 {
		b.do(op.LoadOr, b.tables[0], index, b.any())
	}
}

// narrow appends the last result's remainder by the scalar, so that it can be an index.
func (b *former) narrow() {
	b.do(op.Remainder, device.Value(len(b.levels)-1), device.Value(len(b.src.Inputs)))
}

// trial lays the operands out at random.
func (b *former) trial(p *device.Program) *formTrial {
	s := pick(b.source, []groupShape{{[]int{4, 6}, 1}, {[]int{3, 1}, 1}, {[]int{1, 9}, 1}, {[]int{7, 2}, 1},
		{[]int{3, 4, 5}, 1}, {[]int{2, 3, 4}, 2}, {[]int{70, 3}, 1}, {[]int{2, 130}, 1}, {[]int{2, 9, 20}, 2}})
	t := &formTrial{program: p, shape: s.shape, levels: []int{s.group}}
	b.operands(t, 5)
	t.scalars[0] = 7
	for k := range t.in {
		a, in := &t.in[k], p.Input(k)
		if in.Position {
			a.layout.Strides[0], a.layout.Offset = b.rng.IntN(5)-2, b.rng.IntN(9)-4
			continue
		}
		if in.Level > 0 && in.Places == 0 {
			*a = b.array(op.Int32, b.layout()(s.shape))
		}
		a.fill(func(int) op.Scalar { return op.Int32.FromInt(int64(b.rng.IntN(12) - 3)) })
	}
	for k := range t.out {
		if a := &t.out[k]; len(p.Output(k).At) == 0 {
			v := pick(b.source, []view{dense, transpose, reverse, stepBy(0, 2)})
			*a = b.array(a.dtype, v(a.layout.Shape))
		} else {
			shape := a.layout.Shape
			*a = b.array(a.dtype, dense([]int{5})).fill(func(int) op.Scalar { return b.moderate(op.Int32) })
			a.layout = broadcast.Layout{Shape: shape, Strides: append(make([]int, len(shape)-1), 1), Offset: guard}
		}
	}
	return t
}

// layout is dense, or that of an operand of a product or a convolution: repeated along some axes, in
// windows that overlap, or padded.
func (b *former) layout() view {
	return func(shape []int) broadcast.Layout {
		var axes []int
		for axis := range shape {
			if b.rng.IntN(2) == 0 {
				axes = append(axes, axis)
			}
		}
		return pick(b.source, []view{dense, transpose, windows, padded, mirror, along(axes...), along(axes...)})(shape)
	}
}
