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
}

// programs holds the programs that were made before: the same expression over and over
// is the usual case, and to check and print a program costs more than a small launch.
var programs = struct {
	sync.Mutex
	made map[string]*device.Program
}{made: map[string]*device.Program{}}

const maxPrograms = 4096

// program returns the program of the grammar, the same one for the same grammar.
func (g *grammar) program() (*device.Program, error) {
	key := g.key(make([]byte, 0, 256))
	programs.Lock()
	defer programs.Unlock()
	if p := programs.made[string(key)]; p != nil {
		return p, nil
	}
	p, err := device.NewProgram(g.inputs, g.scalars, g.code, g.outputs...)
	if err != nil {
		return nil, err
	}
	if len(programs.made) == maxPrograms {
		clear(programs.made)
	}
	programs.made[string(key)] = p
	return p, nil
}

// key appends a text that tells grammars apart.
func (g *grammar) key(b []byte) []byte {
	for _, types := range [2][]op.DType{g.inputs, g.scalars} {
		b = append(b, byte(len(types)), byte(len(types)>>8))
		for _, dt := range types {
			b = append(b, byte(dt))
		}
	}
	for _, in := range g.code {
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
