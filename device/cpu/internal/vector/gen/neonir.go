package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/neon"
)

// Kernels for arm64 are written like the others, for registers of 16 bytes: the same frame
// and the same functions, whose instructions for amd64 a translator replaces once avo has
// given every value a register (neonasm.go, neonvector.go). What NEON has a better instruction
// for is written with that (neonrows.go and those beside it), by the name it has with ARM.

// neon appends an instruction of arm64, for elements of so many bytes, with its result in d.
// One operand may be the number to shift by.
func (f *emitter) neon(name string, size int, d vec, from ...operand.Op) vec {
	i, ok := neon.Find(name)
	if !ok {
		panic("no instruction " + name)
	}
	inputs := from
	if i.Accumulates {
		inputs = append([]operand.Op{d}, from...)
	}
	f.Instruction(&ir.Instruction{Opcode: name, Operands: append([]operand.Op{operand.U8(size), d}, from...),
		Inputs: inputs, Outputs: []operand.Op{d}})
	return d
}

// of is neon with a new register for the result.
func (f *emitter) of(name string, t dtype.Type, from ...operand.Op) vec {
	return f.neon(name, t.Size, f.vec(), from...)
}

// loadPart is how the translator knows a load of less than a register.
const loadPart = "LOADPART"

// loadBytes fills the lower part of a register.
func (f *emitter) loadBytes(bytes int, m operand.Mem) vec {
	if bytes == 16 {
		return f.load(m)
	}
	d := f.vec()
	f.Instruction(&ir.Instruction{Opcode: loadPart, Operands: []operand.Op{operand.U8(bytes), d, m},
		Inputs: []operand.Op{m}, Outputs: []operand.Op{d}})
	return d
}

// tableLookup is how it knows a choice among four registers of bytes that lie in memory.
const tableLookup = "TABLELOOKUP"

func (f *emitter) lookup(table operand.Mem, index vec) vec {
	d := f.vec()
	f.Instruction(&ir.Instruction{Opcode: tableLookup, Operands: []operand.Op{d, table, index},
		Inputs: []operand.Op{table, index}, Outputs: []operand.Op{d}})
	return d
}

// timesNeon is what times gives: the sum's register is the only one that may be the result's. x
// has it as well, for those who look there; where nobody does, the move is dropped.
func (f floats) timesNeon(x, sum vec) vec {
	f.move(sum, x)
	return sum
}

// dropDeadMoves leaves out moves to registers that nobody reads.
func dropDeadMoves(fn *ir.Function) error {
	for _, step := range []pass.FunctionPass{pass.LabelTarget, pass.CFG, pass.Liveness} {
		if err := step(fn); err != nil {
			return err
		}
	}
	fn.Nodes = slices.DeleteFunc(fn.Nodes, func(node ir.Node) bool {
		i, ok := node.(*ir.Instruction)
		if !ok || i.Opcode != "VMOVDQA" {
			return false
		}
		to, ok := i.Operands[1].(reg.Register)
		return ok && i.LiveOut[to.ID()] == 0
	})
	for _, i := range fn.Instructions() {
		i.Succ, i.Pred = nil, nil
	}
	return nil
}

// halvedNeon is halved: to float32, or from whole numbers to integers.
func (f floats) halvedNeon(name string, d doubles) vec {
	if name == "VCVTPD2PS" {
		return f.neon("fcvtn2", 4, f.of("fcvtn", dtype.Float32, d[0]), d[1])
	}
	low := f.of("sqxtn", dtype.Float32, f.of("fcvtns", dtype.Float64, d[0]))
	return f.neon("sqxtn2", 4, low, f.of("fcvtns", dtype.Float64, d[1]))
}

// vectorNumber is the register of arm64 that a vector is in.
func vectorNumber(op operand.Op) int {
	r, ok := op.(reg.Register)
	if !ok || reg.ToPhysical(r) == nil || r.Kind() != reg.KindVector {
		panic(fmt.Sprint("no vector: ", op))
	}
	return int(reg.ToPhysical(r).PhysicalIndex())
}
