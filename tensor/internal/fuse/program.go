package fuse

import (
	"encoding/binary"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
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

// remembered is the program of one instruction, or copy, that a builder made last: loops
// over small tensors want the same one again, and to spell it takes longer than to look.
type remembered struct {
	op      *op.Op
	result  op.DType
	args    [3]remark
	program *device.Program
}

// remark is an argument: its type, and which of the inputs it is, or -1 of a scalar.
type remark struct {
	input int8
	dtype op.DType
}

// program returns the program of a region.
func (b *builder) program(r *region) (*device.Program, error) {
	n, last := r.nodes[0], &b.built.last
	if len(r.nodes) > 1 || len(n.Expr.Args) > len(last.args) {
		b.spell(r)
		return b.built.grammar.program()
	}
	p := remembered{op: n.Expr.Op, result: n.Type, program: last.program}
	for i := range n.Expr.Args {
		a := &n.Expr.Args[i]
		p.args[i] = remark{-1, a.DType()}
		if a.Node != nil {
			p.args[i].input = int8(index(r.inputs, a))
		}
	}
	if p == *last && p.program != nil {
		return p.program, nil
	}
	b.spell(r)
	var err error
	p.program, err = b.built.grammar.program()
	*last = p
	return p.program, err
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
