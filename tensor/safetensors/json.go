package safetensors

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads the JSON of a header: objects, arrays, strings and whole numbers. Unlike
// encoding/json it refuses what is not Unicode, and shares memory with the text.
type scanner struct {
	text string
	at   int
}

func (s *scanner) expected(what string) error {
	return broken("byte %d of the header: expected %s, found %.20q", s.at, what, s.text[s.at:])
}

func (s *scanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// take skips blanks, and then the character, if that is what follows.
func (s *scanner) take(c byte) bool {
	s.blanks()
	if s.at == len(s.text) || s.text[s.at] != c {
		return false
	}
	s.at++
	return true
}

// each reads a list in brackets, item by item.
func (s *scanner) each(open, close byte, item func() error) error {
	if !s.take(open) {
		return s.expected(strconv.QuoteRune(rune(open)))
	}
	for first := true; !s.take(close); first = false {
		if !first && !s.take(',') {
			return s.expected("a comma or " + strconv.QuoteRune(rune(close)))
		}
		if err := item(); err != nil {
			return err
		}
	}
	return nil
}

// object reads an object, field by field.
func (s *scanner) object(field func(key string) error) error {
	return s.each('{', '}', func() error {
		key, err := s.str()
		if err != nil {
			return err
		}
		if !s.take(':') {
			return s.expected("a colon")
		}
		return field(key)
	})
}

// size reads a whole number that is not negative.
func (s *scanner) size() (int, error) {
	s.blanks()
	rest := s.text[s.at:]
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	n, err := strconv.ParseInt(digits, 10, strconv.IntSize)
	switch {
	case digits == "" || len(digits) > 1 && digits[0] == '0':
		return 0, s.expected("a whole number")
	case err != nil:
		return 0, broken("byte %d of the header: the number %.30s is above %d", s.at, digits, math.MaxInt)
	}
	s.at += len(digits)
	return int(n), nil
}

// str reads a string.
func (s *scanner) str() (string, error) {
	if !s.take('"') {
		return "", s.expected("a string")
	}
	var built strings.Builder
	for start := s.at; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if plain := s.text[start : s.at-1]; built.Len() == 0 {
				return plain, nil
			} else {
				built.WriteString(plain)
			}
			return built.String(), nil
		case c < ' ':
			return "", s.expected("no control character in a string")
		case c == '\\':
			built.WriteString(s.text[start:s.at])
			r, err := s.escape()
			if err != nil {
				return "", err
			}
			built.WriteRune(r)
			start = s.at + 1
		}
	}
	return "", s.expected("the end of a string")
}

// escapes are what stands behind a backslash, and what it means.
var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads an escaped character, from the backslash to its last byte.
func (s *scanner) escape() (rune, error) {
	if r, ok := s.unit(); ok && !utf16.IsSurrogate(r) {
		s.at += 5
		return r, nil
	} else if ok {
		high := r
		s.at += 6
		low, _ := s.unit()
		if r = utf16.DecodeRune(high, low); r == utf8.RuneError {
			return 0, s.expected("the second half of a surrogate pair")
		}
		s.at += 5
		return r, nil
	}
	if s.at+1 < len(s.text) {
		if r, ok := escapes[s.text[s.at+1]]; ok {
			s.at++
			return r, nil
		}
	}
	return 0, s.expected("an escaped character")
}

// unit looks at \uXXXX.
func (s *scanner) unit() (rune, bool) {
	rest := s.text[s.at:]
	if len(rest) < 6 || rest[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(rest[2:6], 16, 16)
	return rune(n), err == nil
}
