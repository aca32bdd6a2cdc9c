package formula

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// Bounds of a formula. A launch of a GPU takes some hundred instructions.
const (
	mostText  = 2000 // characters
	mostNodes = 400
	mostDepth = 60 // of brackets and signs
)

// node is a number, a name, a list of numbers, or a call: of a function or of an operator's row.
type node struct {
	Place
	kind  nodeKind
	name  string // of the variable, or of the operation
	value any    // of a number: int or float64
	args  []*node
}

type nodeKind uint8

const (
	constant nodeKind = iota
	variable
	list
	call
)

// assignment gives a value a name. The last one of a formula has none.
type assignment struct {
	name  string
	value *node
}

type parser struct {
	tokens []token
	nodes  int
	depth  int
}

// infix are the binary operators, by how tightly they bind, loosest first, with their rows.
var infix = []map[string]string{
	{"|": "bitwise_or"},
	{"&": "bitwise_and"},
	{"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"},
	{"+": "add", "-": "sub"},
	{"*": "mul", "/": "div", "//": "floor_divide", "%": "remainder"},
}

// power are the operators of powers. They bind to the right, and more tightly than a sign before them.
var power = map[string]string{"^": "pow", "**": "pow"}

// Parse reads a formula: expressions with names, and at the end one without, with semicolons or line
// breaks between them. An error is an [*Error].
func Parse(text string) (*Formula, error) {
	if n := utf8.RuneCountInString(text); n > mostText {
		allowed := string([]rune(text)[:mostText])
		return nil, errorAt(Place{len(allowed), len(text)}, "the formula has %d characters, and %d are allowed", n, mostText)
	}
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	f := &Formula{}
	for {
		for p.take(";") {
		}
		if p.tokens[0].kind == end && len(f.steps) > 0 {
			return f, nil
		}
		if f.named() < len(f.steps) {
			return nil, errorAt(p.tokens[0].Place, "the value before this has no name, as in d = hypot(x, y), so nothing can follow it")
		}
		a, err := p.assignment()
		if err != nil {
			return nil, err
		}
		f.steps = append(f.steps, a)
		if t := p.tokens[0]; t.kind != end && t.text != ";" {
			return nil, errorAt(t.Place, "%s is not expected here; an operator, a comma or the end is", t.quoted())
		}
	}
}

func (p *parser) assignment() (a assignment, err error) {
	if len(p.tokens) > 2 && p.tokens[0].kind == name && p.tokens[1].text == "=" {
		a.name = p.tokens[0].text
		p.tokens = p.tokens[2:]
	}
	a.value, err = p.binary(0)
	return a, err
}

// take passes over a symbol, if it is the next token.
func (p *parser) take(text string) bool {
	if t := p.tokens[0]; t.kind != symbol || t.text != text {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

func (p *parser) make(n node) (*node, error) {
	if p.nodes++; p.nodes > mostNodes {
		return nil, errorAt(n.Place, "the formula has more than %d operations and numbers", mostNodes)
	}
	return &n, nil
}

// operation is a call of a row.
func (p *parser) operation(row string, at Place, args ...*node) (*node, error) {
	return p.make(node{Place: at, kind: call, name: row, args: args})
}

// binary reads operators that bind at least as tightly as the level.
func (p *parser) binary(level int) (*node, error) {
	if level == len(infix) {
		return p.sign()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		t := p.tokens[0]
		row, ok := infix[level][t.text]
		if t.kind != symbol || !ok {
			break
		}
		p.tokens = p.tokens[1:]
		var right *node
		if right, err = p.binary(level + 1); err == nil {
			left, err = p.operation(row, Place{left.From, right.To}, left, right)
		}
	}
	return left, err
}

// sign reads signs, which bind more loosely than powers: -x^2 is -(x^2).
func (p *parser) sign() (*node, error) {
	if p.depth++; p.depth > mostDepth {
		return nil, errorAt(p.tokens[0].Place, "brackets and signs are more than %d deep", mostDepth)
	}
	defer func() { p.depth-- }()
	from := p.tokens[0].From
	switch {
	case p.take("+"):
		return p.sign()
	case p.take("-"):
		x, err := p.sign()
		if err != nil {
			return nil, err
		}
		return p.operation("neg", Place{from, x.To}, x)
	}
	base, err := p.atom()
	if err != nil {
		return nil, err
	}
	t := p.tokens[0]
	row, ok := power[t.text]
	if t.kind != symbol || !ok {
		return base, nil
	}
	p.tokens = p.tokens[1:]
	exponent, err := p.sign()
	if err != nil {
		return nil, err
	}
	return p.operation(row, Place{base.From, exponent.To}, base, exponent)
}

// atom reads a number, a name, a call, a list, or an expression in brackets.
func (p *parser) atom() (*node, error) {
	t := p.tokens[0]
	if t.kind != end {
		p.tokens = p.tokens[1:]
	}
	switch {
	case t.kind == number:
		v, err := parseNumber(t)
		if err != nil {
			return nil, err
		}
		return p.make(node{Place: t.Place, kind: constant, value: v})
	case t.kind == name && p.take("("):
		args, to, err := p.arguments(")")
		if err != nil {
			return nil, err
		}
		return p.operation(t.text, Place{t.From, to}, args...)
	case t.kind == name:
		return p.make(node{Place: t.Place, kind: variable, name: t.text})
	case t.text == "(":
		x, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		if !p.take(")") {
			return nil, errorAt(t.Place, "this bracket is not closed")
		}
		return x, nil
	case t.text == "[":
		args, to, err := p.arguments("]")
		if err != nil {
			return nil, err
		}
		return p.make(node{Place: Place{t.From, to}, kind: list, args: args})
	}
	return nil, errorAt(t.Place, "%s is not expected here; a number, a name or a bracket is", t.quoted())
}

// arguments reads expressions with commas between them, up to a closing bracket.
func (p *parser) arguments(closing string) (args []*node, to int, err error) {
	for {
		if t := p.tokens[0]; p.take(closing) {
			return args, t.To, nil
		}
		if len(args) > 0 && !p.take(",") {
			t := p.tokens[0]
			return nil, 0, errorAt(t.Place, "%s is not expected here; a comma or %q is", t.quoted(), closing)
		}
		x, err := p.binary(0)
		if err != nil {
			return nil, 0, err
		}
		args = append(args, x)
	}
}

// parseNumber gives whole numbers as int, so that they keep the type of integers beside them.
func parseNumber(t token) (any, error) {
	if i, err := strconv.ParseInt(t.text, 10, 32); err == nil {
		return int(i), nil
	}
	x, err := strconv.ParseFloat(t.text, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, errorAt(t.Place, "%s is larger than any number", t.text)
	} else if err != nil {
		return nil, errorAt(t.Place, "%q is no number", t.text)
	}
	return x, nil
}

func (t token) quoted() string {
	if t.kind == end {
		return "the end"
	}
	return strconv.Quote(t.text)
}
