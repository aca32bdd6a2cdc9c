package fastmath

import (
	"maps"
	"regexp"
	"strings"
)

// module is a kernel's text.
type module struct {
	rest    string // the text outside functions
	byName  map[string]*function
	structs map[string][]field
	globals map[string]string // their types
}

type function struct {
	head   string // up to the body
	name   string
	params []field
	result string // its type, or ""
	body   []*stmt
}

type field struct{ name, typ string }

var (
	// definition matches a function. The body ends on its first line, or on a line of its own.
	definition = regexp.MustCompile(
		`(?m)^((?:@compute.*\n)?fn (\w+)\(([^{]*)\)(?: -> ([^{]+?))?) (\{(?:.*\}|\n(?s:.*?)\n\}))$`)
	record = regexp.MustCompile(`(?m)^struct (\w+) \{([^}]*)\}`)
	global = regexp.MustCompile(`(?m)^.*var<[^>]*> (\w+): ([\w<>]+);`)
	// typed matches a name and its type, or that of what it points to.
	typed = regexp.MustCompile(`(\w+): (?:ptr<\w+, )?(array<(?:[^<>]|<[^<>]*>)*>|\w+(?:<\w+>)?)`)
)

// read parses a kernel. It panics at text that package shaders never writes.
func read(text string) *module {
	text = comment.ReplaceAllString(text, "")
	m := &module{byName: map[string]*function{}, structs: map[string][]field{}, globals: map[string]string{}}
	for _, r := range record.FindAllStringSubmatch(text, -1) {
		m.structs[r[1]] = fields(r[2])
	}
	for _, g := range global.FindAllStringSubmatch(text, -1) {
		m.globals[g[1]] = g[2]
	}
	for _, f := range definition.FindAllStringSubmatch(text, -1) {
		m.byName[f[2]] = &function{head: f[1], name: f[2], params: fields(f[3]), result: f[4], body: tokenize(f[5]).block()}
	}
	m.rest = definition.ReplaceAllString(text, "")
	if i := strings.Index(m.rest, "fn "); i >= 0 {
		panic("fastmath: a function does not end: " + m.rest[i:])
	}
	return m
}

func fields(text string) (list []field) {
	for _, f := range typed.FindAllStringSubmatch(text, -1) {
		list = append(list, field{f[1], f[2]})
	}
	return list
}

// scopes are the names visible at a statement, innermost scope last.
type scopes[T any] []map[string]T

func (s scopes[T]) find(name string) (v T, ok bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if v, ok = s[i][name]; ok {
			return v, true
		}
	}
	return v, false
}

func (s scopes[T]) set(name string, v T) { s[len(s)-1][name] = v }

func (s *scopes[T]) open()  { *s = append(*s, map[string]T{}) }
func (s *scopes[T]) close() { *s = (*s)[:len(*s)-1] }

// copy returns scopes whose values can be changed alone.
func (s scopes[T]) copy() (c scopes[T]) {
	for _, m := range s {
		c = append(c, maps.Clone(m))
	}
	return c
}
