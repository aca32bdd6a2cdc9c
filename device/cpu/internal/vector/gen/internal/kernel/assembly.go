package kernel

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arm64"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Set is a kernel set.
type Set string

const (
	AnyAMD64 Set = "" // routines that need no set
	AVX2     Set = "avx2"
	AVX512   Set = "avx512"
	NEON     Set = "neon"
)

// setOf is the kernel set with registers of a width.
func setOf(width int) Set { return map[int]Set{16: NEON, 32: AVX2, 64: AVX512}[width] }

// beyondAVX2 matches the registers that only AVX-512 has. The allocator does not know them.
var beyondAVX2 = regexp.MustCompile(`\b[XY](1[6-9]|2[0-9]|3[01])\b`)

// basePointer matches the register that functions have to save.
var basePointer = regexp.MustCompile(`\bBP\b`)

// Assembly is the text of the .s file.
func (f *File) Assembly() ([]byte, error) {
	c, data := build.NewContext(), emit.Table{}
	c.ConstraintExpr("!purego")
	for i := range f.Kernels {
		f.Kernels[i].write(c, data)
	}
	for i := range f.Kernels {
		if f.Kernels[i].Folds {
			f.Kernels[i].writeFold(c, data)
		}
	}
	for i := range f.Routines {
		f.Routines[i].writeTo(c)
	}
	file, err := c.Result()
	if err != nil {
		return nil, err
	}
	if f.Set == NEON {
		if err := pass.FunctionPass(arm64.DropDeadMoves).Execute(file); err != nil {
			return nil, err
		}
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, err
	}
	for _, fn := range file.Functions()[:len(f.Kernels)] { // see nextRow
		for i, node := range fn.Nodes {
			if mark, ok := node.(*ir.Comment); ok && mark.Lines[0] == rowMark {
				fn.Nodes[i] = ir.Label(rowMark)
			}
		}
	}
	if f.Set == NEON {
		for _, fn := range file.Functions() {
			if err := arm64.Translate(fn); err != nil {
				return nil, fmt.Errorf("%s: %w", fn.Name, err)
			}
		}
	} else {
		broadcastConstants(file.Functions(), data)
	}
	f.dropTwins(file)
	constants := build.NewContext()
	data.Write(constants)
	table, err := constants.Result()
	if err != nil {
		return nil, err
	}
	file.Sections = append(file.Sections, table.Sections...)
	if err := pass.IncludeTextFlagHeader(file); err != nil {
		return nil, err
	}
	text, err := printer.NewGoAsm(printer.Config{Name: "gen"}).Print(file)
	if err == nil && f.Set == AVX2 && beyondAVX2.Match(text) {
		err = errors.New("registers that AVX2 lacks: keep fewer values")
	}
	if err == nil && basePointer.Match(text) {
		err = errors.New("BP would be saved anew with every row: keep fewer values")
	}
	return text, err
}

// dropTwins drops the functions whose instructions are those of one before. Their kernels take that one.
func (f *File) dropTwins(file *ir.File) {
	first := map[string]string{} // by the text of a function without its name
	twins := map[string]string{}
	file.Sections = slices.DeleteFunc(file.Sections, func(s ir.Section) bool {
		fn, ok := s.(*ir.Function)
		if !ok {
			return false
		}
		text := fmt.Sprint(fn.LocalSize, fn.Attributes)
		for _, node := range fn.Nodes {
			text += "\n" + textOf(node)
		}
		if first[text] == "" {
			first[text] = fn.Name
			return false
		}
		twins[fn.Name] = first[text]
		return true
	})
	for i := range f.Kernels {
		k := &f.Kernels[i]
		k.twin, k.foldTwin = twins[k.Name], twins[k.foldName()]
	}
}

// textOf is the text of an instruction or a label.
func textOf(node ir.Node) string {
	switch n := node.(type) {
	case *ir.Instruction:
		text := n.OpcodeWithSuffixes()
		for _, op := range n.Operands {
			text += " " + op.Asm()
		}
		return text
	case ir.Label:
		return string(n) + ":"
	}
	return ""
}

// KeepMost has as many constants stay in registers as the allocator finds room for.
func (k *Kernel) KeepMost() {
	most := k.Keep
	k.Keep = most - sort.Search(most, func(fewer int) bool {
		k.Keep = most - fewer
		_, err := (&File{Name: k.Name, Set: setOf(k.Width), Kernels: []Kernel{*k}}).Assembly()
		return err == nil
	})
}
