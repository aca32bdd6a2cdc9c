package fuse

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// key tells programs apart, or structures (schedules).
type key []uint64

// hash tells most keys apart.
func (k key) hash() (h uint64) {
	for _, word := range k {
		h = (h ^ word) * 0x9e3779b97f4a7c15
	}
	return h ^ h>>32
}

// row is a word that tells rows and the types of their results apart.
func row(o *op.Op, dt op.DType) uint64 { return uint64(uintptr(unsafe.Pointer(o)))<<8 | uint64(dt) }

// sameLayout marks a word beside a layout that is the one added last.
const sameLayout = 1 << 63

// layout adds a word, and a layout without its offset unless it is the last one.
func (k key) layout(word uint64, l, last *broadcast.Layout) key {
	if l == last {
		return append(k, word|sameLayout)
	}
	k = append(k, word, uint64(len(l.Shape)))
	for axis, n := range l.Shape {
		k = append(k, uint64(n), uint64(l.Strides[axis]))
	}
	return k
}

// text adds a text.
func (k key) text(s string) key {
	k = append(k, uint64(len(s)))
	for ; len(s) > 0; s = s[min(8, len(s)):] {
		word := uint64(0)
		for _, b := range []byte(s[:min(8, len(s))]) {
			word = word<<8 | uint64(b)
		}
		k = append(k, word)
	}
	return k
}

// output adds an output of a program.
func (k key) output(o device.Output) key {
	if k = append(k, uint64(o.Value)|uint64(len(o.At))<<32); len(o.At) > 0 {
		k = append(k, options(o))
	}
	for _, v := range o.At {
		k = append(k, uint64(v))
	}
	return k
}

// options is a word that tells the options of stores apart.
func options(o device.Output) uint64 {
	word := row(o.Combine, 0)
	if o.Skip {
		word |= 1
	}
	if o.Distinct {
		word |= 2
	}
	return word
}

// programs has the programs made before, by the bytes of their keys. Mostly the same expression comes
// again and again, and to make a program costs more than a small launch.
var programs struct {
	sync.Map
	count atomic.Int32
}

// mostPrograms is how many programs are kept. Then all are forgotten.
const mostPrograms = 1 << 12

// draft holds the parts of a program that is being made.
type draft struct {
	types   []op.DType // of all values
	inputs  []device.Input
	code    []device.Instr
	args    []device.Value // of code
	outputs []device.Output
	key     key
}

// program returns the program of the draft, which is made if there is none yet. The first values are
// inputs, and the next ones scalars.
func (d *draft) program(scalars int) (*device.Program, error) {
	operands := len(d.inputs) + scalars
	k := append(d.key[:0], uint64(len(d.inputs)))
	for _, dt := range d.types[:operands] {
		k = append(k, uint64(dt))
	}
	for i, in := range d.inputs {
		if k[1+i] |= uint64(in.Level)<<8 | uint64(in.Places)<<16; in.Position {
			k[1+i] |= 1 << 9
		}
	}
	for _, in := range d.code { // each begins with a word that is no type and no value
		k = append(k, row(in.Op, in.Type))
		for _, v := range in.Args {
			k = append(k, uint64(v))
		}
	}
	k = append(k, 0)
	for _, o := range d.outputs {
		k = k.output(o)
	}
	d.key = k
	bytes := string(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(k))), 8*len(k)))
	if p, ok := programs.Load(bytes); ok {
		return p.(*device.Program), nil
	}
	made, err := d.source(operands).Program()
	if err != nil {
		return nil, err
	}
	if programs.count.Add(1) > mostPrograms {
		programs.Clear()
		programs.count.Store(1)
	}
	p, _ := programs.LoadOrStore(bytes, made)
	return p.(*device.Program), nil
}

// source describes the program.
func (d *draft) source(operands int) device.Source {
	return device.Source{Inputs: d.inputs, Scalars: d.types[len(d.inputs):operands], Code: d.code, Outputs: d.outputs}
}

// instruct appends an instruction and returns its value. A nil Op is a copy: it appends nothing and
// returns the argument. Operands of a type that the row does not compute in are converted first.
func (d *draft) instruct(o *op.Op, result op.DType, args ...device.Value) device.Value {
	if o == nil {
		return args[0]
	}
	for i, v := range args {
		if dt := d.types[v]; dt != result { // else it is the type that the row computes in
			if compute := graph.Computes(o, dt); compute != dt {
				args[i] = d.instruct(op.Cast, compute, v)
			}
		}
	}
	d.code = append(d.code, device.Instr{Op: o, Type: result, Args: args})
	d.types = append(d.types, result)
	return device.Value(len(d.types) - 1)
}

// build makes the launch of a region, and the draft of its program: inputs, then scalars, then one
// instruction a node. A copy is no instruction, only another name for a value.
func (c *cutter) build(at int32) (err error) {
	r := &c.regions[at]
	l := &r.launch
	l.Shape, l.Levels = r.launchShape()
	l.In, l.Out, l.Scalars, r.bytes = l.In[:0], l.Out[:0], l.Scalars[:0], r.bytes[:0]
	c.types, c.inputs, c.code, c.args, c.outputs = c.types[:0], c.inputs[:0], c.code[:0], c.args[:0], c.outputs[:0]
	for _, u := range r.inputs {
		a, level, places := c.argument(u), c.readsAt(u), c.places(u)
		l.In = append(l.In, device.Operand{Type: a.DType(), Layout: r.lay(level, c.layout(r, u), places)})
		c.types = append(c.types, a.DType())
		if !r.grouped {
			level = 0
		}
		c.inputs = append(c.inputs, device.Input{Type: a.DType(), Level: level, Places: places, Position: a.IsPosition()})
	}
	for _, u := range r.scalars {
		l.Scalars = append(l.Scalars, 0)
		c.types = append(c.types, c.argument(u).Type)
	}
	number := len(r.inputs) // the value of the next scalar
	for _, i := range r.nodes {
		c.notes[i].home = at + 1 // a node of two regions has been in both
	}
	for _, i := range r.nodes {
		n := c.nodes[i]
		first := len(c.args)
		for k := range n.Expr.Args {
			var v device.Value
			switch a := &n.Expr.Args[k]; {
			case n.Expr.Keeps(k):
				continue
			case a.IsScalar():
				v = device.Value(number)
				number++
			case c.homeOf(a) == at+1:
				v = c.note(a.Version).value
			default:
				v = device.Value(c.input(r, use{i, int32(k)}))
			}
			c.args = append(c.args, v)
		}
		c.notes[i].value = c.instruct(n.Expr.Op, n.Type, c.args[first:]...)
	}
	for _, i := range r.outputs {
		n, o, layout := c.nodes[i], device.Output{}, c.nodes[i].Layout
		if s := n.Expr.Store(); s != nil { // the last node, whose arguments are the last
			o, layout = s.Options, s.At
			o.At = c.args[len(c.args)-n.Expr.StorePlaces():]
		}
		o.Value = c.notes[i].value
		l.Out = append(l.Out, device.Operand{Type: n.Type, Layout: r.lay(int(c.notes[i].level), layout, len(o.At))})
		r.bytes = append(r.bytes, n.Bytes())
		c.outputs = append(c.outputs, o)
	}
	r.runs = r.checks != 0 || slices.Max(r.bytes) > 0
	l.Program, err = c.program(len(r.scalars))
	return err
}
