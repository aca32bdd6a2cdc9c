package main

import (
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// routine is a function of another form than kernels.
type routine struct {
	name, parameters, doc string
	write                 func(c *build.Context)
}

func system() []routine {
	return []routine{
		{"pause", "()", "waits a moment, and leaves the processor to its other thread.", func(c *build.Context) {
			c.PAUSE()
			c.RET()
		}},
		{"sfence", "()", "orders streamed stores before all later ones.", func(c *build.Context) {
			c.SFENCE()
			c.RET()
		}},
		{"moveBytes", "(to, from unsafe.Pointer, bytes int)", "copies in the processor's own way: see Tier.", func(c *build.Context) {
			c.Load(c.Param("to"), reg.RDI)
			c.Load(c.Param("from"), reg.RSI)
			c.Load(c.Param("bytes"), reg.RCX)
			c.Instruction(&ir.Instruction{Opcode: "REP"})
			c.Instruction(&ir.Instruction{Opcode: "MOVSB", Inputs: []operand.Op{reg.RDI, reg.RSI, reg.RCX}})
			c.RET()
		}},
	}
}

func (r *routine) writeTo(c *build.Context) {
	c.Function(r.name)
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr("func" + strings.ReplaceAll(r.parameters, "unsafe.Pointer", "uintptr")) // which avo can load
	r.write(c)
}
