package fastmath

import (
	"slices"
	"strings"
)

const f32 = "f32"

// alike are the built-in functions with results of their first argument's type.
var alike = strings.Fields("abs ceil clamp floor fma inverseSqrt max min round select sqrt trunc")

// typeOf is an expression's type as far as it matters: f32, a struct, or anything else.
func (m *module) typeOf(e *expr, typeOfName func(name string) string) string {
	switch e.kind {
	case literal:
		if float.MatchString(e.text) {
			return f32
		}
	case ident:
		return typeOfName(e.text)
	case call:
		return m.resultOf(e, typeOfName)
	case member:
		for _, f := range m.structs[m.typeOf(e.args[0], typeOfName)] {
			if f.name == e.text {
				return f.typ
			}
		}
	case unary:
		return m.typeOf(e.args[0], typeOfName)
	case binary:
		if !strings.Contains("+-*/%", e.text) {
			return ""
		}
		left, right := m.typeOf(e.args[0], typeOfName), m.typeOf(e.args[1], typeOfName)
		switch {
		case strings.HasPrefix(left, "vec"):
			return left
		case strings.HasPrefix(right, "vec"):
			return right
		case left == f32 || right == f32:
			return f32
		}
	}
	return ""
}

// resultOf is the type that a call returns.
func (m *module) resultOf(e *expr, typeOfName func(name string) string) string {
	if f := m.byName[e.text]; f != nil {
		return f.result
	}
	if to, ok := strings.CutPrefix(e.text, "bitcast<"); ok {
		return strings.TrimSuffix(to, ">")
	}
	if slices.Contains(alike, e.text) {
		return m.typeOf(e.args[0], typeOfName)
	}
	return e.text // a type's constructor
}
