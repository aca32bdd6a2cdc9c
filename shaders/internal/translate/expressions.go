package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
)

func (c *compiler) list(es []ast.Expr) (v value) {
	for _, e := range es {
		v = append(v, c.expr(e)...)
	}
	return v
}

// one is an expression of one word.
func (c *compiler) one(e ast.Expr) operand { return c.expr(e)[0] }

// plain is an expression of one word, with a pending sign applied to its bits.
func (c *compiler) plain(e ast.Expr) operand {
	x := c.one(e)
	if x.neg {
		return c.emit(Xor, operand{register: x.register}, number(sign))
	}
	return x
}

func (c *compiler) expr(e ast.Expr) value {
	t := c.Types[e].Type
	if v := c.Types[e].Value; v != nil {
		return value{number(bitsOf(v, t))}
	}
	if t != nil && is(t, types.IsBoolean) {
		if v, ok := c.truth(e); ok {
			return v
		}
	}
	switch e := e.(type) {
	case *ast.Ident:
		return c.ident(e)
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.SelectorExpr:
		at, n := c.field(e)
		return c.expr(e.X)[at : at+n]
	case *ast.UnaryExpr:
		return c.unary(e)
	case *ast.BinaryExpr:
		return value{c.binary(e.Op, t, c.one(e.X), c.one(e.Y))}
	case *ast.CompositeLit:
		v := c.list(e.Elts)
		return append(v, zeros(words(t)-len(v))...)
	case *ast.IndexExpr:
		return c.index(e)
	case *ast.CallExpr:
		return c.call(e)
	}
	panic(fmt.Sprintf("translate: no code for %T", e))
}

func (c *compiler) ident(e *ast.Ident) value {
	o := c.Uses[e]
	if v, ok := c.scope.vars[o]; ok {
		return v
	}
	if x, ok := c.values[o]; ok { // of the package
		return c.expr(x)
	}
	panic("translate: no value of " + e.Name)
}

// field is where the words of a field lie in its struct.
func (c *compiler) field(e *ast.SelectorExpr) (at, n int) {
	t := c.Types[e.X].Type.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	for f := range t.(*types.Struct).Fields() {
		n := words(f.Type())
		if f.Name() == e.Sel.Name {
			return at, n
		}
		at += n
	}
	panic("translate: no field " + e.Sel.Name)
}

// index is an element of an array. Only a table takes an index that is not constant.
func (c *compiler) index(e *ast.IndexExpr) value {
	o := c.Uses[e.X.(*ast.Ident)]
	i, n := c.one(e.Index), words(c.Types[e].Type)
	if v, ok := c.scope.vars[o]; ok {
		if i.register >= 0 {
			panic("translate: an index of a variable that is none of a constant")
		}
		return v[int(i.bits)*n:][:n]
	}
	var v value
	base := c.base(o)
	for k := range n {
		in := instr{op: Load, dst: c.register(), args: [3]operand{i, number(0), number(0)}, label: noLabel, base: base + uint32(k), stride: uint32(n)}
		if i.register < 0 {
			return c.constants(int(base)+int(i.bits)*n, n)
		}
		c.append(in)
		v = append(v, operand{register: in.dst})
	}
	return v
}

func (c *compiler) constants(at, n int) (v value) {
	for k := range n {
		v = append(v, number(c.tables[at+k]))
	}
	return v
}

func (c *compiler) unary(e *ast.UnaryExpr) value {
	switch {
	case e.Op == token.AND: // tables are not written to
		return c.expr(e.X)
	case e.Op == token.SUB && is(c.Types[e.X].Type, types.IsFloat):
		return value{c.one(e.X).negate()}
	case e.Op == token.SUB:
		return value{c.emit(Minus, number(0), c.one(e.X))}
	}
	panic("translate: no code for " + e.Op.String())
}

var integers = map[token.Token]Op{token.ADD: Plus, token.SUB: Minus, token.MUL: MulLow, token.AND: And, token.OR: Or,
	token.XOR: Xor, token.SHL: Left}

// binary is x op y, for operands of type t.
func (c *compiler) binary(op token.Token, t types.Type, x, y operand) operand {
	kind := t.Underlying().(*types.Basic)
	if kind.Info()&types.IsFloat != 0 {
		switch op {
		case token.ADD:
			return c.emit(Add, x, y)
		case token.SUB:
			return c.emit(Add, x, y.negate())
		case token.MUL:
			return c.emit(Mul, x, y)
		case token.QUO:
			return c.emit(Div, x, y)
		}
	}
	switch {
	case op == token.SHR && kind.Info()&types.IsUnsigned != 0:
		return c.emit(Right, x, y)
	case op == token.SHR:
		return c.emit(RightSigned, x, y)
	case op == token.REM && kind.Info()&types.IsUnsigned != 0 && y.register < 0 && y.bits&(y.bits-1) == 0:
		return c.emit(And, x, number(y.bits-1))
	case op == token.QUO: // of integers far below 2^53
		return c.emit(ToInt, c.emit(Div, c.emit(FromInt, x), c.emit(FromInt, y)))
	}
	o, ok := integers[op]
	if !ok {
		panic(fmt.Sprintf("translate: no code for %v of %v", op, t))
	}
	return c.emit(o, x, y)
}

// truth computes a condition as 0 or 1. It leaves out names and calls, which have a value already.
func (c *compiler) truth(e ast.Expr) (value, bool) {
	switch x := e.(type) {
	case *ast.Ident:
		return nil, false
	case *ast.CallExpr:
		if foreign(c, x) == "" {
			return nil, false
		}
	}
	r := c.fresh(1)
	end := c.label()
	c.move(r[0].register, number(0))
	c.branch(e, end, false)
	c.move(r[0].register, number(1))
	c.mark(end)
	return r, true
}

var relations = map[token.Token]uint32{token.LSS: less, token.LEQ: less | equal, token.EQL: equal, token.GEQ: greater | equal,
	token.GTR: greater, token.NEQ: less | greater | unordered}

// branch jumps to target if the condition is equal to when, and else goes on.
func (c *compiler) branch(e ast.Expr, target int, when bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.branch(e.X, target, when)
		return
	case *ast.UnaryExpr:
		c.branch(e.X, target, !when)
		return
	case *ast.BinaryExpr:
		if e.Op != token.LAND && e.Op != token.LOR {
			c.compare(e.Op, c.Types[e.X].Type, c.one(e.X), c.one(e.Y), target, when)
			return
		}
		if (e.Op == token.LAND) != when { // either operand decides
			c.branch(e.X, target, when)
			c.branch(e.Y, target, when)
			return
		}
		skip := c.label()
		c.branch(e.X, skip, !when)
		c.branch(e.Y, target, when)
		c.mark(skip)
		return
	case *ast.CallExpr:
		switch foreign(c, e) {
		case "Signbit":
			c.compareBits(less, c.plain(e.Args[0]), number(0), target, when)
			return
		case "IsInf":
			c.compareBits(equal, c.emit(And, c.plain(e.Args[0]), number(sign-1)), number(math.Float64bits(math.Inf(1))), target, when)
			return
		}
	}
	c.compareBits(equal, c.one(e), number(1), target, when)
}

func (c *compiler) compare(op token.Token, t types.Type, x, y operand, target int, when bool) {
	if !is(t, types.IsFloat) {
		if is(t, types.IsUnsigned) && op != token.EQL && op != token.NEQ {
			panic("translate: no code for an order of unsigned integers")
		}
		c.compareBits(relations[op], x, y, target, when)
		return
	}
	mask := relations[op]
	if !when {
		mask = always &^ mask
	}
	c.append(instr{op: JumpFloat, dst: -1, args: [3]operand{x, y, number(0)}, relations: mask, target: target, label: noLabel})
}

func (c *compiler) compareBits(mask uint32, x, y operand, target int, when bool) {
	if !when {
		mask = always &^ mask
	}
	c.append(instr{op: JumpInt, dst: -1, args: [3]operand{x, y, number(0)}, relations: mask, target: target, label: noLabel})
}
