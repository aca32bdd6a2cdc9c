package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// writeFault writes the function that notes a wrong index. The first pass finds the first element, and
// the second its index.
func (w *walk) writeFault(t *text) {
	if !w.marks || len(w.checks) == 0 {
		return
	}
	buf := fmt.Sprintf("buf%d", w.errors.bindings[0]+1)
	t.open("fn fault(check: u32, first: u32, index: vec2<u32>) {")
	t.open("if (params.second == 0u) {")
	t.line("atomicMax(&%s[0], first);", buf)
	t.line("atomicMax(&%s[check], first);", buf)
	t.line("return;")
	t.close()
	t.open("if (atomicLoad(&%s[check]) == first) {", buf)
	t.line("atomicStore(&%s[check + 1u], index.x);", buf)
	t.line("atomicStore(&%s[check + 2u], index.y);", buf)
	t.close()
	t.close()
	t.line("")
}

// writeElementNumber finds the number of an element in the launch, for errors.
func (x walkText) writeElementNumber(t *text, level int) {
	if !x.marks {
		return
	}
	name, axes := "group_element", x.kept
	if level > 0 {
		name, axes = "element", len(x.where)
	}
	at := "params." + name
	for axis := range axes {
		at += fmt.Sprintf(" + i%d * params.where%d", axis, axis)
	}
	t.line("let %s = %s;", name, at)
}

// writeInstr writes an instruction that is no row of groups.
func (x walkText) writeInstr(t *text, i int) {
	p := x.f.program
	in, v := p.Code()[i], p.Result(i)
	switch r := in.Op.Role.(type) {
	case op.Load:
		x.writeLoadAt(t, i, in, r.Or)
	case op.Find:
		x.writeFind(t, v, in, r.Right)
	default:
		x.f.writeInstr(t, v, in, x.used[v])
	}
}

// indexBits is the bits of an index in two words.
func (x walkText) indexBits(v device.Value) string {
	switch dt := x.f.program.Type(v); {
	case dt.Size() == 8:
		return x.f.value(v)
	case valueType(dt) == "i32":
		return fmt.Sprintf("vec2<u32>(bitcast<u32>(%s), 0u)", x.f.value(v))
	}
	return fmt.Sprintf("vec2<u32>(%s, 0u)", x.f.value(v))
}

// writePlaces finds the places of an operand: its elements at name_to, if all exist. Wrong ones are
// noted from the check with a number on, or skipped if that is negative.
func (x walkText) writePlaces(t *text, name string, o *operand, at []device.Value, level, first int, fromEnd bool) (exists string) {
	var all []string
	to := o.name() + "_at"
	for axis, v := range at {
		p := fmt.Sprintf("%s_place%d", name, axis)
		t.line("let %s = %s;", p, placeText(x.f.program.Type(v), x.f.value(v), fmt.Sprintf("params.%s_place%d", o.name(), axis), fromEnd))
		to += fmt.Sprintf(" + %s * params.%s_step%d", p, o.name(), axis)
		all = append(all, p+" != m_nowhere()")
		if first >= 0 {
			element := map[bool]string{true: "element", false: "group_element"}[level > 0]
			noteFault(t, first+axis, p, element, x.indexBits(v))
		}
	}
	t.line("let %s_to = %s;", name, to)
	return strings.Join(all, " && ")
}

// writeLoadAt writes a load. It reads nothing if a place does not exist.
func (x walkText) writeLoadAt(t *text, i int, in device.Instr, or bool) {
	p := x.f.program
	v, o, at := p.Result(i), x.operandOf(int(in.Args[0])), in.Args[1:]
	if or {
		at = at[:len(at)-1]
	}
	name := x.f.value(v)
	exists := x.writePlaces(t, name, o, at, p.Level(v), x.checkOf(i, -1), !or)
	otherwise := map[bool]string{false: "0u", true: "vec2<u32>()"}[o.dtype.Size() == 8]
	if or {
		otherwise = x.bits(in.Args[len(in.Args)-1])
	}
	if x.tiling != nil { // a driver that runs threads as lanes would take longer for a branch
		t.line("let %s_exists = %s;", name, exists)
		t.line("let %[1]s_from = select(%[2]s_at, %[1]s_to, %[1]s_exists);", name, o.name())
		t.line("let %[1]s_bits = select(%[2]s, %[3]s, %[1]s_exists);", name, otherwise, o.bits(name+"_from"))
	} else {
		t.line("var %s_bits = %s;", name, otherwise)
		t.line("if (%s) { %s_bits = %s; }", exists, name, o.bits(name+"_to"))
	}
	t.line("let %s = %s;", name, fromBits(o.dtype, name+"_bits"))
}

// loads reports whether a load or a sort gives the value: the text has its bits, then.
func (x walkText) loads(v device.Value) bool {
	i := int(v - x.f.program.Result(0))
	if i < 0 {
		return false
	}
	_, ok := x.f.program.Code()[i].Op.Role.(op.Load)
	return ok || isSort(x.f.program, i)
}

// writeFind writes a binary search.
func (x walkText) writeFind(t *text, v device.Value, in device.Instr, right bool) {
	o, name := x.operandOf(int(in.Args[0])), x.f.value(v)
	t.line("var %s_low = 0u;", name)
	t.line("var %s_high = params.%s_place0;", name, o.name())
	t.open("while (%s_low < %s_high) {", name, name)
	t.line("let middle = (%s_low + %s_high) / 2u;", name, name)
	t.line("let at = %s_at + middle * params.%s_step0;", o.name(), o.name())
	t.line("let other = %s;", fromBits(o.dtype, o.bits("at")))
	t.line("if (%s) { %s_low = middle + 1u; } else { %s_high = middle; }", findLess(o.dtype, x.f.value(in.Args[1]), "other", right), name, name)
	t.close()
	t.line("let %s = vec2<u32>(%s_low, 0u);", name, name)
}

// checkOf is the number of the first check of an instruction or an output, or -1.
func (w *walk) checkOf(instr, output int) int {
	for n, c := range w.checks {
		if c.instr == instr && c.output == output {
			return n
		}
	}
	return -1
}
