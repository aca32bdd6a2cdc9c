package fastmath

import (
	"maps"
	"regexp"
	"strings"
)

// module is a kernel's text.
type module struct {
	rest    string // what is no function
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
	head   = regexp.MustCompile(`(?m)^(?:@compute.*\n)?fn (\w+)\(([^{]*)\)(?: -> ([\w<>]+))? \{`)
	record = regexp.MustCompile(`(?m)^struct (\w+) \{([^}]*)\}`)
	global = regexp.MustCompile(`(?m)^.*var<[^>]*> (\w+): ([\w<>]+);`)
	typed  = regexp.MustCompile(`(\w+): ((?:array<.*>)|[\w<>]+)`)
)

// read panics at what package shaders does not write.
func read(text string) *module {
	text = comment.ReplaceAllString(text, "")
	m := &module{byName: map[string]*function{}, structs: map[string][]field{}, globals: map[string]string{}}
	for _, r := range record.FindAllStringSubmatch(text, -1) {
		m.structs[r[1]] = fields(r[2])
	}
	for _, g := range global.FindAllStringSubmatch(text, -1) {
		m.globals[g[1]] = g[2]
	}
	for {
		at := head.FindStringSubmatchIndex(text)
		if at == nil {
			m.rest += text
			return m
		}
		m.rest += text[:at[0]]
		f := &function{head: strings.TrimSpace(text[at[0] : at[1]-1]), name: text[at[2]:at[3]], params: fields(text[at[4]:at[5]])}
		if at[6] >= 0 {
			f.result = text[at[6]:at[7]]
		}
		end := at[1] - 1 + closing(text[at[1]-1:])
		f.body = tokenize(text[at[1]-1 : end]).block()
		m.byName[f.name] = f
		text = text[end:]
	}
}

func fields(text string) (list []field) {
	for _, f := range typed.FindAllStringSubmatch(text, -1) {
		list = append(list, field{f[1], f[2]})
	}
	return list
}

// closing is where the block that a text begins with has ended.
func closing(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	panic("fastmath: a block does not end: " + text)
}

// scopes are the names that a place knows, innermost last.
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

// copy is of names that may be given other values.
func (s scopes[T]) copy() (c scopes[T]) {
	for _, m := range s {
		c = append(c, maps.Clone(m))
	}
	return c
}
