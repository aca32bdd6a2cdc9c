package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// checkFormPrograms judges random programs of int32: maps, reductions, scans, sorts, positions,
// loads and stores, all exact.
func (f forms) checkFormPrograms() error {
	if !f.info.DTypes.Has(op.Int32) || !f.info.DTypes.Has(op.Int64) {
		return nil
	}
	var all faults
	for i := range f.more(400) {
		if err := f.judge(f.randomForms()); err != nil {
			all.add(fmt.Errorf("program %d: %w", i, err))
		}
	}
	return all.join()
}

// former makes a random program of all forms. The values are int32.
type former struct {
	forms
	src    device.Source
	levels []int          // of every value
	free   []device.Value // the int32 values, tables aside
}

// randomForms is a random program with its operands. About one in three stores at computed indices.
func (f forms) randomForms() *formTrial {
	b := &former{forms: f}
	b.input(device.Input{Level: f.rng.IntN(2), Places: 1})
	b.input(device.Input{Level: 1})
	b.input(device.Input{Level: f.rng.IntN(2)})
	b.input(device.Input{Level: f.rng.IntN(2), Position: true})
	b.src.Scalars, b.levels, b.free = []op.DType{op.Int32}, append(b.levels, 0), []device.Value{1, 2, 3, 4}
	b.do(op.Max, 1) // every program has a reduction
	b.do(op.LoadOr, 0, b.any(), b.any())
	for range 2 + f.rng.IntN(8) {
		b.appendRandom()
	}
	last := device.Value(len(b.levels) - 1)
	b.src.Outputs = []device.Output{{Value: last}, {Value: b.any()}}
	if f.rng.IntN(3) == 0 {
		b.src.Outputs[1].At, b.src.Outputs[1].Skip = []device.Value{b.any()}, true
		b.src.Outputs[1].Combine = pick(f.source, []*op.Op{nil, op.Sum, op.Max, op.Prod})
	}
	p, err := b.src.Program()
	if err != nil {
		panic(err)
	}
	return b.trial(p)
}

func (b *former) input(in device.Input) {
	in.Type = op.Int32
	b.src.Inputs, b.levels = append(b.src.Inputs, in), append(b.levels, in.Level)
}

// any is a value that instructions may take.
func (b *former) any() device.Value { return pick(b.source, b.free) }

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
	x := b.any()
	switch b.rng.IntN(4) {
	case 0:
		if b.levels[x] == 1 {
			b.do(pick(b.source, []*op.Op{op.Sum, op.Min, op.Argmax, op.Cumsum, op.Sort, op.Argsort, op.Cummin, op.AllOf, op.Prod}), x)
			b.narrow()
			return
		}
		fallthrough
	case 1:
		b.do(op.LoadOr, 0, x, b.any())
	default:
		b.do(pick(b.source, []*op.Op{op.Add, op.Sub, op.Maximum, op.BitwiseXor, op.Remainder}), x, b.any())
	}
}

// narrow appends the last result's remainder by the scalar, so that it can be an index.
func (b *former) narrow() {
	b.do(op.Remainder, device.Value(len(b.levels)-1), device.Value(len(b.src.Inputs)))
}

// trial lays the operands out at random.
func (b *former) trial(p *device.Program) *formTrial {
	t := &formTrial{program: p, shape: pick(b.source, [][]int{{4, 6}, {3, 1}, {1, 9}, {7, 2}}), levels: []int{1}}
	b.operands(t, 5)
	t.scalars[0] = 7
	for k := range t.in {
		if a := &t.in[k]; a.memory == nil {
			a.layout.Strides[0], a.layout.Offset = b.rng.IntN(5)-2, b.rng.IntN(9)-4
		} else {
			a.fill(func(int) op.Scalar { return op.Int32.FromInt(int64(b.rng.IntN(12) - 3)) })
		}
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
