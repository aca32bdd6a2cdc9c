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
	for v, dt := range p.types[:p.operands] {
		switch v {
		case len(p.ins):
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

// format writes what an input is besides a map's: " level 1 places 2".
func (in Input) format(b *strings.Builder) {
	if in.Level > 0 {
		fmt.Fprintf(b, " level %d", in.Level)
	}
	if in.Places > 0 {
		fmt.Fprintf(b, " places %d", in.Places)
	}
	if in.Position {
		b.WriteString(" position")
	}
}

// format writes where an output is stored: " at %1 %2 sum skip" or " at %1 distinct".
func (o Output) format(b *strings.Builder) {
	if len(o.At) == 0 {
		return
	}
	b.WriteString(" at")
	for _, v := range o.At {
		fmt.Fprintf(b, " %%%d", v)
	}
	if o.Combine != nil {
		fmt.Fprintf(b, " %v", o.Combine)
	}
	if o.Skip {
		b.WriteString(" skip")
	}
	if o.Distinct {
		b.WriteString(" distinct")
	}
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
	var read parser
	read.parse(lines)
	if read.err != nil {
		return nil, fmt.Errorf("device: program text: %w", read.err)
	}
	p, err := read.source.Program()
	if err == nil && p.text != strings.Join(lines, "\n") {
		return nil, fmt.Errorf("device: program text: written\n%s\nit is\n%s", text, p.text)
	}
	return p, err
}

// parser reads a program's text and keeps the first error. It overlooks what Parse finds when it
// compares the texts, such as a wrong number of a result.
type parser struct {
	source Source
	err    error
}

func (p *parser) refuse(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *parser) parse(lines []string) {
	first, last := lines[0], lines[len(lines)-1]
	if len(lines) < 2 || !strings.HasPrefix(first, "(") || !strings.HasSuffix(first, ")") {
		p.refuse("no list of operands and result in %q", strings.Join(lines, "\n"))
		return
	}
	inputs, scalars, _ := strings.Cut(first[1:len(first)-1], ";")
	p.source.Inputs = p.operands(inputs)
	for _, scalar := range p.operands(scalars) {
		p.source.Scalars = append(p.source.Scalars, scalar.Type)
	}
	for _, line := range lines[1 : len(lines)-1] {
		p.instruction(line)
	}
	p.outputs(strings.TrimPrefix(last, "return"))
}

// operands reads "%0 float32 level 1, %1 int64 position".
func (p *parser) operands(list string) (all []Input) {
	for _, operand := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' }) {
		dt, words := p.typed(operand)
		in := Input{Type: dt}
		var number *int // the next word
		for _, word := range words {
			switch {
			case number != nil:
				*number, number = p.number(word), nil
			case word == "level":
				number = &in.Level
			case word == "places":
				number = &in.Places
			case word == "position":
				in.Position = true
			default:
				p.refuse("%q is none of level, places, position", word)
			}
		}
		all = append(all, in)
	}
	return all
}

// instruction reads "%3 float32 = mul %0 %2".
func (p *parser) instruction(line string) {
	dt, words := p.typed(line)
	if len(words) < 2 {
		p.refuse("%q has no operation", line)
		return
	}
	in := Instr{Op: op.Instruction(words[1]), Type: dt}
	if in.Op == nil {
		p.refuse("%q: no operation %q", line, words[1])
	}
	for _, word := range words[2:] {
		in.Args = append(in.Args, Value(p.number(word)))
	}
	p.source.Code = append(p.source.Code, in)
}

// outputs reads "%3 %4" and "%3, %4 at %1 sum skip".
func (p *parser) outputs(list string) {
	var outs []Output
	at := false // whether the next values are places
	for _, word := range strings.Fields(strings.ReplaceAll(list, ",", " , ")) {
		switch row := op.Instruction(word); {
		case word == "," || word == "at" && len(outs) > 0:
			at = word == "at"
		case !at:
			outs = append(outs, Output{Value: Value(p.number(word))})
		case word == "skip":
			outs[len(outs)-1].Skip = true
		case word == "distinct":
			outs[len(outs)-1].Distinct = true
		case row != nil:
			outs[len(outs)-1].Combine = row
		default:
			outs[len(outs)-1].At = append(outs[len(outs)-1].At, Value(p.number(word)))
		}
	}
	p.source.Outputs = outs
}

// typed reads "%3 float32", and returns the words after it.
func (p *parser) typed(text string) (dt op.DType, rest []string) {
	words := strings.Fields(text)
	if len(words) < 2 {
		p.refuse("%q has no type", text)
		return 0, nil
	}
	dt, err := op.ParseDType(words[1])
	if err != nil {
		p.refuse("%q: %w", text, err)
	}
	return dt, words[2:]
}

// number reads "1" and "%1".
func (p *parser) number(word string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "%"))
	if err != nil {
		p.refuse("%q is not a value", word)
	}
	return n
}

// Describe returns a launch in words, for people and golden files: its shape, the layouts of its
// operands, and its program. For a launch that is wrong on any device it returns Check's error.
func (l *Launch) Describe() string {
	if err := l.Check(Info{DTypes: op.SetOf(op.DTypes()...), Forms: AllForms}); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "launch over %v", l.Shape)
	if l.Levels != nil {
		fmt.Fprintf(&b, ", groups of %v", l.Shape[l.Kept():])
	}
	b.WriteByte('\n')
	for i := range l.In {
		in := l.Program.Input(i)
		fmt.Fprintf(&b, "in  %%%d", i)
		l.In[i].describe(&b, in.Places)
	}
	for i := range l.Out {
		out := l.Program.Output(i)
		fmt.Fprintf(&b, "out %%%d", out.Value)
		l.Out[i].describe(&b, len(out.At))
	}
	for i, s := range l.Scalars {
		fmt.Fprintf(&b, "scalar %%%d = %#x\n", len(l.In)+i, uint64(s))
	}
	return b.String() + l.Program.String() + "\n"
}

// describe writes the axes of an operand: those of the launch, then those of its places.
func (o *Operand) describe(b *strings.Builder, places int) {
	axes := o.Layout.Rank() - places
	fmt.Fprintf(b, " %v %v strides %v offset %d", o.Type, o.Layout.Shape[:axes], o.Layout.Strides[:axes], o.Layout.Offset)
	if places > 0 {
		fmt.Fprintf(b, ", places %v strides %v", o.Layout.Shape[axes:], o.Layout.Strides[axes:])
	}
	b.WriteByte('\n')
}
