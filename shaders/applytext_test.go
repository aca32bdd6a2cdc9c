package shaders

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// applyText is the function apply of a program, without the kernel around it. Programs of
// equal text share one.
type applyText struct {
	titles []string
	apply  string
	length length // what the chooser takes it for
}

// rowTexts lists a row's texts. Every dtype has the text for an element, and some have one for a
// whole word of small elements.
func rowTexts(t testing.TB, o *op.Op) (texts []applyText) {
	for _, words := range []bool{false, true} {
		for _, dt := range DTypes.List() {
			for _, p := range singlesOf(t, o, dt) {
				title := dt.String()
				if o.Rule == op.Retype {
					title += " to " + p.Type(1).String()
				}
				if words {
					title += " on words"
				}
				texts = appendApply(t, texts, title, p, words)
			}
		}
	}
	return texts
}

// appendApply appends a program's text, or its title to an equal text. A program that has
// no text for whole words is left out there.
func appendApply(t testing.TB, texts []applyText, title string, p *device.Program, words bool) []applyText {
	f := function{p, words}
	if words && !f.wordsSuffice() {
		return texts
	}
	a := applyText{titles: []string{title}, length: function{program: p}.length(Repair{})}
	var body text
	f.write(&body)
	a.apply = body.String()
	for i := range texts {
		if texts[i].apply == a.apply && texts[i].length == a.length {
			texts[i].titles = append(texts[i].titles, title)
			return texts
		}
	}
	return append(texts, a)
}

// list returns a golden file of texts. Each text carries a checksum of its helpers, which stand in
// lib: a diff shows every row that a changed helper reaches.
func list(texts []applyText) string {
	var b strings.Builder
	for _, a := range texts {
		title := strings.Join(a.titles, ", ") + ": " + [...]string{"brief", "short", "medium", "long"}[a.length]
		if helpers := helpersOf(a.apply); helpers != "" {
			title += fmt.Sprintf(", %d bytes of helpers %08x", len(helpers), crc32.ChecksumIEEE([]byte(helpers)))
		}
		b.WriteString(comment(title) + a.apply)
	}
	return b.String()
}

// helpersOf is what a text needs: functions of the library, and code of the machine.
func helpersOf(apply string) string {
	helpers := lib(Repair{}).dependencies(machines(apply))
	for _, name := range routineName.FindAllString(apply, -1) {
		helpers += string(routines()[name].code)
	}
	return helpers
}

// comment breaks a comment into lines.
func comment(s string) string {
	var b strings.Builder
	line := "//"
	for _, word := range strings.Fields(s) {
		if len(line)+1+len(word) > 100 {
			b.WriteString(line + "\n")
			line = "//"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// moduleHead declares what functions of the library name.
const moduleHead = `struct Params { zero: u32, none: u32, loops: u32, code: array<vec4<u32>, %d> }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

`

// module is the texts as one shader with the helpers that they need, for validators.
func module(texts []applyText, r Repair) string {
	applies := ""
	for i, a := range texts {
		applies += strings.ReplaceAll(a.apply, "fn apply(", fmt.Sprintf("fn apply%d(", i))
	}
	var called []*routine
	for _, name := range routineName.FindAllString(applies, -1) {
		if r := routines()[name]; !slices.Contains(called, r) {
			called = append(called, r)
		}
	}
	applies = machineFor(called) + applies
	return fmt.Sprintf(moduleHead, max(codeElements(called), 1)) + lib(r).dependencies(applies) + applies
}

// fusions are programs whose instructions take each other's results.
func fusions(t testing.TB) []applyText {
	v := func(vs ...device.Value) []device.Value { return vs }
	chains := []struct {
		name            string
		inputs, scalars []op.DType
		outputs         []device.Value
		code            []device.Instr
	}{
		{"floats pass m_bar on their way", types(f32, f32), types(f32), v(5), []device.Instr{
			do(op.Mul, 0, 2), do(op.Add, 3, 1), do(op.Relu, 4)}},
		{"integers and bools do not", types(i32, i32), nil, v(4), []device.Instr{
			do(op.Mul, 0, 1), do(op.Add, 2, 1), do(op.Lt, 3, 0)}},
		{"small integers wrap", types(i8, u8), types(i8), v(5), []device.Instr{
			do(op.Mul, 0, 2), cast(u8, 3), do(op.Mul, 4, 1)}},
		{"halves are rounded", types(f16), types(op.BFloat16), v(5), []device.Instr{
			do(op.Add, 0, 0), cast(op.BFloat16, 2), do(op.Mul, 3, 1), do(op.Relu, 4)}},
		{"a value taken twice passes m_twin", types(f32), nil, v(3), []device.Instr{
			do(op.Sub, 0, 0), do(op.Exp, 1), do(op.Div, 2, 2)}},
		{"and so does one result beside another", types(f32, f32), nil, v(4), []device.Instr{
			do(op.Add, 0, 1), do(op.Add, 1, 0), do(op.Sub, 2, 3)}},
		{"scalars of every type", types(f32), types(b8, i32, u32, f32), v(9), []device.Instr{
			cast(f32, 2), cast(f32, 3), do(op.Add, 5, 6), do(op.Add, 7, 4), do(op.Where, 1, 8, 0)}},
	}
	var texts []applyText
	for _, f := range chains {
		p := program(t, f.inputs, f.scalars, f.code, f.outputs...)
		texts = appendApply(t, texts, f.name, p, false)
	}
	words := program(t, types(u8, u8), types(u8), []device.Instr{do(op.Add, 0, 2), do(op.Lt, 3, 1), do(op.Where, 4, 3, 1)}, 5)
	return appendApply(t, texts, "on words nothing is rounded", words, true)
}
