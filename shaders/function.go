package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// function is a program as a function of the text, apply. It has one let for each instruction.
// Values carry their numbers in the program: x0 is input %0, s1 scalar %1, v2 a result.
type function struct {
	program *device.Program
	words   bool // it computes whole words of small elements
}

// write writes the function, unless it has nothing to compute.
func (f function) write(t *text) {
	p := f.program
	var types, results []string
	for _, i := range f.results() {
		v := p.Outputs()[i]
		types = append(types, fmt.Sprintf("y%d: %s", i, f.valueType(v)))
		results = append(results, f.value(v))
	}
	if len(results) == 0 {
		return
	}
	params := f.arguments(func(v device.Value) string { return f.value(v) + ": " + f.valueType(v) })
	_, returns, _ := strings.Cut(types[0], ": ")
	result := results[0]
	if len(results) > 1 {
		t.line("struct Results { %s }", strings.Join(types, ", "))
		returns, result = "Results", fmt.Sprintf("Results(%s)", strings.Join(results, ", "))
	}
	t.open("fn apply(%s) -> %s {", params, returns)
	used := uses(p)
	for i, in := range p.Code() {
		f.writeInstr(t, p.Result(i), in, used[p.Result(i)])
	}
	t.line("return %s;", result)
	t.close()
	t.line("")
}

// call is a call of the function, with the text of each value that it takes.
func (f function) call(argument func(v device.Value) string) string {
	return "apply(" + f.arguments(argument) + ")"
}

// arguments lists a text for each of the inputs and scalars that instructions take.
func (f function) arguments(argument func(v device.Value) string) string {
	used := uses(f.program)
	var list []string
	for v := range f.program.Result(0) {
		if used[v] {
			list = append(list, argument(v))
		}
	}
	return strings.Join(list, ", ")
}

// resultBits is the bits of an output, where y is the text of a call, and copyOf that of an input.
func (f function) resultBits(output int, y string, copyOf func(input int) string) string {
	v := f.program.Outputs()[output]
	switch {
	case f.isInput(v):
		return copyOf(int(v))
	case !f.computed(v):
		return f.scalarBits(v)
	case len(f.results()) > 1:
		y += fmt.Sprintf(".y%d", output)
	}
	if f.words {
		return y
	}
	return toBits(f.program.Type(v), y)
}

// scalar is the value of a scalar. Floats pass m_bar: uniforms may be compiled in as constants,
// see m_zero.
func (f function) scalar(v device.Value) string {
	dt, bits := f.program.Type(v), f.scalarBits(v)
	switch {
	case f.words:
		return bits
	case inFloat(dt):
		return "m_bar(" + fromBits(dt, bits) + ")"
	case dt == op.Float64:
		return "m_bar64(" + bits + ")"
	}
	return fromBits(dt, bits)
}

func (f function) scalarBits(v device.Value) string {
	dt, bits := f.program.Type(v), fmt.Sprintf("params.s%d", v)
	switch {
	case f.words:
		return splatWord(bits, dt)
	case words(dt) == 2:
		return fmt.Sprintf("vec2<u32>(%s, params.high%d)", bits, v)
	}
	return bits
}

// isInput reports whether a value is an input, no scalar and no result.
func (f function) isInput(v device.Value) bool { return int(v) < len(f.program.Inputs()) }

// copies reports whether an input is an output too.
func (f function) copies(input int) bool {
	return slices.Contains(f.program.Outputs(), device.Value(input))
}

// takes reports whether an instruction takes a value.
func (f function) takes(v device.Value) bool { return uses(f.program)[v] }

// computed reports whether an instruction computes the value. Other values are copied as bits, and
// apply does not see them.
func (f function) computed(v device.Value) bool { return v >= f.program.Result(0) }

// results are the indices of the outputs that instructions compute.
func (f function) results() (found []int) {
	for i, v := range f.program.Outputs() {
		if f.computed(v) {
			found = append(found, i)
		}
	}
	return found
}

// valueType is the type of a value in apply.
func (f function) valueType(v device.Value) string {
	if f.words {
		return "u32"
	}
	return valueType(f.program.Type(v))
}

// value is the name of a value in apply.
func (f function) value(v device.Value) string {
	switch {
	case v >= f.program.Result(0):
		return fmt.Sprintf("v%d", v)
	case f.isInput(v):
		return fmt.Sprintf("x%d", v)
	}
	return fmt.Sprintf("s%d", v)
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

// writeInstr writes an instruction. A result that another instruction takes is as if it had been
// stored and loaded again: see fit. Storing fits the other results.
func (f function) writeInstr(t *text, result device.Value, in device.Instr, used bool) {
	names := make([]string, len(in.Args))
	for i, v := range in.Args {
		names[i] = f.value(v)
		if f.twins(in.Args[:i], v) {
			names[i] = fmt.Sprintf("t%d_%d", result, i)
			t.line("let %s = m_twin(%s);", names[i], f.value(v))
		}
	}
	expr := expand(f.template(in), names)
	if used && !f.words {
		expr = expand(fit(in), []string{expr})
	}
	t.line("let %s = %s;", f.value(result), expr)
}

// twins reports whether a compiler might know that v equals an earlier operand of the same
// instruction. Then it would fold x-x to 0 although x is infinite. It may know that for one value
// given twice, and for two results. Inputs and scalars come from memory that no compiler can
// compare.
func (f function) twins(earlier []device.Value, v device.Value) bool {
	if f.words {
		return false
	}
	first := f.program.Result(0)
	for _, u := range earlier {
		if inFloat(f.program.Type(v)) && inFloat(f.program.Type(u)) && (u == v || u >= first && v >= first) {
			return true
		}
	}
	return false
}

// wordsSuffice reports whether whole words can be computed at once: all values have one
// width, and every instruction has a text for words.
func (f function) wordsSuffice() bool {
	p := f.program
	per := 0
	for v := range p.Result(len(p.Code())) {
		dt := p.Type(v)
		if !small(dt) || per != 0 && perWord(dt) != per {
			return false
		}
		per = perWord(dt)
	}
	for _, in := range p.Code() {
		if !f.instruction(in).hasWordText() {
			return false
		}
	}
	return true
}

// template is the row's text for the type that the instruction computes in.
func (f function) template(in device.Instr) string {
	if f.words {
		return f.instruction(in).wordText()
	}
	return f.instruction(in).text()
}

// instruction is what decides about an instruction's text.
func (f function) instruction(in device.Instr) instruction {
	types := make([]op.DType, len(in.Args))
	for i, v := range in.Args {
		types[i] = f.program.Type(v)
	}
	return instruction{op: in.Op, from: in.Op.Computes(types), to: in.Type}
}
