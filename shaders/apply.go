package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// emitApply writes the program as a function, one let for each instruction. Values
// carry their numbers in the program: x0 is input %0, s1 scalar %1, v2 a result.
func (k *Kernel) emitApply(t *text) {
	p := k.program
	var params, types, results []string
	used := uses(p)
	for v := range p.Result(0) {
		if used[v] {
			params = append(params, k.value(v)+": "+k.valueType(v))
		}
	}
	for _, i := range k.results() {
		v := p.Outputs()[i]
		types = append(types, fmt.Sprintf("y%d: %s", i, k.valueType(v)))
		results = append(results, k.value(v))
	}
	if len(results) == 0 {
		return
	}
	_, returns, _ := strings.Cut(types[0], ": ")
	result := results[0]
	if len(results) > 1 {
		t.line("struct Results { %s }", strings.Join(types, ", "))
		returns, result = "Results", fmt.Sprintf("Results(%s)", strings.Join(results, ", "))
	}
	t.open("fn apply(%s) -> %s {", strings.Join(params, ", "), returns)
	for i, in := range p.Code() {
		k.emitInstr(t, p.Result(i), in, used[p.Result(i)])
	}
	t.line("return %s;", result)
	t.close()
	t.line("")
}

// computed reports whether an instruction computes the value. What none does is copied
// from its bits, which apply does not see.
func (k *Kernel) computed(v device.Value) bool { return v >= k.program.Result(0) }

// results are the indices of the outputs that instructions compute.
func (k *Kernel) results() (found []int) {
	for i, v := range k.program.Outputs() {
		if k.computed(v) {
			found = append(found, i)
		}
	}
	return found
}

// valueType is the type of a value in apply.
func (k *Kernel) valueType(v device.Value) string {
	if k.onWords {
		return "u32"
	}
	return valueType(k.program.Type(v))
}

// value is the name of a value in apply.
func (k *Kernel) value(v device.Value) string {
	switch {
	case v >= k.program.Result(0):
		return fmt.Sprintf("v%d", v)
	case int(v) >= len(k.program.Inputs()):
		return fmt.Sprintf("s%d", v)
	}
	return fmt.Sprintf("x%d", v)
}

// uses tells the values that instructions take.
func uses(p *device.Program) map[device.Value]bool {
	used := map[device.Value]bool{}
	for _, in := range p.Code() {
		for _, v := range in.Args {
			used[v] = true
		}
	}
	return used
}

// emitInstr writes an instruction. What goes on into another one is as if it had been
// stored and loaded again: see fit. The last ones' results are fitted by storing them.
func (k *Kernel) emitInstr(t *text, result device.Value, in device.Instr, used bool) {
	names := make([]string, len(in.Args))
	for i, v := range in.Args {
		names[i] = k.value(v)
		if k.twins(in.Args[:i], v) {
			names[i] = fmt.Sprintf("t%d_%d", result, i)
			t.line("let %s = m_twin(%s);", names[i], k.value(v))
		}
	}
	expr := expand(k.template(in), names)
	if used && !k.onWords {
		expr = expand(fit(in), []string{expr})
	}
	t.line("let %s = %s;", k.value(result), expr)
}

// fit is the text that makes a value of the instruction's type of what was computed in
// 32 bits. A float passes m_bar, or the rounding of halves by integers: else drivers
// rearrange (x+y)-x into y, and a fused program gives other bits than its steps one by
// one. A cast's text fits already.
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

// twins reports whether a compiler might know that v equals an earlier operand of the
// same instruction, and fold x-x to 0 although x is infinite: the same value, or two
// results. Inputs and scalars come from places that no compiler can compare.
func (k *Kernel) twins(earlier []device.Value, v device.Value) bool {
	if k.onWords {
		return false
	}
	first := k.program.Result(0)
	for _, u := range earlier {
		if inFloat(k.program.Type(v)) && inFloat(k.program.Type(u)) && (u == v || u >= first && v >= first) {
			return true
		}
	}
	return false
}

// template is the row's text for the type that the instruction computes in.
func (k *Kernel) template(in device.Instr) string {
	if k.onWords {
		return k.wordTemplate(in)
	}
	return instruction{op: in.Op, from: k.computes(in), to: in.Type}.text()
}

// wordTemplate is the row's text on whole words, or "".
func (k *Kernel) wordTemplate(in device.Instr) string {
	from := k.computes(in)
	if in.Op.Rule == op.Retype {
		return op.CastWordWGSL(from, in.Type)
	}
	return in.Op.WordWGSL(from)
}

// hasWordTemplate makes no text, except for conversions.
func (k *Kernel) hasWordTemplate(in device.Instr) bool {
	if in.Op.Rule == op.Retype {
		return k.wordTemplate(in) != ""
	}
	return in.Op.HasWord(k.computes(in))
}

// computes is the type that the instruction computes in.
func (k *Kernel) computes(in device.Instr) op.DType {
	types := make([]op.DType, len(in.Args))
	for i, v := range in.Args {
		types[i] = k.program.Type(v)
	}
	return in.Op.Computes(types)
}

// expand replaces {x}, {y}, {z} by names.
func expand(template string, names []string) string {
	for i, name := range names {
		template = strings.ReplaceAll(template, [...]string{"{x}", "{y}", "{z}"}[i], name)
	}
	return template
}
