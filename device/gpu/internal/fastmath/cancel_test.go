package fastmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestASumInWhichATermMeetsItselfMayCancel(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"taken from a sum", "return (x + y) - x;", "apply: a term meets itself in ((x + y) - x)"},
		{"what a sum lost", "let s = x + y; let b = m_bar(s - x); return y - b;", "apply: a term meets itself in (s - x)"},
		{"with another sign", "return -(x - y) + x;", "apply: a term meets itself in (-((x - y)) + x)"},
		{"a constant", "return (x + 12582912.0) - 12582912.0;", "apply: constants meet in ((x + 12582912.0) - 12582912.0)"},
		{"a product, in another order", "return (x * y + z) - y * x;", "apply: a term meets itself in (((x * y) + z) - (y * x))"},
		{"through a variable", "var s = x; s = s + y; return s - y;", "apply: a term meets itself in (s - y)"},
		{"through a struct of a function", "return pair(x).hi + 2.0;", "apply: constants meet in (pair(x).hi + 2.0)"},
		{"inside a function", "let p = pair(x + 1.0); return p.hi;", "pair: constants meet in (x - 1.0)"},
		{"in a branch", "if (x < y) { return (x + y) - y; } return x;", "apply: a term meets itself in ((x + y) - y)"},
		{"in a loop", "var s = x; for (var i = 0; i < 3; i++) { let t = s + y; s = t - s; } return s;", "apply: a term meets itself in (t - s)"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, []string{c.want}, Cancellations(kernel(c.body))) })
	}
}

func TestWhatDoesNotMeetCannotCancel(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"a barrier between", "return m_bar(x + y) - x;"},
		{"other terms", "return (x + y) - z;"},
		{"a product of the term", "return (x * y + z) - x;"},
		{"a variable with another value", "var s = x; let t = s + y; s = z; return t - s;"},
		{"a variable that a branch changed", "var s = x; if (x < y) { s = z; } return (x + y) - s;"},
		{"a variable of the iteration before", "var s = x; for (var i = 0; i < 3; i++) { s = m_bar(s + y); } return (x + z) - s;"},
		{"functions with several results", "return scaled(x) - x;"},
		{"integers", "let n = i32(x); return f32(n + 3 - n);"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Empty(t, Cancellations(kernel(c.body))) })
	}
}
