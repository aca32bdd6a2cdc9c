// Package emittest shows tests which instructions a function has.
package emittest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Written has the instructions that write appends, for registers of a width in bytes. Registers are
// called v, k and r, without a number; memory m.
func Written(t testing.TB, width int, write func(f *emit.Writer)) (all []string) {
	t.Helper()
	c := build.NewContext()
	c.Function("f")
	f := emit.New(c, width, emit.Table{})
	write(f)
	file, err := c.Result()
	require.NoError(t, err)
	for _, i := range file.Functions()[0].Instructions() {
		var operands []string
		for _, o := range i.Operands {
			operands = append(operands, name(o))
		}
		all = append(all, strings.TrimSpace(i.Opcode+" "+strings.Join(operands, " ")))
	}
	return all
}

func name(o operand.Op) string {
	switch o := o.(type) {
	case operand.Mem:
		return "m"
	case reg.Register:
		return map[reg.Kind]string{reg.KindVector: "v", reg.KindOpmask: "k", reg.KindGP: "r"}[o.Kind()]
	case operand.LabelRef:
		return string(o)
	}
	return fmt.Sprint(o)
}
