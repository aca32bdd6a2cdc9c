package device

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// String is the program's text, equal for equal programs:
//
//	(%0 float32, %1 float32; %2 float32)
//	%3 float32 = mul %0 %2
//	%4 float32 = add %3 %1
//	return %4
func (p *Program) String() string { return p.text }

func (p *Program) format() string {
	var b strings.Builder
	b.WriteByte('(')
	for v, dt := range p.types[:len(p.inputs)+len(p.scalars)] {
		switch v {
		case len(p.inputs):
			b.WriteString("; ")
		case 0:
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%%%d %v", v, dt)
		if v < len(p.ins) {
			p.ins[v].format(&b)
		}
	}
	b.WriteString(")\n")
	for i, in := range p.code {
		fmt.Fprintf(&b, "%%%d %v = %v", p.Result(i), in.Type, in.Op)
		for _, v := range in.Args {
			fmt.Fprintf(&b, " %%%d", v)
		}
		b.WriteByte('\n')
	}
	b.WriteString("return")
	for i, v := range p.outputs {
		if i > 0 && p.forms.Has(Stores) {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %%%d", v)
		p.outs[i].format(&b)
	}
	return b.String()
}

// Name names the operations in a few words, for errors: "mul+add".
func (p *Program) Name() string {
	if len(p.code) == 0 {
		if p.forms.Has(Stores) {
			return "store"
		}
		return "copy"
	}
	var names []string
	for i, in := range p.code {
		if i == 4 {
			names = append(names, "…")
			break
		}
		names = append(names, in.Op.Name)
	}
	return strings.Join(names, "+")
}

// Parse is the inverse of String, for programs of all forms. White space may differ.
func Parse(text string) (*Program, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	first, last := lines[0], lines[len(lines)-1]
	if len(lines) < 2 || !strings.HasPrefix(first, "(") || !strings.HasSuffix(first, ")") {
		return nil, fmt.Errorf("device: program text: no list of operands and result in %q", text)
	}
	in, scalar, _ := strings.Cut(first[1:len(first)-1], ";")
	inputs, err := parseInputs(in)
	if err != nil {
		return nil, err
	}
	numbers, err := parseInputs(scalar)
	if err != nil {
		return nil, err
	}
	var scalars []op.DType
	for _, n := range numbers {
		scalars = append(scalars, n.Type)
	}
	var code []Instr
	for _, line := range lines[1 : len(lines)-1] {
		instr, err := parseInstr(line)
		if err != nil {
			return nil, err
		}
		code = append(code, instr)
	}
	outputs, err := parseOutputs(strings.TrimPrefix(last, "return"))
	if err != nil {
		return nil, err
	}
	p, err := Source{inputs, scalars, code, outputs}.Program()
	if err == nil && p.text != strings.Join(lines, "\n") { // wrong numbers, say
		return nil, fmt.Errorf("device: program text: written\n%s\nit is\n%s", text, p.text)
	}
	return p, err
}

// parseInstr reads "%3 float32 = mul %0 %2".
func parseInstr(line string) (Instr, error) {
	result, call, _ := strings.Cut(line, " = ")
	_, dtype, _ := strings.Cut(result, " ")
	name, args, _ := strings.Cut(call, " ")
	dt, err := op.ParseDType(dtype)
	if err != nil {
		return Instr{}, fmt.Errorf("device: program text: %q: %w", line, err)
	}
	o := op.Instruction(name)
	if o == nil {
		return Instr{}, fmt.Errorf("device: program text: %q: no operation %q", line, name)
	}
	values, err := parseValues(args)
	return Instr{Op: o, Type: dt, Args: values}, err
}

// parseValues reads "%0 %2".
func parseValues(list string) (values []Value, err error) {
	for _, word := range strings.Fields(list) {
		v, err := strconv.Atoi(strings.TrimPrefix(word, "%"))
		if err != nil {
			return nil, fmt.Errorf("device: program text: %q is not a value", word)
		}
		values = append(values, Value(v))
	}
	return values, nil
}
