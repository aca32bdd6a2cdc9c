package npy

import (
	"strconv"
	"strings"
)

// literal parses the part of Python's literals that NumPy writes in headers: a dict of strings,
// True, False and tuples of integers.
type literal struct{ rest string }

// space skips blanks, and line ends, which mean nothing inside of brackets.
func (l *literal) space() { l.rest = strings.TrimLeft(l.rest, " \t\n\r\f") }

// take skips blanks, and then the text if it follows.
func (l *literal) take(text string) bool {
	l.space()
	rest, ok := strings.CutPrefix(l.rest, text)
	l.rest = rest
	return ok
}

// str reads a string in either quotes, without escapes.
func (l *literal) str() (string, bool) {
	l.space()
	if l.rest == "" || l.rest[0] != '\'' && l.rest[0] != '"' {
		return "", false
	}
	s, rest, ok := strings.Cut(l.rest[1:], l.rest[:1])
	l.rest = rest
	return s, ok && !strings.ContainsAny(s, "\\\n\r\x00")
}

func (l *literal) boolean() (v, ok bool) {
	if l.take("True") {
		return true, true
	}
	return false, l.take("False")
}

// size reads a decimal number, which Python 2 may have ended with an L. Python takes no leading
// zeros.
func (l *literal) size() (int, error) {
	l.space()
	digits := len(l.rest) - len(strings.TrimLeft(l.rest, "-0123456789"))
	text := l.rest[:digits]
	n, err := strconv.Atoi(text)
	l.rest = strings.TrimPrefix(l.rest[digits:], "L")
	switch {
	case err != nil && len(text) > 1 && strings.Trim(text[1:], "0123456789") == "":
		return 0, ruleError("size %.30s in the shape does not fit an int", text)
	case err != nil || len(text) > 1 && text[0] == '0':
		return 0, ruleError("the shape is no tuple of whole numbers")
	case n < 0:
		return 0, ruleError("size %d in the shape is negative", n)
	}
	return n, nil
}

// maxRank is the largest rank of NumPy's arrays.
const maxRank = 64

// tuple reads the sizes of a shape. One size needs a comma: (6) is a number.
func (l *literal) tuple() ([]int, error) {
	if !l.take("(") {
		return nil, ruleError("the shape is no tuple of whole numbers")
	}
	shape, comma := []int{}, true
	for !l.take(")") {
		if !comma {
			return nil, ruleError("the shape is no tuple of whole numbers")
		}
		if len(shape) == maxRank {
			return nil, ruleError("the shape has more than %d axes", maxRank)
		}
		n, err := l.size()
		if err != nil {
			return nil, err
		}
		shape = append(shape, n)
		comma = l.take(",")
	}
	if len(shape) == 1 && !comma {
		return nil, ruleError("the shape (%d) is a number, not a tuple", shape[0])
	}
	return shape, nil
}
