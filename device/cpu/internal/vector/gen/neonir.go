package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// Kernels for arm64 are written like the others, for registers of 16 bytes: the same frame
// and the same functions, whose instructions for amd64 a translator replaces once avo has
// given every value a register (neonasm.go, neonvector.go). What NEON has a better instruction
// for is written with that (neonrows.go and those beside it), by the name it has with ARM.

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

// vectorNumber is the register of arm64 that a vector is in.
func vectorNumber(op operand.Op) int {
	r, ok := op.(reg.Register)
	if !ok || reg.ToPhysical(r) == nil || r.Kind() != reg.KindVector {
		panic(fmt.Sprint("no vector: ", op))
	}
	return int(reg.ToPhysical(r).PhysicalIndex())
}
