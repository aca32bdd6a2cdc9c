package fastmath

import "strings"

// stmt is a statement. Its kind is the word it begins with; "=" is an assignment (or "+=", "++"),
// "call" a call, "{" a block.
type stmt struct {
	kind   string
	name   string // declared by let, var or const
	typ    string // its type, if the text has one
	target *expr  // of an assignment
	value  *expr  // or condition; may be nil
	first  *stmt  // of a for loop, before it; step is done after each round
	post   *stmt
	body   []*stmt
	other  []*stmt // else
}

func (t *tokens) block() (list []*stmt) {
	t.expect("{")
	for !t.skip("}") {
		list = append(list, t.stmt())
	}
	return list
}

func (t *tokens) stmt() *stmt {
	switch s := t.peek(); s {
	case "{":
		return &stmt{kind: "{", body: t.block()}
	case "if", "while", "switch":
		return t.branch()
	case "for":
		return t.loop()
	case "loop":
		return &stmt{kind: t.take(), body: t.block()}
	case "case", "default":
		return t.clause()
	case "break", "continue":
		t.take()
		t.expect(";")
		return &stmt{kind: s}
	}
	s := t.simple()
	t.expect(";")
	return s
}

func (t *tokens) branch() *stmt {
	s := &stmt{kind: t.take()}
	s.value = t.expr()
	s.body = t.block()
	switch {
	case !t.skip("else"):
	case t.peek() == "if":
		s.other = []*stmt{t.branch()}
	default:
		s.other = t.block()
	}
	return s
}

func (t *tokens) loop() *stmt {
	s := &stmt{kind: t.take()}
	t.expect("(")
	s.first = t.simple()
	t.expect(";")
	s.value = t.expr()
	t.expect(";")
	s.post = t.simple()
	t.expect(")")
	s.body = t.block()
	return s
}

// clause parses a clause of a switch.
func (t *tokens) clause() *stmt {
	s := &stmt{kind: t.take()}
	if s.kind == "case" {
		s.value = t.expr()
	}
	t.expect(":")
	s.body = t.block()
	return s
}

// simple parses a statement without its semicolon.
func (t *tokens) simple() *stmt {
	switch word := t.peek(); word {
	case ";":
		return &stmt{kind: word}
	case "let", "var", "const":
		s := &stmt{kind: t.take(), name: t.take()}
		if t.skip(":") {
			s.typ = t.take()
		}
		if t.skip("=") {
			s.value = t.expr()
		}
		return s
	case "return":
		s := &stmt{kind: t.take()}
		if t.peek() != ";" {
			s.value = t.expr()
		}
		return s
	}
	e := t.expr()
	if e.kind == call {
		return &stmt{kind: "call", value: e}
	}
	s := &stmt{kind: t.take(), target: e}
	if strings.HasSuffix(s.kind, "=") {
		s.value = t.expr()
	}
	return s
}
