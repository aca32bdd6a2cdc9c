package devicetest

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// nest walks a launch of any form, group by group, by the meanings of the rows. It judges such
// launches. Tests replace its functions to make broken devices.
type nest struct {
	*device.Launch
	bytes  func(o *device.Operand) []byte
	group  func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar
	eval   func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar
	find   func(f op.Find, dt op.DType, x op.Scalar, n int, at func(i int) op.Scalar) int
	locate func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError)
	number func(o *device.Operand, at int) op.Scalar // a position
	fails  func(w *nest, e *device.IndexError)
	write  func(w *nest, c stored)
	stores func(w *nest, met []stored) // elements with a place, in the order of their elements

	values [][]op.Scalar // of the current group
	made   []making      // the calls of group rows, by the value that each gave
	met    []stored
	first  int // the group's number
	size   int // its elements; without groups, those of the launch
	fault  *device.IndexError
}

// stored is an element that is written.
type stored struct {
	output, at int
	value      op.Scalar
	of         making // the row that gave it, if a row of a group did
	i          int    // the element of its results
}

// making is one call of a row of groups, with its arguments.
type making struct {
	row   *op.Op
	args  [][]op.Scalar
	types []op.DType
}

func newNest(l *device.Launch, bytes func(o *device.Operand) []byte) *nest {
	return &nest{Launch: l, bytes: bytes, eval: device.Instr.Eval, locate: (*device.Operand).Locate, find: op.Find.Count,
		group: func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar {
			return o.Role.(*op.Group).Eval(args, types, result)
		},
		number: func(o *device.Operand, at int) op.Scalar { return o.Type.FromInt(int64(at)) },
		fails:  (*nest).fail, write: (*nest).store, stores: (*nest).combine}
}

// run walks all groups. It writes elements with a place only if every place exists.
func (w *nest) run() {
	kept := broadcast.RowMajor(w.Shape[:w.Kept()]...).Len()
	if w.Levels == nil {
		w.size, kept = kept, min(1, kept)
	} else {
		w.size = broadcast.RowMajor(w.Shape[w.Kept():]...).Len()
	}
	for w.first = range kept {
		w.read()
		w.compute()
		w.writeAll(0, max(w.size, 1))
	}
	if w.fault == nil {
		w.stores(w, w.met)
	}
}

// count is how many elements of a level the group has.
func (w *nest) count(level int) int {
	if level == 0 && w.Levels != nil {
		return 1
	}
	return w.size
}

// index is the number of element i of the group among all of a level.
func (w *nest) index(level, i int) int {
	if level == 0 && w.Levels != nil {
		return w.first
	}
	return w.first*w.size + i
}

// where returns the offset of element i, before any indices of places are added.
func (w *nest) where(o *device.Operand, level, places, i int) int {
	l := o.Layout
	axes := l.Rank() - places
	l.Shape, l.Strides = l.Shape[:axes], l.Strides[:axes]
	pos, n := l.Offset, w.index(level, i)
	for axis := axes - 1; axis >= 0; axis-- {
		pos += n % l.Shape[axis] * l.Strides[axis]
		n /= l.Shape[axis]
	}
	return pos
}

func (w *nest) load(o *device.Operand, at int) op.Scalar {
	return o.Type.Load(w.bytes(o)[at*o.Type.Size():])
}

// read reads all inputs of the group.
func (w *nest) read() {
	p := w.Program
	n := int(p.Result(len(p.Code())))
	w.values, w.made = make([][]op.Scalar, n), make([]making, n)
	for k := range w.In {
		in, o := p.Input(k), &w.In[k]
		for i := range w.count(in.Level) {
			v := op.Scalar(0)
			switch at := w.where(o, in.Level, in.Places, i); {
			case in.Position:
				v = w.number(o, at)
			case in.Places == 0:
				v = w.load(o, at)
			}
			w.values[k] = append(w.values[k], v)
		}
	}
	for k, s := range w.Scalars {
		w.values[len(w.In)+k] = []op.Scalar{s}
	}
}

// at is element i of a value.
func (w *nest) at(v device.Value, i int) op.Scalar {
	if list := w.values[v]; i < len(list) {
		return list[i]
	}
	return w.values[v][0]
}

// compute runs the instructions over the group.
func (w *nest) compute() {
	p := w.Program
	for k, in := range p.Code() {
		v := p.Result(k)
		types := make([]op.DType, len(in.Args))
		for j, a := range in.Args {
			types[j] = p.Type(a)
		}
		if _, ok := in.Op.Role.(*op.Group); ok {
			args := make([][]op.Scalar, len(in.Args))
			for j, a := range in.Args { // a whole group, or one element that the row takes once
				args[j] = w.values[a]
			}
			w.values[v] = w.group(in.Op, args, types, in.Type)
			w.made[v] = making{in.Op, args, types}
			continue
		}
		for i := range w.count(p.Level(v)) {
			w.values[v] = append(w.values[v], w.element(in, types, i))
		}
	}
}

// element computes element i of an instruction that is no row of groups.
func (w *nest) element(in device.Instr, types []op.DType, i int) op.Scalar {
	switch role := in.Op.Role.(type) {
	case op.Load:
		table := int(in.Args[0])
		input := w.Program.Input(table)
		o := &w.In[table]
		at, ok := w.elementAt(o, w.where(o, input.Level, input.Places, i), in.Args[1:1+input.Places], i, role.Or)
		switch {
		case ok:
			return w.load(o, at)
		case role.Or:
			return w.at(in.Args[len(in.Args)-1], i)
		}
		return 0
	case op.Find:
		table := int(in.Args[0])
		o := &w.In[table]
		from, last := w.where(o, w.Program.Input(table).Level, 1, i), o.Layout.Rank()-1
		return op.Scalar(w.find(role, o.Type, w.at(in.Args[1], i), o.Layout.Shape[last], func(j int) op.Scalar {
			return w.load(o, from+j*o.Layout.Strides[last])
		}))
	}
	args := make([]op.Scalar, len(in.Args))
	for j, a := range in.Args {
		args[j] = w.at(a, i)
	}
	return w.eval(in, args, types)
}

// elementAt finds an element by its indices. An element that does not exist is skipped, or an
// error.
func (w *nest) elementAt(o *device.Operand, from int, places []device.Value, i int, skip bool) (at int, ok bool) {
	indices := make([]device.Index, len(places))
	for k, v := range places {
		indices[k] = device.IndexOf(w.Program.Type(v), w.at(v, i))
	}
	at, outside := w.locate(o, from, indices, !skip)
	if outside != nil && !skip {
		outside.Element = w.first*w.size + i
		w.fails(w, outside)
	}
	return at, outside == nil
}

// fail keeps the error of the first wrong element, and of the first wrong instruction or place in it.
func (w *nest) fail(e *device.IndexError) {
	if w.fault == nil || e.Element < w.fault.Element {
		w.fault = e
	}
}

// writeAll writes elements from the first to the end of each output.
func (w *nest) writeAll(first, end int) {
	p := w.Program
	for k, v := range p.Outputs() {
		level, out, o := p.OutputLevel(k), p.Output(k), &w.Out[k]
		for i := first; i < min(end, w.count(level)); i++ {
			c := stored{output: k, at: w.where(o, level, len(out.At), i), value: w.at(v, i), of: w.made[v], i: i}
			if len(out.At) == 0 {
				w.write(w, c)
			} else if at, ok := w.elementAt(o, c.at, out.At, i, out.Skip); ok {
				c.at = at
				w.met = append(w.met, c)
			}
		}
	}
}

func (w *nest) store(c stored) {
	o := &w.Out[c.output]
	o.Type.Store(w.bytes(o)[c.at*o.Type.Size():], c.value)
}

// combine writes the elements that have a place. At each place it writes the last one, or combines
// all of them with the content.
func (w *nest) combine(met []stored) {
	type element struct{ output, at int }
	lists := map[element][]op.Scalar{}
	for _, c := range met {
		row := w.Program.Output(c.output).Combine
		if row == nil {
			w.write(w, c)
			continue
		}
		o, at := &w.Out[c.output], element{c.output, c.at}
		if lists[at] == nil {
			lists[at] = []op.Scalar{w.load(o, c.at)}
		}
		lists[at] = append(lists[at], c.value)
	}
	for at, list := range lists {
		o, row := &w.Out[at.output], w.Program.Output(at.output).Combine
		made := making{row, [][]op.Scalar{list}, []op.DType{o.Type}}
		w.write(w, stored{at.output, at.at, w.group(row, made.args, made.types, o.Type)[0], made, 0})
	}
}

// allows reports whether got is right for the element: within the bound of the row that gave it.
func (c *stored) allows(dt op.DType, got op.Scalar) bool {
	if same(dt, got, c.value) {
		return true
	}
	return c.of.row != nil && c.of.row.Within(c.of.args, c.of.types, dt, c.i, got, c.value)
}
