package gpu

import (
	"fmt"
	"regexp"
	"strings"
)

// mutant is a text of WGSL with one fault.
type mutant struct {
	fault  string // "line 3: + becomes -"
	before string // a function, or a line of one
	after  string
}

// faults maps a token to its replacements. A text that naga refuses is no mutant.
var faults = map[string][]string{
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"}, "%": {"/"},
	"&": {"|"}, "|": {"&"}, "^": {"|"}, "<<": {">>"}, ">>": {"<<"},
	"<": {"<=", ">"}, "<=": {"<", ">="}, ">": {">=", "<"}, ">=": {">", "<="}, "==": {"!="}, "!=": {"=="},
	"&&": {"||"}, "||": {"&&"}, "!": {""}, "~": {""}, "+=": {"-="}, "-=": {"+="},
	"min": {"max"}, "max": {"min"}, "floor": {"ceil"}, "ceil": {"floor"}, "trunc": {"floor"}, "round": {"trunc"},
	"abs": {""}, "any": {"all"}, "all": {"any"}, "true": {"false"}, "false": {"true"},
	"u32": {"i32"}, "countLeadingZeros": {"countTrailingZeros"}, "firstLeadingBit": {"firstTrailingBit"},
	"m_max": {"m_min"}, "m_min": {"m_max"}, "m_isnan": {"m_isinf"}, "m_abits": {"bitcast<u32>"},
	"return": nil,
}

var (
	token     = regexp.MustCompile(`//.*|\b(?:bitcast|vec[234]|array|ptr|atomic)<[^()<>]*(?:<[^()<>]*>)?[^()<>]*>|[A-Za-z_]\w*|0x[0-9a-fA-F]+[ui]?|\d[\w.]*(?:e[-+]?\d+)?|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/]=|\S`)
	reassigns = regexp.MustCompile(`(?m)^\s*\w+(?:\.\w+)? [-+*/]?= [^;]*;`)
	// symmetric functions may swap their first two operands.
	symmetric = regexp.MustCompile(`^(min|max|clamp|m_\w*(max|min|add|mul|eq|ne|gcd|lcm|hypot|logaddexp2?)(32|64)?|m_numbers|m_prod_err|m_mulhi)$`)
	branch    = regexp.MustCompile(`\bif \(`)
	loopHead  = regexp.MustCompile(`(?m)^(\s*(?:for|while|loop)\b.*\{)`)
)

// mutants makes every fault there is in a text: another operator or function, operands
// swapped, a branch never or always taken, an assignment left out.
func mutants(text string) []mutant {
	body := max(strings.Index(text, "{"), 0) // what a function is called and takes stays
	if !strings.Contains(text, "fn ") {
		body = 0
	}
	var all []mutant
	add := func(from, to int, instead, fault string) {
		after := text[:from] + instead + text[to:]
		line := 1 + strings.Count(text[:from], "\n")
		all = append(all, mutant{fmt.Sprintf("line %d: %s", line, fault), text, limitLoops(after)})
	}
	tokens := token.FindAllStringIndex(text, -1)
	for i, at := range tokens {
		t := text[at[0]:at[1]]
		if at[0] < body {
			continue
		}
		if t == "-" && unary(text, tokens, i) {
			add(at[0], at[1], "", "unary - is left out")
			continue
		}
		for _, instead := range faults[t] {
			add(at[0], at[1], instead, fmt.Sprintf("%s becomes %q", t, instead))
		}
		if args := arguments(text, at[1]); len(args) >= 2 && isName(t) && !symmetric.MatchString(t) {
			x, y := args[0], args[1]
			swapped := text[y[0]:y[1]] + "," + text[x[1]+1:y[0]] + text[x[0]:x[1]]
			if text[x[0]:x[1]] != strings.TrimSpace(text[y[0]:y[1]]) {
				add(x[0], y[1], swapped, "operands of "+t+" are swapped")
			}
		}
	}
	for _, at := range branch.FindAllStringIndex(text, -1) {
		if args := arguments(text, at[1]-1); len(args) > 0 {
			from, to := args[0][0], args[len(args)-1][1]
			add(from, to, "false && ("+text[from:to]+")", "branch is never taken")
			add(from, to, "!("+text[from:to]+")", "branch is taken otherwise")
		}
	}
	for _, at := range reassigns.FindAllStringIndex(text, -1) {
		add(at[0], at[1], "", strings.TrimSpace(text[at[0]:at[1]])+" is left out")
	}
	return all
}

// limitLoops adds a limit of iterations to every loop, as a mutant may never end one.
func limitLoops(text string) string {
	if !loopHead.MatchString(text) {
		return text
	}
	text = loopHead.ReplaceAllString(text, "$1 if (iterations > 4096u) { break; } iterations++;")
	head := strings.Index(text, "{") + 1
	return text[:head] + " var iterations = 0u;" + text[head:]
}

func isName(t string) bool { return regexp.MustCompile(`^[A-Za-z_]`).MatchString(t) }

// unary reports whether the operator at token i has no operand before it.
func unary(text string, tokens [][]int, i int) bool {
	if i == 0 {
		return true
	}
	before := text[tokens[i-1][0]:tokens[i-1][1]]
	return !isName(before) && !strings.ContainsAny(before[len(before)-1:], ")]0123456789uif.") || before == "return"
}

// arguments are where the arguments lie of the call whose parenthesis is at the position.
func arguments(text string, at int) (args [][2]int) {
	if at >= len(text) || text[at] != '(' {
		return nil
	}
	depth, from := 0, at+1
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ',':
			if depth == 1 {
				args, from = append(args, [2]int{from, i}), i+1
			}
		case ')':
			if depth--; depth == 0 {
				return append(args, [2]int{from, i})
			}
		}
	}
	return nil
}
