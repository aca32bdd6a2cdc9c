package fastmath

import (
	"regexp"
	"slices"
	"strings"
)

type kind uint8

const (
	literal kind = iota
	ident
	call // text is the function
	member
	index
	unary
	binary
)

// expr is an expression. Its text is the literal, name or operator.
type expr struct {
	kind kind
	text string
	args []*expr
}

// precedences are the binary operators, those that bind least first.
var precedences = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

var (
	digits = regexp.MustCompile(`^\d`)
	float  = regexp.MustCompile(`^\d+(?:\.|e|\d*f$)`)
)

func (t *tokens) expr() *expr { return t.binaryFrom(0) }

func (t *tokens) binaryFrom(n int) *expr {
	if n == len(precedences) {
		return t.unary()
	}
	e := t.binaryFrom(n + 1)
	for slices.Contains(precedences[n], t.peek()) {
		e = &expr{binary, t.take(), []*expr{e, t.binaryFrom(n + 1)}}
	}
	return e
}

func (t *tokens) unary() *expr {
	if slices.Contains([]string{"-", "!", "~", "&", "*"}, t.peek()) {
		return &expr{unary, t.take(), []*expr{t.unary()}}
	}
	e := t.primary()
	for {
		switch {
		case t.skip("."):
			e = &expr{member, t.take(), []*expr{e}}
		case t.skip("["):
			e = &expr{index, "[", []*expr{e, t.expr()}}
			t.expect("]")
		default:
			return e
		}
	}
}

func (t *tokens) primary() *expr {
	if t.skip("(") {
		e := t.expr()
		t.expect(")")
		return e
	}
	s := t.take()
	switch {
	case digits.MatchString(s):
		return &expr{literal, s, nil}
	case t.skip("("):
		return &expr{call, s, t.exprs(")")}
	}
	return &expr{ident, s, nil}
}

// exprs are those before an end, with commas between.
func (t *tokens) exprs(end string) (list []*expr) {
	for !t.skip(end) {
		list = append(list, t.expr())
		if !t.skip(",") {
			t.expect(end)
			break
		}
	}
	return list
}

func (e *expr) String() string { return e.write((*expr).String) }

// write returns the text of an expression. operand returns the text of an operand.
func (e *expr) write(operand func(*expr) string) string {
	var args []string
	for _, a := range e.args {
		args = append(args, operand(a))
	}
	switch e.kind {
	case call:
		return e.text + "(" + strings.Join(args, ", ") + ")"
	case member:
		return args[0] + "." + e.text
	case index:
		return args[0] + "[" + args[1] + "]"
	case unary:
		if e.text == "*" { // it binds less than a field
			return "(*" + args[0] + ")"
		}
		return e.text + "(" + args[0] + ")"
	case binary:
		return "(" + args[0] + " " + e.text + " " + args[1] + ")"
	}
	return e.text
}
