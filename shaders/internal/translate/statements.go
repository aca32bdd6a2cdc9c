package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// changedVariables are the variables that a function changes after it declared them.
func (p *Package) changedVariables(body *ast.BlockStmt) map[types.Object]bool {
	set := map[types.Object]bool{}
	var note func(e ast.Expr)
	note = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			note(e.X)
		case *ast.IndexExpr:
			note(e.X)
		case *ast.Ident:
			if o := p.Uses[e]; o != nil {
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

func (c *compiler) block(list []ast.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *compiler) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		c.returns(s)
	case *ast.AssignStmt:
		c.assign(s)
	case *ast.IncDecStmt:
		t, one := c.Types[s.X].Type, number(1)
		if is(t, types.IsFloat) {
			one = float(1)
		}
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[s.Tok]
		c.store(c.expr(s.X), value{c.binary(op, t, c.one(s.X), one)})
	case *ast.DeclStmt:
		c.declare(s.Decl.(*ast.GenDecl))
	case *ast.BlockStmt:
		c.block(s.List)
	case *ast.IfStmt:
		c.choose(s)
	case *ast.SwitchStmt:
		c.choice(s)
	case *ast.ForStmt:
		c.loop(s)
	case *ast.RangeStmt:
		c.count(s)
	default:
		panic(fmt.Sprintf("translate: no code for %T", s))
	}
}

func (c *compiler) returns(s *ast.ReturnStmt) {
	v := c.list(s.Results)
	if c.scope.result != nil {
		c.store(c.scope.result, v)
		c.jump(c.scope.end)
		return
	}
	c.append(instr{op: Return, dst: -1, args: [3]operand{v[0], number(0), number(0)}, label: noLabel})
}

// declare defines variables, all zero; constants are known to every expression.
func (c *compiler) declare(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			o := c.Defs[name]
			c.define(o, zeros(words(o.Type())))
		}
	}
}

func (c *compiler) choose(s *ast.IfStmt) {
	if s.Init != nil {
		c.stmt(s.Init)
	}
	otherwise, end := c.label(), c.label()
	c.branch(s.Cond, otherwise, false)
	c.block(s.Body.List)
	c.jump(end)
	c.mark(otherwise)
	if s.Else != nil {
		c.stmt(s.Else)
	}
	c.mark(end)
}

// choice is a chain of ifs; the default comes last.
func (c *compiler) choice(s *ast.SwitchStmt) {
	if s.Init != nil {
		c.stmt(s.Init)
	}
	var tag operand
	if s.Tag != nil {
		tag = c.one(s.Tag)
	}
	end := c.label()
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		body, next := c.label(), c.label()
		for _, e := range clause.List {
			if s.Tag != nil {
				c.compare(token.EQL, c.Types[s.Tag].Type, tag, c.one(e), body, true)
			} else {
				c.branch(e, body, true)
			}
		}
		if clause.List != nil {
			c.jump(next)
		}
		c.mark(body)
		c.block(clause.Body)
		c.jump(end)
		c.mark(next)
	}
	c.mark(end)
}

func (c *compiler) loop(s *ast.ForStmt) {
	if s.Init != nil {
		c.stmt(s.Init)
	}
	again, end := c.label(), c.label()
	c.mark(again)
	c.branch(s.Cond, end, false)
	c.block(s.Body.List)
	if s.Post != nil {
		c.stmt(s.Post)
	}
	c.jump(again)
	c.mark(end)
}

// count repeats the body for every number of a constant, or every index of an array.
func (c *compiler) count(s *ast.RangeStmt) {
	n := 0
	if a, ok := c.Types[s.X].Type.Underlying().(*types.Array); ok {
		n = int(a.Len())
	} else {
		n = int(c.one(s.X).bits)
	}
	for i := range n {
		if s.Key != nil {
			c.scope.vars[c.Defs[s.Key.(*ast.Ident)]] = value{number(uint64(i))}
		}
		c.block(s.Body.List)
	}
}

func (c *compiler) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := s.Tok - token.ADD_ASSIGN + token.ADD
		x := c.one(s.Lhs[0])
		c.store(c.expr(s.Lhs[0]), value{c.binary(op, c.Types[s.Lhs[0]].Type, x, c.one(s.Rhs[0]))})
		return
	}
	v := c.list(s.Rhs)
	if len(s.Lhs) > 1 { // all are read before any is written
		v = c.copyRegisters(v)
	}
	for _, lhs := range s.Lhs {
		n := words(c.typeOf(lhs, s))
		c.set(lhs, v[:n])
		v = v[n:]
	}
}

// typeOf is the type of the left side of an assignment. "_" has one word here.
func (c *compiler) typeOf(lhs ast.Expr, s *ast.AssignStmt) types.Type {
	if id, ok := lhs.(*ast.Ident); ok {
		if id.Name == "_" {
			return types.Typ[types.Uint64]
		}
		if o := c.Defs[id]; o != nil {
			return o.Type()
		}
		return c.Uses[id].Type()
	}
	return c.Types[lhs].Type
}

// set assigns to a variable, or defines a new one.
func (c *compiler) set(lhs ast.Expr, v value) {
	if id, ok := lhs.(*ast.Ident); ok {
		if id.Name == "_" {
			return
		}
		if o := c.Defs[id]; o != nil {
			c.define(o, v)
			return
		}
	}
	c.store(c.expr(lhs), v)
}
