package tensor

import (
	"context"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// walk is one launch of any form over tensors, made by hand. Later fuse will make such launches
// from expressions. The first error sticks.
type walk struct {
	d       device.Device
	launch  device.Launch
	src     device.Source
	inputs  []device.Operand
	held    []*graph.Version
	shapes  [][]int // of the outputs
	outputs []device.Operand
	err     error
}

// value is a value of a walk. Its number in the program is known when all inputs and scalars are
// known.
type value struct {
	kind  int // of input, scalar, result
	index int
	dtype DType
	level int
}

const (
	ofInput = iota
	ofScalar
	ofResult
)

// newWalk begins a launch over a shape. The last group axes are those of a group. A negative group
// means that there are no groups.
func newWalk(d device.Device, shape []int, group int) *walk {
	w := &walk{d: d, launch: device.Launch{Shape: shape, Fault: new(device.Fault)}}
	if group >= 0 {
		w.launch.Levels = []int{group}
	}
	return w
}

func (w *walk) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// level returns the level of an operand that lies along these axes of the launch, and the rank of
// its layout.
func (w *walk) level(axes []int) (level, rank int) {
	kept := w.launch.Kept()
	whole := w.launch.Levels != nil && kept == len(w.launch.Shape) // groups of one element
	if whole || slices.ContainsFunc(axes, func(axis int) bool { return axis >= kept }) {
		return 1, len(w.launch.Shape)
	}
	return 0, kept
}

// lay lays a layout along axes of the launch. axes gives for each axis of the layout an axis of the
// launch, or place.
func (w *walk) lay(l broadcast.Layout, axes []int) (_ broadcast.Layout, level, places int) {
	level, rank := w.level(axes)
	out := broadcast.Layout{Shape: slices.Clone(w.launch.Shape[:rank]), Strides: make([]int, rank), Offset: l.Offset}
	for k, axis := range axes {
		switch {
		case axis == place:
			out.Shape, out.Strides = append(out.Shape, l.Shape[k]), append(out.Strides, l.Strides[k])
			places++
		case l.Shape[k] == out.Shape[axis]:
			out.Strides[axis] += l.Strides[k] // a diagonal has several
		case l.Shape[k] != 1:
			w.fail(fmt.Errorf("axis %d has size %d, the launch %d", k, l.Shape[k], out.Shape[axis]))
		}
	}
	return out, level, places
}

// place stands for an axis along which the program computes the index.
const place = -1

// read makes a tensor an input.
func (w *walk) read(t *Tensor, axes ...int) value {
	if w.err == nil {
		w.err = Eval(context.Background(), t)
	}
	if w.err != nil {
		return value{dtype: op.Int64}
	}
	v, err := t.storage.Load().Hold(context.Background())
	if err != nil {
		w.fail(err)
		return value{}
	}
	w.held = append(w.held, v)
	l, level, places := w.lay(*t.layout, axes)
	return w.input(device.Operand{Buffer: v.Buffer(), Type: t.dtype, Layout: l}, device.Input{Type: t.dtype, Level: level, Places: places})
}

func (w *walk) input(o device.Operand, in device.Input) value {
	w.inputs, w.src.Inputs = append(w.inputs, o), append(w.src.Inputs, in)
	return value{ofInput, len(w.inputs) - 1, in.Type, in.Level}
}

// position is an input without a buffer: start and a step along each axis of the launch.
func (w *walk) position(start int, indices ...int) value {
	shape := w.launch.Shape
	level, rank := 1, len(shape)
	if w.launch.Kept() == rank {
		level = 0
	}
	l := broadcast.Layout{Shape: shape, Strides: append(indices, make([]int, rank-len(indices))...), Offset: start}
	return w.input(device.Operand{Type: op.Int64, Layout: l}, device.Input{Type: op.Int64, Level: level, Position: true})
}

func (w *walk) scalar(dt DType, s op.Scalar) value {
	w.src.Scalars, w.launch.Scalars = append(w.src.Scalars, dt), append(w.launch.Scalars, s)
	return value{ofScalar, len(w.src.Scalars) - 1, dt, 0}
}

// do appends an instruction.
func (w *walk) do(o *op.Op, args ...value) value { return w.instruct(device.Instr{Op: o}, args) }

func (w *walk) cast(dt DType, x value) value {
	return w.instruct(device.Instr{Op: op.Cast, Type: dt}, []value{x})
}

func (w *walk) instruct(in device.Instr, args []value) value {
	v := value{kind: ofResult, index: len(w.src.Code)}
	types := make([]DType, len(args))
	for k, a := range args {
		in.Args = append(in.Args, device.Value(a.kind<<20|a.index)) // replaced when the numbers are known
		types[k], v.level = a.dtype, max(v.level, a.level)
	}
	dt, err := in.Op.Check(types)
	if err != nil {
		w.fail(err)
	}
	if g, ok := in.Op.Role.(*op.Group); ok && g.Gives == op.One {
		v.level = 0
	}
	if v.dtype = dt; in.Op == op.Cast {
		v.dtype = in.Type
	}
	w.src.Code = append(w.src.Code, in)
	return v
}

// number returns the number of a value in the program.
func (w *walk) number(v device.Value) device.Value {
	kind, index := int(v>>20), v&(1<<20-1)
	return index + device.Value([]int{0, len(w.src.Inputs), len(w.src.Inputs) + len(w.src.Scalars)}[kind])
}

// store makes a value an output: a new tensor, along these axes of the launch.
func (w *walk) store(v value, axes ...int) {
	if w.err != nil {
		return
	}
	shape := make([]int, len(axes))
	for k, axis := range axes {
		shape[k] = w.launch.Shape[axis]
	}
	w.output(device.Output{Value: w.of(v)}, v.dtype, shape, axes, nil)
}

func (w *walk) of(v value) device.Value { return device.Value(v.kind<<20 | v.index) }

func (w *walk) output(out device.Output, dt DType, shape, axes []int, content []byte) {
	if w.err != nil {
		return
	}
	l := broadcast.RowMajor(shape...)
	buf, err := graph.Alloc(w.d, l.Len()*dt.Size())
	if err != nil {
		w.fail(err)
		return
	}
	if content != nil {
		w.fail(buf.Write(0, content))
	}
	for k, axis := range axes {
		if axis != place {
			l.Shape[k] = min(l.Shape[k], w.launch.Shape[axis]) // a part is stored to
		}
	}
	laid, level, _ := w.lay(l, axes)
	if kept := w.launch.Kept(); level == 0 && len(out.At) == 0 && kept < len(w.launch.Shape) {
		laid.Shape, laid.Strides = laid.Shape[:kept], laid.Strides[:kept]
	}
	w.src.Outputs = append(w.src.Outputs, out)
	w.outputs, w.shapes = append(w.outputs, device.Operand{Buffer: buf, Type: dt, Layout: laid}), append(w.shapes, shape)
}

// run runs the launch and returns its outputs. They carry an index error, and so do tensors that are
// computed from them.
func (w *walk) run() []*Tensor {
	defer func() {
		for _, v := range w.held {
			v.Let()
		}
	}()
	results := make([]*Tensor, max(1, len(w.outputs)))
	if err := w.compute(); err != nil {
		for k := range results {
			results[k] = fail(err)
		}
		return results
	}
	for k, o := range w.outputs {
		results[k] = fresh(w.d, new(graph.Storage).InitStored(o.Type, rowMajor(w.shapes[k]), o.Buffer))
	}
	return results
}

func (w *walk) compute() error {
	if w.err != nil {
		return w.err
	}
	for i, in := range w.src.Code {
		for k, v := range in.Args {
			w.src.Code[i].Args[k] = w.number(v)
		}
	}
	for i := range w.src.Outputs {
		o := &w.src.Outputs[i]
		o.Value = w.number(o.Value)
		for k, v := range o.At {
			o.At[k] = w.number(v)
		}
	}
	p, err := w.src.Program()
	if err != nil {
		return err
	}
	w.launch.Program, w.launch.In, w.launch.Out = p, w.inputs, w.outputs
	if err := w.d.Run(context.Background(), &w.launch); err != nil {
		return err
	}
	if err := w.d.Sync(context.Background()); err != nil {
		return err
	}
	return w.launch.Fault.Err()
}
