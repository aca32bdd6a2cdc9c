package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Kernels for arm64 are written like the others, for registers of 16 bytes: the same frame
// and the same functions, whose instructions for amd64 a translator replaces once avo has
// given every value a register (neonasm.go, neonvector.go). What NEON has a better instruction
// for is written with that (neonrows.go and those beside it), by the name it has with ARM.

// timesNeon is what times gives: the sum's register is the only one that may be the result's. x
// has it as well, for those who look there; where nobody does, the move is dropped.
func (f floats) timesNeon(x, sum emit.Vec) emit.Vec {
	f.Move(sum, x)
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
func (f floats) halvedNeon(name string, d doubles) emit.Vec {
	if name == "VCVTPD2PS" {
		return f.Neon("fcvtn2", 4, f.NeonOf("fcvtn", dtype.Float32, d[0]), d[1])
	}
	low := f.NeonOf("sqxtn", dtype.Float32, f.NeonOf("fcvtns", dtype.Float64, d[0]))
	return f.Neon("sqxtn2", 4, low, f.NeonOf("fcvtns", dtype.Float64, d[1]))
}

// vectorNumber is the register of arm64 that a vector is in.
func vectorNumber(op operand.Op) int {
	r, ok := op.(reg.Register)
	if !ok || reg.ToPhysical(r) == nil || r.Kind() != reg.KindVector {
		panic(fmt.Sprint("no vector: ", op))
	}
	return int(reg.ToPhysical(r).PhysicalIndex())
}
