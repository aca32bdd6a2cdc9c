package safetensors

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads the JSON of a header: objects, arrays, strings and whole numbers. Unlike
// encoding/json it refuses text that is not valid Unicode, and it keeps nothing in memory.
type scanner struct {
	r    *bufio.Reader
	at   int
	last []byte // the last word
	char [utf8.UTFMax]byte
}

// ahead looks at the next n bytes, or those before the header's end.
func (s *scanner) ahead(n int) []byte {
	raw, _ := s.r.Peek(n)
	return raw
}

func (s *scanner) skip(n int) {
	n, _ = s.r.Discard(n)
	s.at += n
}

func (s *scanner) expectError(what string) error {
	return ruleError("byte %d of the header: expected %s, found %.20q", s.at, what, s.ahead(20*utf8.UTFMax))
}

// blanks skips blanks, and returns the next byte: 0 at the end.
func (s *scanner) blanks() byte {
	for {
		c := s.ahead(1)
		if len(c) == 0 {
			return 0
		}
		if strings.IndexByte(" \t\r\n", c[0]) < 0 {
			return c[0]
		}
		s.skip(1)
	}
}

// take skips blanks, and then the character if it follows.
func (s *scanner) take(c byte) bool {
	if s.blanks() != c {
		return false
	}
	s.skip(1)
	return true
}

// each reads a list in brackets, item by item.
func (s *scanner) each(open, close byte, item func() error) error {
	if !s.take(open) {
		return s.expectError(strconv.QuoteRune(rune(open)))
	}
	for first := true; !s.take(close); first = false {
		if !first && !s.take(',') {
			return s.expectError("a comma or " + strconv.QuoteRune(rune(close)))
		}
		if err := item(); err != nil {
			return err
		}
	}
	return nil
}

// object reads an object, field by field: first a key, and then a value.
func (s *scanner) object(key, value func() error) error {
	return s.each('{', '}', func() error {
		if err := key(); err != nil {
			return err
		}
		if !s.take(':') {
			return s.expectError("a colon")
		}
		return value()
	})
}

// size reads a whole number that is not negative.
func (s *scanner) size() (int, error) {
	s.blanks()
	digits := s.ahead(30)
	for i, c := range digits {
		if c < '0' || c > '9' {
			digits = digits[:i]
			break
		}
	}
	n, err := strconv.ParseInt(string(digits), 10, strconv.IntSize)
	switch {
	case len(digits) == 0 || len(digits) > 1 && digits[0] == '0':
		return 0, s.expectError("a whole number")
	case err != nil:
		return 0, ruleError("byte %d of the header: the number %s is above %d", s.at, digits, math.MaxInt)
	}
	s.skip(len(digits))
	return int(n), nil
}

// word reads a string into last, and cuts it after mostNamed bytes. last is valid until the next
// word.
func (s *scanner) word() error {
	s.last = s.last[:0]
	return s.str(func(text ...byte) {
		s.last = append(s.last, text[:min(len(text), mostNamed-len(s.last))]...)
	})
}

// keep moves a string to records.
func (s *scanner) keep(r *records) error {
	err := s.str(r.put)
	r.put(end)
	return err
}

// str reads a string, some bytes at a time.
func (s *scanner) str(put func(...byte)) error {
	if !s.take('"') {
		return s.expectError("a string")
	}
	for {
		raw := s.plain()
		put(raw...)
		s.skip(len(raw))
		r, size := utf8.DecodeRune(s.ahead(utf8.UTFMax))
		switch {
		case size == 0:
			return s.expectError("the end of a string")
		case r == utf8.RuneError && size == 1:
			return ruleError("byte %d of the header is not valid UTF-8", s.at)
		case r < ' ':
			return s.expectError("no control character in a string")
		case r == '"':
			s.skip(1)
			return nil
		case r == '\\':
			var err error
			if r, size, err = s.escape(); err != nil {
				return err
			}
		}
		s.skip(size)
		put(utf8.AppendRune(s.char[:0], r)...)
	}
}

// plain looks at the next characters of a string that are ASCII and not escaped, as many as are
// buffered.
func (s *scanner) plain() []byte {
	raw := s.ahead(max(1, s.r.Buffered()))
	for i, c := range raw {
		if c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return raw[:i]
		}
	}
	return raw
}

// escapes has the characters that may follow a backslash, and their meanings.
var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape looks at an escaped character, and says how many bytes it takes.
func (s *scanner) escape() (r rune, size int, err error) {
	raw := s.ahead(12)
	if r, ok := unit(raw); ok && !utf16.IsSurrogate(r) {
		return r, 6, nil
	} else if ok {
		low, _ := unit(raw[6:])
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			return 0, 0, s.expectError("both halves of a surrogate pair")
		}
		return r, 12, nil
	}
	if len(raw) > 1 {
		if r, ok := escapes[raw[1]]; ok {
			return r, 2, nil
		}
	}
	return 0, 0, s.expectError("an escaped character")
}

// unit decodes \uXXXX, a code unit of UTF-16.
func unit(raw []byte) (rune, bool) {
	if len(raw) < 6 || string(raw[:2]) != `\u` {
		return 0, false
	}
	var n [2]byte
	_, err := hex.Decode(n[:], raw[2:6])
	return rune(binary.BigEndian.Uint16(n[:])), err == nil
}
