package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// system has routines that every processor for amd64 can run.
func system() []kernel.Routine {
	return []kernel.Routine{
		{Name: "pause", Parameters: "()", Doc: "waits a moment, and leaves the processor to its other thread.", Write: func(c *build.Context) {
			c.PAUSE()
			c.RET()
		}},
		{Name: "sfence", Parameters: "()", Doc: "orders streamed stores before all later ones.", Write: func(c *build.Context) {
			c.SFENCE()
			c.RET()
		}},
	}
}

// copies has the copy by the processor's own instruction.
func copies() []kernel.Routine {
	return []kernel.Routine{
		{Name: "moveBytes", Parameters: "(to, from unsafe.Pointer, bytes int)", Doc: "copies in the processor's own way: see vector.Move.", Write: func(c *build.Context) {
			c.Load(c.Param("to"), reg.RDI)
			c.Load(c.Param("from"), reg.RSI)
			c.Load(c.Param("bytes"), reg.RCX)
			c.Instruction(&ir.Instruction{Opcode: "REP"})
			c.Instruction(&ir.Instruction{Opcode: "MOVSB", Inputs: []operand.Op{reg.RDI, reg.RSI, reg.RCX}})
			c.RET()
		}},
	}
}
