package kernel

import (
	"reflect"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// broadcastConstants has instructions repeat the elements of constants where they can, so that memory
// has a constant once. Others read as much as a register has, and the table keeps that.
func broadcastConstants(fns []*ir.Function, data emit.Table) {
	bytes := map[string]int{} // that instructions read
	for _, fn := range fns {
		for _, i := range fn.Instructions() {
			for _, o := range i.Operands {
				if m, ok := o.(operand.Mem); ok && alike(data[m.Symbol.Name]) {
					bytes[m.Symbol.Name] = max(bytes[m.Symbol.Name], broadcast(i, data[m.Symbol.Name][0]))
				}
			}
		}
	}
	for name, n := range bytes {
		data[name] = data[name][:n/8]
	}
}

// alike reports whether a constant is one word, again and again.
func alike(words []uint64) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w uint64) bool { return w != words[0] })
}

// broadcast has an instruction repeat its constant, if it can, and returns how many bytes it reads then.
func broadcast(i *ir.Instruction, word uint64) int {
	width := 0
	for _, o := range i.Operands {
		if r, ok := o.(reg.Register); ok {
			width = max(width, int(r.Size()))
		}
	}
	switch opcode := i.Opcode; {
	case opcode == "VMOVDQU" || opcode == "VMOVDQU64":
		i.Opcode = "VPBROADCASTQ"
	case width < 64 || !repeats(i, opcode, word) && !repeats(i, strings.TrimSuffix(opcode, "D")+"Q", word):
		return width
	}
	return 8
}

// repeats has an instruction repeat a constant under a name, if elements of the name's size are alike.
// Bitwise instructions have two names.
func repeats(i *ir.Instruction, opcode string, word uint64) bool {
	long := strings.HasSuffix(opcode, "PD") || strings.HasSuffix(opcode, "Q")
	switch {
	case len(i.Suffixes) > 0 || !long && word>>32 != word&(1<<32-1):
		return false
	case opcode != i.Opcode && !slices.Contains([]string{"VPANDQ", "VPORQ", "VPXORQ"}, opcode):
		return false
	case !reflect.ValueOf(build.NewContext()).MethodByName(opcode + "_BCST").IsValid():
		return false
	}
	i.Opcode, i.Suffixes = opcode, []string{"BCST"}
	return true
}
