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
	for v := range p.Result(0) {
		params = append(params, k.value(v)+": "+valueType(p.Type(v)))
	}
	for i, v := range p.Outputs() {
		types = append(types, fmt.Sprintf("y%d: %s", i, valueType(p.Type(v))))
		results = append(results, k.value(v))
	}
	returns, result := valueType(p.Type(p.Outputs()[0])), results[0]
	if len(results) > 1 {
		t.line("struct Results { %s }", strings.Join(types, ", "))
		returns, result = "Results", fmt.Sprintf("Results(%s)", strings.Join(results, ", "))
	}
	t.open("fn apply(%s) -> %s {", strings.Join(params, ", "), returns)
	used := uses(p)
	for i, in := range p.Code() {
		k.emitInstr(t, p.Result(i), in, used[p.Result(i)])
	}
	t.line("return %s;", result)
	t.close()
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

// emitInstr writes an instruction. A float that goes on into another instruction
// passes m_bar, as if it had been stored and loaded again: else drivers rearrange
// (x+y)-x into y, and a fused program gives other bits than its steps one by one.
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
	if used && in.Type.IsFloat() {
		expr = fmt.Sprintf("m_bar(%s)", expr)
	}
	t.line("let %s = %s;", k.value(result), expr)
}

// twins reports whether a compiler might know that v equals an earlier operand of the
// same instruction, and fold x-x to 0 although x is infinite: the same value, or two
// results. Inputs and scalars come from places that no compiler can compare.
func (k *Kernel) twins(earlier []device.Value, v device.Value) bool {
	first := k.program.Result(0)
	for _, u := range earlier {
		if k.program.Type(v).IsFloat() && k.program.Type(u).IsFloat() && (u == v || u >= first && v >= first) {
			return true
		}
	}
	return false
}

// template is the row's text for the type that the instruction computes in.
func (k *Kernel) template(in device.Instr) string {
	types := make([]op.DType, len(in.Args))
	for i, v := range in.Args {
		types[i] = k.program.Type(v)
	}
	from := in.Op.Computes(types)
	if in.Op.Rule == op.Retype {
		return op.CastWGSL(from, in.Type)
	}
	return in.Op.WGSL(from)
}

// expand replaces {x}, {y}, {z} by names.
func expand(template string, names []string) string {
	for i, name := range names {
		template = strings.ReplaceAll(template, [...]string{"{x}", "{y}", "{z}"}[i], name)
	}
	return template
}
