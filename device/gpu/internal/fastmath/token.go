package fastmath

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	comment = regexp.MustCompile(` *//[^\n]*`)
	token   = regexp.MustCompile(`(?:bitcast|vec[234]|array)<[^()<>]*(?:<[^()<>]*>)?[^()<>]*>` +
		`|[A-Za-z_]\w*|0x[0-9a-fA-F]+[ui]?|\d+(?:\.\d*)?(?:e[-+]?\d+)?[uif]?` +
		`|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|\S`)
)

// tokens is a text being read.
type tokens struct {
	list []string
	next int
}

func tokenize(text string) *tokens {
	return &tokens{list: token.FindAllString(comment.ReplaceAllString(text, ""), -1)}
}

// peek is the next token, "" at the end.
func (t *tokens) peek() string {
	if t.next == len(t.list) {
		return ""
	}
	return t.list[t.next]
}

func (t *tokens) take() string {
	s := t.peek()
	t.next = min(t.next+1, len(t.list))
	return s
}

// skip takes the token if it is the next one.
func (t *tokens) skip(s string) bool {
	if t.peek() != s {
		return false
	}
	t.next++
	return true
}

// expect takes a token, and panics at any other token: package shaders never writes such a text.
func (t *tokens) expect(s string) {
	if !t.skip(s) {
		from := max(t.next-10, 0)
		to := min(t.next+5, len(t.list))
		panic(fmt.Sprintf("fastmath: %q comes where %q should: %s", t.peek(), s, strings.Join(t.list[from:to], " ")))
	}
}
