package shaders

import (
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// instruction is what decides about an instruction's text.
type instruction struct {
	op       *op.Op
	from, to op.DType // the type that it computes in, and the result's
	repair   Repair
}

// text is the row's text.
func (i instruction) text() string {
	if i.op.Rule == op.Retype {
		return op.CastWGSL(i.from, i.to)
	}
	switch i.op.Role.(type) {
	case *op.Group:
		row, _ := RowOf(i.op, []op.DType{i.from, i.from})
		return row.Add
	case op.Load:
		return loadText
	case op.Find:
		return findText(i.from)
	}
	return i.op.WGSL(i.from)
}

// whole is the row's text, and that which a row of groups has besides for whole groups.
func (i instruction) whole() string {
	if _, ok := i.op.Role.(*op.Group); ok {
		row, _ := RowOf(i.op, []op.DType{i.from, i.from})
		return row.Add + row.Again + row.End + row.Step
	}
	return i.text()
}

// wordText is the row's text on whole words, or "".
func (i instruction) wordText() string {
	if i.op.Rule == op.Retype {
		return op.CastWordWGSL(i.from, i.to)
	}
	return i.op.WordWGSL(i.from)
}

// hasWordText reports whether there is a wordText. It makes no text, except for conversions.
func (i instruction) hasWordText() bool {
	if i.op.Rule == op.Retype {
		return i.wordText() != ""
	}
	return i.op.HasWord(i.from)
}

var helpers sync.Map // bytes, by instruction

// helperBytes is the length of the functions that an instruction calls.
func (i instruction) helperBytes() int {
	if n, ok := helpers.Load(i); ok {
		return n.(int)
	}
	n := len(lib(i.repair).dependencies(machines(i.text())))
	helpers.Store(i, n)
	return n
}

// fit is the text that converts a result of 32 bits to the instruction's type. A float passes
// m_bar, or the rounding of halves by integers. Without that, drivers rearrange (x+y)-x into y, and
// a fused program gives other bits than its single steps. A cast's text fits already.
func fit(in device.Instr) string {
	text := op.FitWGSL(in.Type)
	switch {
	case in.Op.Rule == op.Retype || text == "{x}":
		if inFloat(in.Type) {
			return "m_bar({x})"
		}
		return "{x}"
	case in.Type.IsInteger():
		return strings.ReplaceAll(text, "{x}", "({x})")
	}
	return text
}

// expand replaces {x}, {y}, {z} by names.
func expand(template string, names []string) string {
	for i, name := range names {
		template = strings.ReplaceAll(template, [...]string{"{x}", "{y}", "{z}"}[i], name)
	}
	return template
}
