package emittest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Program runs the code of a vector of AVX2 whose elements are all alike, so that one element tells
// all.
type Program struct {
	nodes  []ir.Node
	labels map[string]int
	data   emit.Table
	result reg.ID
}

// Compile compiles the code that a kernel runs for a vector. The operands lie in memory, wherever
// in the vector.
func Compile(t testing.TB, vector func(f *emit.Writer, in func(operand, at int) operand.Mem) emit.Vec) *Program {
	t.Helper()
	c := build.NewContext()
	c.Function("f")
	p := &Program{labels: map[string]int{}, data: emit.Table{}}
	v := vector(emit.New(c, 32, p.data), func(i, _ int) operand.Mem {
		return operand.NewDataAddr(operand.Symbol{Name: fmt.Sprint("operand", i), Static: true}, 0)
	})
	file, err := c.Result()
	require.NoError(t, err)
	p.nodes, p.result = file.Functions()[0].Nodes, v.ID()
	for i, n := range p.nodes {
		if l, ok := n.(ir.Label); ok {
			p.labels[string(l)] = i
		}
	}
	return p
}

// Run is the bits of the result's element for those of the operands'.
func (p *Program) Run(t testing.TB, operands ...uint64) uint64 {
	t.Helper()
	m := &machine{program: p, operands: operands, values: map[reg.ID]uint64{}, symbols: map[reg.ID]string{}}
	for pc := 0; pc < len(p.nodes); pc++ {
		i, ok := p.nodes[pc].(*ir.Instruction)
		if !ok {
			continue
		}
		m.executed++
		if m.executed == 100_000 {
			require.Fail(t, "an endless loop")
		}
		switch {
		case i.Opcode == "JMP", i.Opcode == "JZ" && m.zero, i.Opcode == "JNZ" && !m.zero:
			pc = p.labels[string(i.Operands[0].(operand.LabelRef))]
		case i.Opcode == "JZ", i.Opcode == "JNZ":
		default:
			if !m.execute(i.Opcode, i.Operands) {
				require.Fail(t, "no model of "+i.Opcode)
			}
		}
	}
	return m.values[p.result]
}

// machine is the state of a processor. A vector is the bits of one element, twice for an element of
// 32 bits.
type machine struct {
	program  *Program
	operands []uint64
	values   map[reg.ID]uint64
	symbols  map[reg.ID]string // that general registers point to
	zero     bool              // the flag
	executed int
}

func (m *machine) memory(at operand.Mem) (words []uint64) {
	var i int
	if n, _ := fmt.Sscanf(at.Symbol.Name, "operand%d", &i); n == 1 {
		return []uint64{m.operands[i], m.operands[i]}
	}
	return m.program.data[at.Symbol.Name][at.Disp/8:]
}

func (m *machine) value(o operand.Op) uint64 {
	switch o := o.(type) {
	case operand.Mem:
		return m.memory(o)[0]
	case reg.Register:
		return m.values[o.ID()]
	case operand.U8:
		return uint64(o)
	}
	panic(fmt.Sprint("no value: ", o))
}

// twice has a 32-bit element in both halves.
func twice(x uint32) uint64 { return uint64(x)<<32 | uint64(x) }

func all(mask bool) uint64 {
	if mask {
		return math.MaxUint64
	}
	return 0
}

// execute runs an instruction, and reports whether it is known. Operands are in Go's order: x is the
// last source.
func (m *machine) execute(opcode string, ops []operand.Op) bool {
	var v [3]uint64
	last := len(ops) - 1
	for i, o := range ops[:last] {
		if at, ok := o.(operand.Mem); !ok || at.Symbol.Name != "" && !strings.HasPrefix(opcode, "VGATHER") {
			v[i] = m.value(o)
		}
	}
	to := func(x uint64) bool { m.values[ops[last].(reg.Register).ID()] = x; return true }
	switch opcode {
	case "VMOVDQU", "VMOVDQA":
		return to(v[0])
	case "VINSERTF128", "VSHUFPS":
		return to(v[2])
	case "VPACKSSDW", "VPACKSSWB", "VPERMD": // of masks, and elements that are alike
		return to(v[0])
	case "VEXTRACTF128", "VPERMQ":
		return to(v[1])
	case "VTESTPS", "VPTEST":
		m.zero = v[0]&(1<<63|1<<31) == 0
		if opcode == "VPTEST" {
			m.zero = v[0] == 0
		}
		return true
	case "LEAQ":
		m.symbols[ops[1].(reg.Register).ID()] = ops[0].(operand.Mem).Symbol.Name
		return true
	case "VPERMPS":
		return to(m.lookup(ops[0].(operand.Mem), v[1]))
	case "VGATHERDPD", "VGATHERQPD":
		at := ops[1].(operand.Mem)
		index := m.values[at.Index.ID()]
		if opcode == "VGATHERDPD" {
			index = uint64(uint32(index))
		}
		return to(m.program.data[m.symbols[at.Base.ID()]][index])
	case "VCVTPS2PD":
		return to(math.Float64bits(float64(math.Float32frombits(uint32(v[0])))))
	case "VCVTPD2PSY":
		return to(twice(math.Float32bits(float32(math.Float64frombits(v[0])))))
	case "VCVTPD2DQY":
		return to(twice(uint32(int32(math.RoundToEven(math.Float64frombits(v[0]))))))
	case "VCVTPS2DQ":
		return to(twice(uint32(int32(math.RoundToEven(float64(math.Float32frombits(uint32(v[0]))))))))
	case "VCVTDQ2PS":
		return to(twice(math.Float32bits(float32(int32(v[0])))))
	case "VPBLENDVB":
		if v[0]&(1<<7) != 0 {
			return to(v[1])
		}
		return to(v[2])
	}
	for _, suffix := range []string{"PS", "PD"} {
		if name, ok := strings.CutSuffix(opcode, suffix); ok {
			lane := map[string]lane{"PS": singles{}, "PD": doubles{}}[suffix]
			result, known := float(lane, name, v, m.values[ops[last].(reg.Register).ID()])
			return known && to(result)
		}
	}
	result, known := integer(opcode, v)
	return known && to(result)
}

// lookup is an element of a table of eight.
func (m *machine) lookup(table operand.Mem, index uint64) uint64 {
	word := m.memory(table)[index&7/2]
	return twice(uint32(word >> (32 * (index & 1))))
}
