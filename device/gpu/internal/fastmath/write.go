package fastmath

import (
	"fmt"
	"strings"
)

// writer writes a module's functions with products and sums contracted.
type writer struct {
	strings.Builder
	*module
	values   scopes[value]
	indent   string
	factored bool // the function returns its result's factors
	side     Side
	fmas     int
	want     []twin // to be written
	written  map[string]bool
}

// value describes the value of a name.
type value struct {
	typ     string
	product bool // of two others, the name with _left and _right
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(w, w.indent+format+"\n", args...)
}

// write writes a function.
func (w *writer) write(t twin) {
	w.factored = t.factored
	w.values = scopes[value]{{}, {}}
	for name, typ := range w.globals {
		w.values[0][name] = value{typ: typ}
	}
	head, products := t.head, []string(nil)
	for i, p := range t.params {
		v := value{typ: p.typ}
		if t.products != "" && t.products[i] == '1' {
			v.product = true
			head = strings.Replace(head, p.name+": f32", fmt.Sprintf("%s_left: f32, %[1]s_right: f32", p.name), 1)
			products = append(products, fmt.Sprintf("let %s = %[1]s_left * %[1]s_right;", p.name))
		}
		w.values.set(p.name, v)
	}
	head = strings.Replace(head, t.function.name+"(", t.name()+"(", 1)
	if t.factored {
		head = strings.Replace(head, "-> f32", "-> Factors", 1)
	}
	w.block(head, t.body, products...)
}

func (w *writer) block(head string, list []*stmt, first ...string) {
	w.line("%s {", head)
	w.values.open()
	w.indent += "  "
	for _, line := range first {
		w.line("%s", line)
	}
	for _, s := range list {
		w.stmt(s)
	}
	w.indent = w.indent[2:]
	w.values.close()
	w.line("}")
}

func (w *writer) stmt(s *stmt) {
	switch s.kind {
	case "{":
		w.block("", s.body)
	case "for":
		w.values.open()
		w.block(fmt.Sprintf("for (%s; %s; %s)", w.simple(s.first), w.expr(s.value), w.simple(s.post)), s.body)
		w.values.close()
	case "case":
		w.block("case "+w.expr(s.value)+":", s.body)
	case "default", "loop":
		w.block(s.kind, s.body)
	case "if", "while", "switch":
		w.block(s.kind+" ("+w.expr(s.value)+")", s.body)
		if s.other != nil {
			w.block("else", s.other)
		}
	default:
		w.line("%s;", w.simple(s))
	}
}

func (w *writer) simple(s *stmt) string {
	switch s.kind {
	case "let", "var", "const":
		return w.declaration(s)
	case "return":
		return w.result(s.value)
	case "call":
		return w.expr(s.value)
	case "++", "--":
		return w.expr(s.target) + s.kind
	case ";":
		return ""
	case "break", "continue":
		return s.kind
	}
	return w.expr(s.target) + " " + s.kind + " " + w.expr(s.value)
}

func (w *writer) declaration(s *stmt) string {
	v := value{typ: s.typ}
	text := s.kind + " " + s.name
	if s.typ != "" {
		text += ": " + s.typ
	}
	if s.value == nil {
		w.values.set(s.name, v)
		return text
	}
	if s.typ == "" {
		v.typ = w.of(s.value)
	}
	if s.kind == "let" {
		var p factors
		if p, v.product = w.product(s.value); v.product {
			w.line("let %s_left = %s;", s.name, p.left)
			w.line("let %s_right = %s;", s.name, p.right)
		}
	}
	w.values.set(s.name, v)
	if v.product {
		return fmt.Sprintf("%s = %s_left * %s_right", text, s.name, s.name)
	}
	return text + " = " + w.expr(s.value)
}

func (w *writer) result(e *expr) string {
	if e == nil {
		return "return"
	}
	if !w.factored {
		return "return " + w.expr(e)
	}
	p, ok := w.product(e)
	if !ok {
		p = factors{w.expr(e), "1.0"}
	}
	return fmt.Sprintf("return Factors(%s, %s)", p.left, p.right)
}

// of is an expression's type.
func (w *writer) of(e *expr) string {
	return w.typeOf(e, func(name string) string {
		v, _ := w.values.find(name)
		return v.typ
	})
}

func (w *writer) expr(e *expr) string {
	if text, ok := w.sum(e); ok {
		return text
	}
	if f := w.byName[e.text]; e.kind == call && f != nil {
		return w.call(f, e.args, false)
	}
	return e.write(w.expr)
}
