package emit

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/neon"
)

// Neon appends an instruction of arm64, for elements of so many bytes, with its result in d.
// One operand may be the number to shift by.
func (f *Writer) Neon(name string, size int, d Vec, from ...operand.Op) Vec {
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

// NeonOf is Neon with a new register for the result.
func (f *Writer) NeonOf(name string, t dtype.Type, from ...operand.Op) Vec {
	return f.Neon(name, t.Size, f.Vec(), from...)
}

// LoadPart is the opcode of a load of less than a register, for the translator to arm64.
const LoadPart = "LOADPART"

// LoadBytes fills the lower part of a register.
func (f *Writer) LoadBytes(bytes int, m operand.Mem) Vec {
	if bytes == 16 {
		return f.Load(m)
	}
	d := f.Vec()
	f.Instruction(&ir.Instruction{Opcode: LoadPart, Operands: []operand.Op{operand.U8(bytes), d, m},
		Inputs: []operand.Op{m}, Outputs: []operand.Op{d}})
	return d
}

// TableLookup is the opcode of a lookup of bytes in a table of four registers, which lies in memory.
const TableLookup = "TABLELOOKUP"

func (f *Writer) Lookup(table operand.Mem, index Vec) Vec {
	d := f.Vec()
	f.Instruction(&ir.Instruction{Opcode: TableLookup, Operands: []operand.Op{d, table, index},
		Inputs: []operand.Op{table, index}, Outputs: []operand.Op{d}})
	return d
}
