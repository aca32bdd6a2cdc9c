package formula

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a number, a name, an operator or a bracket, and where it stands.
type token struct {
	kind kind
	text string
	Place
}

type kind uint8

const (
	end kind = iota // of the text
	number
	name
	symbol
)

// symbols are operators and brackets, longer ones before those that they begin with.
var symbols = []string{"**", "//", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "^", "<", ">", "&", "|", "=", "(", ")", "[", "]", ",", ";"}

// lex divides a text into tokens. A line break is a semicolon, except in brackets and before an
// operator that ends the line.
func lex(text string) (tokens []token, err error) {
	depth := 0
	add := func(k kind, from, to int) {
		tokens = append(tokens, token{k, text[from:to], Place{from, to}})
	}
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		from := i
		switch {
		case c == '\n':
			i++
			if depth <= 0 {
				tokens = append(tokens, token{symbol, ";", Place{from, i}})
			}
		case unicode.IsSpace(c):
			i += size
		case c == '#': // a comment
			i += len(text[i:]) - len(strings.TrimLeftFunc(text[i:], func(r rune) bool { return r != '\n' }))
		case digit(c) || c == '.':
			i = numberEnd(text, i)
			add(number, from, i)
		case letter(c):
			for i < len(text) && (letter(rune(text[i])) || digit(rune(text[i]))) {
				i++
			}
			add(name, from, i)
		default:
			k := slices.IndexFunc(symbols, func(s string) bool { return strings.HasPrefix(text[i:], s) })
			if k < 0 {
				return nil, errorAt(Place{i, i + size}, "%q means nothing here", text[i:i+size])
			}
			switch i += len(symbols[k]); symbols[k] {
			case "(", "[":
				depth++
			case ")", "]":
				depth--
			}
			add(symbol, from, i)
		}
	}
	return append(tokens, token{end, "", Place{len(text), len(text)}}), nil
}

func digit(c rune) bool  { return '0' <= c && c <= '9' }
func letter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// numberEnd is where the number ends that begins at i: digits, a point, an exponent.
func numberEnd(text string, i int) int {
	for i < len(text) && (digit(rune(text[i])) || text[i] == '.') {
		i++
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		j := i + 1
		if j < len(text) && (text[j] == '+' || text[j] == '-') {
			j++
		}
		if j < len(text) && digit(rune(text[j])) {
			for i = j; i < len(text) && digit(rune(text[i])); i++ {
			}
		}
	}
	return i
}
