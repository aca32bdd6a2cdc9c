package translate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"
)

func (tr *translator) list(es []ast.Expr) string {
	var list []string
	for _, e := range es {
		list = append(list, tr.expr(e))
	}
	return strings.Join(list, ", ")
}

// expr is an expression in WGSL.
func (tr *translator) expr(e ast.Expr) string {
	if v := tr.Types[e].Value; v != nil {
		return tr.constant(v, tr.Types[e].Type)
	}
	switch e := e.(type) {
	case *ast.Ident:
		if tr.global(e) {
			return helper(e.Name) + "()"
		}
		return e.Name
	case *ast.ParenExpr:
		return tr.expr(e.X) // every binary expression has its own
	case *ast.SelectorExpr:
		return tr.expr(e.X) + "." + e.Sel.Name
	case *ast.UnaryExpr:
		return tr.unary(e)
	case *ast.BinaryExpr:
		y := tr.expr(e.Y)
		if e.Op == token.SHL || e.Op == token.SHR { // counts are of any type
			if v := tr.Types[e.Y].Value; v != nil {
				y = v.ExactString() + "u"
			} else if tr.typeName(tr.Types[e.Y].Type) == "i32" {
				y = "u32(" + y + ")"
			}
		}
		return tr.binary(e.Op, tr.Types[e.X].Type, tr.expr(e.X), y)
	case *ast.CompositeLit:
		return tr.literal(e)
	case *ast.IndexExpr:
		if id := e.X.(*ast.Ident); tr.global(id) {
			return fmt.Sprintf("%s(i32(%s))", helper(id.Name), tr.expr(e.Index))
		}
		return tr.expr(e.X) + "[" + tr.expr(e.Index) + "]"
	case *ast.CallExpr:
		return tr.call(e)
	}
	panic(fmt.Sprintf("translate: no text for %T", e))
}

// literal is a value of a struct or array; WGSL takes all elements of an array, or none.
func (tr *translator) literal(e *ast.CompositeLit) string {
	t := tr.Types[e].Type
	list := tr.list(e.Elts)
	if a, ok := t.Underlying().(*types.Array); ok && list != "" {
		zero := ", " + tr.typeName(a.Elem()) + "()"
		list += strings.Repeat(zero, int(a.Len())-len(e.Elts))
	}
	return tr.typeName(t) + "(" + list + ")"
}

// global reports whether a variable is the package's, which a function stands for.
func (tr *translator) global(id *ast.Ident) bool {
	o := tr.Uses[id]
	return o != nil && o.Parent() != nil && o.Parent().Parent() == types.Universe
}

func (tr *translator) constant(v constant.Value, t types.Type) string {
	switch name := tr.typeName(t); {
	case name == "bool":
		return v.String()
	case name == "i32":
		return v.ExactString()
	case name == "u32":
		return v.ExactString() + "u"
	case isFloat(t):
		x, _ := constant.Float64Val(constant.ToFloat(v))
		return words64(math.Float64bits(x))
	}
	v = constant.ToInt(v)
	if n, ok := constant.Int64Val(v); ok {
		return words64(uint64(n))
	}
	n, _ := constant.Uint64Val(v)
	return words64(n)
}

func words64(bits uint64) string {
	return fmt.Sprintf("vec2<u32>(0x%xu, 0x%xu)", uint32(bits), bits>>32)
}

func (tr *translator) unary(e *ast.UnaryExpr) string {
	x := tr.expr(e.X)
	switch {
	case e.Op == token.AND: // tables are not written to
		return x
	case e.Op == token.NOT:
		return "!(" + x + ")"
	case e.Op == token.SUB && isFloat(tr.Types[e.X].Type):
		return "m_fneg64(" + x + ")"
	case e.Op == token.SUB && tr.typeName(tr.Types[e.X].Type) == "vec2<u32>":
		return "m_neg64(" + x + ")"
	case e.Op == token.SUB:
		return "(-" + x + ")"
	}
	panic("translate: no text for " + e.Op.String())
}

var floatOps = map[token.Token]string{
	token.ADD: "m_fadd64(%s, %s)", token.SUB: "m_fsub64(%s, %s)", token.MUL: "m_fmul64(%s, %s)", token.QUO: "m_fdiv64(%s, %s)",
	token.EQL: "m_feq64(%s, %s)", token.NEQ: "!m_feq64(%s, %s)", token.LSS: "m_flt64(%s, %s)", token.LEQ: "m_fle64(%s, %s)",
	token.GTR: "m_flt64(%[2]s, %[1]s)", token.GEQ: "m_fle64(%[2]s, %[1]s)",
}

var wordOps = map[token.Token]string{
	token.ADD: "m_add64(%s, %s)", token.SUB: "m_sub64(%s, %s)", token.MUL: "m_mul64(%s, %s)",
	token.AND: "(%s & %s)", token.OR: "(%s | %s)", token.EQL: "all(%s == %s)", token.NEQ: "any(%s != %s)",
	token.SHL: "m_shl64(%s, vec2<u32>(%s, 0u))",
}

// binary is x op y, for operands of type t; counts of shifts have their own.
func (tr *translator) binary(op token.Token, t types.Type, x, y string) string {
	basic := t.Underlying().(*types.Basic)
	format := "(%s " + strings.ReplaceAll(op.String(), "%", "%%") + " %s)"
	switch {
	case isFloat(t):
		format = floatOps[op]
	case tr.typeName(t) == "vec2<u32>" && op == token.SHR && basic.Kind() == types.Int64:
		format = "m_ishr64(%s, vec2<u32>(%s, 0u))"
	case tr.typeName(t) == "vec2<u32>" && op == token.SHR:
		format = "m_ushr64(%s, vec2<u32>(%s, 0u))"
	case tr.typeName(t) == "vec2<u32>":
		format = wordOps[op]
	}
	if format == "" {
		panic(fmt.Sprintf("translate: no text for %v of %v", op, t))
	}
	return fmt.Sprintf(format, x, y)
}
