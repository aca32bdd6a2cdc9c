package fuse

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// grammar is what a program is made from.
type grammar struct {
	inputs, scalars []op.DType
	code            []device.Instr
	outputs         []device.Value
	text            []byte // room for key
}

func (g *grammar) reset() {
	clear(g.code) // whose arguments are in another's memory
	g.inputs, g.scalars, g.code, g.outputs = g.inputs[:0], g.scalars[:0], g.code[:0], g.outputs[:0]
}

// instruct appends an instruction and returns its value. Operands of a type that its row does not compute
// in are converted first.
func (g *grammar) instruct(o *op.Op, result op.DType, args []device.Value) device.Value {
	for i, v := range args {
		if compute := graph.Computes(o, g.dtype(v)); compute != g.dtype(v) {
			args[i] = g.instruct(op.Cast, compute, []device.Value{v})
		}
	}
	g.code = append(g.code, device.Instr{Op: o, Type: result, Args: args})
	return device.Value(len(g.inputs) + len(g.scalars) + len(g.code) - 1)
}

// dtype is the type of a value.
func (g *grammar) dtype(v device.Value) op.DType {
	i, j := int(v), int(v)-len(g.inputs)
	switch {
	case j < 0:
		return g.inputs[i]
	case j < len(g.scalars):
		return g.scalars[j]
	}
	return g.code[j-len(g.scalars)].Type
}

// programs holds the programs that were made before: the same expression over and over
// is the usual case, and to check and print a program costs more than a small launch.
var programs = struct {
	sync.RWMutex
	made map[string]*device.Program
}{made: map[string]*device.Program{}}

const maxPrograms = 4096

// program returns the program of the grammar, the same one for the same grammar.
func (g *grammar) program() (*device.Program, error) {
	g.text = g.key(g.text[:0])
	programs.RLock()
	p := programs.made[string(g.text)]
	programs.RUnlock()
	if p != nil {
		return p, nil
	}
	p, err := device.NewProgram(g.inputs, g.scalars, g.code, g.outputs...)
	if err != nil {
		return nil, err
	}
	programs.Lock()
	defer programs.Unlock()
	if before := programs.made[string(g.text)]; before != nil {
		return before, nil
	}
	if len(programs.made) == maxPrograms {
		clear(programs.made)
	}
	programs.made[string(g.text)] = p
	return p, nil
}

// recipe is what a program of a few instructions, or a copy, is made from.
type recipe struct {
	code   []link
	room   [mostLinks]link // where code lies
	result ingredient
}

type link struct {
	op     *op.Op
	result op.DType
	args   [3]ingredient
}

// ingredient is a value: its type, and above that which of the inputs it is, counted from
// 1, 0 of a scalar, or made and which instruction. It is 0 beyond the last argument.
type ingredient uint16

// made tells results from inputs.
const made = 1 << 7

func read(input int, dt op.DType) ingredient { return ingredient(input<<8) | ingredient(dt) }

func computed(by int, dt op.DType) ingredient { return read(made|by, dt) }

func (a ingredient) dtype() op.DType { return op.DType(a & 0xff) }

func (a ingredient) input() int { return int(a >> 8) }

// recipes remembers the programs that were made last: loops over small tensors want the
// same ones again, and to spell one takes longer than to look.
type recipes struct {
	known [8]struct {
		recipe
		program *device.Program
	}
	next int
	one  recipe
}

func (m *recipes) program(r *recipe) (*device.Program, error) {
	for i := range m.known {
		if k := &m.known[i]; k.result == r.result && slices.Equal(k.code, r.code) && k.program != nil {
			return k.program, nil
		}
	}
	p, err := r.grammar().program()
	if err == nil {
		k := &m.known[m.next%len(m.known)]
		k.code, k.result, k.program = append(k.room[:0], r.code...), r.result, p
		m.next++
	}
	return p, err
}

func (r *recipe) grammar() *grammar {
	g := &grammar{}
	note := func(a ingredient) {
		switch in := a.input(); {
		case a == 0:
		case in == 0:
			g.scalars = append(g.scalars, a.dtype())
		case in < made:
			if in > len(g.inputs) { // the next one
				g.inputs = append(g.inputs, a.dtype())
			}
		}
	}
	for i := range r.code {
		for _, a := range r.code[i].args {
			note(a)
		}
	}
	if len(r.code) == 0 {
		note(r.result)
	}
	scalar := device.Value(len(g.inputs))
	var results []device.Value
	value := func(a ingredient) device.Value {
		switch in := a.input(); {
		case in == 0:
			scalar++
			return scalar - 1
		case in < made:
			return device.Value(in - 1)
		default:
			return results[in-made]
		}
	}
	for i := range r.code {
		l := &r.code[i]
		var args []device.Value
		for _, a := range l.args {
			if a != 0 {
				args = append(args, value(a))
			}
		}
		results = append(results, g.instruct(l.op, l.result, args))
	}
	g.outputs = []device.Value{value(r.result)}
	return g
}

// program returns the program of a region.
func (b *builder) program(r *region) (*device.Program, error) {
	n := r.nodes[0]
	one := link{op: n.Expr.Op, result: n.Type}
	if len(r.nodes) > 1 || len(n.Expr.Args) > len(one.args) {
		b.spell(r)
		return b.built.grammar.program()
	}
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
		input := 0
		if a.Version != nil {
			input = 1 + index(r.inputs, a)
		}
		one.args[i] = read(input, a.DType())
	}
	return b.built.recipes.single(one)
}

// single is the program of one instruction, or copy.
func (m *recipes) single(l link) (*device.Program, error) {
	r := &m.one
	r.code, r.result = r.room[:0], l.args[0]
	if l.op != nil {
		r.code, r.result = append(r.code, l), computed(0, l.result)
	}
	return m.program(r)
}

// key appends a text that tells grammars apart.
func (g *grammar) key(b []byte) []byte {
	for _, types := range [2][]op.DType{g.inputs, g.scalars} {
		b = append(b, byte(len(types)), byte(len(types)>>8))
		for _, dt := range types {
			b = append(b, byte(dt))
		}
	}
	for i := range g.code {
		in := &g.code[i]
		b = append(append(b, in.Op.Name...), byte(in.Type))
		b = values(b, in.Args)
	}
	return values(append(b, 0), g.outputs)
}

func values(b []byte, vs []device.Value) []byte {
	b = append(b, byte(len(vs)))
	for _, v := range vs {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	return b
}
