package arm64

import (
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// DropDeadMoves leaves out moves to registers that are not read.
func DropDeadMoves(fn *ir.Function) error {
	for _, run := range []pass.FunctionPass{pass.LabelTarget, pass.CFG, pass.Liveness} {
		if err := run(fn); err != nil {
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
