package mutants

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// operators maps a binary or assigning operator to its replacements.
var operators = map[token.Token][]token.Token{
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.LSS: {token.LEQ, token.GTR}, token.LEQ: {token.LSS, token.GEQ}, token.GTR: {token.GEQ, token.LSS}, token.GEQ: {token.GTR, token.LEQ},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN}, token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN}, token.INC: {token.DEC}, token.DEC: {token.INC},
}

// names maps the name of a function or constant to its replacement.
var names = map[string]string{
	"min": "max", "max": "min", "true": "false", "false": "true",
	"Floor": "Ceil", "Ceil": "Floor", "Trunc": "Floor", "RoundToEven": "Trunc",
}

// commutative operators and functions give the same with their operands swapped.
var commutative = map[string]bool{
	"+": true, "*": true, "&": true, "|": true, "^": true, "&&": true, "||": true, "==": true, "!=": true, "min": true, "max": true,
}

// spoiler collects the mutants of a function.
type spoiler struct {
	text  string // of the file
	file  *token.File
	found []Mutant
}

func (s *spoiler) at(p token.Pos) int { return s.file.Offset(p) }

func (s *spoiler) source(n ast.Node) string { return s.text[s.at(n.Pos()):s.at(n.End())] }

// add notes a mutant with a node replaced.
func (s *spoiler) add(n ast.Node, text, fault string, args ...any) {
	s.replace(n.Pos(), n.End(), text, fmt.Sprintf(fault, args...))
}

func (s *spoiler) replace(from, to token.Pos, text, fault string) {
	s.found = append(s.found, Mutant{Line: s.file.Line(from), Fault: fault, edits: []edit{{s.at(from), s.at(to), text}}})
}

func (s *spoiler) operator(at token.Pos, is token.Token) {
	for _, instead := range operators[is] {
		s.replace(at, at+token.Pos(len(is.String())), instead.String(), fmt.Sprintf("%v becomes %v", is, instead))
	}
}

// visit notes the mutants of a node. ast.Inspect visits the parts of the node.
func (s *spoiler) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		s.operator(n.OpPos, n.Op)
		s.swapped(n.Op.String(), n.X, n.Y)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT || n.Op == token.XOR {
			s.add(n, s.source(n.X), "%v is left out", n.Op)
		}
	case *ast.BasicLit:
		s.literal(n)
	case *ast.Ident:
		if instead, ok := names[n.Name]; ok {
			s.add(n, instead, "%s becomes %s", n.Name, instead)
		} else if n.Obj != nil && n.Obj.Kind == ast.Con {
			s.add(n, "("+n.Name+"+1)", "%s is one more", n.Name)
		}
	case *ast.CallExpr:
		if len(n.Args) > 1 {
			s.swapped(s.source(n.Fun), n.Args[0], n.Args[1])
		}
	case *ast.IfStmt:
		s.condition(n.Cond)
	case *ast.CaseClause:
		for _, c := range n.List {
			s.condition(c) // of a switch without a tag: the others do not compile
		}
	case *ast.RangeStmt:
		s.add(n.X, "("+s.source(n.X)+"-1)", "the range ends before its last")
	default:
		s.statement(n)
	}
	return true
}

// statement notes the mutants of a statement: another operator, or the statement left out.
func (s *spoiler) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			s.operator(n.TokPos, n.Tok)
			s.leftOut(n)
		}
	case *ast.IncDecStmt:
		s.operator(n.TokPos, n.Tok)
		s.leftOut(n)
	case *ast.ExprStmt:
		if !strings.HasPrefix(s.source(n), "panic(") {
			s.leftOut(n)
		}
	case *ast.BranchStmt:
		s.leftOut(n)
	}
}

func (s *spoiler) leftOut(n ast.Stmt) { s.add(n, "", "%s is left out", s.source(n)) }

func (s *spoiler) condition(c ast.Expr) {
	s.add(c, "false && ("+s.source(c)+")", "if %s never", s.source(c))
	s.add(c, "true || ("+s.source(c)+")", "if %s always", s.source(c))
}

func (s *spoiler) swapped(of string, x, y ast.Expr) {
	if a, b := s.source(x), s.source(y); a != b && !commutative[of] {
		between := s.text[s.at(x.End()):s.at(y.Pos())]
		// Parentheses keep an operator from binding a part of an operand.
		if len(of) < 4 && !strings.Contains(of, "(") && !token.IsIdentifier(of) {
			a, b = "("+a+")", "("+b+")"
		}
		s.replace(x.Pos(), y.End(), b+between+a, "operands of "+of+" are swapped")
	}
}

// literal notes the mutants of a whole number: one more and one less.
func (s *spoiler) literal(n *ast.BasicLit) {
	x, err := strconv.ParseUint(n.Value, 0, 64)
	if n.Kind != token.INT || err != nil {
		return
	}
	s.add(n, fmt.Sprint(x+1), "%s is one more", n.Value)
	if x > 0 {
		s.add(n, fmt.Sprint(x-1), "%s is one less", n.Value)
	}
}
