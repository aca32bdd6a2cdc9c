package translate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// assigned are the variables that a function changes after it declared them.
func (tr *translator) assigned(body *ast.BlockStmt) map[types.Object]bool {
	set := map[types.Object]bool{}
	var note func(e ast.Expr)
	note = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			note(e.X)
		case *ast.IndexExpr:
			note(e.X)
		case *ast.Ident:
			if o := tr.Uses[e]; o != nil {
				set[o] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				note(e)
			}
		case *ast.IncDecStmt:
			note(n.X)
		}
		return true
	})
	return set
}

func (tr *translator) block(list []ast.Stmt, in string) {
	for _, s := range list {
		tr.stmt(s, in)
	}
}

// within writes what needs a scope of its own: a statement with an initial one.
func (tr *translator) within(init ast.Stmt, in string, rest func(in string)) {
	tr.printf("%s{\n", in)
	tr.stmt(init, in+"  ")
	rest(in + "  ")
	tr.printf("%s}\n", in)
}

// stmt writes a statement, indented by in.
func (tr *translator) stmt(s ast.Stmt, in string) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		tr.returns(s, in)
	case *ast.AssignStmt:
		tr.assign(s, in)
	case *ast.IncDecStmt:
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[s.Tok]
		t := tr.Types[s.X].Type
		tr.printf("%s%s = %s;\n", in, tr.expr(s.X), tr.binary(op, t, tr.expr(s.X), tr.constant(constant.MakeInt64(1), t)))
	case *ast.DeclStmt:
		tr.declare(s.Decl.(*ast.GenDecl), in)
	case *ast.IfStmt:
		tr.printf("%s", in)
		tr.ifElse(s, in)
	case *ast.SwitchStmt:
		if s.Init != nil {
			tr.within(s.Init, in, func(in string) { tr.choice(s, in) })
			return
		}
		tr.choice(s, in)
	case *ast.ForStmt:
		if s.Init != nil {
			tr.within(s.Init, in, func(in string) { tr.loop(s, in) })
			return
		}
		tr.loop(s, in)
	case *ast.RangeStmt:
		tr.count(s, in)
	default:
		panic(fmt.Sprintf("translate: no text for %T", s))
	}
}

func (tr *translator) returns(s *ast.ReturnStmt, in string) {
	value := tr.list(s.Results)
	if tuple, ok := tr.Types[s.Results[0]].Type.(*types.Tuple); ok { // another function's results, in a struct of its own
		call := tr.temporary(value, in)
		var list []string
		for i := range tuple.Len() {
			list = append(list, call+"."+tr.resultName(s.Results[0].(*ast.CallExpr), i))
		}
		value = strings.Join(list, ", ")
	}
	if tr.results != "" {
		value = tr.results + "(" + value + ")"
	}
	tr.printf("%sreturn %s;\n", in, value)
}

func (tr *translator) loop(s *ast.ForStmt, in string) {
	tr.printf("%swhile (%s) {\n", in, tr.expr(s.Cond))
	tr.block(s.Body.List, in+"  ")
	if s.Post != nil {
		tr.stmt(s.Post, in+"  ")
	}
	tr.printf("%s}\n", in)
}

// declare writes variables; constants are written where they are used.
func (tr *translator) declare(d *ast.GenDecl, in string) {
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			tr.printf("%svar %s: %s;\n", in, name.Name, tr.typeName(tr.Defs[name].Type()))
		}
	}
}

// count writes a range over a number, or over an array's indices.
func (tr *translator) count(s *ast.RangeStmt, in string) {
	i, n := "i", ""
	if s.Key != nil {
		i = s.Key.(*ast.Ident).Name
	}
	if a, ok := tr.Types[s.X].Type.Underlying().(*types.Array); ok {
		n = fmt.Sprint(a.Len())
	} else {
		n = tr.expr(s.X)
	}
	tr.printf("%sfor (var %s = 0; %s < %s; %s++) {\n", in, i, i, n, i)
	tr.block(s.Body.List, in+"  ")
	tr.printf("%s}\n", in)
}

// ifElse writes what follows the indentation.
func (tr *translator) ifElse(s *ast.IfStmt, in string) {
	if s.Init != nil {
		bare := *s
		bare.Init = nil
		tr.printf("{\n")
		tr.stmt(s.Init, in+"  ")
		tr.stmt(&bare, in+"  ")
		tr.printf("%s}\n", in)
		return
	}
	tr.printf("if (%s) {\n", tr.expr(s.Cond))
	tr.block(s.Body.List, in+"  ")
	tr.printf("%s}", in)
	switch e := s.Else.(type) {
	case nil:
		tr.printf("\n")
	case *ast.BlockStmt:
		tr.printf(" else {\n")
		tr.block(e.List, in+"  ")
		tr.printf("%s}\n", in)
	case *ast.IfStmt:
		tr.printf(" else ")
		tr.ifElse(e, in)
	}
}

// choice makes a chain of ifs of a switch.
func (tr *translator) choice(s *ast.SwitchStmt, in string) {
	tr.printf("%s", in)
	for i, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if i > 0 {
			tr.printf(" else ")
		}
		if c.List != nil {
			tr.printf("if (%s) ", tr.condition(s.Tag, c))
		}
		tr.printf("{\n")
		tr.block(c.Body, in+"  ")
		tr.printf("%s}", in)
	}
	tr.printf("\n")
}

// condition is when a case is taken that is not the default, which comes last.
func (tr *translator) condition(tag ast.Expr, c *ast.CaseClause) string {
	var either []string
	for _, e := range c.List {
		if tag == nil {
			either = append(either, tr.expr(e))
		} else {
			either = append(either, tr.binary(token.EQL, tr.Types[tag].Type, tr.expr(tag), tr.expr(e)))
		}
	}
	return strings.Join(either, " || ")
}

func (tr *translator) assign(s *ast.AssignStmt, in string) {
	switch {
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		op := s.Tok - token.ADD_ASSIGN + token.ADD
		tr.set(s.Lhs[0], tr.binary(op, tr.Types[s.Lhs[0]].Type, tr.expr(s.Lhs[0]), tr.expr(s.Rhs[0])), in)
	case len(s.Lhs) == 1:
		tr.set(s.Lhs[0], tr.expr(s.Rhs[0]), in)
	case len(s.Rhs) == 1:
		call := s.Rhs[0].(*ast.CallExpr)
		results := tr.temporary(tr.expr(call), in)
		for i, lhs := range s.Lhs {
			tr.set(lhs, results+"."+tr.resultName(call, i), in)
		}
	default: // all are read before any is written
		var values []string
		for _, e := range s.Rhs {
			values = append(values, tr.temporary(tr.expr(e), in))
		}
		for i, lhs := range s.Lhs {
			tr.set(lhs, values[i], in)
		}
	}
}

// temporary names a value.
func (tr *translator) temporary(value, in string) string {
	tr.unnamed++
	name := fmt.Sprintf("t%d", tr.unnamed)
	tr.printf("%slet %s = %s;\n", in, name, value)
	return name
}

// set writes an assignment, or the declaration of a new variable.
func (tr *translator) set(lhs ast.Expr, value, in string) {
	id, ok := lhs.(*ast.Ident)
	switch {
	case ok && id.Name == "_":
	case ok && tr.Defs[id] != nil && tr.changed[tr.Defs[id]]:
		tr.printf("%svar %s = %s;\n", in, id.Name, value)
	case ok && tr.Defs[id] != nil:
		tr.printf("%slet %s = %s;\n", in, id.Name, value)
	default:
		tr.printf("%s%s = %s;\n", in, tr.expr(lhs), value)
	}
}
